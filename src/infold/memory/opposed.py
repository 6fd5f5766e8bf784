"""What else two statements cannot both say: the same but for a negation, an opposite, a due day.

Each gives a slot of its own words and a value, so that contradictions are placed like those of any
slot and no fact has to be compared with others. Precision first: all other words of two statements
must be the same, and a statement of several clauses, with figures or in the past gives nothing.
Japanese and Korean verbs are brought to their stem by their endings alone.
"""

from __future__ import annotations

import re
from typing import Final

from infold.text.analysis import analyze

__all__ = ["ANTONYMS", "due_day", "wide_state"]

ANTONYMS: Final = tuple(
    frozenset(line.split())
    for line in """
inward outward
inwards outwards
clockwise counterclockwise
upstairs downstairs
indoors outdoors
introvert extrovert
nearsighted farsighted
innen außen
linkshänder rechtshänder
drinnen draußen
""".strip().splitlines()
)
"""Words of which one thing is one or the other, in scripts with spaces."""

_WIDE_ANTONYMS: Final = tuple(
    tuple(line.split())
    for line in """
向内 向外
左撇子 右撇子
开着 关着
内側 外側
左利き 右利き
안쪽 바깥쪽
왼손잡이 오른손잡이
""".strip().splitlines()
)

_DUE: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"\W*(?P<s>[^,;:.!?\d]{2,60}?) (?:is|are)(?: now| always)? (?:due|payable) (?:on|by)"
            r" (?P<v>(?:the )?\d{1,2}(?:st|nd|rd|th))(?: (?:of|in) (?:the|each|every) month)?\W*"
        ),
        (
            r"\W*(?P<s>[^,;:.!?\d]{2,60}?) (?:ist|sind)(?: jetzt| immer)? (?:am|zum|bis zum) "
            r"(?P<v>\d{1,2}\.)(?: (?:des|jedes|jeden) monats)? (?:fällig|zu zahlen)\W*"
        ),
        (
            r"\W*(?P<s>[^,;:.!?\d]{2,60}?) (?:jatuh tempo|(?:harus )?dibayar)"
            r"(?: setiap| tiap| pada)* tanggal (?P<v>\d{1,2})(?: (?:setiap|tiap) bulan)?\W*"
        ),
        (
            r"\W*(?P<s>[^，。、；\s\d]{1,20}?)(?:是|在)?(?:每个?月)?(?P<v>\d{1,2}[号日])"
            r"(?:交|付|支付|到期)\W*"
        ),
        (
            r"\W*(?P<s>[^、。\s\d]{1,20}?)は(?:毎月)?(?P<v>\d{1,2}日)(?:に|まで(?:に)?)?"
            r"(?:払う|払います|支払う|支払います|引き落とし(?:です)?|が期限です)\W*"
        ),
        (
            r"\W*(?P<s>[^,.\d]{1,20}?)[은는] (?:매월 |매달 )?(?P<v>\d{1,2}일)(?:에|까지)? ?"
            r"(?:낸다|냅니다|내요|납부한다|납부합니다|입니다)\W*"
        ),
    )
)
_DAYS: Final = 31
_DIGITS: Final = re.compile(r"\D")

_EDGE: Final = " \t。．.！!"
_MIXED: Final = re.compile(r"[、，,；;：:？?\d\n]|[A-Za-z]")
_SELF: Final = re.compile(r"\A(?:[私僕俺]は|我(?![们國国])|(?:저|나)는 |[전난] )")
_LONGEST: Final = 40
_LEAST: Final = 3

_HAN: Final = re.compile(r"\A[\u4e00-\u9fff]+\Z")
_KANA: Final = re.compile(r"[\u3040-\u30ff]")
_HANGUL: Final = re.compile(r"[가-힣]")

_NOT: Final = re.compile(r"不再?")
_NO_DENIAL: Final = re.compile(
    r"不(?:过|错|同|但|仅|少|管|如|得不|一定|只|光|论|久|断|好意思|在乎)|[吗呢吧没未了过]|以前|曾|能不|可不|是不是"
)
_ENDS: Final = re.compile(r"了\Z")

