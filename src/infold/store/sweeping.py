"""Which facts are due, letting go of them in sets, and a record of each sweep."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from infold.core.scope import Scope
from infold.errors import IntegrityError
from infold.store import rows as convert
from infold.store.fact_protocol import FactTotals
from infold.store.queries import SQL
from infold.store.removing import RemovalWrites
from infold.store.rows import Row
from infold.store.snapshot import Snapshot
from infold.store.sweep_protocol import CapFact, DueFact, GoneState, SweepRow, SweepUser, Swept

_OPEN: Final = ',null,""]]'
"""How times end that nothing has ended: nearly all, so that they are read without a parser."""


class SweepReads(Snapshot):
    """What a sweep reads."""

    __slots__ = ()

    def sweep_users(self, space: str, *, after: str | None, limit: int) -> list[SweepUser]:
        """Users that have facts, in order, those after a name; for sweeps of a space."""
        rows: list[Row] = []
        if after is None:
            rows = self.rows(SQL["user_to_sweep"], (space, ""))
        rows += self.rows(SQL["users_to_sweep"], (space, after or "", limit - len(rows)))
        return [_user(space, row) for row in rows]

    def sweep_user(self, scope: Scope) -> SweepUser | None:
        """A user's counts; None where there never was a fact."""
        row = self.row(SQL["user_to_sweep"], (scope.space, scope.user))
        return None if row is None else _user(scope.space, row)

    def sweep_due(
        self, scope: Scope, at: datetime, *, limit: int, after: tuple[int, int] | None = None
    ) -> list[DueFact]:
        """Facts with which a sweep at a moment would do something, in the order in which they are.

        Cost: those that are given, at any number of facts.
        """
        micro = convert.microseconds(at)
        behind = (-(2**62), 0) if after is None else after
        values = (micro, scope.space, scope.user, micro, *behind, limit)
        return [DueFact(*row) for row in self.rows(SQL["sweep_due"], values)]

    def cap_facts(self, scope: Scope) -> list[CapFact]:
        """What decides which of a user's live facts go under a cap. Cost: all that are live."""
        return [_cap_fact(row) for row in self.rows(SQL["cap_facts"], (scope.space, scope.user))]

    def restored_since(self, scope: Scope, since: datetime) -> set[int]:
        """Live facts of a user that were brought back after a moment, by a person or an undo."""
        values = (scope.space, scope.user, convert.microseconds(since), convert.time_text(since))
        return {number for (number,) in self.rows(SQL["restored_since"], values)}

    def sweep(self, space: str, sweep: str) -> SweepRow | None:
        """A sweep by its id."""
        row = self.row(SQL["sweep"], (space, sweep))
        return None if row is None else _sweep(space, row)

    def sweeps(self, space: str, *, limit: int = -1) -> list[SweepRow]:
        """Sweeps of a space, the newest first."""
        return [_sweep(space, row) for row in self.rows(SQL["sweeps"], (space, limit))]

    def sweeps_running(self, space: str) -> list[SweepRow]:
        """Sweeps that are under way, or were broken off, or are being undone; oldest first."""
        return [_sweep(space, row) for row in self.rows(SQL["sweeps_running"], (space,))]

    def sweep_scheduled(self, space: str) -> datetime | None:
        """When the schedule asked for a sweep last; None for never."""
        row = self.row(SQL["sweep_scheduled"], (space,))
        return None if row is None else convert.from_microseconds(row[0])

    def swept(self, scope: Scope, sweep: str) -> list[Swept]:
        """What a sweep let go of a user's, in order of its chunks."""
        return [
            Swept(chunk, was, convert.from_microseconds(at), json.loads(facts))
            for chunk, was, at, facts in self.rows(SQL["swept"], (scope.space, scope.user, sweep))
        ]

    def hidden_by_others(self, scope: Scope, numbers: Sequence[int], *, by: str) -> set[int]:
        """Which of some facts were hidden last by somebody else than `by`."""
        values = (convert.list_text(list(numbers)), scope.space, scope.user, by)
        return {number for (number,) in self.rows(SQL["hidden_by_others"], values)}


