"""What kind of answer a question wants, by its cue words in six languages."""

import re
from enum import IntFlag
from typing import Final


class Ask(IntFlag):
    """What a question asks for; several may hold, or none."""

    WHEN = 1
    WHERE = 2
    WHO = 4
    NUMBER = 8
    """How many, how much, which number."""
    SAY = 16
    """What somebody said, thought, advised or promised."""


# Patterns in scripts with spaces, whole words; one line a language or two.
_SPACED: Final = {
    Ask.WHEN: r"""
        when|(?:what|which) (?:date|day|month|year|time|week)|how long|how (?:old|often|recently)
        how many (?:days|weeks|months|years|hours)
        wann|wie lange|seit wann|welche[nrsm]? (?:tag|monat|jahr)
        kapan|berapa lama|tanggal berapa|hari apa|sejak kapan
    """,
    Ask.WHERE: r"""
        where|(?:which|what) (?:city|country|place|state|town|location|room|folder|directory)
        wo|wohin|woher|in welche[rmn]? (?:stadt|land|ort)
        di ?mana|ke mana|dari mana|kota apa
    """,
    Ask.WHO: r"""
        who|whom|whose
        wer|wem|wen|wessen
        siapa
    """,
    Ask.NUMBER: r"""
        how (?:many|much|wide|high|tall|far|big|large|heavy|deep|thick)
        (?:what|which) (?:number|port|version|price|amount|size|seed|code|ticket|extension)
        wie ?viele?|wie (?:hoch|breit|gross|groß|schwer|weit)
        welche[rsnm]? (?:port|nummer|version|preis)
        berapa
    """,
    Ask.SAY: r"""
        sa(?:y|id|ys)|th(?:ink|inks|ought)|tell|told|mention\w*|describe\w*|suggest\w*|recommend\w*
        advice|advise\w*|ask\w*|offer\w*|encourage\w*|feel\w*|respond\w*|react\w*|opinion|share[ds]?
        promise[ds]?|compliment\w*|congratulate\w*|comment\w*
        sagte?|gesagt|meinte?|empf(?:iehlt|ahl|ohlen)|dachte|findet
        kata|bilang|menurut|saran|sarankan|pendapat
    """,
}
# Patterns in scripts without spaces or with endings, anywhere.
_WIDE: Final = {
    Ask.WHEN: """
        什么时候|几号|几月|哪天|哪年|多久|何时|几点
        いつ|何時|何日|何月|何年|どのくらい
        언제|몇 ?월|몇 ?일|몇 ?시|며칠|얼마나 오래
    """,
    Ask.WHERE: """
        哪里|哪儿|在哪|哪个城市|哪个国家
        どこ|どの(?:街|町|国|都市)
        어디|어느 (?:도시|나라)
    """,
    Ask.WHO: """
        谁|哪位
        誰|だれ|どなた
        누구|누가
    """,
    Ask.NUMBER: """
        多少|几
        いくつ|いくら|何(?:個|人|番|本|枚|円|%)
        몇|얼마
    """,
    Ask.SAY: """
        说|认为|觉得|建议|推荐|提到
        言(?:っ|い)|思(?:っ|い)|勧め|提案
        말했|말해|생각|추천|제안|조언
    """,
}


def _pattern(kind: Ask) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_any_of(_SPACED[kind])})\b|{_any_of(_WIDE[kind])}")


def _any_of(lines: str) -> str:
    return "|".join(line.strip() for line in lines.strip().splitlines())


_PATTERNS: Final = {kind: _pattern(kind) for kind in Ask}


def asks(question: str) -> Ask:
    """Say what kind of answer a question wants.

    Args:
        question: As it was asked, in any of the six languages.

    Returns:
        The kinds whose cues it holds. Cost: a few µs.
    """
    text = " ".join(question.lower().split())
    found = Ask(0)
    for kind, pattern in _PATTERNS.items():
        if pattern.search(text):
            found |= kind
    return found
