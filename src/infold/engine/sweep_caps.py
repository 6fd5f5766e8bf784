"""Who goes under a cap: the live facts of one user, from the one that goes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np

from infold.core.scope import Scope
from infold.memory.retention import Retention
from infold.memory.sweeping import cap_order
from infold.store.protocol import Reader
from infold.store.rows import microseconds
from infold.store.sweep_protocol import CapFact

__all__ = ["Lowest", "OverCap", "capped_facts", "over_cap"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lowest:
    """A fact that may go: its score, and its confidence at the moment."""

    fact: CapFact
    score: float
    sure: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OverCap:
    """A user's live facts against the cap.

    Attributes:
        live: How many hold at the moment.
        excess: How many of them are to go; 0 or less for none.
        lowest: Those that may go, in order; those that are pinned are not among them.
    """

    live: int
    excess: int
    lowest: Iterator[Lowest]


def capped_facts(reader: Reader, scope: Scope, at: datetime, retention: Retention) -> list[CapFact]:
    """A user's live facts without those that came back within a grace period.

    They neither count under the cap nor go by it: no sweep takes a restore or an undo back at once.
    """
    first = datetime.min.replace(tzinfo=UTC)
    since = at - retention.grace if at - first > retention.grace else first
    back = reader.restored_since(scope, since)
    facts = reader.cap_facts(scope)
    return [one for one in facts if one.number not in back] if back else facts


def over_cap(facts: Sequence[CapFact], cap: int, at: datetime, retention: Retention) -> OverCap:
    """Rank a user's facts under a cap.

    Only what holds at the moment counts: what a newer value has ended is history, and goes when
    nobody asks for it.

    Args:
        facts: Those that stand as live.
        cap: Of the user.
        at: The moment.
        retention: How facts are kept.
    """
    micro = microseconds(at)
    held = [one for one in facts if _is_live(one, micro)]
    excess = len(held) - cap
    if excess <= 0:
        return OverCap(live=len(held), excess=excess, lowest=iter(()))
    loose = [one for one in held if not one.pinned]
    order, scores, sure = cap_order(
        kinds=[one.kind for one in loose],
        confidence=np.array([one.confidence for one in loose], np.float64),
        confirmed=np.array([one.confirmed for one in loose], np.int64),
        importance=np.array([one.importance for one in loose], np.float64),
        ids=[one.id for one in loose],
        at=micro,
        retention=retention,
    )
    lowest = (
        Lowest(fact=loose[place], score=float(scores[place]), sure=float(sure[place]))
        for place in order.tolist()
    )
    return OverCap(live=len(held), excess=excess, lowest=lowest)


def _is_live(one: CapFact, at: int) -> bool:
    if one.expires is not None and one.expires <= at:
        return False
    return any(
        (begins is None or begins <= at) and (ends is None or at < ends)
        for begins, ends in one.holds
    )
