"""The worker's timetable: it asks "is it time to sweep?" between two jobs.

It asks by the store's own clock, and the record of sweeps tells when the last one was asked for. So
a worker that was down catches up once, several workers sweep once, and a frozen clock works
(docs/decisions/0013-schedule.md).
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from infold.core.scope import Scope
from infold.engine.sweep_jobs import queue_sweep
from infold.engine.sweep_schedule import SLACK, Schedule

if TYPE_CHECKING:
    from infold.config import Settings
    from infold.engine.memory import Infold

__all__ = ["Schedule", "Timetable"]


class Timetable:
    """What a worker looks at between two jobs; cheap while nothing is due.

    Args:
        settings: With `sweep_schedule` and `sweep_zone`; an empty schedule is never.

    Raises:
        ConfigError: They cannot be used.
    """

    def __init__(self, settings: Settings) -> None:
        self._schedule = (
            Schedule(settings.sweep_schedule, settings.sweep_zone)
            if settings.sweep_schedule
            else None
        )
        self._quiet_until: datetime | None = None
        self._looked: datetime | None = None

    def look(self, memory: Infold) -> bool:
        """Queue a sweep of all users where one is due; whether it did.

        Args:
            memory: The open store.
        """
        schedule, now = self._schedule, memory.clock.now()
        if schedule is None or not memory.store.is_writable:
            return False
        was_set_back = self._looked is not None and now < self._looked - SLACK
        self._looked = now
        if self._quiet_until is not None and now < self._quiet_until and not was_set_back:
            return False
        queued = queue_sweep(memory, Scope(space=memory.space), is_due=schedule.is_due)
        self._quiet_until = schedule.next(now)
        return queued
