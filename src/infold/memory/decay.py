"""Confidence at a moment: computed from what is stored and the clock; nothing is written back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import log2

from infold.memory.keeping_checks import require_share, require_time

__all__ = ["Decay", "confidence_at", "falls_below", "slowed"]

HALF_LIFE = timedelta(days=30)
FLOOR = 0.05
PLAIN = 0.5
"""The importance that changes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decay:
    """How confidence falls with time.

    Attributes:
        half_life: Time in which it falls to half; None for never.
        floor: What it does not fall below, unless it began below.

    Raises:
        ConfigError: A half-life of zero or less, or a floor outside of 0 to 1.
    """

    half_life: timedelta | None = HALF_LIFE
    floor: float = FLOOR

    def __post_init__(self) -> None:
        require_time(self.half_life, "half-life")
        require_share(self.floor, "floor")


def slowed(importance: float) -> float:
    """By how much importance stretches a half-life: 0.5 + importance, that is 0.5 to 1.5.

    Args:
        importance: 0 to 1; 0.5 changes nothing.
    """
    return 0.5 + importance


def confidence_at(
    confidence: float,
    since: datetime,
    now: datetime,
    decay: Decay,
    *,
    importance: float = PLAIN,
) -> float:
    """Confidence at a moment: c × 2^(−age/(half-life × (0.5 + importance))), not below the floor.

    Args:
        confidence: When it was recorded or last confirmed.
        since: When that was.
        now: The moment. One before `since` counts as `since`: a clock that jumps back raises
            nothing.
        decay: How it falls.
        importance: Slows its fall (`slowed`).

    Returns:
        0 to 1, rounded to 9 places.
    """
    if decay.half_life is None:
        return round(confidence, 9)
    age = max(timedelta(0), now - since)
    fallen = confidence * float(2.0 ** -(age / decay.half_life / slowed(importance)))
    return round(max(fallen, min(confidence, decay.floor)), 9)


def falls_below(
    confidence: float, since: datetime, least: float, decay: Decay, *, importance: float = PLAIN
) -> datetime | None:
    """When confidence falls below a bound; None where it never does.

    Args:
        confidence: When it was recorded or last confirmed.
        since: When that was.
        least: The bound.
        decay: How it falls.
        importance: Slows its fall (`slowed`).
    """
    if confidence < least:
        return since
    if decay.half_life is None or least <= 0.0 or min(confidence, decay.floor) >= least:
        return None
    return since + decay.half_life * slowed(importance) * log2(confidence / least)
