"""The stretch of time that a clause names: from when, until when; in six languages.

"This week", "until Friday", "since 2019", "from Monday on", "for the next two weeks", "three years
ago". Words that depend on a clock are resolved against the moment at which they were said; a
weekday after "until" or "from" is the coming one, after "since" the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Literal, TypeAlias

from infold.text.dates import find_dates
from infold.text.relative_days import Unit, find_relative_days

__all__ = ["Period", "read_period"]

_Role: TypeAlias = Literal["since", "from", "until", "before", "during"]

_FILL: Final = (
    r"(?:\s+(?:the|end of|dem|der|den|zum|zur|hari|tanggal|bulan|tahun|akhir|about|early|late|ende"
    r"|anfang|mitte))*\s*"
)


def _before(role: _Role, pattern: str) -> tuple[_Role, re.Pattern[str]]:
    return role, re.compile(rf"(?:{pattern})\Z", re.IGNORECASE)


def _after(role: _Role, pattern: str) -> tuple[_Role, re.Pattern[str]]:
    return role, re.compile(pattern)


_BEFORE: Final = (
    _before("since", rf"\b(?:ever since|since|seit|sejak){_FILL}|自"),
    _before(
        "from",
        rf"\b(?:from|as of|starting(?: on| from| in)?|beginning(?: on| in)?|ab|von|vom|mulai"
        rf"|dari){_FILL}|从|從",
    ),
    _before(
        "until",
        rf"\b(?:up until|until|till|til|through|bis(?: zu[mr]?| einschließlich)?|sampai"
        rf"(?: dengan)?|hingga){_FILL}|直?[到至]",
    ),
    _before("before", rf"\b(?:before|vor|sebelum){_FILL}"),
    _before(
        "during",
        rf"\b(?:in|on|during|for|at|by|am|im|an|für|pada|selama|di|hari|tanggal|bulan|tahun)"
        rf"{_FILL}|在|于",
    ),
)
"""What stands before a time and binds it."""
_AFTER: Final = (
    _after("until", r"\s*(?:まで|为止|為止|까지)(?:は|に|は|는|은)?"),
    _after("since", r"\s*(?:以来|이래)"),
    _after("from", r"\s*(?:から|부터|起|开始|以后|以後|이후|onwards?\b|on\b)(?:は|는)?"),
    _after("before", r"\s*(?:之前|以前|前に|전에)"),
    _after("during", r"\s*(?:には|は|に|の間|间|에는|에|은|는)?"),
)
"""What stands behind a time and binds it."""
_TO: Final = re.compile(r"\s*(?:to|and|bis|sampai|hingga|[-–—~～]|到|至)\s*\Z", re.IGNORECASE)

_YEARS: Final = re.compile(
    r"\b(?:from|to|through|until|till|between|zwischen|antara|and|und|dan|ab|von|bis|dari|sampai"
    r"|hingga|mulai|[-–—]) ?"
    r"(?P<y>(?:19|20)\d\d)(?![\w%]|[.,:/-]\d)",
    re.IGNORECASE,
)

_FIRST_YEAR: Final = re.compile(
    r"\A\W*(?P<y>(?:19|20)\d\d)(?=,? (?:habe|hab|war|bin|wohnte|arbeitete|lebte|hatte|wurde|zog"
    r"|ging|saya|aku"
    r"|kami|gue|i|we)\b)",
    re.IGNORECASE,
)
"""A year with which a sentence begins, in languages in which it needs no word before it."""
_MONTHS: Final = re.compile(
    r"\b(?:until|till|through|since|from|end of|in|im|by|bis|ab|seit|ende|sampai|sejak|mulai"
    r"|bulan) "
    r"(?P<m>March|May|Mai|Maret|Mei)(?![\w%]|[.,:/-]\d| \d)"
)
"""Months whose names may be other words too."""
_NO_DATE: Final = re.compile(r"\d{1,2}\.\d{1,2}\.?")
"""A version that ends a sentence ("Python 3.9.") looks like a German date."""
_PAST: Final = re.compile(
    r"\b(?:left|quit|moved|was|were|joined|started|got|lost|resigned|had|did|went|bought|turned"
    r"|retired|graduated|married|sold"
    r"|(?:habe|hat|bin|war|wurde|haben|sind)\b.{0,60}?(?:ge\w+|\w+(?:gezogen|gefangen|lassen|hört"
    r"|kündigt))"
    r"|sudah|telah|lalu|dulu|pernah|baru saja)\b|了(?:[。，！]|$)|[たっ](?:[。、！]|$)|ました"
    r"|[었았했]",
    re.IGNORECASE,
)
"""What happened: of a day or month without a year the last one is meant."""
_MONTH_WORD: Final = (
    r"(?:jan(?:uary|uari|uar)?|feb(?:ruary|ruari|ruar)?|march|märz|maret|mar|april|apr|may|mai|mei"
    r"|june|juni|jun|july|juli|jul|august|agustus|aug|agu|sept?(?:ember)?|o[ck]t(?:ober)?"
    r"|nov(?:ember)?|de[czs](?:ember)?)"
)
_MONTH_TO_MONTH: Final = re.compile(
    rf"\b(?:(?:from|between|von|zwischen|dari|antara|mulai)\s+)?(?:bulan\s+)?(?P<a>{_MONTH_WORD})\.?"
    rf"\s*(?:to|and|until|till|through|bis|und|sampai|hingga|dan|[-–—])\s*(?:bulan\s+)?"
    rf"(?P<b>{_MONTH_WORD})\.?\s+(?:tahun\s+|of\s+)?(?P<y>(?:19|20)\d\d)(?![\w%]|[.,:/-]\d)",
    re.IGNORECASE,
)
"""Two months of a year that is named once, behind the second."""
_LAST_MONTHS: Final = re.compile(
    r"\b(?:last|letzte[nmr]?|vorige[nmr]?|vergangene[nmr]?) (?P<m>jan(?:uary|uar)|feb(?:ruary"
    r"|ruar)|march|märz|april|may|mai|june|juni"
    r"|july|juli|august|september|o[ck]tober|november|de[cz]ember|spring|summer|autumn|fall"
    r"|winter|frühling|frühjahr|sommer"
    r"|herbst)\b|\b(?P<n>januari|februari|maret|april|mei|juni|juli|agustus|september|oktober"
    r"|november|desember)"
    r" (?:lalu|kemarin)\b",
    re.IGNORECASE,
)
_MONTHS_BY_HEAD: Final = {
    head: number
    for number, heads in enumerate(
        (
            "jan",
            "feb",
            "mar mär",
            "apr",
            "may mai mei",
            "jun",
            "jul",
            "aug agu",
            "sep",
            "oct okt",
            "nov",
            "dec dez des",
        ),
        start=1,
    )
    for head in heads.split()
} | {"spr": 3, "frü": 3, "sum": 6, "som": 6, "aut": 9, "fal": 9, "her": 9, "win": 12}
"""First letters of a month, or of a season's first month."""
_SUNDAY: Final = re.compile(
    r"\bhari minggu\b|\b(?:sampai|hingga|sejak|mulai) minggu\b(?! (?:depan|lalu|ini))",
    re.IGNORECASE,
)
_HABIT_WORDS: Final = """
mondays tuesdays wednesdays thursdays fridays saturdays sundays
montags dienstags mittwochs donnerstags freitags samstags sonntags
"""
_EVERY: Final = re.compile(
    r"(?:\b(?:every|each|jede[nrms]?|(?:se)?tiap)(?: (?:other|second|zweiten|hari))? "
    r"|毎週の?|[每毎]|매주 ?)\Z",
    re.IGNORECASE,
)
"""Before a weekday: one of every week."""
_HABITS: Final = tuple(_HABIT_WORDS.split())
"""Days of every week: no moment."""

