"""Days that a question names, absolute or relative to when it is asked."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import numpy as np

from infold.recall.field import Scores, Searched
from infold.recall.months import named_months
from infold.recall.query import Query
from infold.text.asked_times import AskedTime, asked_times
from infold.text.dates import find_dates
from infold.text.relative_days import Unit

_AFTER = 14
"""Days for which something that happened is still talked about."""
_FULL = re.compile(r"(\d{4}|-)-(\d\d)-(\d\d)\Z")
_SATURDAY = 5
"""Days from Monday."""
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
    return [_resolved(today, one) for one in asked_times(question)]


def _resolved(today: date, asked: AskedTime) -> Span:
    if asked.is_run:
        return _span(today, asked.unit, asked.step, whole=False)[0], today
    if asked.weekday is not None and asked.nearest is not None:
        day = _weekday(today, asked.weekday, is_ahead=asked.nearest == "next")
        return day, day
    if asked.weekday is None and not asked.is_weekend:
        return _span(today, asked.unit, asked.step)
    step = asked.step
    if asked.nearest is not None and today.weekday() < _SATURDAY:
        step = -1
    monday = today - timedelta(days=today.weekday() - 7 * step)
    if asked.is_weekend:
        return monday + timedelta(days=_SATURDAY), monday + timedelta(days=_SATURDAY + 1)
    day = monday + timedelta(days=(asked.weekday or 1) - 1)
    return day, day


def _span(today: date, unit: Unit, step: int, *, whole: bool = True) -> Span:
    """The day, week, month or year so many steps away; not `whole`: begun on today's day of it."""
    match unit:
        case "day":
            day = today + timedelta(days=step)
            return day, day
        case "week":
            monday = today - timedelta(days=(today.weekday() if whole else 0) - 7 * step)
            return monday, monday + timedelta(days=6)
        case "month":
            months = today.year * 12 + today.month - 1 + step
            first = date(months // 12, months % 12 + 1, 1)
            following = date((months + 1) // 12, (months + 1) % 12 + 1, 1)
            if not whole:
                first = min(first + timedelta(days=today.day - 1), following - timedelta(days=1))
            return first, following - timedelta(days=1)
        case "year":
            year = today.year + step
            first = date(year, 1, 1) if whole else date(year, today.month, min(today.day, 28))
            return first, date(year, 12, 31)


def _weekday(today: date, number: int, *, is_ahead: bool) -> date:
    """The weekday that is meant: the next one ahead, or the last one gone by."""
    back = (today.weekday() + 1 - number) % 7 or 7
    if is_ahead:
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
