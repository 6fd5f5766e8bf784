"""The calls of `Infold` that change what becomes of a fact."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from infold.core.facts import EventKind
from infold.core.scope import Scope
from infold.engine import fact_events, merged_facts
from infold.engine.fact_events import Keeper
from infold.engine.opened import Opened
from infold.engine.restoring import refuse_equal, restored_data
from infold.engine.sweep_records import SWEEPS
from infold.errors import Conflict, UsageError
from infold.memory.standing import KnownFact, known
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader, Writer

if TYPE_CHECKING:
    from infold.engine.records import Hit

__all__ = ["USED_EVERY", "FactChanges", "share"]

USED_EVERY: Final = timedelta(hours=1)
"""A fact counts as used at most once in this time."""


class FactChanges(Opened):
    """Pins, confirmations, uses, deletion and its way back."""

    def pin(self, fact: str, *, user: str | None = None, by: str = "person") -> KnownFact:
        """Keep a fact: its confidence does not fall, and no sweep lets it go.

        Raises:
            NotFound: No such fact of this user.
            Conflict: It was purged.
        """
        return self._change(fact, "pinned", user, by)

    def unpin(self, fact: str, *, user: str | None = None, by: str = "person") -> KnownFact:
        """Take a pin back. Raises as `pin`."""
        return self._change(fact, "unpinned", user, by)

    def confirm(
        self,
        fact: str,
        *,
        user: str | None = None,
        confidence: float | None = None,
        by: str = "person",
    ) -> KnownFact:
        """Say that a fact still holds: its confidence starts anew from now.

        Args:
            fact: Its id.
            user: Whose.
            confidence: From now on, 0 to 1; what it was at first where left out.
            by: Who says so.

        Raises:
            NotFound: No such fact of this user.
            Conflict: It was purged.
        """
        data = "" if confidence is None else repr(share(confidence, "confidence"))
        return self._change(fact, "confirmed", user, by, data=data)

    def weigh(
        self, fact: str, importance: float, *, user: str | None = None, by: str = "person"
    ) -> KnownFact:
        """Say how important a fact is, 0 to 1. Raises as `pin`."""
        return self._change(fact, "weighed", user, by, data=repr(share(importance, "importance")))

    def use(self, fact: str, *, user: str | None = None, by: str = "program") -> KnownFact:
        """Count that a fact was used, at most once an hour. Raises as `pin`."""
        return self._change(fact, "used", user, by)

    def delete(self, fact: str, *, user: str | None = None, by: str = "person") -> KnownFact:
        """Hide a fact everywhere at once; `restore` brings it back until it is purged.

        What it had ended holds again. Raises as `pin`.
        """
        return self._change(fact, "tombstoned", user, by)

    def restore(self, fact: str, *, user: str | None = None, by: str = "person") -> KnownFact:
        """Bring a deleted or expired fact back with all that it had, vectors too.

        Its idle time counts from now on, and for a grace period no cap lets it go. One that has
        expired lives for as long as it was given at first.

        Raises:
            NotFound: No such fact of this user.
            Conflict: It was purged, or the same was said again since and stands there.
        """
        return self._change(fact, "restored", user, by)

    def release(self, fact: str, *, user: str | None = None, by: str = "person") -> KnownFact:
        """Let a fact in that was kept aside: it takes its place in its slot. Raises as `pin`."""
        return self._change(fact, "released", user, by)

    def _change(
        self, fact: str, kind: EventKind, user: str | None, by: str, *, data: str = ""
    ) -> KnownFact:
        scope, now, keeper = self.scope(user), self.clock.now(), self.keeper

        def command(tx: Writer) -> FactRow:
            row = fact_events.the_fact(tx, scope, fact)
            if not _changes(row, kind, now) and not _is_swept(tx, scope, row, kind):
                return row
            row = _change_in(tx, scope, row, kind, keeper=keeper, now=now, by=by, data=data)
            tx.touch(scope)
            return row

        row = self.store.write(command)
        return known(row.fact, row.standing, now, self.retention)

    def preview(self, scope: Scope, command: Callable[[Writer], object]) -> list[KnownFact]:
        """What a command would make new or change, as it would stand; nothing is written.

        Args:
            scope: Whose facts are looked at.
            command: Run in a transaction that is undone.
        """

        def trial(tx: Writer) -> None:
            before = {state.id: state.standing for state in tx.fact_states(scope)}
            command(tx)
            now = self.clock.now()  # not before anything that it did
            rows = [row for row in tx.facts(scope) if before.get(row.fact.id) != row.standing]
            raise _Undone([known(row.fact, row.standing, now, self.retention) for row in rows])

        try:
            self.store.write(trial)
        except _Undone as undone:
            return undone.found
        raise AssertionError("a trial always ends by being undone")

    def preview_change(
        self, fact: str, kind: EventKind, *, user: str | None = None, data: str = ""
    ) -> list[KnownFact]:
        """What `pin`, `delete` and the like would change. Raises as they do."""
        scope, now, keeper = self.scope(user), self.clock.now(), self.keeper

        def command(tx: Writer) -> None:
            row = fact_events.the_fact(tx, scope, fact)
            if _changes(row, kind, now):
                _change_in(tx, scope, row, kind, keeper=keeper, now=now, by="", data=data)

        return self.preview(scope, command)

    def count_uses(self, scope: Scope, hits: Iterable[Hit]) -> None:
        """Count facts among hits as used, each at most once in the setting's hours, or in one."""
        facts = [hit.id for hit in hits if hit.kind == "fact"]
        if not facts:
            return
        now, keeper = self.clock.now(), self.keeper
        hours = self.settings.use_hours
        every = timedelta(hours=hours) if hours > 0 else USED_EVERY

        def command(tx: Writer) -> None:
            rows = [row for one in facts if (row := tx.fact(scope, one)) is not None]
            fresh = [row.fact.id for row in rows if _changes(row, "used", now, every=every)]
            fact_events.happen_all(tx, scope, fresh, "used", keeper=keeper, now=now, by="search")
            if fresh:
                tx.touch(scope)

        self.store.write(command)


