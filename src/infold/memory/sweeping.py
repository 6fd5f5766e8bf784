"""What a sweep would do with each fact, and why: in words, with the numbers behind it.

Nothing here reads or writes. `verdict` tells what the policies say of one fact at a moment;
`cap_order` ranks the facts of a user who has more than the cap; `reopened` finds the older values
of a slot that must not hold again because a newer one is let go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from infold.core.facts import FACT_KINDS, Fact, FactKind, Hold, Standing
from infold.core.wording import counted, in_tenths
from infold.memory.contradiction import Entry, placed
from infold.memory.retention import Retention, due_at, idle_at, purge_at

__all__ = [
    "SweepAction",
    "SweepItem",
    "SweepKind",
    "SweepPolicy",
    "SweepTotals",
    "Verdict",
    "cap_order",
    "cap_reason",
    "holds_at",
    "leaves",
    "next_look",
    "reopened",
    "slot_reason",
    "verdict",
]

SweepAction: TypeAlias = Literal[
    "keep",
    "expire",
    "demote",
    "archive",
    "export",
    "drop",
    "merge",
    "fold",
    "tombstone",
    "purge",
]
SweepPolicy: TypeAlias = Literal[
    "",
    "ttl",
    "idle",
    "cap",
    "grace",
    "slot",
    "merging",
    "folding",
    "demote",
    "archive",
    "export",
    "drop",
]
"""Which policy says so: time to live, decay by use, cap, grace, newer value of the slot, merges,
folds of old facts; of clusters and conversations those of `infold.memory.chat_keeping`."""
SweepKind: TypeAlias = Literal["fact", "fold", "conversation"]
"""What an item is of; a cluster is named by its fold."""

WAITS: Final = "A question that waits for somebody: release lets it in, delete leaves it out."
_MICROSECOND: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the policies say of a fact.

    Attributes:
        action: What a sweep would do.
        policy: Which policy says so; empty where it is kept.
        reason: Why, in words, with the numbers.
    """

    action: SweepAction
    policy: SweepPolicy = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepItem:
    """One fact, cluster or conversation in a plan.

    Attributes:
        user: Whose.
        kind: What it is.
        record: Its id; of a cluster that of its fold.
        text: What the fact says, the fold's first line, or the conversation's title.
        action: What the sweep would do with it.
        policy: Which policy says so; empty where it is kept.
        reason: Why, in words, with the numbers.
    """

    user: str
    kind: SweepKind = "fact"
    record: str
    text: str
    action: SweepAction
    policy: SweepPolicy
    reason: str


@dataclass(slots=True)
class SweepTotals:
    """Counts of a plan, as far as it was read.

    Attributes:
        actions: How many records for each action; `keep` counts only what was listed.
        policies: How many for each policy.
        users: How many users have anything to be done.
    """

    actions: Counter[str] = field(default_factory=Counter)
    policies: Counter[str] = field(default_factory=Counter)
    users: int = 0
    _last: str | None = None

    def add(self, item: SweepItem) -> None:
        """Count an item; items come user by user."""
        self.actions[item.action] += 1
        if item.action == "keep":
            return
        self.policies[item.policy] += 1
        if item.user != self._last:
            self.users += 1
            self._last = item.user

    @property
    def changes(self) -> int:
        """How many records would change."""
        return self.actions.total() - self.actions["keep"]


def verdict(fact: Fact, standing: Standing, at: datetime, retention: Retention) -> Verdict:
    """What the policies say of a fact at a moment; the cap, which looks at others, aside.

    Args:
        fact: The fact.
        standing: As it stands.
        at: The moment.
        retention: How facts are kept.
    """
    if standing.state == "purged":
        return Verdict(action="keep", reason="Purged already: only its id is left.")
    if (gone := purge_at(standing, retention)) is not None:
        return _of_gone(standing, gone, at, retention)
    if standing.state == "superseded":
        return Verdict(action="keep", reason="Merged into another fact, and its way back.")
    if standing.pinned:
        return Verdict(action="keep", reason="Pinned: no sweep lets it go.")
    expires = standing.expires_at
    if expires is not None and expires <= at:
        said = f"Expired at {_time(expires)}."
        if standing.state == "quarantined":
            return Verdict(action="tombstone", policy="ttl", reason=f"{said} It was kept aside.")
        return Verdict(action="expire", policy="ttl", reason=said)
    idle = idle_at(fact, standing, retention)
    if idle is not None and idle <= at:
        return Verdict(
            action="tombstone", policy="idle", reason=_idle(fact, standing, at, retention)
        )
    due = due_at(fact, standing, retention)
    reason = "Nothing ends it." if due is None else next_look(due)
    if standing.state == "quarantined":
        reason = f"{WAITS} {reason}"
    return Verdict(action="keep", reason=reason)


