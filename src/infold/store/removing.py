"""Removing what facts say, for good: their content goes, that they were there stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from infold.core.facts import FactEvent
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
        if not facts:
            return
        space, user = scope.space, scope.user
        numbers = convert.list_text([one.number for one in facts])
        self._blank_what_quotes(scope, [one.id for one in facts])
        # From name to name: one look each, however many vectors there are.
        embedder = ""
        while (row := self.row(SQL["next_embedder"], (space, user, embedder))) and row[0]:
            embedder = row[0]
            self.run(SQL["remove_fact_vectors"], (space, user, embedder, numbers))
        for statement in _REMOVES:
            self.run(statement, (space, user, numbers))
        for one in facts:
            number = one.standing.events + 1
            standing = replace(one.standing, state="purged", holds=(), events=number)
            stood = fact_rows.standing_values(standing, None)
            kept = convert.checksum((one.id, *stood))
            values = (*stood, kept, space, user, space, user, one.number)
            self.run(SQL["save_fact_state"], values)
            event = FactEvent(fact=one.id, kind="purged", at=at, by=by)
            said = fact_rows.event_values(one.number, number, event)
            self.run(SQL["add_fact_event"], (space, user, *said, convert.checksum(said)))
        if live := sum(one.standing.state == "live" for one in facts):
            self.run(SQL["count_live_facts"], (-live, space, user))

    def _blank_what_quotes(self, scope: Scope, ids: Sequence[str]) -> None:
        where = (scope.space, scope.user)
        for fact, number, kind, at, by, other in self.rows(
            SQL["quoting_events"], (convert.list_text(list(ids)), *where)
        ):
            said = (fact, number, *fact_rows.plain((kind, at, by, other)), "")
            self.run(SQL["blank_event"], (convert.checksum(said), *where, fact, number))
