"""Which of several things, days or cases a value is of: "table 4", "on Sundays", "for guests".

Two statements that name another one of a kind are of different things, however much else they
share. A value said of one day or one case alone is an exception, and changes nothing beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from infold.text import slot_cues as cues
from infold.text.analysis import analyze
from infold.text.kinds import Status
from infold.text.scripts import CJK
from infold.text.slot_values import Value

__all__ = ["ALONE", "Which", "read_which"]

Which = frozenset[tuple[str, str]]
"""Kinds of things, and which of them is spoken of: ("table", "4"), ("@when", "sunday")."""

_NONE: Final[Which] = frozenset()
ALONE: Final = frozenset({"@when", "@only", "@case", "@other"})
"""Kinds of which a statement that names none speaks of the rule, one that does of an exception."""

# ------------------------------------------------------------------ one of several things

_NUMBERED: Final = re.compile(
    r"(?<![\w.-])(?P<kind>[^\W\d_]{2,})[-_#]?(?P<number>\d{1,4})(?![\w.:%-])"
    r"|(?<!\w)(?P<of>[^\W\d_]{2,}) (?P<letter>[A-Z])(?![A-Za-z0-9'])"
)
_WIDE_NUMBERED: Final = re.compile(
    rf"(?P<kind>[{CJK}ー々]{{2}})(?:(?P<letter>[A-Z])(?![A-Za-z0-9])|(?P<number>\d{{1,5}})"
    r"(?=[\u3040-\u30ff]|[已现現的是在将將要也还還]|에|은|는|이|가|의))"
)
"""用户B, サーバーB, 工单17已…: what is spoken of, and not what it is worth."""
_STATES: Final = re.compile(rf"[{CJK}]{{5}}|[是为為到成用至在于於有共约約超过過达達は]\Z")
_SPACED: Final = re.compile(
    r"(?<![\w.-])(?P<kind>[^\W\d_][\w+#]*) (?:(?:number|no\.?|nr\.?|nummer|nomor) |# ?)?"
    r"(?P<number>\d{1,5}(?:\.\d{1,3}){0,2})(?![\w%:-]|[.,]\d)",
    re.IGNORECASE,
)
_IDENTIFIED: Final = frozenset({"code", "url", "path", "address"})
_DATED: Final = frozenset({"date", "day", "name"})
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_PATTERNS: Final = (
    _NUMBERED,
    _WIDE_NUMBERED,
    cues.NUMBERED_IN_WORDS,
    cues.NUMBERED_AHEAD,
    cues.FOR_SO_MANY,
)
_STRUCTURE: Final = cues.terms_of_words(
    "note remark message entry comment point item bemerkung notiz punkt eintrag catatan pesan"
)
"""Kinds that number what is said, not what it is said of."""
_LITTLE: Final = """
    a an the of in on at to for from by with and or is are was were be has have had than about
    under over up down only just its it's der die das den dem im am um auf von zu bei mit und
    oder ist sind war hat di ke dari pada jam pukul untuk dan atau adalah
