"""Evictions of conversations and clusters: each a row that stands until it is taken back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from infold.core.forward import ForwardRow
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.store import rows as convert
from infold.store.eviction_protocol import EvictionRow, FoldAge
from infold.store.queries import SQL
from infold.store.rows import Row
from infold.store.snapshot import Snapshot
from infold.store.writing import Changes


class EvictionReads(Snapshot):
    """Reads of what is evicted."""

    __slots__ = ()

    def users_after(self, space: str, after: str | None, *, limit: int) -> list[str]:
        """Names of users of whom anything is kept, in order, those after a name."""
        first = after is None and self.row(SQL["has_user"], (space, "")) is not None
        found = [""] if first else []
        rows = self.rows(SQL["users_after"], (space, after or "", limit - len(found)))
        return found + [convert.text(row[0]) for row in rows]

    def evictions(
        self, scope: Scope, conversation: str | None = None, *, ended: bool = False
    ) -> list[EvictionRow]:
        """What is evicted of a user or of one conversation, in order; on request what was once."""
        where = (scope.space, scope.user)
        if conversation is None:
            values = (*where, scope.agent, scope.session, ended)
            return [_eviction(row) for row in self.rows(SQL["evictions"], values)]
        number = self.number(scope, conversation)
        if number is None:
            return []
        return [_eviction(row) for row in self.rows(SQL["evictions_of"], (*where, number, ended))]

    def fold_ages(self, scope: Scope, conversation: str) -> list[FoldAge]:
        """The folds of the chat's own clusters that are ready, by root. Linear in their sources."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        return [
            FoldAge(
                id=id_,
                number=fold,
                sources=sources,
                claims=claims,
                newest=None if newest is None else datetime.fromtimestamp(newest, UTC),
                line="" if line is None else convert.text(line),
            )
            for id_, fold, sources, newest, claims, line in self.rows(
                SQL["fold_ages"], (scope.space, scope.user, number)
            )
        ]

    def users_evicted_by(
        self, space: str, sweep: str, after: str | None, *, limit: int
    ) -> list[str]:
        """Users of whom a sweep hid anything that is not taken back, in order."""
        first = after is None and bool(self.evicted_by(Scope(space=space), sweep, limit=1))
        found = [""] if first else []
        values = (space, sweep, after or "", limit - len(found))
        return found + [convert.text(row[0]) for row in self.rows(SQL["users_evicted_by"], values)]

    def has_evicted(self, scope: Scope, sweep: str) -> bool:
        """Whether a sweep evicted anything of a user's, taken back or not."""
        return self.row(SQL["has_evicted"], (scope.space, scope.user, sweep)) is not None

    def evicted_by(self, scope: Scope, sweep: str, *, limit: int) -> list[EvictionRow]:
        """What a sweep hid of a user's and is not taken back, in order; exports hide nothing."""
        values = (scope.space, scope.user, sweep, limit)
        return [_eviction(row) for row in self.rows(SQL["evicted_by"], values)]


class EvictionWrites(Changes):
    """Changes of what is evicted."""

    __slots__ = ()

    def add_evictions(self, scope: Scope, rows: Sequence[EvictionRow]) -> None:
        """Record what was evicted; numbers are given here.

        Raises:
            NotFound: A conversation is not in this scope.
        """
        for row in rows:
            where = (scope.space, scope.user, self.the_number(scope, row.conversation))
            number = self.rows(SQL["next_eviction"], where)[0][0]
            self.run(
                SQL["add_eviction"],
                (
                    *where,
                    number,
                    row.kind,
                    row.fold,
                    convert.microseconds(row.at),
                    row.by,
                    row.reason,
                    row.sweep,
                    json.dumps(dict(row.data), separators=(",", ":"), sort_keys=True),
                ),
            )

    def end_eviction(self, scope: Scope, row: EvictionRow, *, at: datetime, by: str) -> bool:
        """Record that an eviction was taken back; False where it was before."""
        where = (scope.space, scope.user, self.the_number(scope, row.conversation), row.number)
        done = self.run(SQL["end_eviction"], (convert.microseconds(at), by, *where))
        return bool(done.rowcount)

    def drop_text(
        self, scope: Scope, conversation: str, message: Message, forward: ForwardRow
    ) -> None:
        """Let `Dropped` stand in the place of what a message says; all else of it stays."""
        key = (scope.space, scope.user, self.the_number(scope, conversation), message.position)
        parts = convert.parts_text(message.parts)
        values = convert.message_values(
            message.id,
            message.position,
            message.role,
            message.author,
            convert.time_text(message.at),
            message.source,
            message.tokens,
            parts,
        )
        done = self.run(SQL["drop_text"], (parts, convert.checksum(values), *key))
        if done.rowcount:
            self.set_terms(scope, conversation, forward)

    def set_terms(self, scope: Scope, conversation: str, forward: ForwardRow) -> None:
        """Let a message be found by the words of a search row; all else of its own row stays."""
        key = (scope.space, scope.user, self.the_number(scope, conversation), forward.position)
        self.run(
            SQL["blank_forward"],
            (forward.author, forward.at, forward.tokens, forward.flags, forward.terms, *key),
        )

    def drop_other_folds(
        self, scope: Scope, conversation: str, messages: Sequence[str], kept: Sequence[str]
    ) -> None:
        """Remove the folds, in every state, that have one of these messages as a source, but some.

        What an earlier fold quoted would outlive the message that it quoted.
        """
        key = (scope.space, scope.user, self.the_number(scope, conversation))
        wanted = convert.list_text(list(messages))
        for number, identity, _ in self.rows(SQL["folds_on"], (*key, wanted)):
            if identity in kept:
                continue
            for name in ("drop_view_fold", "drop_spans", "drop_claims", "drop_fold"):
                self.run(SQL[name], (*key, number))


def _eviction(row: Row) -> EvictionRow:
    conversation, number, kind, fold, at, by, reason, sweep, data, ended, ended_by = row
    return EvictionRow(
        conversation=conversation,
        number=number,
        kind=kind,
        fold=fold,
        at=convert.from_microseconds(at),
        by=convert.text(by),
        reason=convert.text(reason),
        sweep=sweep,
        data=json.loads(data),
        ended=None if ended is None else convert.from_microseconds(ended),
        ended_by=convert.text(ended_by),
    )
