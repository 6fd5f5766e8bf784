"""Values that later ones superseded: derived by jobs, withdrawn by persons."""

from __future__ import annotations

from collections.abc import Sequence
from sys import intern  # one value ends in many records: kept once

from infold.core.folds import Span
from infold.core.scope import Scope
from infold.core.supersessions import Linked, Supersession
from infold.errors import NotFound
from infold.store import rows as convert
from infold.store.queries import SQL
from infold.store.snapshot import Snapshot
from infold.store.writing import Changes


class LinkReads(Snapshot):
    """Reads of supersessions."""

    __slots__ = ()

    def linked(self, scope: Scope, conversation: str) -> Linked | None:
        """How far a conversation's messages are linked; None where no job has begun."""
        number = self.number(scope, conversation)
        if number is None:
            return None
        row = self.row(SQL["linked"], (scope.space, scope.user, number))
        return None if row is None else Linked(to=row[0], rules=row[1], changes=row[2])

    def supersessions(
        self, scope: Scope, conversation: str, *, after: int = 0
    ) -> list[Supersession]:
        """Records in order of entry, withdrawn ones included, without the first `after`."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        values = (scope.space, scope.user, number, after)
        return [
            Supersession(
                id=id_,
                old=Span(message=intern(old), part=old_part, start=old_start, end=old_end),
                new=Span(message=intern(new), part=new_part, start=new_start, end=new_end),
                old_at=old_at,
                new_at=new_at,
                was=intern(convert.text(was)),
                now=intern(convert.text(now)),
                written=intern(convert.text(written)),
                shown=intern(convert.text(shown)),
                score=score,
                reason=reason,
                withdrawn_by=convert.text(withdrawn_by),
            )
            for (
                _, id_, old, old_part, old_start, old_end, new, new_part, new_start, new_end,
                old_at, new_at, was, now, written, shown, score, reason, withdrawn_by,
            ) in self.rows(SQL["supersessions"], values)
        ]  # fmt: skip


class LinkWrites(Changes):
    """Changes of supersessions."""

    __slots__ = ()

    def add_supersessions(
        self, scope: Scope, conversation: str, records: Sequence[Supersession]
    ) -> None:
        """Append records; ids and positions are set."""
        number = self.the_number(scope, conversation)
        last = self.rows(SQL["last_supersession"], (scope.space, scope.user, number))[0][0]
        self.run_each(
            SQL["add_supersession"],
            (
                (
                    scope.space, scope.user, number, at, one.id,
                    one.old.message, one.old.part, one.old.start, one.old.end,
                    one.new.message, one.new.part, one.new.start, one.new.end,
                    one.old_at, one.new_at, one.was, one.now, one.written, one.shown, one.score,
                    one.reason, one.withdrawn_by,
                )
                for at, one in enumerate(records, last + 1)
            ),
        )  # fmt: skip

    def save_linked(self, scope: Scope, conversation: str, linked: Linked) -> None:
        """Record how far messages are linked."""
        number = self.the_number(scope, conversation)
        values = (scope.space, scope.user, number, linked.to, linked.rules, linked.changes)
        self.run(SQL["save_linked"], values)

    def drop_supersessions(self, scope: Scope, conversation: str) -> None:
        """Remove all records of a conversation: they are about to be derived anew."""
        number = self.the_number(scope, conversation)
        self.run(SQL["drop_supersessions"], (scope.space, scope.user, number))

    def withdraw_supersession(
        self, scope: Scope, conversation: str, supersession: str, by: str
    ) -> None:
        """Mark a record as withdrawn.

        Raises:
            NotFound: The conversation has no such record.
        """
        number = self.the_number(scope, conversation)
        values = (by, scope.space, scope.user, number, supersession)
        if not self.run(SQL["withdraw_supersession"], values).rowcount:
            raise NotFound(
                f"No supersession {supersession!r:.60} in this conversation.",
                records=[supersession],
                hint="Give the id of a replaced value of this conversation.",
            )