class _Undone(Exception):
    """Ends a trial: its transaction is undone."""

    def __init__(self, found: list[KnownFact]) -> None:
        super().__init__()
        self.found = found


def _change_in(
    tx: Writer,
    scope: Scope,
    row: FactRow,
    kind: EventKind,
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
    data: str,
) -> FactRow:
    if kind == "restored":
        refuse_equal(tx, scope, row, now)
        data = restored_data(row, now)
    return merged_facts.change(
        tx, scope, row.fact.id, kind, keeper=keeper, now=now, by=by, data=data
    )


def _is_swept(tx: Reader, scope: Scope, row: FactRow, kind: EventKind) -> bool:
    """Whether somebody deletes what a sweep alone has hidden: its undo must not bring it back."""
    if kind != "tombstoned" or row.standing.tombstoned_at is None:
        return False
    return not tx.hidden_by_others(scope, [row.number], by=SWEEPS)


def _changes(
    row: FactRow, kind: EventKind, now: datetime, *, every: timedelta = USED_EVERY
) -> bool:
    """Whether something can happen to a fact that has not already: calls may be repeated.

    Raises:
        Conflict: It is in a state in which that means nothing.
    """
    standing = row.standing
    match kind:
        case "pinned":
            return not standing.pinned
        case "unpinned":
            return standing.pinned
        case "used":
            last = standing.last_used
            return last is None or not timedelta(0) <= now - last < every
        case "tombstoned":
            return standing.state != "tombstoned"
        case "restored":
            expires = standing.expires_at
            has_expired = expires is not None and expires <= now and not standing.pinned
            return standing.state in ("tombstoned", "expired") or (
                standing.state == "live" and has_expired
            )
        case "released":
            return standing.state == "quarantined"
        case "confirmed" if standing.state == "tombstoned":
            raise Conflict(
                f"The fact {row.fact.id} is deleted.",
                hint="Restore it first.",
                records=[row.fact.id],
            )
        case _:
            return True


def share(value: object, name: str) -> float:
    """A number from 0 to 1.

    Raises:
        UsageError: It is none.
    """
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        number = float(value)
        if 0.0 <= number <= 1.0:
            return number
    raise UsageError(f"{name} is {value!r:.40}.", hint="Give a number from 0 to 1.")