"""
_NOT_NAMED: Final = frozenset(_LITTLE.split())
_EMPTY: Final = cues.WEIGHTLESS | cues.IMPERATIVES
_WORD: Final = re.compile(r"[^\W\d_]+")

# ------------------------------------------------------------------ one day, one case

_DAYS: Final = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|(?:public |bank )?holidays?"
    r"|christmas(?: eve| day)?|new year['’]?s?(?: eve| day)?|easter(?: \w+day)?|thanksgiving"
    r"|halloween|summer|winter|spring|autumn"
    r"|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|wochenenden?|feiertage?n?|heiligabend"
    r"|weihnachten|silvester|neujahr|ostern|karfreitag|sommer|winter|herbst|frühling"
    r"|(?:hari )?(?:senin|selasa|rabu|kamis|jumat|sabtu|minggu)|akhir pekan|hari libur|lebaran"
    r"|(?:hari |malam )?natal|(?:malam )?tahun baru"
)
_WIDE_DAYS: Final = (
    "(?:每?(?:周|星期|礼拜)[一二三四五六日天末]|节假日|假期|平安夜|圣诞[节夜]?|除夕|春节"
    "|元旦|国庆节?|中秋节?"
    "|毎?週?[月火水木金土日]曜日?|平日|週末|祝日|休日|連休|クリスマス(?:イブ)?|大晦日|元日"
    "|正月|お盆"
    "|[월화수목금토일]요일|주말|평일|공휴일|휴일|연휴|명절|크리스마스(?: ?이브)?|설날|추석)"
)
_COMING: Final = (
    r"tomorrow|tonight|this (?:week|weekend|month|afternoon|evening)|next (?:week|weekend|month)"
    r"|morgen|heute abend|diese woche|nächste woche|besok|minggu (?:ini|depan)|malam ini"
)
_WIDE_COMING: Final = (
    "(?:明天|今晚|本周|这周|下周|明日|今夜|今週|来週|내일|오늘 ?밤|이번 ?주|다음 ?주)"
)
_OPENED: Final = (
    r"\W*(?:(?:correction|update|actually|but|and|so|also|korrektur|aber|doch|koreksi|ralat|tapi)\b"
    r"[\s:,.]*|(?:更正|订正|訂正|정정|但|而)[:：，,、]?\s*){0,2}"
)
_FRAME: Final = re.compile(
    rf"{_OPENED}(?:(?:on|at|over|during|in|every|each|am|an|zu|im|über|jeden|pada|setiap|selama) "
    rf"(?:the |this |next |der |den |dem |diesen? )?)?(?P<when>{_DAYS}|{_COMING})\b"
    rf"|{_OPENED}[在从]?(?P<wide>{_WIDE_DAYS}|{_WIDE_COMING})",
    re.IGNORECASE,
)
"""How a clause opens that says on which day it is so."""
_TAIL: Final = 40
"""Characters behind a clause in which it may be said that it is so but once."""
_IS_COMING: Final = re.compile(rf"(?:{_COMING}|{_WIDE_COMING})\Z", re.IGNORECASE)
_HABIT: Final = re.compile(
    r"\b(?:on |every |each |jeden |setiap )(?P<when>(?:mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|weekends|holidays|christmas(?: eve| day)?|new year['’]?s(?: eve| day)?)\b"
    r"|\b(?P<de>(?:mon|diens|mittwoch|donners|frei|sams|sonn)tags|feiertags|heiligabend"
    r"|silvester)\b",
    re.IGNORECASE,
)
_OF_DAY: Final = re.compile(
    r"\b(?P<day>yesterday|today|tomorrow|tonight|last \w+|this \w+|next \w+)['’]s\b"
    r"|\b(?P<de>gestrige|heutige|morgige)[rnms]?\b"
    r"|(?P<wide>昨天|今天|明天|昨日|今日|明日|어제|오늘|내일)(?:的|の|의)",
    re.IGNORECASE,
)
_ONLY: Final = re.compile(
    r"\b(?:today|tomorrow|tonight|once|(?:this|next|that) \w+|(?:on|for|in|at|during)"
    r" (?:\w+ ){1,3}?)(?: )?only\b"
    r"|\b(?:only|just) (?:(?:for )?(?:today|tomorrow|tonight|once)|this (?:once|time|week|weekend"
    r"|month|morning|afternoon|evening|mon|tues|wednes|thurs|fri|satur|sun)"
    r"|(?:on|during|over) )|\b(?:for|this) once\b|\bone[- ]off\b|\bexceptionally\b"
    r"|\bas an exception\b|\btemporar(?:y|ily)\b"
    r"|\bausnahmsweise\b|\bnur (?:heute|morgen|dies\w+|am|für|einmal)\b|\bdies(?:es )?mal\b"
    r"|\bvorübergehend\b"
    r"|\b(?:hanya|khusus)(?: untuk)? (?:hari ini|besok|minggu|kali|malam|akhir|bulan|hari|tamu)"
    r"|\bkali ini(?: saja)?\b|\b(?:hari|minggu|bulan) ini saja\b|\bsementara waktu\b"
    r"|仅限|[仅僅只](?:有|在|限)?(?:今|明|本|这|這)|就这一?次|临时|臨時"
    r"|(?:今日|明日|今回|今週|今夜|本日|今月)(?:だけ|のみ|に限)|限りで|一時的"
    r"|(?:오늘|내일|이번 ?주|이번|이번 ?달)만|이번 ?한 ?번|임시로|일시적|예외",
    re.IGNORECASE,
)
_PEOPLE: Final = (
    r"guests|visitors|members|non-members|children|kids|students|employees|staff|seniors"
    r"|subscribers|tourists|patients|teachers|residents|newcomers|everyone else|the others"
    r"|gäste|mitglieder|kinder|schüler|studierende|studenten|mitarbeiter\w*|senioren|besucher"
    r"|tamu|anggota|anak-anak|anak|siswa|mahasiswa|karyawan|pengunjung|lansia"
)
_CASE: Final = re.compile(
    rf"\b(?:for|für|untuk|bagi) (?:the |our |unsere |die )?(?P<who>{_PEOPLE})\b"
    r"|(?:对于?|對於?|给|為|为)(?P<zh>客人|来宾|会员|會員|儿童|小孩|学生|員工|员工|老人|游客)"
    r"|(?P<ja>お客様|宿泊客|会員|子供|子ども|学生|社員|高齢者|観光客)(?:は|には|の場合|向け|に限)"
    r"|(?P<ko>손님|투숙객|회원|어린이|아이들|학생|직원|노인|관광객)(?:은|는|에게는|의 경우|들은)",
    re.IGNORECASE,
)
_OTHER: Final = re.compile(
    r"\b(?:the|our|my|that) other (?!port|number|date|day|time|one|value|way"
    r"|option)(?P<of>\w+)"
    r"|\b(?:de[rnms]|die|das) andere[nrms]? (?P<de>\w+)"
    r"|\b(?P<id>\w+) (?:yang )?(?:satu )?lain(?:nya)?\b"
    r"|另[一外](?:个|個|台|家|间|間|条|条|位|只|款)?(?P<zh>\w{2})|もう(?:一つ|一方|一台"
    r"|一人)の(?P<ja>\w{2})"
    r"|(?:別|ほか|他)の(?P<ja2>\w{2})|다른 (?P<ko>\w+)",
    re.IGNORECASE,
)
_CASES: Final = ((_HABIT, "@when"), (_OF_DAY, "@day"), (_CASE, "@case"), (_OTHER, "@other"))
_BARE_CHANGE: Final = re.compile(
    r"\b(?:now|starting|jetzt|nun|inzwischen|sekarang)\b|现在|今は|今(?=\d)|現在|이제|지금은",
    re.IGNORECASE,
)


def read_which(
    own: str, base: int, lead: str, tail: str, values: Sequence[Value], *, cue: int
) -> tuple[Which, ...]:
    """Say for each value of a clause of which of several things, days or cases it is.

    Args:
        own: The clause.
        base: Where it begins in the text of the part.
        lead: What stands before it in its sentence.
        tail: What stands behind it there.
        values: Its values.
        cue: How strongly its words speak of a change.
    """
    if not values:
        return ()
    here = _things(own, base, values)
    ahead = _ahead(lead, {one.kind for one in here})
    if cue >= 2:
        here = [one for one in here if one.kind not in _STRUCTURE]
        ahead = frozenset(one for one in ahead if one[0] not in _STRUCTURE)
    cases = _cases(own, base)
    if tail and _ONLY.search(tail[:_TAIL]):
        ahead |= {("@only", "behind")}
    return tuple(
        frozenset(
            (one.kind, one.which)
            for one in (*here, *cases)
            if _is_of(one, value, own, base, values)
        )
        | ahead
        or _NONE
        for value in values
    )


def _is_of(one: _Named, value: Value, own: str, base: int, values: Sequence[Value]) -> bool:
    """Whether a thing that a clause names says of which one a value is."""
    within = value.start < one.end and one.start < value.end
    if one.kind == "@when":
        if within:
            return any(
                other.type not in _DATED and _apart(own, base, one.end, other) for other in values
            )
        return one.start > value.end or _apart(own, base, one.end, value)
    if within:
        # "db-1 listens on 5432": it names the thing, and is no value of anything.
        return one.compact or (value.type in _IDENTIFIED and _has_value(own, base, value, values))
    return not one.apart or (not value.bound and _apart(own, base, one.end, value))


def _has_value(own: str, base: int, name: Value, values: Sequence[Value]) -> bool:
    return any(
        one.type not in _IDENTIFIED and one.type != "name" and _apart(own, base, name.end, one)
        for one in values
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """One of several things in a clause: its kind, which of them, and where it stands.

    `compact` names are written in one ("db-1"); of others a value is only if words stand `apart`.
    """

    kind: str
    which: str
    start: int
    end: int
    compact: bool = False
    apart: bool = False


def _things(own: str, base: int, values: Sequence[Value]) -> list[_Named]:
    out = []
    held = [(v.start - base, v.end - base) for v in values if v.type != "name" and not v.bound]
    for pattern in _PATTERNS:
        for found in pattern.finditer(own):
            parts = found.groupdict()
            which = parts["number"] or parts.get("letter") or ""
            at = found.start("number") if parts["number"] else found.end() - 1
            if pattern is _NUMBERED and _STATES.search(parts["kind"] or ""):
                continue  # "端口是5432" says what it is worth, not which one it is
            if pattern is _NUMBERED or not any(start <= at < end for start, end in held):
                kind = parts["kind"] or parts.get("of") or ""
                out.append(
                    _Named(
                        kind=kind if pattern is _WIDE_NUMBERED else _kind(kind),
                        which=which.casefold(),
                        start=base + found.start(),
                        end=base + found.end(),
                        compact=pattern is _NUMBERED,
                    )
                )
    for found in _SPACED.finditer(own):
        at = found.start("number")
        if found["kind"].lower() in _NOT_NAMED or any(start <= at < end for start, end in held):
            continue
        terms = analyze(found["kind"])
        if terms and terms[0] not in _EMPTY:
            start, end = base + found.start(), base + found.end()
            out.append(
                _Named(kind=terms[0], which=found["number"], start=start, end=end, apart=True)
            )
    for value in values:
        if value.type in _IDENTIFIED and value.status is Status.CURRENT:
            letters = _LETTERS.match(value.text) if value.type == "code" else None
            kind = letters.group().casefold() if letters else value.type
            out.append(
                _Named(
                    kind=f"#{kind}", which=value.norm, start=value.start, end=value.end, apart=True
                )
            )
    return out


def _kind(word: str) -> str:
    terms = analyze(word) if word.isascii() else ()
    return terms[0] if terms else word.casefold()


def _ahead(lead: str, known: set[str]) -> Which:
    """Of which things the sentence speaks before the clause ("service 3 …, and …")."""
    if not lead:
        return _NONE
    out = {(one.kind, one.which) for one in _things(lead, 0, ())}
    for one in cues.LABELLED.findall(lead):
        kind, _, which = one.lower().rpartition(" ")
        if kind:
            out.add((_kind(kind), which))
    return frozenset(one for one in out if one[0] not in known) or _NONE


def _apart(own: str, base: int, end: int, value: Value) -> bool:
    """Whether words that say something stand between a thing's name and a value after it."""
    between = own[end - base : value.start - base] if end <= value.start else ""
    if not between.strip():
        return False
    if not between.isascii() and _WIDE_WORD.search(between):
        return True
    return any(
        word.lower() not in _NOT_NAMED or word.lower() in _VERBS for word in _WORD.findall(between)
    )