def next_look(due: datetime) -> str:
    """What is said of what is kept until a moment."""
    return f"Next to be looked at on {due:%Y-%m-%d}."


def leaves(one: Verdict) -> bool:
    """Whether a sweep would take a fact out of its slot."""
    return one.action == "tombstone"


def _of_gone(standing: Standing, gone: datetime, at: datetime, retention: Retention) -> Verdict:
    since = standing.tombstoned_at
    assert since is not None, "it has a grace period"
    what = "Deleted" if standing.state == "tombstoned" else "Found expired"
    if gone > at:
        return Verdict(
            action="keep", reason=f"{what} on {since:%Y-%m-%d}; kept until {_time(gone)}."
        )
    return Verdict(
        action="purge",
        policy="grace",
        reason=f"{what} on {since:%Y-%m-%d}, {in_tenths(at - since)} ago; the grace period is "
        f"{in_tenths(retention.grace)}.",
    )


def _idle(fact: Fact, standing: Standing, at: datetime, retention: Retention) -> str:
    said, used = standing.confirmed_at, standing.last_used
    idle = retention.of(fact.kind).idle
    assert idle is not None, "it idles"
    last = max(said, used or said)
    return (
        f"Said or confirmed last on {said:%Y-%m-%d}, "
        + ("never used" if used is None else f"used or restored last on {used:%Y-%m-%d}")
        + f": {in_tenths(at - last)}, and the idle time is {in_tenths(idle)}."
    )


def cap_order(
    *,
    kinds: Sequence[FactKind],
    confidence: NDArray[np.float64],
    confirmed: NDArray[np.int64],
    importance: NDArray[np.float64],
    ids: Sequence[str],
    at: int,
    retention: Retention,
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Facts of a user from the one that goes first under a cap.

    The lowest by score now (`infold.memory.retention.cap_score`), age and id goes; of equal scores
    the one that was said or confirmed longest ago.

    Args:
        kinds: Of each fact.
        confidence: (n,) at its last confirmation.
        confirmed: (n,) when that was, in microseconds.
        importance: (n,) 0 to 1.
        ids: Of each fact.
        at: The moment, in microseconds.
        retention: How facts are kept.

    Returns:
        (n,) places in that order, (n,) scores and (n,) confidence now, both by place as given.
    """
    half = np.array([_half(kind, retention) for kind in FACT_KINDS])
    floor = np.array([retention.of(kind).decay.floor for kind in FACT_KINDS])
    kind = np.array([FACT_KINDS.index(one) for one in kinds], np.int64)
    age = np.maximum(0, at - confirmed)
    sure = confidence * 2.0 ** -(age / half[kind] / (0.5 + importance))
    sure = np.round(np.maximum(sure, np.minimum(confidence, floor[kind])), 9)
    scores = np.round(sure * (0.5 + importance), 9)
    order = np.lexsort((np.array(ids), confirmed, scores))
    return order, scores, sure


def cap_reason(score: float, sure: float, importance: float, *, live: int, cap: int) -> str:
    """Why a fact goes under a cap."""
    return (
        f"{counted(live, 'live fact')}, and the cap is {cap:,}. "
        f"Among the lowest: {score:.3f} = confidence "
        f"now {sure:.3f} × (0.5 + importance {importance:g})."
    )


def slot_reason(newer: str) -> str:
    """Why an older value goes with the newer one of its slot.

    Args:
        newer: Id of the newer one.
    """
    return f"An older value of a slot whose newer one goes ({newer[:12]})."


def reopened(leaving: Entry, others: Iterable[Entry], at: datetime) -> list[Entry]:
    """Older values of a slot that would hold again if a fact were let go; they go with it.

    Args:
        leaving: The fact that a sweep would let go.
        others: The other facts of its slot that stay.
        at: The moment.

    Returns:
        In order of entry; those among them that are pinned keep the fact from going.
    """
    rest = [one for one in others if one.fact.id != leaving.fact.id]
    before = placed([*rest, leaving])
    found: list[Entry] = []
    if not holds_at(before[leaving.fact.id], at):
        return found
    while True:
        after = placed(rest)
        back = [
            one
            for one in rest
            if one.standing.state == "live"
            and holds_at(after[one.fact.id], at)
            and not holds_at(before[one.fact.id], at)
        ]
        if not back:
            return sorted(found, key=lambda one: one.order)
        found += back
        if any(one.standing.pinned for one in back):
            return sorted(found, key=lambda one: one.order)
        rest = [one for one in rest if one not in back]


def holds_at(holds: Iterable[Hold], at: datetime) -> bool:
    """Whether what a fact says is so at a moment."""
    return any(
        (one.begins is None or one.begins <= at) and (one.ends is None or at < one.ends)
        for one in holds
    )


def _half(kind: FactKind, retention: Retention) -> float:
    half = retention.of(kind).decay.half_life
    return float("inf") if half is None else half / _MICROSECOND


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"
