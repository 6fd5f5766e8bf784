"""Doubles for tests, ours and yours: a clock that stands still, a model that is scripted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from infold.models.scripted import ScriptedModel

__all__ = ["FrozenClock", "ScriptedModel"]


class FrozenClock:
    """A clock that moves only when told to.

    Args:
        at: Where it stands; an aware time.
    """

    def __init__(self, at: datetime = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)) -> None:
        self._at = at

    def now(self) -> datetime:
        """Where the clock stands, in UTC."""
        return self._at.astimezone(UTC)

    def advance(self, by: timedelta) -> None:
        """Move the clock; back, too."""
        self._at += by
