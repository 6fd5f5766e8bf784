"""Instants and durations as people and programs write them; impossible ones are refused."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from infold.errors import UsageError

__all__ = ["duration", "instant", "moment", "zone"]

_UNITS: Final = {
    "s": 1,
    "sec": 1,
    "second": 1,
    "m": 60,
    "min": 60,
    "minute": 60,
    "h": 3600,
    "hour": 3600,
    "d": 86_400,
    "day": 86_400,
    "w": 604_800,
    "week": 604_800,
}
_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z]+)", re.IGNORECASE)
_ISO: Final = re.compile(
    r"P(?:(?P<w>\d+)W)?(?:(?P<d>\d+)D)?(?:T(?:(?P<h>\d+)H)?(?:(?P<m>\d+)M)?(?:(?P<s>\d+)S)?)?\Z"
)
_HINT: Final = "Write it as 2026-03-01T16:00+08:00, as 7 days, or as P7D."


def instant(value: datetime | str, *, name: str = "the time") -> datetime:
    """An instant from an aware datetime or from ISO 8601.

    Args:
        value: A time with its zone; a date alone is its first moment in UTC.
        name: What to call it in an error.

    Raises:
        UsageError: No such time, or one without a zone.
    """
    if isinstance(value, str):
        text = value.strip()
        try:
            if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
                day = date.fromisoformat(text)
                return datetime(day.year, day.month, day.day, tzinfo=UTC)
            value = datetime.fromisoformat(text)
        except ValueError as error:
            raise UsageError(f"{name} {text!r:.40} is none: {error}.", hint=_HINT) from error
    if not isinstance(value, datetime):
        raise UsageError(f"{name} is {value!r:.40}.", hint=_HINT)
    if value.tzinfo is None:
        raise UsageError(f"{name} {value.isoformat()} has no time zone.", hint=_HINT)
    try:
        return value.astimezone(UTC)
    except OverflowError as error:
        raise UsageError(
            f"{name} {value.isoformat()} is outside of the years 1 to 9999 in UTC.", hint=_HINT
        ) from error


def duration(value: timedelta | str | float, *, name: str = "the duration") -> timedelta:
    """A duration from a timedelta, seconds, words (`7 days`, `1h 30min`), or ISO 8601 (`P7D`).

    Raises:
        UsageError: Not a duration, zero, negative, or longer than a thousand years.
    """
    found: timedelta | None = None
    if isinstance(value, timedelta):
        found = value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        if value == value and abs(value) < 1e11:
            found = timedelta(seconds=value)
    elif isinstance(value, str):
        found = _in_words(value.strip())
    shown = str(value) if isinstance(value, timedelta) else repr(value)
    if found is None:
        raise UsageError(f"{name} {shown:.40} is none.", hint=_HINT)
    if not timedelta(0) < found < timedelta(days=366_000):
        raise UsageError(f"{name} {shown:.40} is not above zero, or too long.", hint=_HINT)
    return found


def moment(value: datetime | timedelta | str, now: datetime, *, name: str) -> datetime:
    """An instant, or a duration from now on.

    Raises:
        UsageError: Neither.
    """
    if isinstance(value, datetime):
        return instant(value, name=name)
    if isinstance(value, timedelta):
        return now.astimezone(UTC) + duration(value, name=name)
    if isinstance(value, str) and _in_words(value.strip()) is not None:
        return now.astimezone(UTC) + duration(value, name=name)
    return instant(value, name=name)


def zone(name: str) -> ZoneInfo:
    """A time zone by its name, such as `Asia/Seoul`.

    Raises:
        UsageError: There is none of that name.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UsageError(
            f"There is no time zone {name!r:.40}.", hint="Write it as in Europe/Berlin, or UTC."
        ) from error


def _in_words(text: str) -> timedelta | None:
    iso = _ISO.fullmatch(text)
    if iso and len(text) > 1 and not text.endswith("T"):
        part = {key: int(number) for key, number in iso.groupdict(default="0").items()}
        try:
            return timedelta(
                weeks=part["w"],
                days=part["d"],
                hours=part["h"],
                minutes=part["m"],
                seconds=part["s"],
            )
        except OverflowError:
            return timedelta.max  # too long, as whoever asked says
    pieces = _DURATION.findall(text)
    if not pieces or _DURATION.sub("", text).strip(" ,"):
        return None
    seconds = 0.0
    for number, unit in pieces:
        size = _UNITS.get(unit.lower()) or _UNITS.get(unit.lower().removesuffix("s"))
        if size is None:
            return None
        seconds += float(number) * size
    return timedelta(seconds=seconds) if seconds < 1e11 else timedelta.max
