"""Sweeping: what is due is let go in chunks, each a transaction of at most a thousand records.

A chunk does what the policies say at the sweep's clock, of the facts as they stand in its own
transaction: what was pinned, used or confirmed since the plan was made is respected, and doing a
chunk twice changes nothing. How far the sweep has come is part of the chunk, so that one that was
killed goes on behind its last whole chunk.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from infold.core.clock import Clock
from infold.core.scope import Scope
from infold.core.wording import counted
from infold.engine import sweep_leases
from infold.engine.chat_sweeps import ChatSweep
from infold.engine.dropping import BlankVector
from infold.engine.fact_events import Keeper
from infold.engine.purging import remove_facts
from infold.engine.sweep_caps import capped_facts, over_cap
from infold.engine.sweep_records import SWEEPS, SweepProgress, SweepReceipt, SweepStep, receipt
from infold.engine.sweep_slots import go_with_older
from infold.engine.sweep_undo import finish_undo
from infold.errors import StoreError
from infold.memory.retention import due_at
from infold.store.protocol import Store, Writer
from infold.store.sweep_protocol import DueFact, GoneState, SweepRow, SweepUser

__all__ = ["CHUNK", "Sweeper"]

CHUNK: Final = 1_000
"""Facts that one transaction changes at most."""
_LOOK: Final = 250
"""Users that one transaction looks at, at most."""
IDLE: Final = "Neither used nor confirmed for its idle time."
EXPIRED: Final = "Expired."
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Place:
    """Where a sweep stands among the users: what only the running process needs to know.

    `anew` is a user whose facts have to be told anew when they are due before they are swept.
    """

    row: SweepRow
    behind: tuple[int, int] | None = None
    seen: int = 0
    anew: SweepUser | None = None
    over: bool = False


class Sweeper:
    """Sweeps one user, or all of a space. An undo there that was broken off is finished first.

    Args:
        store: Where the facts are.
        clock: Tells the time, for leases and records.
        keeper: The store's settings; its retention decides.
        lease_seconds: A worker that is silent for so long has died.
        stop: Set to stop between two chunks; the sweep then counts as broken off.
        blank: Gives the vector of a message without its text, where texts are to be dropped.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        keeper: Keeper,
        lease_seconds: float,
        stop: threading.Event | None = None,
        blank: Callable[[], BlankVector] | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._keeper = keeper
        self._lease = timedelta(seconds=lease_seconds)
        self._stop = stop or threading.Event()
        self._blank = blank

    def sweep(
        self,
        scope: Scope,
        *,
        whole: bool,
        at: datetime,
        scheduled: datetime | None = None,
        progress: SweepProgress | None = None,
    ) -> SweepReceipt:
        """Do what is due at a moment. One of the same scope that was broken off is finished first.

        Args:
            scope: Whose; the empty user where it is `whole`.
            whole: Of all users of the space.
            at: The sweep's clock.
            scheduled: When the schedule asked for it.
            progress: Told after each chunk.

        Raises:
            Conflict: Somebody is sweeping there, or took this one over.
        """
        self._finish_undos(scope, whole=whole, progress=progress)
        while True:
            now = self._clock.now()

            def start(tx: Writer, now: datetime = now) -> tuple[SweepRow, bool]:
                return sweep_leases.begin(
                    tx,
                    scope,
                    whole=whole,
                    at=at,
                    now=now,
                    lease=self._lease,
                    scheduled=scheduled,
                )

            row, is_rest = self._store.write(start)
            done = self._finish(row, progress)
            if not is_rest or row.at == at or done.state != "done":
                return done
            if scheduled is not None and row.scheduled is not None:
                return done  # the schedule asked once

    def _finish_undos(self, scope: Scope, *, whole: bool, progress: SweepProgress | None) -> None:
        with self._store.read() as reader:
            rows = reader.sweeps_running(scope.space)
        for row in rows:
            meets = whole or row.whole or row.scope.user == scope.user
            if row.state == "undoing" and meets:
                finish_undo(
                    self._store,
                    scope.space,
                    row.id,
                    clock=self._clock,
                    keeper=self._keeper,
                    lease=self._lease,
                    progress=progress,
                )

    def _finish(self, row: SweepRow, progress: SweepProgress | None) -> SweepReceipt:
        chats = ChatSweep(
            self._store,
            clock=self._clock,
            keeper=self._keeper,
            lease=self._lease,
            stop=self._stop,
            progress=progress,
            blank=self._blank,
        )
        place = _Place(row=chats.swept(row, room=CHUNK))
        while not place.over and not self._stop.is_set():
            if place.anew is not None:
                self._tell_due_anew(place.anew.scope)
                place.anew = None
            place = self._store.write(partial(self._chunk, place))
            if progress:
                progress(SweepStep(users=place.seen, changes=receipt(place.row).changes))
        return receipt(place.row, in_log=not self._cleared(place.row))

    def _cleared(self, row: SweepRow) -> bool:
        """Whether no old pages of what was removed for good are left in the store's files."""
        if row.counts.get("dropped"):
            try:
                self._store.compact()
            except StoreError as error:
                _log.warning("The store could not be built anew: %s", error.message)
                return False
        elif not row.counts.get("purged"):
            return True
        return self._store.shorten_log()

    def _chunk(self, place: _Place, tx: Writer) -> _Place:
        """Do the next thousand facts; how far it has come is saved with them."""
        row = place.row
        sweep_leases.check_lease(tx, row)
        users = self._users(tx, row)
        counts = Counter(row.counts)
        room, seen, reached, behind = CHUNK, place.seen, row.reached, place.behind
        anew: SweepUser | None = None
        is_over = len(users) < _LOOK
        now = self._clock.now()
        for user in users:
            if user.policy != self._keeper.retention.mark:
                anew, is_over = user, False
                break
            one = _OneUser(tx, user, row, self._keeper, room, behind, now=now)
            one.run()
            counts += one.counts
            room -= one.changed
            if not one.is_done:
                behind, is_over = one.behind, False
                break
            reached, behind = user.scope.user, None
            seen += 1
            if room <= 0:
                is_over = False
                break
        row = replace(row, reached=reached, counts=dict(counts), chunks=row.chunks + 1)
        row = sweep_leases.renewed(row, now, self._lease)
        if is_over:
            row = replace(row, state="done", finished=now, leased_to=None, token="")
        tx.save_sweep(row)
        return _Place(row=row, behind=behind, seen=seen, anew=anew, over=is_over)

    def _users(self, tx: Writer, row: SweepRow) -> list[SweepUser]:
        if row.whole:
            return tx.sweep_users(row.scope.space, after=row.reached, limit=_LOOK)
        if row.reached is not None:
            return []
        user = tx.sweep_user(row.scope)
        return [] if user is None else [user]

    def _tell_due_anew(self, scope: Scope) -> None:
        """Tell when the facts of a user are due by the idle and grace times that hold now."""
        retention, last = self._keeper.retention, 0
        while True:

            def page(tx: Writer, last: int = last) -> int | None:
                rows = tx.facts(scope, after=last, limit=CHUNK)
                for row in rows:
                    due = due_at(row.fact, row.standing, retention)
                    if due != row.due:
                        tx.save_standing(scope, replace(row, due=due), was=row.standing)
                if len(rows) == CHUNK:
                    return rows[-1].number
                tx.bind_policy(scope, retention.mark)
                return None

            behind = self._store.write(page)
            if behind is None:
                return
            last = behind