_NEGATIVE: Final = re.compile(r"(?:しない|[わかさたなばまがら]?ない|[いきしちにびみぎり]?ません)\Z")
_POSITIVE: Final = re.compile(r"(?:する|[うくすつぬぶむぐる]|[いきしちにびみぎり]?ます)\Z")
_PARTICLE: Final = re.compile(r"[をはが](?=[^をはが]*\Z)")

_LONG_DENIAL: Final = re.compile(r"지(?:는|를)? ?(?:않는다|않아요|않습니다|않다|못한다|못합니다)\Z")
_SHORT_DENIAL: Final = re.compile(r"(?:\A|(?<= ))안 ")
_KOREAN_PARTICLE: Final = re.compile(r"[을를은는](?= [^ ]+(?: [^ ]+)?\Z)")
_FIRST_SYLLABLE: Final = 0xAC00
_CODAS: Final = 28
_N: Final = 4
_B: Final = 17


def due_day(text: str) -> tuple[str, str] | None:
    """On which day of the month something is due, by name: what it is, and the day.

    Args:
        text: One statement, as `Rent is due on the 3rd`.

    Returns:
        The words of what is due, without order, and the day as written; None where the whole text
        says no such thing.
    """
    for rule in _DUE:
        match = rule.fullmatch(text)
        if match:
            about = " ".join(sorted(set(analyze(match["s"]))))
            day = int(_DIGITS.sub("", match["v"]))
            return (about, match["v"]) if about and 0 < day <= _DAYS else None
    return None


def wide_state(text: str) -> tuple[str, str] | None:
    """What a plain statement in Chinese, Japanese or Korean says, and whether it is so.

    Args:
        text: One statement.

    Returns:
        Its words without what denies them, and `yes` or `no`; where one of two opposites stands in
        it, that of them which is meant. None where it is not plain.
    """
    plain = text.strip(_EDGE)
    if not _LEAST <= len(plain) <= _LONGEST or _MIXED.search(plain):
        return None
    plain = _SELF.sub("", plain)
    if _HANGUL.search(plain):
        read = _korean(plain)
    elif _KANA.search(plain):
        read = _japanese(plain)
    else:
        read = _chinese(plain)
    if read is None:
        return None
    words, denied = read
    for one, other in _WIDE_ANTONYMS:
        if words.count(one) + words.count(other) == 1:
            said = one if one in words else other
            meant = (other if said == one else one) if denied else said
            return words.replace(said, f"{one}/{other}"), meant
    return words, "no" if denied else "yes"


def _chinese(text: str) -> tuple[str, bool] | None:
    denials = len(_NOT.findall(text))
    plain = _ENDS.sub("", text) if denials else text
    if not _HAN.match(plain) or _NO_DENIAL.search(plain) or denials > 1:
        return None
    return _NOT.sub("", plain), bool(denials)


def _japanese(text: str) -> tuple[str, bool] | None:
    denied = bool(_NEGATIVE.search(text))
    stem = (_NEGATIVE if denied else _POSITIVE).sub("", text)
    if stem == text or len(stem) < _LEAST:
        return None
    return _PARTICLE.sub("", stem), denied


def _korean(text: str) -> tuple[str, bool] | None:
    stem = _LONG_DENIAL.sub("", text)
    if stem != text:
        denied = True
    else:
        short = _SHORT_DENIAL.sub("", text)
        denied = short != text
        found = _korean_stem(short)
        if found is None:
            return None
        stem = found
    return _KOREAN_PARTICLE.sub("", stem), denied


def _korean_stem(text: str) -> str | None:
    """A statement without the ending of its verb, plain or polite; None where it has none."""
    for ending in ("는다", "습니다"):
        if text.endswith(ending):
            return text.removesuffix(ending)
    for ending, coda in (("다", _N), ("니다", _B)):
        rest = text.removesuffix(ending)
        code = ord(rest[-1]) - _FIRST_SYLLABLE if rest and rest != text else -1
        if 0 <= code < 11_172 and code % _CODAS == coda:
            return rest[:-1] + chr(_FIRST_SYLLABLE + code - coda)
    return None
