"""Removing what facts say, for good: their content goes, that they were there stays."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from infold.core.facts import EventKind
from infold.core.scope import Scope
from infold.store import fact_rows
from infold.store import rows as convert
from infold.store.fact_protocol import FactState
from infold.store.queries import SQL
from infold.store.snapshot import Snapshot
from infold.store.writing import Changes

_REMOVES: Final = (
    SQL["remove_facts"],
    SQL["remove_fact_terms"],
    SQL["remove_fact_events"],
    SQL["remove_fact_spans"],
)


class RemovalReads(Snapshot):
    """What is looked at before something is removed."""

    __slots__ = ()

    def fact_states_at(self, scope: Scope, numbers: Sequence[int]) -> list[FactState]:
        """How facts stand, by their numbers, ascending; also those that were purged."""
        wanted = convert.list_text(sorted(set(numbers)))
        values = (wanted, scope.space, scope.user, scope.agent, scope.session)
        return [fact_rows.fact_state(row) for row in self.rows(SQL["fact_states_at"], values)]


class RemovalWrites(Changes):
    """What removes."""

    __slots__ = ()

    def remove_facts(
        self, scope: Scope, facts: Sequence[FactState], *, at: datetime, by: str
    ) -> None:
        """Remove what facts say: text, terms, vectors, sources, and the words of their events.

        What stays of each is its id and number, how it stood, and one event: that it was purged,
        when, and by whom. Facts that were kept aside because they contradict one of these lose the
        reason in words, which quotes it. SQLite overwrites what is removed (`secure_delete`); the
        write-ahead log keeps older pages until it is emptied (`Store.shorten_log`).

        Cost: in the number of facts, however many the user has.

        Args:
            scope: Whose.
            facts: As they stand; those that are purged already must not be among them.
            at: When.
            by: Who removes them.
        """
        if facts:
            live = sum(one.standing.state == "live" for one in facts)
            self.remove_hidden(scope, [one.number for one in facts], at=at, by=by)
            self.run(SQL["count_live_facts"], (-live, scope.space, scope.user))

    def remove_hidden(self, scope: Scope, numbers: Sequence[int], *, at: datetime, by: str) -> None:
        """Remove what facts say that are deleted or expired, by their numbers; see `remove_facts`.

        Args:
            scope: Whose.
            numbers: Of facts that do not count as live.
            at: When.
            by: Who removes them.
        """
        where = (scope.space, scope.user)
        wanted = convert.list_text(list(numbers))
        for fact, number, kind, when, whom, other in self.rows(
            SQL["quoting_events"], (wanted, *where)
        ):
            said = (fact, number, *fact_rows.plain((kind, when, whom, other)), "")
            self.run(SQL["blank_event"], (convert.checksum(said), *where, fact, number))
        # From name to name: one look each, however many vectors there are.
        embedder = ""
        while (row := self.row(SQL["next_embedder"], (*where, embedder))) and row[0]:
            embedder = row[0]
            self.run(SQL["remove_fact_vectors"], (*where, embedder, wanted))
        for statement in _REMOVES:
            self.run(statement, (*where, wanted))
        self.run(SQL["purge_states"], (*where, *where, wanted))
        self.add_same_event(scope, numbers, "purged", at=at, by=by)

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
        """Append an event to facts whose standing has been changed by it already.

        Args:
            scope: Whose.
            numbers: Of the facts.
            kind: What happened.
            at: When.
            by: Who did it.
            data: The event's small value.
        """
        said = (kind, convert.time_text(at), by, data)
        wanted = convert.list_text(list(numbers))
        self.run(SQL["add_same_event"], (*said, *said, wanted, scope.space, scope.user))