class _OneUser:
    """What a chunk does with the facts of one user.

    Args:
        tx: The transaction.
        user: Whose.
        row: The sweep.
        keeper: The store's settings.
        room: Facts that may be changed.
        behind: Go on behind this fact: when it is due, and its number.
        now: When it is done: a fact's grace period counts from then, never from the sweep's clock,
            which may be long past where a sweep goes on or is as of an earlier moment.
    """

    def __init__(
        self,
        tx: Writer,
        user: SweepUser,
        row: SweepRow,
        keeper: Keeper,
        room: int,
        behind: tuple[int, int] | None,
        *,
        now: datetime,
    ) -> None:
        self._tx = tx
        self._scope = user.scope
        self._user = user
        self._row = row
        # A clock that was set back shortens no grace period.
        self._now = max(now, row.at)
        self._keeper = keeper
        self._room = room
        self._is_first = behind is None
        self.behind = behind
        self.counts: Counter[str] = Counter()
        self.changed = 0
        self.is_done = False
        self._went: dict[str, list[int]] = {}

    def run(self) -> None:
        """Do what is due, then what the cap asks for, as far as there is room."""
        due = self._tx.sweep_due(self._scope, self._row.at, limit=self._room, after=self.behind)
        self._hide_and_purge(due)
        if due:
            self.behind = (due[-1].due, due[-1].number)
        self.is_done = len(due) < self._room
        if self.is_done:
            self._cap()
        if self.changed:
            is_first = self._is_first and not (
                self._tx.swept(self._scope, self._row.id)
                or self._tx.has_evicted(self._scope, self._row.id)
            )
            for was, numbers in self._went.items():
                self._tx.keep_swept(
                    self._scope,
                    self._row.id,
                    self._row.chunks + 1,
                    was,
                    sorted(numbers),
                    at=self._now,
                )
            self.counts["users"] += is_first
            self._tx.touch(self._scope)

    def _hide_and_purge(self, due: Sequence[DueFact]) -> None:
        found = _groups(due)
        self._hide(found.expired, "expired", EXPIRED, live=len(found.expired), count="expired")
        self._hide(found.idle, "tombstoned", IDLE, live=len(found.idle), count="idle")
        self._hide(found.aside, "tombstoned", IDLE, live=0, count="idle", was="quarantined")
        if found.purged:
            self._tx.remove_hidden(self._scope, found.purged, at=self._now, by=SWEEPS)
            self._count("purged", len(found.purged))
        if found.removed:
            states = self._tx.fact_states_at(self._scope, found.removed)
            gone = remove_facts(
                self._tx, self._scope, states, keeper=self._keeper, now=self._now, by=SWEEPS
            )
            self._count("purged", len(gone))
        for number in found.placed:
            self._go_placed(number, IDLE, "idle")

    def _hide(
        self,
        numbers: Sequence[int],
        state: GoneState,
        reason: str,
        *,
        live: int,
        count: str,
        was: str = "live",
    ) -> None:
        if not numbers:
            return
        self._tx.let_go(
            self._scope,
            numbers,
            state,
            live=live,
            at=self._now,
            by=SWEEPS,
            reason=reason,
            grace=self._keeper.retention.grace,
        )
        self._went.setdefault(was, []).extend(numbers)
        self._count(count, len(numbers))

    def _go_placed(self, number: int, reason: str, count: str) -> bool:
        """Let a fact go that shares its slot; False where it stays for a pinned older value."""
        went = go_with_older(
            self._tx,
            self._scope,
            number,
            at=self._row.at,
            now=self._now,
            reason=reason,
            by=SWEEPS,
            keeper=self._keeper,
        )
        if went is None:
            self.counts["kept"] += 1
            return False
        if went:
            self._went.setdefault("live", []).extend(went)
            self._count(count, 1)
            self._count("with_newer", len(went) - 1)
        return True

    def _cap(self) -> None:
        """Let the lowest go where more are live than the cap."""
        cap = self._keeper.retention.cap_of(self._scope.user)
        if cap is None or self._user.totals.live <= cap:
            return  # it has not become more since
        at, retention = self._row.at, self._keeper.retention
        facts = capped_facts(self._tx, self._scope, at, retention)
        over = over_cap(facts, cap, at, retention)
        excess = over.excess
        reason = f"Over the cap of {counted(cap, 'live fact')}, and among the lowest."
        alone: list[int] = []
        for low in over.lowest:
            if excess <= 0:
                break
            if len(alone) + self.changed >= self._room:
                self.is_done = False
                break
            if not low.fact.shares:
                alone.append(low.fact.number)
                excess -= 1
            elif self._go_placed(low.fact.number, reason, "capped"):
                excess -= 1
        self._hide(alone, "tombstoned", reason, live=len(alone), count="capped")

    def _count(self, name: str, number: int) -> None:
        self.counts[name] += number
        self.changed += number


@dataclass(slots=True)
class _Groups:
    """Numbers of facts by what becomes of them.

    `placed` and `removed` share their slots with others, which are placed anew.
    """

    expired: list[int] = field(default_factory=list)
    idle: list[int] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)
    purged: list[int] = field(default_factory=list)
    placed: list[int] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)


def _groups(due: Sequence[DueFact]) -> _Groups:
    found = _Groups()
    for one in due:
        if one.state == "quarantined":
            found.aside.append(one.number)
        elif one.state != "live":
            (found.removed if one.shares else found.purged).append(one.number)
        elif one.expired:
            found.expired.append(one.number)
        else:
            (found.placed if one.shares else found.idle).append(one.number)
    return found
