"""Counts and spans of days as people read them."""

from __future__ import annotations

from datetime import timedelta

__all__ = ["counted", "in_days", "in_tenths"]

_DAY = timedelta(days=1)


def counted(number: int, one: str, many: str = "") -> str:
    """A count with its noun: `1 message`, `0 messages`, `1,200 messages`.

    Args:
        number: How many.
        one: The noun, or a phrase, for one of them.
        many: For none or several; `one` with an `s` where left out.
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def in_days(time: timedelta) -> str:
    """A span of time in days: `1 day`, `30 days`, `0.25 days`."""
    return _named(time / _DAY)


def in_tenths(time: timedelta) -> str:
    """The same, cut to whole tenths: nothing is said to be older than it is."""
    return _named(int(time / _DAY * 10) / 10)


def _named(days: float) -> str:
    return f"{days:g} day" + ("" if days == 1 else "s")
