"""Facts, their events and standing, and what search needs of them."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from infold.core.facts import FactEvent, Slot, Standing
from infold.core.folds import Span
from infold.core.forward import ForwardColumns, ForwardRow
from infold.core.scope import Scope
from infold.store import fact_rows
from infold.store import rows as convert
from infold.store.fact_protocol import FactHead, FactRow, FactState, FactTotals
from infold.store.queries import SQL
from infold.store.rows import Row
from infold.store.snapshot import Snapshot
from infold.store.writing import Changes


class FactReads(Snapshot):
    """Reads of facts."""

    __slots__ = ()

    def fact(self, scope: Scope, fact: str) -> FactRow | None:
        """A fact by its id; None where it is not there, or was purged."""
        row = self.row(SQL["fact"], (scope.space, scope.user, fact, scope.agent, scope.session))
        return None if row is None else self._with_sources(scope, [row])[0]

    def fact_state(self, scope: Scope, fact: str) -> FactState | None:
        """How a fact stands, by its id; also one that was purged."""
        values = (scope.space, scope.user, fact, scope.agent, scope.session)
        row = self.row(SQL["fact_state"], values)
        return None if row is None else fact_rows.fact_state(row)

    def facts(self, scope: Scope, *, after: int = 0, limit: int | None = None) -> list[FactRow]:
        """Facts in order of entry, those after a number; without sources."""
        most = -1 if limit is None else limit
        values = (scope.space, scope.user, after, scope.agent, scope.session, most)
        return [fact_rows.fact_row(row) for row in self.rows(SQL["facts"], values)]

    def facts_at(self, scope: Scope, numbers: Sequence[int]) -> list[FactRow]:
        """Facts by their numbers, ascending; with sources."""
        wanted = convert.list_text(sorted(set(numbers)))
        values = (wanted, scope.space, scope.user, scope.agent, scope.session)
        return self._with_sources(scope, self.rows(SQL["facts_at"], values))

    def facts_of_slot(self, scope: Scope, slot: Slot) -> list[FactRow]:
        """All facts of a slot, in order of entry; without sources."""
        where = (scope.space, scope.user, slot.subject, slot.attribute)
        values = (*where, scope.agent, scope.session)
        return [fact_rows.fact_row(row) for row in self.rows(SQL["facts_of_slot"], values)]

    def slot_around(
        self, scope: Scope, slot: Slot, at: tuple[datetime, int], *, limit: int, ahead: bool
    ) -> list[FactRow]:
        """Facts of a slot around a moment, live or expired; without sources.

        Cost: the rows that are given, and those in between that are hidden.
        """
        sql = SQL["slot_after"] if ahead else SQL["slot_before"]
        place = (convert.microseconds(at[0]), at[1], limit)
        found = self.rows(sql, (*_exactly(scope, slot), *place))
        return [fact_rows.fact_row(row) for row in found]

    def facts_holding(self, scope: Scope, at: datetime, *, after: int) -> list[FactRow]:
        """Facts with a slot that hold at a moment, those after a number; without sources."""
        values = (scope.space, scope.user, after, scope.agent, scope.session)
        found = self.rows(SQL["facts_holding"], (*values, convert.microseconds(at)))
        return [fact_rows.fact_row(row) for row in found]

    def slot_waiting(self, scope: Scope, slot: Slot) -> list[FactRow]:
        """The quarantined facts of a slot, in order of entry."""
        found = self.rows(SQL["slot_waiting"], _exactly(scope, slot))
        return [fact_rows.fact_row(row) for row in found]

    def is_slot_apart(self, scope: Scope, slot: Slot, recorded: datetime) -> bool:
        """Whether a slot can only be placed as a whole by a fact recorded at a moment."""
        values = (*_exactly(scope, slot), convert.microseconds(recorded))
        return bool(self.rows(SQL["is_slot_apart"], values)[0][0])

    def same_facts(self, scope: Scope, same: str) -> list[FactRow]:
        """Facts that are equal, by ordinal; without sources."""
        values = (scope.space, scope.user, same, scope.agent, scope.session)
        return [fact_rows.fact_row(row) for row in self.rows(SQL["same_facts"], values)]

    def facts_from(self, scope: Scope, messages: Sequence[str]) -> list[str]:
        """Ids of facts that stand on one of these messages, in order of entry."""
        wanted = convert.list_text(list(dict.fromkeys(messages)))
        values = (wanted, scope.space, scope.user, scope.agent, scope.session)
        return [row[1] for row in self.rows(SQL["facts_from"], values)]

    def fact_ids(self, scope: Scope, start: str, limit: int) -> list[str]:
        """Ids of facts that begin with a text; at most `limit`, sorted."""
        last = start + chr(sys.maxunicode)
        values = (scope.space, scope.user, start, last, scope.agent, scope.session, limit)
        return [row[0] for row in self.rows(SQL["fact_ids"], values)]

    def fact_events(self, scope: Scope, number: int) -> list[FactEvent]:
        """A fact's events, in the order in which they were appended, with their sources."""
        found = self.facts_at(scope, [number])
        if not found:
            return []
        where = (scope.space, scope.user, number)
        spans: defaultdict[int, list[Span]] = defaultdict(list)
        for event, message, part, starts, ends in self.rows(SQL["fact_spans"], where):
            spans[event].append(Span(message=message, part=part, start=starts, end=ends))
        return [
            fact_rows.fact_event(found[0].fact.id, row, number, tuple(spans[row[0]]))
            for row in self.rows(SQL["fact_events"], where)
        ]

    def fact_states(self, scope: Scope, *, changed: int = -1) -> list[FactState]:
        """How facts stand, by number; those written when the scope's version was above one."""
        narrow = (scope.agent, scope.session)
        if changed < 0:
            rows = self.rows(SQL["fact_states"], (scope.space, scope.user, *narrow))
        else:
            rows = self.rows(SQL["fact_states_since"], (scope.space, scope.user, changed, *narrow))
        return [fact_rows.fact_state(row) for row in rows]

    def facts_due(
        self, scope: Scope, at: datetime, *, limit: int, after: tuple[datetime, int] | None = None
    ) -> list[tuple[datetime, int, str]]:
        """Facts with which a sweep at a moment could do anything: when due, number, id; in order.

        Cost: those that are given, at any number of facts.
        """
        behind = (-(2**62), 0) if after is None else (convert.microseconds(after[0]), after[1])
        until = convert.microseconds(at)
        values = (scope.space, scope.user, until, *behind, scope.agent, scope.session, limit)
        return [
            (convert.from_microseconds(due), number, id_)
            for due, number, id_ in self.rows(SQL["facts_due"], values)
        ]

    def fact_totals(self, scope: Scope) -> FactTotals:
        """Counts of the user's facts."""
        row = self.row(SQL["fact_totals"], (scope.space, scope.user))
        return FactTotals() if row is None else _totals(row)

    def fact_users(self, space: str) -> list[tuple[Scope, FactTotals]]:
        """Users that have facts, sorted, each with its counts: for sweeps of a space."""
        return [
            (Scope(space=space, user=convert.text(user)), _totals(counts))
            for user, *counts in self.rows(SQL["fact_users"], (space,))
        ]

    def facts_behind(self, space: str) -> Scope | None:
        """A user with facts that the embedder has not seen, and no job for them; the first."""
        row = self.row(SQL["facts_behind"], (space,))
        return None if row is None else Scope(space=space, user=convert.text(row[0]))

    def fact_heads(self, scope: Scope, *, after: int = 0) -> list[FactHead]:
        """What search filters and weighs facts by, of those after a number, by number."""
        values = (scope.space, scope.user, after, scope.agent, scope.session)
        return [
            FactHead(
                number=number,
                kind=kind,
                slot=Slot(subject=convert.text(subject), attribute=convert.text(attribute))
                if attribute
                else None,
                undated=convert.time_value(recorded),
            )
            for number, kind, subject, attribute, recorded in self.rows(SQL["fact_heads"], values)
        ]

    def fact_columns(self, scope: Scope, *, after: int = 0) -> ForwardColumns:
        """Forward rows of facts after a number: `position` is their number."""
        values = (scope.space, scope.user, after, scope.agent, scope.session)
        return convert.forward_columns(self.columns(SQL["fact_columns"], values, 8))

    def fact_vectors(
        self, scope: Scope, embedder: str, *, after: int = 0
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Numbers (n,) and unit vectors (n, dim) of facts embedded by `embedder`."""
        values = (scope.space, scope.user, embedder, after, scope.agent, scope.session)
        numbers, blobs = self.columns(SQL["fact_vectors"], values, 2)
        return convert.vector_columns(numbers, blobs)

    def _with_sources(self, scope: Scope, rows: Sequence[Row]) -> list[FactRow]:
        wanted = convert.list_text([row[0] for row in rows])
        spans: defaultdict[int, list[Span]] = defaultdict(list)
        where = (wanted, scope.space, scope.user)
        for fact, message, part, starts, ends in self.rows(SQL["fact_spans_at"], where):
            spans[fact].append(Span(message=message, part=part, start=starts, end=ends))
        return [fact_rows.fact_row(row, tuple(spans[row[0]])) for row in rows]


class FactWrites(Changes):
    """Changes of facts."""

    __slots__ = ()

    def add_fact(self, scope: Scope, row: FactRow, event: FactEvent, forward: ForwardRow) -> int:
        """Add a fact with its first event and its forward row; its number.

        Raises:
            IntegrityError: Its id is taken.
        """
        space, user = scope.space, scope.user
        is_live = int(row.standing.state == "live")
        number = int(self.rows(SQL["count_fact"], (space, user, is_live))[0][0])
        row = replace(row, number=number)
        own = fact_rows.content(row)
        begins = row.fact.valid_from or row.fact.recorded_at
        assert begins is not None, "a recorded fact"
        place = (convert.microseconds(begins), int(self._is_apart(scope, row)))
        self.run(SQL["add_fact"], (space, user, number, *own, *place, convert.checksum(own)))
        stood = fact_rows.standing_values(row.standing, row.due)
        self.run(
            SQL["add_fact_state"],
            (
                space, user, number, row.fact.id, row.agent, row.session, *stood,
                convert.checksum((row.fact.id, *stood)), space, user,
            ),
        )  # fmt: skip
        self.run(
            SQL["add_fact_terms"],
            (space, user, number, forward.at, forward.tokens, forward.flags, forward.terms),
        )
        self._add_event(scope, number, 1, event)
        self.run(SQL["add_scope"], (space, user))
        return number

    def _is_apart(self, scope: Scope, row: FactRow) -> bool:
        """Whether a fact's slot cannot be placed by its neighbours any more."""
        fact = row.fact
        if fact.slot is None:
            return False
        if fact.valid_to is not None or fact.kind == "temporary":
            return True
        assert fact.recorded_at is not None, "a recorded fact"
        own = replace(scope, agent=row.agent, session=row.session)
        values = (*_exactly(own, fact.slot), convert.microseconds(fact.recorded_at))
        return bool(self.rows(SQL["is_slot_apart"], values)[0][0])

    def add_fact_event(self, scope: Scope, row: FactRow, event: FactEvent) -> None:
        """Append an event; `row` stands as it does after it.

        Raises:
            IntegrityError: Another event took its place: the row was read before that.
        """
        self._add_event(scope, row.number, row.standing.events, event)

    def _add_event(self, scope: Scope, fact: int, number: int, event: FactEvent) -> None:
        values = fact_rows.event_values(fact, number, event)
        self.run(
            SQL["add_fact_event"], (scope.space, scope.user, *values, convert.checksum(values))
        )
        self.run_each(SQL["add_fact_span"], _spans(scope, fact, number, event.sources))

    def save_standing(self, scope: Scope, row: FactRow, *, was: Standing) -> None:
        """Replace how a fact stands; `was` is how it stood before."""
        space, user = scope.space, scope.user
        stood = fact_rows.standing_values(row.standing, row.due)
        kept = convert.checksum((row.fact.id, *stood))
        self.run(SQL["save_fact_state"], (*stood, kept, space, user, space, user, row.number))
        if row.standing.state == "superseded" != was.state and row.fact.slot is not None:
            self.run(SQL["set_slot_apart"], (space, user, row.number))
        change = int(row.standing.state == "live") - int(was.state == "live")
        if change:
            self.run(SQL["count_live_facts"], (change, space, user))

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
        space, user = scope.space, scope.user
        blobs = convert.vector_blobs(vectors)
        self.run_each(
            SQL["add_fact_vector"],
            (
                (space, user, embedder, int(number), blob)
                for number, blob in zip(numbers, blobs, strict=True)
            ),
        )
        self.run(SQL["embedded_facts"], (to, space, user))


def _exactly(scope: Scope, slot: Slot) -> tuple[object, ...]:
    return scope.space, scope.user, slot.subject, slot.attribute, scope.agent, scope.session


def _totals(row: Sequence[int]) -> FactTotals:
    return FactTotals(facts=row[0], live=row[1], embedded_to=row[2])


def _spans(
    scope: Scope, fact: int, event: int, spans: Sequence[Span]
) -> Iterable[tuple[object, ...]]:
    for number, span in enumerate(spans):
        yield (
            scope.space, scope.user, fact, event, number, span.message, span.part, span.start,
            span.end,
        )  # fmt: skip
