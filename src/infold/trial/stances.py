"""What a sentence says of a value, by plain patterns in six languages: it holds, or it is gone.

The patterns are a comparison's own. They look for a value beside words that take it back, rule it
out or put another in its place, and for the marks that a context adds; whatever they do not know
counts as holding, on both sides alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from infold.trial.plain_values import value_pattern

__all__ = [
    "Stance",
    "denies",
    "is_marked",
    "is_question",
    "marks_in",
    "says_change",
    "stance",
    "without_marks",
]

Stance: TypeAlias = Literal["holds", "gone"]

_V: Final = "\x00"
_HAN: Final = "\u4e00-\u9fff"
_GAP_WORD: Final = (
    r"(?!(?:but|we|i|it|they|you|take|is|are|was|use|wir|nehmen|kita|kami|with|by|to|only|just|more|less|than|before|after|later|until|under|over|above"
    r"|below|exceed|sure|sondern|durch|auf|vor|nach|über|dengan|jadi|menjadi|tapi|melainkan|ke)\b)"
    r"[^\W\d\x00]+"
)
_GAP: Final = rf"(?:\s+{_GAP_WORD}){{0,3}}\s+"
_BEFORE: Final = "|".join(
    (
        r"instead\sof|rather\sthan|in\splace\sof|no\slonger|rul(?:e|ed|ing)\sout|dropp?(?:ed|ing)?",
        r"scrapp?(?:ed|ing)?|reject(?:ed|ing)?|abandon(?:ed|ing)?|retract(?:ed|ing)?|withdr[ae]wn?",
        r"withdrew|replac(?:e|es|ed|ing)|formerly|previously|used\sto\sbe|was\soriginally",
        r"(?:mov|migrat|switch|chang)(?:e|es|ed|ing)?\s(?:away\s)?from|(?:down|up)\sfrom",
        r"an?statt|statt|anstelle\s(?:von|des|der)|nicht\smehr|verw(?:e|o)rfen|ausgeschlossen",
        r"ersetz(?:t|en)|früher|vorher|weg\svon",
        r"alih-alih|bukan(?:nya)?|daripada|tidak\slagi|(?:mem)?batalkan|menolak|mencoret",
        r"(?:meng)?ganti(?:kan)?|dulunya|sebelumnya",
    )
)
_NOT: Final = (
    r"\bnot\s(?:on\s|in\s|at\s|to\s|the\s|port\s|version\s|use\s|with\s){0,2}"
    r"|\bnicht\s(?:mehr\s|auf\s|am\s|im\s|in\s|de[rnm]\s|die\s|das\s|port\s|um\s){0,2}"
)
_IS: Final = (
    r"(?:is|was|are|were|(?:has|have|had)\sbeen|gets?|got"
    r"|ist|war|waren|wurden?|wird|sind|gilt|fällt)"
)
_AFTERWARDS: Final = "|".join(
    (
        r"ruled\sout|rejected|dropped|scrapped|wrong|incorrect|an?\s(?:mistake|typo|error)",
        r"no\slonger|not\s(?:valid|right|correct|true|an\soption|used|usable|supported)|retracted",
        r"withdrawn|off\sthe\stable|out\sof\sthe\squestion|replaced|obsolete|outdated|superseded",
        r"void|invalid|taken\sback|abandoned|cancell?ed|history",
        r"verworfen|ausgeschlossen|zurückgezogen|abgelehnt|falsch|nicht\smehr|veraltet|ersetzt",
        r"hinfällig|ungültig|vom\stisch|gestrichen|raus|weg",
        r"an?\s(?:[^\W\d]+[\s-]){0,2}(?:art[ei]fact|error|mix-?up|misprint|misreading)",
        r"(?:ein(?:e|en|em)?\s)?[^\W\d]*(?:fehler|irrtum|artefakt|versehen)s?",
    )
)
_LATER: Final = (
    r"(?:later|since|subsequently|afterwards|später|inzwischen|kemudian|belakangan)\s"
    r"(?:been\s|wieder\s)?(?:retracted|withdrawn|rejected|refuted|revoked|dropped|corrected"
    r"|zurückgezogen|zurückgenommen|verworfen|ditarik|dibatalkan|dicabut)"
)
_COUNTER: Final = "[番年月日円時分個台件번년월일원시분개대호건%]?"
_GONE: Final = re.compile(
    rf"""
    \b(?:{_BEFORE}){_GAP}{_V} | (?:{_NOT}){_V} | (?:^|[,;]\s*)forget\s(?:the\s|about\s)?{_V}
    | {_V}(?:\s[^\W\d]+)?[)\]"”’]?(?:\s[^\W\d]+)?\s{_IS}
      \s(?:now\s|since\s|already\s|therefore\s|being\s|jetzt\s|nun\s|damit\s)?
      (?:{_AFTERWARDS})
    | {_V}[)\]"”’]?(?:\s[^\W\d]+){{0,2}},?\s(?:(?:but|aber|tapi|war|which\swas|and)\s)?{_LATER}
    | {_V}(?:\s[^\W\d]+){{0,2}}\s(?:adalah\s|merupakan\s)?(?:kesalahan|kekeliruan)\b
    | {_V}{_COUNTER}[{_HAN}]{{0,4}}?是[{_HAN}]{{0,4}}?(?:误差|错误|笔误|口误|误读)
    | {_V}{_COUNTER}(?:的|这个|那个|这一)[{_HAN}]{{0,3}}?(?:结论|数值|结果|说法|决定)
      [{_HAN}]{{0,2}}(?:作废|撤回|收回)
    | {_V}{_COUNTER}という[^、。\x00]{{1,6}}[はを](?:もう)?(?:撤回|取り消|訂正|却下)
    | {_V}{_COUNTER}[^、。\x00]{{0,6}}?[はが](?:測定)?(?:誤差|誤り|ミス|間違い)(?:でし|だっ|です)
    | {_V}{_COUNTER}(?:이?라는)\s?[^,.\x00]{{1,8}}?[은는을를]\s?(?:철회|취소|폐기|정정)
    | {_V}{_COUNTER}[^,.\x00]{{0,8}}?(?:측정\s?)?(?:오류|오차|실수|착오)(?:였|이었|입니)
    | {_V}\s(?:no\slonger|(?:does\snot|doesn't)\shold|ist\svom\stisch)
    | {_V}\s*(?:→|->|=>)
    | \b(?:from|von|dari)\s(?:[^\W\d]+\s)?{_V}\s(?:to|auf|zu|ke|menjadi|jadi)\b
    | {_V}\s(?:itu\s|sudah\s|telah\s){{0,2}}(?:salah|dibatalkan|ditolak|dicoret|diganti|batal
      |ditarik|keliru|usang|tidak\s(?:berlaku|dipakai|lagi))
    | (?:而不是|不是|不再(?:用|使用|是|选)?|别用|不用|不要用?|放弃了?|取消了?|排除了?|否决了?
      |撤回了?|代替|取代了?|替换掉?|原来(?:是|的)?|之前(?:是|的)?)\s?[{_HAN}]{{0,4}}?\s?{_V}
    | {_V}\s?[{_HAN}]{{0,3}}?(?:不行|作废|不对|错了|是错的|有误|已取消|不再|被否决|被排除|已撤回
      |被撤回|已排除|已放弃|排除[了掉]|已废弃|改为|改成|换成|改到|已被)
    | 从\s?{_V}\s?[{_HAN}]{{0,4}}?[改换变迁移升降调]
    | {_V}{_COUNTER}\s?(?:では?なく|じゃなく|でなく|ではない|の代わりに
      |は(?:もう|もはや)?(?:使わ|無効|却下|撤回|取り消|間違|誤り|除外|廃止|やめ|見送|不採用|古い|対象外)
      |を(?:やめ|却下|撤回|取り消|除外|廃止|見送)
      |から[^、。\x00]{{0,12}}[へに](?:変更|移|切り替|変え|更新|延期|修正))
    | {_V}{_COUNTER}\s?(?:(?:이|가|은|는)?\s?아니|대신|말고
      |(?:을|를|은|는|이|가)?\s?(?:더\s이상|취소|제외|기각|철회|폐기|틀렸|잘못|안\s쓰|사용하지\s않|배제)
      |에서\s?[^,.\x00]{{0,14}}?(?:으?로)\s?(?:변경|바꾸|바꿨|바뀌|옮|조정|수정|전환))
    """,
    re.VERBOSE,
)
_MARK: Final = re.compile(
    r"\s*\[(?:\"(?P<old>[^\"\]]*)\" )?(?:replaced by|no longer current)[^\]]*\]", re.IGNORECASE
)
"""What a context adds to a line that says what no longer holds."""
_CHANGE: Final = re.compile(
    r"\b(?:actually|correction|instead|from now on|changed? (?:it |that |this )?to|is now|are now"
    r"|now (?:runs?|at|on|be)|make it|make that|(?:switch|move|bump|raise|lower|update|postpone)"
    r"(?:e?d)? (?:\w+ )?to|jetzt|nun|stattdessen|korrektur|geändert|ab sofort|sekarang|ternyata"
    r"|koreksi|ralat|diubah|diganti|berubah)\b"
    r"|改为|改成|换成|其实|更正|现在|调整为|更新为|変更|実は|訂正|今後は|に変え|修正|現在は"
    r"|변경|사실|정정|이제|바꾸|바꿨|바뀌|수정"
)


_DENIAL: Final = re.compile(
    r"\b(?:no|not|never|none|nothing|cannot|without|nicht|nie|niemals|ohne|keine?[mnrs]?|tidak|bukan"
    r"|jangan|belum|tanpa)\b|n['’]t\b|不|没|無|未|ない|ません|なし|없|않|아니|안\s|못"
)


def stance(sentence: str, value: str) -> Stance | None:
    """What a sentence says of a value.

    Args:
        sentence: In plain form (`infold.trial.plain_values.plain`).
        value: In plain form.

    Returns:
        `gone` where it is taken back, ruled out or replaced; `holds` where it is named otherwise;
        None where it is not named, or only asked for.
    """
    if value not in sentence:
        return None
    seen, count = value_pattern(value).subn(_V, sentence)
    if not count:
        return None
    if _GONE.search(seen):
        return "gone"
    return None if is_question(sentence) else "holds"


def is_question(sentence: str) -> bool:
    """Whether a sentence asks."""
    return sentence.rstrip(" \"'”’」』)*_").endswith(("?", "？"))


def says_change(sentence: str) -> bool:
    """Whether a sentence, in plain form, says that something is otherwise from now on."""
    return _CHANGE.search(sentence) is not None


def denies(sentence: str) -> bool:
    """Whether a sentence, in plain form, holds a word that denies."""
    return _DENIAL.search(sentence) is not None


def without_marks(line: str) -> str:
    """A line without the marks that a context adds behind what no longer holds.

    Both sides carry the same marks, but one behind a whole message and one behind a claim: which
    value of a line they speak of is not asked of what holds.
    """
    return _MARK.sub("", line) if "[" in line else line


def marks_in(line: str) -> tuple[str, ...]:
    """What the marks of a line, in plain form, name as no longer holding; empty for "it"."""
    return tuple(match["old"] or "" for match in _MARK.finditer(line)) if "[" in line else ()


def is_marked(marks: Sequence[str], value: str) -> bool:
    """Whether one of a line's marks speaks of a value in it."""
    return any(not old or value_pattern(value).search(old) for old in marks)