class SweepWrites(RemovalWrites):
    """What a sweep changes."""

    __slots__ = ()

    def bind_retention(self, scope: Scope, text: str) -> None:
        """Record how facts of the space are kept."""
        self.run(SQL["bind_retention"], (text, scope.space))

    def bind_policy(self, scope: Scope, mark: str) -> None:
        """Record by which idle and grace times a user's facts are due."""
        self.run(SQL["bind_policy"], (mark, scope.space, scope.user))

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

        Cost: in the number of facts.

        Args:
            scope: Whose.
            numbers: Of the facts.
            state: `expired` or `tombstoned`.
            live: How many of them were live; the others were kept aside.
            at: When.
            by: Who hides them.
            reason: Why, in words.
            grace: From now to their purge.

        Raises:
            IntegrityError: One of them does not stand as was written.
        """
        where = (scope.space, scope.user)
        since, due = convert.microseconds(at), convert.microseconds(at + grace)
        wanted = convert.list_text(list(numbers))
        values = (state, since, due, *where, state, since, due, *where, wanted)
        if self.run(SQL["let_go"], values).rowcount != len(numbers):
            raise IntegrityError(
                f"How some facts of the user {scope.user!r:.40} stand is not what was written: the "
                "file was damaged.",
                hint="Nothing of them was changed. Run 'infold verify' to see which.",
            )
        self.add_same_event(scope, numbers, state, at=at, by=by, data=reason)
        if live:
            self.run(SQL["count_live_facts"], (-live, *where))

    def add_sweep(self, row: SweepRow) -> None:
        """Record that a sweep begins; its number is the next of its space."""
        self.run(
            SQL["add_sweep"],
            (
                row.scope.space,
                row.scope.user,
                row.id,
                int(row.whole),
                row.scope.space,
                convert.microseconds(row.at),
                _micro(row.scheduled),
                convert.microseconds(row.started),
                _micro(row.leased_to),
                row.token,
            ),
        )

    def save_sweep(self, row: SweepRow) -> None:
        """Replace how far a sweep has come."""
        self.run(
            SQL["save_sweep"],
            (
                row.state,
                _micro(row.finished),
                None if row.reached is None else convert.list_text([row.reached]),
                json.dumps(row.counts, separators=(",", ":"), sort_keys=True),
                row.chunks,
                _micro(row.leased_to),
                row.token,
                row.scope.space,
                row.scope.user,
                row.id,
            ),
        )

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
        hidden, facts = convert.microseconds(at), convert.list_text(list(numbers))
        values = (scope.space, scope.user, sweep, chunk, was, hidden, facts)
        self.run(SQL["keep_swept"], values)

    def forget_swept(self, scope: Scope, sweep: str, chunk: int, was: str) -> None:
        """Drop what `keep_swept` recorded: it has been undone."""
        self.run(SQL["forget_swept"], (scope.space, scope.user, sweep, chunk, was))


def _cap_fact(row: Row) -> CapFact:
    number, id_, pinned, confirmed, confidence, importance, expires, holds, kind, shares = row
    if holds.endswith(_OPEN) and (begins := holds[2 : -len(_OPEN)]).isdecimal():
        times: list[tuple[int | None, int | None]] = [(int(begins), None)]
    else:
        times = [(begins, ends) for begins, ends, _ in json.loads(holds)]
    return CapFact(
        number, id_, bool(pinned), confirmed, confidence, importance, expires, times, kind,
        bool(shares),
    )  # fmt: skip


def _user(space: str, row: Row) -> SweepUser:
    user, facts, live, embedded, policy = row
    return SweepUser(
        scope=Scope(space=space, user=convert.text(user)),
        totals=FactTotals(facts=facts, live=live, embedded_to=embedded),
        policy=policy,
    )


def _sweep(space: str, row: Row) -> SweepRow:
    (
        id_, user, whole, number, state, at, scheduled, started, finished, reached, counts, chunks,
        leased, token,
    ) = row  # fmt: skip
    return SweepRow(
        id=id_,
        scope=Scope(space=space, user=convert.text(user)),
        whole=bool(whole),
        number=number,
        state=state,
        at=convert.from_microseconds(at),
        scheduled=_time(scheduled),
        started=convert.from_microseconds(started),
        finished=_time(finished),
        reached=None if reached is None else json.loads(reached)[0],
        counts=json.loads(counts),
        chunks=chunks,
        leased_to=_time(leased),
        token=token,
    )


def _micro(at: datetime | None) -> int | None:
    return None if at is None else convert.microseconds(at)


def _time(stored: int | None) -> datetime | None:
    return None if stored is None else convert.from_microseconds(stored)
