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
    SEVERAL = 16
    """More than one thing: plural nouns, `both`, `what kinds of`."""
    GUESS = 32
    """A yes or no, or what is likely: the answer is seldom said in so many words."""
    SAY = 64
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
    Ask.SEVERAL: r"""
        both|all|other than|besides|ways?|in common|kinds?|types?|how many|how (?:does|do|did)
        beide|alle|welche arten
        semua|apa saja|siapa saja
    """,
    Ask.SAY: r"""
        sa(?:y|id|ys)|th(?:ink|inks|ought)|tell|told|mention\w*|describe\w*|suggest\w*|recommend\w*
        advice|advise\w*|ask\w*|offer\w*|encourage\w*|feel\w*|respond\w*|react\w*|opinion|share[ds]?
        promise[ds]?|compliment\w*|congratulate\w*|comment\w*
        sagte?|gesagt|meinte?|empf(?:iehlt|ahl|ohlen)|dachte|findet
        kata|bilang|menurut|saran|sarankan|pendapat
    """,
    Ask.GUESS: r"""
        likely|might|would|probably|vermutlich|wahrscheinlich|würde|mungkin
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
    Ask.SEVERAL: """
        哪些|都有|所有
        どんな|すべて|全部
        어떤 것들|모두|모든|무엇들
    """,
    Ask.SAY: """
        说|认为|觉得|建议|推荐|提到
        言(?:っ|い)|思(?:っ|い)|勧め|提案
        말했|말해|생각|추천|제안|조언
    """,
    Ask.GUESS: """
        吗[？?]?$|可能|会不会|是否
        ですか[？?。]?$|ますか[？?。]?$|だろう|かもしれ
        (?:나요|까요|습니까)[？?]?$|아마
    """,
}
_OPENS: Final = re.compile(
    r"(?:would|could|might|is|are|does|do|did|has|have|had|will|should|can"
    r"|ist|sind|hat|haben|kann|wird|würde|apakah|adakah)\b"
)
_PLURAL: Final = re.compile(
    r"(?:in |on |at |from )?(?:what|which) (?:[a-z']+ ){0,3}?"
    r"(?!(?:is|was|does|has|this)\b)[a-z']+(?<!s)s\b"
)
_WIDE_WHAT: Final = re.compile("[何誰谁几哪]|いつ|どこ|いくら|몇|언제|어디|누구|얼마|무엇|뭐")


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
        match = pattern.search(text)
        # A Japanese or Korean question ends alike whether it wants a yes or a thing.
        guessed = kind is Ask.GUESS and match and not match.group().isascii()
        if match and not (guessed and _WIDE_WHAT.search(text)):
            found |= kind
    if _PLURAL.match(text):
        found |= Ask.SEVERAL
    if _OPENS.match(text):
        found |= Ask.GUESS
    return found
