"""Days that a question names, absolute or relative to when it is asked."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import numpy as np

from infold.recall.field import Scores, Searched
from infold.recall.months import named_months
from infold.recall.query import Query
from infold.text.dates import find_dates
from infold.text.relative_days import Unit, relative_days

_AFTER = 14
"""Days for which something that happened is still talked about."""
_FULL = re.compile(r"(\d{4}|-)-(\d\d)-(\d\d)\Z")
_WEEKDAY = re.compile(r"weekday:(\d)(?::(.*))?\Z")
_FORWARD = ("next", "nächsten", "kommenden", "depan", "下", "다음", "来週の", "来週")
Span = tuple[date, date]
"""First and last day."""


def named_spans(question: str, now: datetime | None) -> list[Span]:
    """Days, weeks, months and years that a question names relative to when it is asked.

    Args:
        question: As it was asked.
        now: When; None where that is not known, which leaves nothing relative.
    """
    if now is None:
        return []
    today = now.astimezone(UTC).date()
    spans = [_span(today, unit, step) for unit, step in relative_days(question)]
    for _, _, _, value in find_dates(question):
        weekday = _WEEKDAY.match(value)
        if weekday:
            day = _weekday(today, int(weekday[1]), weekday[2] or "")
            spans.append((day, day))
    return spans


def _span(today: date, unit: Unit, step: int) -> Span:
    match unit:
        case "day":
            day = today + timedelta(days=step)
            return day, day
        case "week":
            monday = today - timedelta(days=today.weekday() - 7 * step)
            return monday, monday + timedelta(days=6)
        case "month":
            months = today.year * 12 + today.month - 1 + step
            first = date(months // 12, months % 12 + 1, 1)
            following = date((months + 1) // 12, (months + 1) % 12 + 1, 1)
            return first, following - timedelta(days=1)
        case "year":
            return date(today.year + step, 1, 1), date(today.year + step, 12, 31)


def _weekday(today: date, number: int, around: str) -> date:
    """The weekday that is meant: the next one ahead, or the last one gone by."""
    back = (today.weekday() + 1 - number) % 7 or 7
    if any(around.startswith(word) for word in _FORWARD):
        return today + timedelta(days=7 - back if back < 7 else 7)
    return today - timedelta(days=back)


def named_days(question: str) -> list[tuple[int | None, int, int]]:
    """Year (None where it is not said), month and day that a question names."""
    days = []
    for _, _, _, value in find_dates(question):
        full = _FULL.match(value)
        if full:
            year = None if full[1] == "-" else int(full[1])
            days.append((year, int(full[2]), int(full[3])))
    return days


def asked_days(field: Searched, query: Query) -> tuple[Scores, Scores]:
    """How well each message's time meets the times that a question names.

    Returns:
        (n,) 1 for messages of a month or span that the question names; (n,) what a message gets
        for following a day that it names by up to 14 days: people tell afterwards.

    Cost: one pass over the path, and the days of the path where the question names a time.
    """
    months, years = named_months(query.text)
    exact = named_days(query.text)
    spans = named_spans(query.text, query.now)
    n = len(field)
    if not (months or exact or spans):
        return np.zeros(n), np.zeros(n)
    days, place = field.calendar
    inside, after = np.zeros(len(days)), np.zeros(len(days))
    singles = [first for first, last in spans if first == last]
    for i, number in enumerate(days.tolist()):
        if number < 0:
            continue
        day = datetime.fromtimestamp(number * 86_400.0, UTC).date()
        if day.month in months and (not years or day.year in years):
            inside[i] = 1.0
        if any(first <= day <= last for first, last in spans):
            inside[i] = 1.0
        named = [*singles, *(d for one in exact if (d := _on(one, day)))]
        gaps = [(day - one).days for one in named]
        after[i] = max((1.0 / (1.0 + gap / 3.0) for gap in gaps if 0 <= gap <= _AFTER), default=0.0)
    return inside[place], after[place]


def _on(named: tuple[int | None, int, int], near: date) -> date | None:
    year, month, day = named
    try:
        return date(year or near.year, month, day)
    except ValueError:
        return None