_NUMBERS: Final = {
    word: number
    for number, words in enumerate(
        (
            "",
            "a an one ein eine einen einem einer eins satu se 一 한 일",
            "two zwei dua 两 二 두 이 couple",
            "three drei tiga 三 세 삼",
            "four vier empat 四 네 사",
            "five fünf lima 五 다섯 오",
            "six sechs enam 六 여섯 육",
            "seven sieben tujuh 七 일곱 칠",
            "eight acht delapan 八 여덟 팔",
            "nine neun sembilan 九 아홉 구",
            "ten zehn sepuluh 十 열 십",
        )
    )
    for word in words.split()
}
_UNIT_WORDS: Final[dict[Unit, str]] = {
    "day": "days? tage?n? hari 天 日間? 일",
    "week": "weeks? wochen? minggu pekan 个?星期 周 週間? 주일?",
    "month": "months? monate?n? bulan 个月 個月 [かヶカケ]月 개월 달",
    "year": "years? jahre?n? tahun 年間? 년",
}
_LATIN_NUMBER: Final = "|".join(
    sorted((w for w in _NUMBERS if w.isascii() or "ü" in w), reverse=True)
)
_WIDE_NUMBER: Final = "|".join(w for w in _NUMBERS if not w.isascii() and "ü" not in w)
_LATIN_UNIT: Final = "|".join(
    f"(?P<{unit}>{'|'.join(w for w in words.split() if w[0].isascii() and w[0] != '[')})"
    for unit, words in _UNIT_WORDS.items()
)
_WIDE_UNIT: Final = "|".join(
    f"(?P<{unit}>{'|'.join(w for w in words.split() if not w[0].isascii() or w[0] == '[')})"
    for unit, words in reversed(_UNIT_WORDS.items())
)
_LENGTHS: Final = (
    re.compile(
        rf"(?:\b(?P<lead>for(?: the)?(?: next)?|(?:for |over )?the next|next|in|within|seit|since"
        rf"|vor"
        rf"|für(?: die nächsten)?|(?:in den |die )?nächsten|selama|dalam|sejak)\s+)?"
        rf"(?:(?<!\w)(?P<n>\d{{1,3}}|{_LATIN_NUMBER})(?: of| more)?\s+)(?:{_LATIN_UNIT})\b"
        rf"(?P<tail>\s+(?:ago|yang lalu|lalu|from now|later|ke depan|lagi)\b)?",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<lead>接下来的?|未来|之后的?|已经|これから|今から|앞으로)?\s?"
        rf"(?P<n>(?<!\d)\d{{1,3}}|{_WIDE_NUMBER})\s?(?:{_WIDE_UNIT})"
        rf"(?P<tail>(?:前から|之?前|以前|后|後|了|ほど|の?間|间|\s?전부터|\s?전에?|\s?후에?"
        rf"|\s?동안|간)"
        rf"|(?=出張|休暇|休み|旅行|휴가|출장))"
    ),
)
_AGO: Final = frozenset(
    {"ago", "yang lalu", "lalu", "前から", "前", "之前", "以前", "了", "전부터", "전", "전에"}
)
_LATER: Final = frozenset({"from now", "later", "lagi", "后", "後", "후", "후에"})
_PERFECT: Final = re.compile(
    r"\b(?:have|has|had|'ve|’ve|'s|sudah|telah|been)\b|已经|もう", re.IGNORECASE
)
_BRIEF: Final = timedelta(days=62)
_DAYS: Final[dict[Unit, int]] = {"day": 1, "week": 7, "month": 30, "year": 365}


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A stretch of time named in a clause.

    Attributes:
        since: Its beginning, in UTC; None where none is named.
        until: Its end, exclusive, in UTC; None where none is named.
        spans: Where its words stand, with the words that bind them, in order.
        is_brief: It ends, and within two months: a state that holds so long is a temporary one.
        is_relative: Its words mean nothing without the moment at which they were said.
    """

    since: datetime | None
    until: datetime | None
    spans: tuple[tuple[int, int], ...]
    is_brief: bool
    is_relative: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    start: int
    end: int
    role: _Role
    lo: datetime | None
    hi: datetime | None
    is_relative: bool


def read_period(text: str, at: datetime | None) -> Period | None:
    """Read the stretch of time that a clause names.

    Args:
        text: A clause or sentence.
        at: When it was said, with its zone, in which its days are counted; None where nobody
            knows: then only dates with a year give instants.

    Returns:
        None where it names none. Cost: some tens of µs.
    """
    past = _PAST.search(text) is not None
    moment = at or datetime(2000, 1, 3, tzinfo=UTC)
    found = sorted(_found(text, moment, past), key=lambda one: (one.start - one.end, one.start))
    taken: list[_Named] = []
    for one in found:
        if all(one.end <= other.start or other.end <= one.start for other in taken):
            taken.append(one)
    if not taken:
        return None
    taken.sort(key=lambda one: one.start)
    since: datetime | None = None
    until: datetime | None = None
    for number, one in enumerate(taken):
        role = one.role
        gap = text[taken[number - 1].end : one.start] if number else ""
        if number and taken[number - 1].role in ("from", "during") and _TO.fullmatch(gap):
            role = "until"
        if number and role == "until" and one.is_relative and not taken[number - 1].is_relative:
            one = _lent(one, taken[number - 1], text)
        if one.is_relative and at is None:
            continue
        if role in ("since", "from", "during") and one.lo is not None:
            since = one.lo if since is None else min(since, one.lo)
        if role in ("until", "during") and one.hi is not None:
            until = one.hi if until is None else max(until, one.hi)
        if role == "before" and one.lo is not None:
            until = one.lo
    ends = [one.hi for one in taken if one.role in ("until", "during", "before") and one.hi]
    is_brief = bool(ends) and max(ends) - max((since or moment), moment) <= _BRIEF
    if since is not None and until is not None and since >= until:
        until = None
    return Period(
        since=None if since is None else since.astimezone(UTC),
        until=None if until is None else until.astimezone(UTC),
        spans=tuple((one.start, one.end) for one in taken),
        is_brief=is_brief and (until is None or until - (since or moment) <= _BRIEF),
        is_relative=any(one.is_relative for one in taken),
    )


_OF_YEAR: Final = re.compile(r"\A[至到]?\W*\d{1,2} ?[月월]")


def _lent(one: _Named, first: _Named, text: str) -> _Named:
    """The end of a range that names no year has that of its beginning, or the next."""
    if one.hi is None or first.lo is None or not _OF_YEAR.match(text[one.start :]):
        return one
    for year in (first.lo.year, first.lo.year + 1):
        try:
            hi = one.hi.replace(year=year)
        except ValueError:
            continue
        if hi > first.lo:
            return replace(one, hi=hi, is_relative=False)
    return one


def _found(text: str, at: datetime, past: bool) -> Iterator[_Named]:
    for start, end, unit, step in find_relative_days(text):
        lo, hi = _stretch_of(unit, step, at)
        yield _bound(text, start, end, lo, hi, is_relative=True)
    for month in _MONTHS.finditer(text):
        start, end = month.span("m")
        number = 3 if month["m"].lower().startswith("mar") else 5
        bound = _bound(text, start, end, None, None, is_relative=True)
        lone = _without_year([number], _turned(bound.role, past), at)
        if lone is not None:
            yield _bound(text, start, end, *lone, is_relative=True)
    for match in _MONTH_TO_MONTH.finditer(text):
        begins, ends = (_MONTHS_BY_HEAD[match[one][:3].lower()] for one in "ab")
        if begins <= ends:
            lo, _ = _dated([int(match["y"]), begins], at)
            _, hi = _dated([int(match["y"]), ends], at)
            yield _Named(
                start=match.start(), end=match.end(), role="during", lo=lo, hi=hi, is_relative=False
            )
    for match in _LAST_MONTHS.finditer(text):
        name = match["m"] or match["n"]
        if name is None:
            continue
        lone = _without_year([_MONTHS_BY_HEAD[name[:3].lower()]], "since", at)
        if lone is not None:
            yield _bound(text, *match.span(), *lone, is_relative=True)
    for match in _SUNDAY.finditer(text):
        start = match.end() - len("minggu")
        bound = _bound(text, start, match.end(), None, None, is_relative=True)
        day = _weekday("weekday:7", _turned(bound.role, past), at)
        lo, hi = _midnight(day, at), _midnight(day + timedelta(days=1), at)
        yield _bound(text, start, match.end(), lo, hi, is_relative=True)
    for start, end, _, value in find_dates(text):
        if text[start:end].lower().endswith(_HABITS) or _NO_DATE.fullmatch(text[start:end]):
            continue
        if value.startswith("weekday:") and _EVERY.search(text, 0, start):
            continue
        bound = _bound(text, start, end, None, None, is_relative=False)
        bounds = _bounds(value, _turned(bound.role, past), at)
        if bounds is not None:
            is_relative = not value[:4].isdigit()
            yield _bound(text, start, end, *bounds, is_relative=is_relative)
    for year in _YEARS.finditer(text):
        lo, hi = _dated([int(year["y"])], at)
        yield _bound(text, year.start("y"), year.end("y"), lo, hi, is_relative=False)
    if (first := _FIRST_YEAR.match(text)) is not None:
        lo, hi = _dated([int(first["y"])], at)
        yield _bound(text, first.start("y"), first.end("y"), lo, hi, is_relative=False)
    for pattern in _LENGTHS:
        for match in pattern.finditer(text):
            one = _length(text, match, at)
            if one is not None:
                yield one


def _turned(role: _Role, past: bool) -> _Role:
    """How a day is looked for: backwards where the sentence tells what happened."""
    return "since" if past and role == "during" else role


def _bound(
    text: str, start: int, end: int, lo: datetime | None, hi: datetime | None, *, is_relative: bool
) -> _Named:
    """A named time with the words before and after it that bind it."""
    role: _Role = "during"
    head = text[:start]
    for name, pattern in _BEFORE:
        match = pattern.search(head, max(0, start - 24))
        if match is not None:
            role, start = name, match.start()
            break
    for name, pattern in _AFTER:
        match = pattern.match(text, end)
        if match is not None:
            if name != "during":
                role = name
            end = match.end()
            break
    return _Named(start=start, end=end, role=role, lo=lo, hi=hi, is_relative=is_relative)


def _length(text: str, match: re.Match[str], at: datetime) -> _Named | None:
    lead = " ".join((match["lead"] or "").lower().split())
    tail = (match["tail"] or "").strip().lower()
    number = int(match["n"]) if match["n"].isdigit() else _NUMBERS.get(match["n"].lower(), 0)
    unit = next((name for name in _UNIT_WORDS if match[name] is not None), None)
    if not number or unit is None:
        return None
    length = timedelta(days=number * _DAYS[unit])
    lo: datetime | None = None
    hi: datetime | None = None
    role: _Role = "since"
    perfect = _PERFECT.search(text[: match.start()]) is not None
    if tail in _AGO or lead in ("seit", "since", "vor", "sejak", "已经"):
        lo = _midnight((at - length).date(), at)
    elif tail in _LATER or lead in ("in", "within", "dalam"):
        lo = _midnight((at + length).date(), at)
    elif perfect and lead in ("for", "selama"):
        lo = _midnight((at - length).date(), at)
    elif lead or tail or match.re is _LENGTHS[1]:
        lo, hi, role = at, at + length, "during"
    else:
        return None
    return _Named(start=match.start(), end=match.end(), role=role, lo=lo, hi=hi, is_relative=True)


def _bounds(value: str, role: _Role, at: datetime) -> tuple[datetime, datetime] | None:
    """First moment of a date as `find_dates` writes it, and the first after it."""
    if value.startswith("weekday:"):
        day = _weekday(value, role, at)
        return _midnight(day, at), _midnight(day + timedelta(days=1), at)
    parts = value.removeprefix("--").split("-")
    if not all(part.isdigit() for part in parts):
        return None
    numbers = [int(part) for part in parts]
    if value.startswith("--"):
        return _without_year(numbers, role, at)
    if len(parts[0]) != 4 or not 1 <= numbers[0] < 9_998:
        return None
    try:
        return _dated(numbers, at)
    except ValueError:
        return None


def _dated(numbers: list[int], at: datetime) -> tuple[datetime, datetime]:
    year, month, day = (*numbers, 1, 1)[:3]
    first = date(year, month, day)
    if len(numbers) == 3:
        after = first + timedelta(days=1)
    elif len(numbers) == 2:
        after = date(year + month // 12, month % 12 + 1, 1)
    else:
        after = date(year + 1, 1, 1)
    return _midnight(first, at), _midnight(after, at)


def _without_year(
    numbers: list[int], role: _Role, at: datetime
) -> tuple[datetime, datetime] | None:
    """The next such day or month, after "since" the last one."""
    years = (at.year, at.year - 1) if role == "since" else (at.year, at.year + 1)
    for year in years:
        try:
            lo, hi = _dated([year, *numbers], at)
        except ValueError:
            continue
        if (lo <= at) if role == "since" else (hi > at):
            return lo, hi
    return None


_NEXT_WEEK: Final = re.compile("下|来週|다음")
_LAST_WEEK: Final = re.compile("上|先週|지난")
_THIS_WEEK: Final = re.compile("[这這本]|이번")
_LAST: Final = re.compile("last|letzte|lalu")


def _weekday(value: str, role: _Role, at: datetime) -> date:
    _, number, *rest = value.split(":")
    around = "".join(rest)
    today = at.date()
    week = today - timedelta(days=today.weekday())
    offset = timedelta(days=int(number) - 1)
    if _NEXT_WEEK.search(around):
        return week + timedelta(days=7) + offset
    if _LAST_WEEK.search(around):
        return week - timedelta(days=7) + offset
    if _THIS_WEEK.search(around):
        return week + offset
    day = week + offset
    if role == "since" or _LAST.search(around):
        return day if day < today else day - timedelta(days=7)
    if "next" in around or "depan" in around:
        return day if day > today else day + timedelta(days=7)
    return day if day >= today else day + timedelta(days=7)


def _stretch_of(unit: Unit, step: int, at: datetime) -> tuple[datetime, datetime]:
    today = at.date()
    if unit == "day":
        first = today + timedelta(days=step)
        return _midnight(first, at), _midnight(first + timedelta(days=1), at)
    if unit == "week":
        first = today - timedelta(days=today.weekday()) + timedelta(days=7 * step)
        return _midnight(first, at), _midnight(first + timedelta(days=7), at)
    if unit == "month":
        months = today.year * 12 + today.month - 1 + step
        return _dated([months // 12, months % 12 + 1], at)
    return _dated([today.year + step], at)


def _midnight(day: date, at: datetime) -> datetime:
    return datetime.combine(day, time(), tzinfo=at.tzinfo)
