"""When a sweep is due: a cron expression in a time zone, read by APScheduler."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Protocol
from zoneinfo import ZoneInfo

from infold.errors import ConfigError, UsageError
from infold.memory.times import zone

__all__ = ["SLACK", "Schedule"]

_DAYS: Final = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_FIELDS: Final = 5
SLACK: Final = timedelta(minutes=1)
"""Clocks of two machines may differ by so much; a larger step back is a clock that was set back."""
_HINT: Final = (
    "Write minute, hour, day of the month, month, day of the week: '0 3 * * *' is daily at 03:00."
)


class _Trigger(Protocol):
    def get_next_fire_time(
        self, previous_fire_time: datetime | None, now: datetime
    ) -> datetime | None: ...


class Schedule:
    """A cron expression in a time zone.

    Args:
        expression: Minute, hour, day of the month, month, day of the week (0 and 7 are Sunday, as
            in cron, or `mon` to `sun`). A day must fit both fields where both are given.
        zone_name: Such as `Asia/Seoul`.

    Raises:
        ConfigError: It is no such expression, never comes, or there is no such time zone.
    """

    def __init__(self, expression: str, zone_name: str) -> None:
        try:
            self._zone = zone(zone_name)
        except UsageError as error:
            raise ConfigError(
                f"sweep_zone is {zone_name!r:.60}: {error.message}", hint=error.hint
            ) from error
        self._expression = expression
        self._trigger = _trigger(expression, self._zone)

    def next(self, after: datetime) -> datetime | None:
        """The first time after a moment; None where it never comes again."""
        # A time may be given twice where clocks are put back: both count.
        moment = (after + timedelta(microseconds=1)).astimezone(self._zone)
        return self._trigger.get_next_fire_time(None, moment)

    def is_due(self, last: datetime | None, now: datetime) -> bool:
        """Whether a sweep is to be made.

        Args:
            last: When one was asked for last; None for never: then one is due.
            now: The clock. Where it was set back since `last`, one is due: else none would be until
                it has caught up.
        """
        if last is None or last > now + SLACK:
            return True
        after = self.next(last)
        return after is not None and after <= now


def _trigger(expression: str, tz: ZoneInfo) -> _Trigger:
    from apscheduler.triggers.cron import CronTrigger

    fields = expression.split()
    try:
        if len(fields) != _FIELDS:
            raise ValueError(f"it has {len(fields)} fields, and five are needed")
        *rest, day = fields
        found: _Trigger = CronTrigger.from_crontab(" ".join((*rest, _weekdays(day))), timezone=tz)
        if found.get_next_fire_time(None, datetime(2026, 1, 1, tzinfo=tz)) is None:
            raise ValueError("such a day never comes")
    except (ValueError, KeyError, IndexError) as error:
        raise ConfigError(f"sweep_schedule is {expression!r:.60}: {error}.", hint=_HINT) from error
    return found


def _weekdays(field: str) -> str:
    """Days of the week by name: numbers mean other days to APScheduler than to cron.

    Raises:
        ValueError: A day that there is not.
    """
    if field == "*" or not any(sign.isdigit() for sign in field):
        return field
    days: set[int] = set()
    for part in field.split(","):
        span, _, step = part.partition("/")
        first, dash, last = span.partition("-")
        begin = 0 if first == "*" else _day(first)
        end = _day(last) if dash else (6 if first == "*" or step else begin)
        if end < begin or (step and not step.isdecimal()) or step == "0":
            raise ValueError(f"{part!r} are no days of the week")
        days |= {number % 7 for number in range(begin, end + 1, int(step or 1))}
    return ",".join(_DAYS[number] for number in sorted(days))


def _day(text: str) -> int:
    name = text.lower()
    if name in _DAYS:
        return _DAYS.index(name)
    if name.isascii() and name.isdecimal() and int(name) <= 7:
        return int(name)
    raise ValueError(f"{text!r} is no day of the week")
