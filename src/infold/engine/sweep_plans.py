"""What a sweep would do, as a stream: read page by page, and never held as a whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from infold.core.scope import Scope
from infold.engine.dropping import drop_items
from infold.engine.evicting import PAGE, in_conversation
from infold.engine.sweep_caps import capped_facts, over_cap
from infold.engine.sweep_slots import older_of
from infold.memory.chat_keeping import NEVER, ChatKeeping
from infold.memory.retention import Retention
from infold.memory.sweeping import (
    SweepItem,
    SweepTotals,
    Verdict,
    cap_reason,
    leaves,
    slot_reason,
    verdict,
)
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader, Store
from infold.store.sweep_protocol import SweepUser

__all__ = ["SweepPlan"]

_PAGE: Final = 500
_USERS: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepPlan:
    """What a sweep at a moment would do. Iterating reads the store; nothing is written.

    ```python
    for item in memory.plan_sweep(user="alice"):
        print(item.action, item.text, item.reason)
    ```

    Attributes:
        scope: Whose facts; the empty user where it is `whole`.
        whole: Of all users of the space.
        at: The sweep's clock.
        retention: How facts are kept.
        is_simulated: It is of a moment to come, and cannot be applied.
        more: Give further items of a user, such as facts that could be merged, without those whose
            ids are named. They are listed; what applies them is a step of its own.
    """

    scope: Scope
    whole: bool
    at: datetime
    retention: Retention
    store: Store
    is_simulated: bool = False
    more: tuple[Callable[[Scope, Collection[str]], Iterable[SweepItem]], ...] = ()

    def __iter__(self) -> Iterator[SweepItem]:
        """What would change, user by user: facts as they are due, the cap, then conversations."""
        return self.items()

    def items(self, *, kept: bool = False) -> Iterator[SweepItem]:
        """The items, one after the other.

        Memory stays flat in the number of facts: a page of them, and the changes of one user.

        Args:
            kept: List also what is kept, with the reason; in order of entry then.
        """
        for scope, user in self._scopes():
            if user is not None and kept:
                changes = {item.record: item for item in self._of_user(user)}
                yield from self._all(scope, changes)
            elif user is not None:
                yield from self._of_user(user)
            yield from self._of_chats(scope, kept=kept)

    def totals(self) -> SweepTotals:
        """Counts of what would change. Reads what `items` reads."""
        totals = SweepTotals()
        for item in self:
            totals.add(item)
        return totals

    def _scopes(self) -> Iterator[tuple[Scope, SweepUser | None]]:
        """Who may have anything to be swept, with the counts of facts where there are any."""
        if not self._chats.is_on:
            yield from ((user.scope, user) for user in self._users())
            return
        names: Sequence[str] = [self.scope.user]
        last: str | None = None
        while True:
            if self.whole:
                with self.store.read() as reader:
                    names = reader.users_after(self.scope.space, last, limit=_USERS)
            for name in names:
                scope = Scope(space=self.scope.space, user=name)
                with self.store.read() as reader:
                    user = reader.sweep_user(scope)
                yield scope, user
            if not self.whole or len(names) < _USERS:
                return
            last = names[-1]

    @property
    def _chats(self) -> ChatKeeping:
        return self.retention.chats or NEVER

    def _of_chats(self, scope: Scope, *, kept: bool) -> Iterator[SweepItem]:
        """What would become of the conversations of a user, in order of creation."""
        if not self._chats.is_on:
            return
        last = ""
        while True:
            with self.store.read() as reader:
                rows = reader.conversations(scope, after=last, limit=PAGE)
                found = [
                    one.item
                    for row in rows
                    for one in in_conversation(reader, scope, row, self.at, self._chats, kept=kept)
                ]
                for row in rows:
                    found += drop_items(reader, scope, row, self.at, self._chats, kept=kept)
            yield from found
            if len(rows) < PAGE:
                return
            last = rows[-1].id

    def _users(self) -> Iterator[SweepUser]:
        last: str | None = None
        while True:
            with self.store.read() as reader:
                if not self.whole:
                    one = reader.sweep_user(self.scope)
                    users = [] if one is None else [one]
                else:
                    users = reader.sweep_users(self.scope.space, after=last, limit=_USERS)
            yield from users
            if not self.whole or len(users) < _USERS:
                return
            last = users[-1].scope.user

    def _all(self, scope: Scope, changes: dict[str, SweepItem]) -> Iterator[SweepItem]:
        last = 0
        while True:
            with self.store.read() as reader:
                rows = reader.facts(scope, after=last, limit=_PAGE)
            for row in rows:
                item = changes.get(row.fact.id)
                if item is None:
                    item = _item(scope, row, self._verdict(row))
                    if item.action != "keep":
                        item = _item(scope, row, _STAYS)
                yield item
            if len(rows) < _PAGE:
                return
            last = rows[-1].number

    def _of_user(self, user: SweepUser) -> Iterator[SweepItem]:
        leaving: set[int] = set()
        told: dict[int, str] = {}
        for rows in self._due(user):
            for row in rows:
                found = self._verdict(row)
                if found.action == "keep":
                    continue
                is_live = row.standing.state == "live"
                if leaves(found) and is_live:
                    yield from self._with_older(user.scope, row, found, told)
                elif row.number not in told:
                    told[row.number] = row.fact.id
                    yield _item(user.scope, row, found)
                if is_live and row.number in told:
                    leaving.add(row.number)
        yield from self._capped(user.scope, leaving, told)
        for source in self.more:
            yield from source(user.scope, told.values())

    def _verdict(self, row: FactRow) -> Verdict:
        return verdict(row.fact, row.standing, self.at, self.retention)

    def _due(self, user: SweepUser) -> Iterator[list[FactRow]]:
        """Pages of facts that are due; of all, where they are due by other times than were told."""
        scope = user.scope
        if user.policy != self.retention.mark:
            last = 0
            while True:
                with self.store.read() as reader:
                    rows = reader.facts(scope, after=last, limit=_PAGE)
                yield rows
                if len(rows) < _PAGE:
                    return
                last = rows[-1].number
        behind: tuple[int, int] | None = None
        while True:
            with self.store.read() as reader:
                due = reader.sweep_due(scope, self.at, limit=_PAGE, after=behind)
                by_number = {
                    row.number: row for row in reader.facts_at(scope, [one.number for one in due])
                }
            yield [by_number[one.number] for one in due]
            if len(due) < _PAGE:
                return
            behind = (due[-1].due, due[-1].number)

    def _with_older(
        self, scope: Scope, row: FactRow, found: Verdict, told: dict[int, str]
    ) -> Iterator[SweepItem]:
        """A fact that leaves its slot, behind the older values that go with it."""
        if row.number in told:
            return
        with self.store.read() as reader:
            older = older_of(reader, scope, row, self.at, self.retention)
        if any(one.standing.pinned for one in older):
            return
        for one in older:
            if one.number not in told:
                told[one.number] = one.fact.id
                why = Verdict(action="tombstone", policy="slot", reason=slot_reason(row.fact.id))
                yield _item(scope, one, why)
        told[row.number] = row.fact.id
        yield _item(scope, row, found)

    def _capped(self, scope: Scope, leaving: set[int], told: dict[int, str]) -> Iterator[SweepItem]:
        cap = self.retention.cap_of(scope.user)
        if cap is None:
            return
        with self.store.read() as reader:
            if reader.fact_totals(scope).live - len(leaving) <= cap:
                return
            facts = [
                one
                for one in capped_facts(reader, scope, self.at, self.retention)
                if one.number not in leaving and one.number not in told
            ]
            over = over_cap(facts, cap, self.at, self.retention)
            picked = []
            excess = over.excess
            for low in over.lowest:
                if excess <= 0:
                    break
                row = _row(reader, scope, low.fact.number)
                if low.fact.shares and any(
                    one.standing.pinned
                    for one in older_of(reader, scope, row, self.at, self.retention)
                ):
                    continue
                excess -= 1
                picked.append((low, low.fact.number))
        for low, number in picked:
            with self.store.read() as reader:
                row = _row(reader, scope, number)
            reason = cap_reason(low.score, low.sure, low.fact.importance, live=over.live, cap=cap)
            why = Verdict(action="tombstone", policy="cap", reason=reason)
            yield from self._with_older(scope, row, why, told)


_STAYS: Final = Verdict(
    action="keep",
    reason="It would go, but an older value of its slot is pinned and would hold again.",
)


def _row(reader: Reader, scope: Scope, number: int) -> FactRow:
    rows: Sequence[FactRow] = reader.facts_at(scope, [number])
    return rows[0]


def _item(scope: Scope, row: FactRow, found: Verdict) -> SweepItem:
    return SweepItem(
        user=scope.user,
        record=row.fact.id,
        text=row.fact.text,
        action=found.action,
        policy=found.policy,
        reason=found.reason,
    )
