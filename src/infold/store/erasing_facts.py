"""Erasing all facts of a user: hidden in one statement, removed some hundred a transaction."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from infold.core.ids import part_from_data
from infold.core.messages import part_text
from infold.core.scope import Scope
from infold.store import rows as convert
from infold.store.fact_erasure_protocol import FactWords
from infold.store.queries import SQL
from infold.store.removing import RemovalWrites
from infold.store.snapshot import Snapshot

_HIDDEN: Final = {True: "erasing", False: "purging"}
_REMOVES: Final = (
    SQL["remove_facts"],
    SQL["remove_fact_terms"],
    SQL["remove_fact_events"],
    SQL["remove_fact_spans"],
    SQL["remove_fact_states"],
)


class FactErasureReads(Snapshot):
    """What is looked at before the facts of a user are removed."""

    __slots__ = ()

    def facts_to_erase(self, scope: Scope) -> tuple[int, int]:
        """How many facts of a scope have content, and how many events these have."""
        values = (scope.space, scope.user, scope.agent, scope.session)
        facts, events = self.rows(SQL["facts_to_erase"], values)[0]
        return int(facts), int(events)

    def is_fact_id(self, scope: Scope, fact: str) -> bool:
        """Whether an id is taken, be it by a fact that is hidden and waits to be removed."""
        return self.row(SQL["fact_is_known"], (scope.space, scope.user, fact)) is not None

    def hidden_facts(
        self, scope: Scope, *, whole: bool, after: int, limit: int
    ) -> list[tuple[int, str]]:
        """(number, id) of hidden facts behind a number, ascending."""
        values = (scope.space, scope.user, _HIDDEN[whole], after, limit)
        return [(number, id_) for number, id_ in self.rows(SQL["hidden_facts"], values)]

    def fact_words(self, scope: Scope, numbers: Sequence[int], *, marks: int) -> FactWords:
        """What hidden facts held, and of `marks` of them how search had them."""
        where = (scope.space, scope.user)
        wanted = convert.list_text(list(numbers))
        found = self.rows(SQL["fact_words"], (wanted, *where))
        told = [convert.text(row[0]) for row in self.rows(SQL["event_words"], (wanted, *where))]
        some = convert.list_text(list(numbers)[:marks])
        kept = [row[0] for row in self.rows(SQL["fact_marks"], (some, *where))]
        for embedder in self._embedders(scope):
            values = (some, *where, embedder)
            kept += [row[0] for row in self.rows(SQL["vector_marks"], values)]
        return FactWords(
            texts=tuple(convert.text(row[0]) for row in found),
            words=tuple(convert.text(one) for row in found for one in row[1:] if one),
            spoken=tuple(self._spoken(scope, wanted)),
            told=tuple(told),
            marks=tuple(bytes(one) for one in kept),
        )

    def _spoken(self, scope: Scope, wanted: str) -> list[str]:
        found: dict[str, None] = {}
        last, texts = "", []
        values = (wanted, scope.space, scope.user)
        for message, parts, part, starts, ends in self.rows(SQL["spoken_words"], values):
            if message != last:
                last, texts = message, _texts(parts)
            if 0 <= part < len(texts):
                found[texts[part]] = None
                found[texts[part][starts:ends]] = None
        return list(found)

    def _embedders(self, scope: Scope) -> list[str]:
        # From name to name: one look each, however many vectors there are.
        found: list[str] = []
        values = (scope.space, scope.user)
        while (row := self.row(SQL["next_embedder"], (*values, found[-1] if found else ""))) and (
            row[0]
        ):
            found.append(row[0])
        return found


class FactErasureWrites(FactErasureReads, RemovalWrites):
    """What hides and removes them."""

    __slots__ = ()

    def hide_facts(self, scope: Scope, erasure: str, *, whole: bool) -> None:
        """Hide all facts of a scope in one statement; see `fact_erasure_protocol`."""
        where = (scope.space, scope.user)
        if whole:
            self.run(SQL["hide_all_facts"], where)
        else:
            self.run(SQL["hide_said_facts"], (*where, scope.agent, scope.session))
        self.run(SQL["recount_live_facts"], (*where, int(whole)))
        ref = "whole" if whole else "said"
        for kind in ("facts", "replies"):
            self.run(SQL["add_erasing"], (*where, kind, ref, 0, erasure))

    def remove_hidden_facts(
        self, scope: Scope, numbers: Sequence[int], *, whole: bool, at: datetime, by: str
    ) -> None:
        """Remove some hidden facts, by their numbers."""
        if not whole:
            self.remove_hidden(scope, numbers, at=at, by=by)
            return
        where = (scope.space, scope.user)
        wanted = convert.list_text(list(numbers))
        for embedder in self._embedders(scope):
            self.run(SQL["remove_fact_vectors"], (*where, embedder, wanted))
        for statement in _REMOVES:
            self.run(statement, (*where, wanted))

    def drop_fact_totals(self, scope: Scope) -> None:
        """Forget the counts of a user's facts where no fact is left."""
        self.run(SQL["drop_fact_totals"], (scope.space, scope.user))

    def take_replies(
        self, scope: Scope, conversation: str | None, *, after: str, limit: int
    ) -> tuple[list[str], str]:
        """Remove some replies; see `fact_erasure_protocol`."""
        where = (scope.space, scope.user)
        if conversation == "":
            found = self.rows(SQL["any_replies"], (*where, limit))
        else:
            # Keys are led by the conversation's id, or by a word for calls that add facts.
            lead = "facts" if conversation is None else conversation
            values = (*where, max(f"{lead} ", after), f"{lead}!", limit)
            found = self.rows(SQL["some_replies"], values)
        goes = found if conversation is not None else self._of_hidden(scope, found)
        self.run_each(SQL["drop_reply"], ((*where, row[0]) for row in goes))
        reached = convert.text(found[-1][0]) if len(found) == limit else ""
        return [convert.text(row[0]) for row in goes], reached

    def _of_hidden(self, scope: Scope, found: Sequence[Any]) -> list[Any]:
        """Which of these replies name a hidden fact."""
        named = {fact for row in found for fact in convert.text(row[1]).split()}
        values = (convert.list_text(sorted(named)), scope.space, scope.user)
        hidden = {row[0] for row in self.rows(SQL["hidden_among"], values)}
        return [row for row in found if hidden.intersection(convert.text(row[1]).split())]


def _texts(parts: str | bytes) -> list[str]:
    """Texts of a message's parts; none of one that is damaged."""
    try:
        return [part_text(part_from_data(part)) for part in json.loads(convert.text(parts))]
    except (ValueError, TypeError):
        return []
