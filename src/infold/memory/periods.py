"""From when and until when a text says that something is so, in six languages.

A period begins with the first moment of what is named and ends with its last: "from 2015 to 2019"
holds all of 2019. Times are read in UTC.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from infold.text.month_names import MONTH_NAMES

__all__ = ["Period", "read_period"]

_MONTH: Final = "|".join(
    sorted((name for names in MONTH_NAMES for name in names), key=lambda name: (-len(name), name))
)
_DATE: Final = (
    r"(?:\d{4}-\d\d-\d\d|\d{4}-\d\d(?!\d)"
    r"|\d{4} ?[年년](?: ?\d{1,2} ?[月월](?: ?\d{1,2} ?[日일])?)?"
    rf"|(?:\d{{1,2}}\.? )?(?:{_MONTH})\.?,? \d{{4}}(?!\d)|(?:{_MONTH}) \d{{1,2}},? \d{{4}}(?!\d)"
    r"|(?:19|20)\d\d(?![\d:]))"
)
_A: Final = f"(?P<a>{_DATE})"
_B: Final = f"(?P<b>{_DATE})"
_TO: Final = "(?:to|until|till|through|and|bis|und|sampai|hingga|dan|[-–])"
_SINCE: Final = (
    "(?:since|from|starting(?: in| on)?|as of|beginning(?: in| on)?|seit|ab|sejak|mulai|dari)"
)
_RULES: Final = tuple(
    re.compile(rule, re.IGNORECASE)
    for rule in (
        rf"\b(?:from|between|von|zwischen|dari|antara) (?:the )?{_A} ?{_TO} ?{_B}",
        rf"[从自]?{_A}(?:开始)?[到至]{_B}(?:为止)?",
        rf"{_A}から{_B}まで",
        rf"{_A}부터 ?{_B}까지",
        rf"[(（]{_A} ?[-–~～] ?{_B}[)）]",
        rf"\b{_SINCE} (?:dem )?{_A}(?: (?:on|onwards?|an))?",
        rf"[从自]{_A}(?:以来|起|开始)?",
        rf"{_A}(?:以降|から)",
        rf"{_A}부터",
        rf"\b(?:until|till|up to|through|bis(?: zum)?|sampai|hingga) {_B}",
        rf"直?到{_B}(?:为止)?",
        rf"{_B}まで",
        rf"{_B}까지",
    )
)
_NUMBER: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """What a text says of the time in which it holds.

    Attributes:
        since: Its first moment; None where that is not said.
        until: The moment after its last; None where that is not said.
        rest: The text without the words that say so, as long as before.
    """

    since: datetime | None = None
    until: datetime | None = None
    rest: str


def read_period(text: str) -> Period:
    """Read the period of a text. What is no date, or ends before it begins, is passed over."""
    for rule in _RULES:
        for match in rule.finditer(text):
            named = match.groupdict()
            first = _span(named["a"]) if named.get("a") else None
            last = _span(named["b"]) if named.get("b") else None
            since, until = (first[0] if first else None), (last[1] if last else None)
            if since is None and until is None:
                continue
            if since and until and since >= until:
                return Period(rest=text)
            blank = " " * (match.end() - match.start())
            rest = text[: match.start()] + blank + text[match.end() :]
            return Period(since=since, until=until, rest=rest)
    return Period(rest=text)


def _span(named: str) -> tuple[datetime, datetime] | None:
    """The first moment of a day, month or year, and the moment after its last."""
    year, month, day = _numbers(named)
    try:
        first = datetime(year, month or 1, day or 1, tzinfo=UTC)
        if day:
            return first, first + timedelta(days=1)
        if month:
            after = year * 12 + month
            return first, datetime(after // 12, after % 12 + 1, 1, tzinfo=UTC)
        return first, datetime(year + 1, 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _numbers(named: str) -> tuple[int, int, int]:
    """Year, month and day; 0 for what is not said."""
    numbers = [int(number) for number in _NUMBER.findall(named)]
    for month, names in enumerate(MONTH_NAMES, start=1):
        if re.search(rf"\b(?:{'|'.join(names)})\b", named, re.IGNORECASE):
            year = next((number for number in numbers if number > 31), 0)
            day = next((number for number in numbers if number <= 31), 0)
            return year, month, day
    year, month, day = (*numbers, 0, 0)[:3]
    return year, month, day
