"""What the engine asks of a store about facts: part of `infold.store.protocol`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from infold.core.facts import Fact, FactEvent, FactKind, Slot, Standing
from infold.core.forward import ForwardColumns, ForwardRow
from infold.core.scope import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRow:
    """A fact with how it stands.

    Attributes:
        fact: Its content, id and `recorded_at`; its sources are those of its first event.
        standing: The sum of its events.
        same: Keyed hash of what equal facts have in common.
        ordinal: Count of equal facts before it.
        agent: The agent that it belongs to.
        session: The session that it belongs to.
        digest: Its content hash, where its id was not minted here.
        due: When a sweep could do anything with it; None for never.
        number: Of its entry among the user's facts; 0 before it is stored.
    """

    fact: Fact
    standing: Standing
    same: str
    ordinal: int = 0
    agent: str | None = None
    session: str | None = None
    digest: str | None = None
    due: datetime | None = None
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FactState:
    """How a fact stands, without its content: what is left of a purged one."""

    id: str
    number: int
    standing: Standing
    due: datetime | None
    agent: str | None = None
    session: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactHead:
    """What search filters and weighs a fact by.

    `undated` is when it was recorded, where nothing was said of when it holds; else None.
    """

    number: int
    kind: FactKind
    slot: Slot | None
    undated: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactTotals:
    """Counts of a user's facts.

    Attributes:
        facts: How many there were ever: the number of the newest.
        live: How many stand `live`.
        embedded_to: Number up to which they were given to the embedder.
    """

    facts: int = 0
    live: int = 0
    embedded_to: int = 0


class FactReader(Protocol):
    """Reads of facts, all of one snapshot."""

    def fact(self, scope: Scope, fact: str) -> FactRow | None:
        """A fact by its id; None where it is not there, or was purged."""
        ...

    def fact_state(self, scope: Scope, fact: str) -> FactState | None:
        """How a fact stands, by its id; also one that was purged."""
        ...

    def facts(self, scope: Scope, *, after: int = 0, limit: int | None = None) -> list[FactRow]:
        """Facts in order of entry, those after a number; without sources."""
        ...

    def facts_at(self, scope: Scope, numbers: Sequence[int]) -> list[FactRow]:
        """Facts by their numbers, ascending; with sources."""
        ...

    def facts_of_slot(self, scope: Scope, slot: Slot) -> list[FactRow]:
        """All facts of a slot, in order of entry; without sources."""
        ...

    def slot_around(
        self, scope: Scope, slot: Slot, at: tuple[datetime, int], *, limit: int, ahead: bool
    ) -> list[FactRow]:
        """Some facts of a slot that are live or expired, by when they begin; without sources.

        Args:
            scope: Whose; agent and session are those of the facts, also where they are None.
            slot: The slot.
            at: A moment, and the number of a fact that begins then.
            limit: At most so many: the nearest.
            ahead: Those behind that place, ascending; else those before it, descending.
        """
        ...

    def facts_holding(self, scope: Scope, at: datetime, *, after: int) -> list[FactRow]:
        """Facts that have a slot and hold at a moment, those after a number, in order of entry.

        Live or expired, no retractions, without sources; scope as for `slot_around`.
        """
        ...

    def slot_waiting(self, scope: Scope, slot: Slot) -> list[FactRow]:
        """The quarantined facts of a slot, in order of entry; scope as for `slot_around`."""
        ...

    def is_slot_apart(self, scope: Scope, slot: Slot, recorded: datetime) -> bool:
        """Whether a slot can only be placed as a whole by a fact that is recorded at a moment.

        So it is where one of its facts says until when it holds, is temporary or was merged, or
        where a clock went back between two of them. Scope as for `slot_around`.
        """
        ...

    def same_facts(self, scope: Scope, same: str) -> list[FactRow]:
        """Facts that are equal, by ordinal; without sources."""
        ...

    def facts_from(self, scope: Scope, messages: Sequence[str]) -> list[str]:
        """Ids of facts that stand on one of these messages, in order of entry."""
        ...

    def fact_ids(self, scope: Scope, start: str, limit: int) -> list[str]:
        """Ids of facts that begin with a text; at most `limit`, sorted."""
        ...

    def fact_events(self, scope: Scope, number: int) -> list[FactEvent]:
        """A fact's events, in the order in which they were appended, with their sources."""
        ...

    def fact_states(self, scope: Scope, *, changed: int = -1) -> list[FactState]:
        """How facts stand, by number; those written when the scope's version was above one."""
        ...

    def facts_due(
        self, scope: Scope, at: datetime, *, limit: int, after: tuple[datetime, int] | None = None
    ) -> list[tuple[datetime, int, str]]:
        """Facts with which a sweep at a moment could do anything: when due, number, id; in order.

        Args:
            scope: Whose.
            at: The moment.
            limit: At most so many.
            after: Go on behind this one: when it is due, and its number.
        """
        ...

    def fact_totals(self, scope: Scope) -> FactTotals:
        """Counts of the user's facts."""
        ...

    def fact_users(self, space: str) -> list[tuple[Scope, FactTotals]]:
        """Users that have facts, sorted, each with its counts: for sweeps of a space."""
        ...

    def facts_behind(self, space: str) -> Scope | None:
        """A user with facts that the embedder has not seen, and no job for them; the first."""
        ...

    def fact_heads(self, scope: Scope, *, after: int = 0) -> list[FactHead]:
        """What search filters and weighs facts by, of those after a number, by number."""
        ...

    def fact_columns(self, scope: Scope, *, after: int = 0) -> ForwardColumns:
        """Forward rows of facts after a number: `position` is their number."""
        ...

    def fact_vectors(
        self, scope: Scope, embedder: str, *, after: int = 0
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Numbers (n,) and unit vectors (n, dim) of facts embedded by `embedder`."""
        ...


class FactWriter(FactReader, Protocol):
    """Changes of facts inside the writing transaction."""

    def add_fact(self, scope: Scope, row: FactRow, event: FactEvent, forward: ForwardRow) -> int:
        """Add a fact with its first event and its forward row; its number.

        Raises:
            IntegrityError: Its id is taken.
        """
        ...

    def add_fact_event(self, scope: Scope, row: FactRow, event: FactEvent) -> None:
        """Append an event; `row` stands as it does after it.

        Raises:
            IntegrityError: Another event took its place: the row was read before that.
        """
        ...

    def save_standing(self, scope: Scope, row: FactRow, *, was: Standing) -> None:
        """Replace how a fact stands; `was` is how it stood before."""
        ...

    def add_fact_vectors(
        self,
        scope: Scope,
        embedder: str,
        numbers: Sequence[int],
        vectors: NDArray[np.float32],
        *,
        to: int,
    ) -> None:
        """Store vectors (n, dim) of facts, and that facts up to number `to` were embedded."""
        ...
