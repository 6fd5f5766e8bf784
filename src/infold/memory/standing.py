"""How a fact stands: by its events alone, and at a moment of the clock.

Events are the truth; a `Standing` is their sum, kept beside the fact so that nobody has to add them
up again. The clock adds the rest when a fact is read: what has expired, what has ended, how much of
the confidence is left. Nothing of that is written back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, assert_never, cast

from infold.core.facts import Fact, FactEvent, FactState, Hold, Slot, Standing
from infold.memory.decay import confidence_at
from infold.memory.repetition import read_repetition, said_again
from infold.memory.retention import Retention

__all__ = [
    "KnownFact",
    "after",
    "begun",
    "confidence_of",
    "is_said",
    "known",
    "standing_of",
    "state_at",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFact:
    """A fact as it is seen at a moment.

    Attributes:
        fact: What was recorded; written once.
        standing: The sum of its events.
        state: At that moment.
        confidence: At that moment, 0 to 1.
        at: The moment.
    """

    fact: Fact
    standing: Standing
    state: FactState
    confidence: float
    at: datetime

    @property
    def id(self) -> str:
        """Of the fact."""
        return self.fact.id

    @property
    def text(self) -> str:
        """What it says."""
        return self.fact.text

    @property
    def slot(self) -> Slot | None:
        """Subject and attribute, where they could be read."""
        return self.fact.slot

    @property
    def value(self) -> str:
        """Of the slot."""
        return self.fact.value


def begun(fact: Fact) -> Standing:
    """How a fact stands when it is recorded, before other facts have a say.

    Args:
        fact: With `recorded_at`.
    """
    recorded = fact.recorded_at
    assert recorded is not None, "a recorded fact"
    begins = fact.valid_from or (None if fact.valid_to else recorded)
    return Standing(
        confirmed_at=recorded,
        confidence=fact.confidence,
        importance=fact.importance,
        expires_at=fact.expires_at,
        origin=fact.origin,
        trust=fact.trust,
        holds=(Hold(begins=begins, ends=fact.valid_to),),
    )


def after(standing: Standing, event: FactEvent) -> Standing:
    """How a fact stands after one more event. When it holds is not told by its events alone."""
    now = replace(standing, events=standing.events + 1)
    match event.kind:
        case "added":
            return now
        case "repeated":
            return said_again(now, read_repetition(event.data), event.at)
        case "used":
            used = event.at if now.last_used is None else max(now.last_used, event.at)
            return replace(now, uses=now.uses + 1, last_used=used)
        case "pinned" | "unpinned":
            return replace(now, pinned=event.kind == "pinned")
        case "confirmed":
            given = float(event.data) if event.data else now.confidence
            return replace(now, confidence=given, confirmed_at=max(now.confirmed_at, event.at))
        case "weighed":
            return replace(now, importance=float(event.data))
        case "superseded":
            return replace(now, superseded_by=event.other)
        case "reopened":
            return replace(now, superseded_by="")
        case "expired" | "tombstoned":
            return replace(now, state=event.kind, tombstoned_at=event.at)
        case "restored":
            # Whoever brings it back wants it: its idle time counts anew.
            state, _, until = event.data.partition(" ")
            wanted = event.at if now.last_used is None else max(now.last_used, event.at)
            return replace(
                now,
                state=cast(FactState, state or "live"),
                tombstoned_at=None,
                last_used=wanted,
                expires_at=datetime.fromisoformat(until) if until else now.expires_at,
            )
        case "quarantined":
            return replace(now, state="quarantined")
        case "released":
            return replace(now, state="live")
        case "merged" if event.other:
            return replace(now, state="superseded", superseded_by=event.other)
        case "merged":
            return _taken_over(now, json.loads(event.data))
        case "unmerged":
            return replace(now, state="live", superseded_by="")
        case "purged":
            return replace(now, state="purged")
        case _:
            assert_never(event.kind)


def _taken_over(standing: Standing, taken: Mapping[str, Any]) -> Standing:
    """A fact that stands for others takes over how sure they were and how they were used."""
    return replace(
        standing,
        confidence=float(taken["confidence"]),
        confirmed_at=datetime.fromisoformat(taken["confirmed_at"]),
        last_used=datetime.fromisoformat(taken["last_used"]) if taken["last_used"] else None,
        uses=int(taken["uses"]),
        repeats=int(taken["repeats"]),
    )


def standing_of(
    fact: Fact, events: Iterable[FactEvent], *, known_at: datetime | None = None
) -> Standing:
    """The sum of a fact's events, in the order in which they were appended.

    Args:
        fact: The fact.
        events: Its own.
        known_at: Only what had happened by then; all by default.

    Returns:
        How it stands; `holds` are those of its own words (`infold.memory.contradiction.placed`
        gives those that other facts of its slot leave it).
    """
    standing = begun(fact)
    for event in events:
        if known_at is None or event.at <= known_at:
            standing = after(standing, event)
    return standing


def state_at(standing: Standing, at: datetime) -> FactState:
    """The state at a moment: what events say first, then expiry, then validity.

    A fact that has ended, that has not begun, or that other facts leave no time is `superseded`.
    One that has expired was live before, also where a sweep has noted it.
    """
    if standing.state not in ("live", "expired"):
        return standing.state
    if standing.expires_at is not None and standing.expires_at <= at:
        return "expired"
    return "live" if _holds(standing, at) else "superseded"


def is_said(standing: Standing, at: datetime) -> bool:
    """Whether a fact still says something of a moment, or of one to come."""
    if standing.state not in ("live", "quarantined"):
        return False
    if standing.expires_at is not None and standing.expires_at <= at:
        return False
    return any(one.ends is None or at < one.ends for one in standing.holds)


def _holds(standing: Standing, at: datetime) -> bool:
    return any(
        (one.begins is None or one.begins <= at) and (one.ends is None or at < one.ends)
        for one in standing.holds
    )


def confidence_of(fact: Fact, standing: Standing, at: datetime, retention: Retention) -> float:
    """Confidence at a moment: computed from the last confirmation; a pinned fact keeps its own.

    Importance slows its fall (`infold.memory.decay.slowed`).
    """
    if standing.pinned:
        return round(standing.confidence, 9)
    decay = retention.of(fact.kind).decay
    return confidence_at(
        standing.confidence, standing.confirmed_at, at, decay, importance=standing.importance
    )


def known(fact: Fact, standing: Standing, at: datetime, retention: Retention) -> KnownFact:
    """A fact as it is seen at a moment."""
    return KnownFact(
        fact=fact,
        standing=standing,
        state=state_at(standing, at),
        confidence=confidence_of(fact, standing, at, retention),
        at=at,
    )
