"""What the engine asks of a store to sweep: part of `infold.store.protocol`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, Protocol, TypeAlias

from infold.core.facts import EventKind, FactKind, FactState
from infold.core.scope import Scope
from infold.store.eviction_protocol import EvictionReader, EvictionWriter
from infold.store.fact_protocol import FactTotals

GoneState: TypeAlias = Literal["expired", "tombstoned"]
SweepState: TypeAlias = Literal["running", "done", "undoing", "undone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepUser:
    """A user whose facts may be swept.

    Attributes:
        scope: Whose.
        totals: Counts of the facts.
        policy: The mark of the idle and grace times by which they are due; empty where unknown.
    """

    scope: Scope
    totals: FactTotals
    policy: str


class DueFact(NamedTuple):
    """A fact with which a sweep would do something."""

    due: int
    """When, in microseconds."""
    number: int
    state: FactState
    expired: int
    """1 where it has expired; 0 else."""
    shares: int
    """1 where it is merged, shares its slot, or has times that are not those of its own words."""


class CapFact(NamedTuple):
    """What decides whether a live fact goes under a cap; times are microseconds."""

    number: int
    id: str
    pinned: bool
    confirmed: int
    confidence: float
    importance: float
    expires: int | None
    holds: list[tuple[int | None, int | None]]
    kind: FactKind
    shares: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepRow:
    """The record of a sweep.

    Attributes:
        id: Of the sweep.
        scope: Whose facts; the empty user where it is `whole`.
        whole: Of all users of the space.
        state: `running` (or broken off), `done`, `undoing`, `undone`.
        at: Its clock.
        started: When it began.
        number: Its order among those of the space; 0 before it is stored.
        scheduled: When the schedule asked for it; None where a person did.
        finished: When it was done, or undone.
        reached: The user with whom it is done last; None before the first.
        counts: How many facts by what became of them.
        chunks: How many transactions it took.
        leased_to: Until when whoever works on it has it.
        token: Of whoever works on it.
    """

    id: str
    scope: Scope
    whole: bool
    state: SweepState
    at: datetime
    started: datetime
    number: int = 0
    scheduled: datetime | None = None
    finished: datetime | None = None
    reached: str | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    chunks: int = 0
    leased_to: datetime | None = None
    token: str = ""


class Swept(NamedTuple):
    """What a chunk of a sweep let go of a user's."""

    chunk: int
    was: str
    """The state before."""
    at: datetime
    """When they were hidden."""
    numbers: list[int]
    """Of the facts."""


class SweepReader(EvictionReader, Protocol):
    """What a sweep reads."""

    def retention(self, scope: Scope) -> str:
        """How facts are kept, as the space was last opened with; empty for the defaults."""
        ...

    def sweep_users(self, space: str, *, after: str | None, limit: int) -> list[SweepUser]:
        """Users that have facts, in order, those after a name; for sweeps of a space."""
        ...

    def sweep_user(self, scope: Scope) -> SweepUser | None:
        """A user's counts; None where there never was a fact."""
        ...

    def sweep_due(
        self, scope: Scope, at: datetime, *, limit: int, after: tuple[int, int] | None = None
    ) -> list[DueFact]:
        """Facts with which a sweep at a moment would do something, in the order in which they are.

        Args:
            scope: Whose.
            at: The moment.
            limit: At most so many.
            after: Go on behind this one: its `due` and `number`.
        """
        ...

    def cap_facts(self, scope: Scope) -> list[CapFact]:
        """What decides which of a user's live facts go under a cap. Cost: all that are live."""
        ...

    def restored_since(self, scope: Scope, since: datetime) -> set[int]:
        """Live facts of a user that were brought back after a moment, by a person or an undo."""
        ...

    def sweep(self, space: str, sweep: str) -> SweepRow | None:
        """A sweep by its id."""
        ...

    def sweeps(self, space: str, *, limit: int = -1) -> list[SweepRow]:
        """Sweeps of a space, the newest first."""
        ...

    def sweeps_running(self, space: str) -> list[SweepRow]:
        """Sweeps that are under way, or were broken off, or are being undone; oldest first."""
        ...

    def sweep_scheduled(self, space: str) -> datetime | None:
        """When the schedule asked for a sweep last; None for never."""
        ...

    def swept(self, scope: Scope, sweep: str) -> list[Swept]:
        """What a sweep let go of a user's, in order of its chunks."""
        ...

    def hidden_by_others(self, scope: Scope, numbers: Sequence[int], *, by: str) -> set[int]:
        """Which of some facts were hidden last by somebody else than `by`."""
        ...


class SweepWriter(SweepReader, EvictionWriter, Protocol):
    """What a sweep changes."""

    def bind_retention(self, scope: Scope, text: str) -> None:
        """Record how facts of the space are kept."""
        ...

    def bind_policy(self, scope: Scope, mark: str) -> None:
        """Record by which idle and grace times a user's facts are due."""
        ...

    def let_go(
        self,
        scope: Scope,
        numbers: Sequence[int],
        state: GoneState,
        *,
        live: int,
        at: datetime,
        by: str,
        reason: str,
        grace: timedelta,
    ) -> None:
        """Hide facts whose slots are not touched by it: one event each, and when they are purged.

        Args:
            scope: Whose.
            numbers: Of the facts.
            state: `expired` or `tombstoned`.
            live: How many of them were live; the others were kept aside.
            at: When.
            by: Who hides them.
            reason: Why, in words.
            grace: From now to their purge.
        """
        ...

    def add_same_event(
        self,
        scope: Scope,
        numbers: Sequence[int],
        kind: EventKind,
        *,
        at: datetime,
        by: str,
        data: str = "",
    ) -> None:
        """Append an event to facts whose standing has been changed by it already."""
        ...

    def add_sweep(self, row: SweepRow) -> None:
        """Record that a sweep begins; its number is the next of its space."""
        ...

    def save_sweep(self, row: SweepRow) -> None:
        """Replace how far a sweep has come."""
        ...

    def keep_swept(
        self,
        scope: Scope,
        sweep: str,
        chunk: int,
        was: str,
        numbers: Sequence[int],
        *,
        at: datetime,
    ) -> None:
        """Record which facts a chunk of a sweep let go: their numbers, never what they say."""
        ...

    def forget_swept(self, scope: Scope, sweep: str, chunk: int, was: str) -> None:
        """Drop what `keep_swept` recorded: it has been undone."""
        ...