_WIDE_WORD: Final = re.compile(f"[{CJK}]{{2}}|[가-힣]{{2}}")
_STATING: Final = "is are was were has have had ist sind war hat adalah"
_VERBS: Final = frozenset(_STATING.split())


def _cases(own: str, base: int) -> list[_Named]:
    out = []
    frame = _FRAME.match(own)
    if frame is not None:
        group = "when" if frame["when"] else "wide"
        # "Next week we moved the launch" says when it was changed, not of what day it is so.
        bare = _BARE_CHANGE.sub(" ", own)
        if not (_IS_COMING.match(frame[group]) and cues.CHANGED.search(bare)):
            out.append(_case(frame, group, "@when", base))
    for pattern, kind in _CASES:
        for found in pattern.finditer(own):
            group = next(name for name, text in found.groupdict().items() if text)
            out.append(_case(found, group, kind, base))
    only = _ONLY.search(own)
    if only is not None:
        at = base + only.start()
        out.append(_Named(kind="@only", which=only.group().lower(), start=at, end=at))
    return out


def _case(found: re.Match[str], group: str, kind: str, base: int) -> _Named:
    which = " ".join(found[group].lower().split()).removesuffix("s")
    start, end = base + found.start(group), base + found.end(group)
    return _Named(kind=kind, which=which, start=start, end=end)
