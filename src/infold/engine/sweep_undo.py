"""Undoing a sweep: what it hid is shown again, as long as it has not been purged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from infold.core.clock import Clock
from infold.core.scope import Scope
from infold.engine import merged_facts, slot_placing, sweep_leases
from infold.engine.evicting import take_back
from infold.engine.fact_events import Keeper
from infold.engine.restoring import equal_to
from infold.engine.sweep_records import SWEEPS, SweepProgress, SweepReceipt, SweepStep, receipt
from infold.errors import Conflict, NotFound
from infold.store.protocol import Reader, Store, Writer
from infold.store.sweep_protocol import SweepRow, SweepState, Swept

__all__ = ["find_sweep", "finish_undo", "undo_sweep"]

_CHUNK: Final = 1_000
_LOOK: Final = 2_000
_SEVERAL: Final = 2
_BY: Final = "undo"
_LEAST_START: Final = 4


@dataclass(slots=True)
class _Chunk:
    row: SweepRow
    seen: int
    over: bool


def find_sweep(reader: Reader, space: str, name: str) -> SweepRow:
    """A sweep by its id, or by how its id starts.

    Raises:
        NotFound: There is none, or several fit.
    """
    row = reader.sweep(space, name)
    if row is not None:
        return row
    fits = [one for one in reader.sweeps(space) if one.id.startswith(name)]
    if len(fits) == 1 and len(name) >= _LEAST_START:
        return fits[0]
    raise NotFound(
        f"{name!r:.40} fits {'several' if len(fits) >= _SEVERAL else 'no'} sweeps.",
        hint="`infold sweep --list` lists them.",
    )


def undo_sweep(
    store: Store,
    space: str,
    sweep: str,
    *,
    clock: Clock,
    keeper: Keeper,
    lease_seconds: float,
    progress: SweepProgress | None = None,
) -> SweepReceipt:
    """Show again what a sweep hid: facts come back with all that they had, vectors too.

    Works on one that is part done as well, and goes on where an undo was broken off. What somebody
    has changed since (deleted anew, restored) is left as it is.

    Args:
        store: Where the facts are.
        space: Of the sweep.
        sweep: Its id.
        clock: Tells the time.
        keeper: The store's settings.
        lease_seconds: A worker that is silent for so long has died.
        progress: Told after each chunk.

    Returns:
        With `restored`, `gone` and `left` in its counts. Undoing it twice changes nothing.

    Raises:
        NotFound: No such sweep.
        Conflict: It is under way, or all that it hid has been purged.
    """
    row = finish_undo(
        store,
        space,
        sweep,
        clock=clock,
        keeper=keeper,
        lease=timedelta(seconds=lease_seconds),
        progress=progress,
    )
    if row.state != "undone":
        only = "removes facts for good" if not row.counts.get("gone") else ""
        raise Conflict(
            f"The sweep {row.id} cannot be undone: "
            + (f"all that it did {only}." if only else "what it hid has been purged."),
            hint="Nothing brings back what was purged. A sweep can be undone until the grace "
            "period of what it hid is over.",
            records=[row.id],
        )
    return receipt(row)


def finish_undo(
    store: Store,
    space: str,
    sweep: str,
    *,
    clock: Clock,
    keeper: Keeper,
    lease: timedelta,
    progress: SweepProgress | None,
) -> SweepRow:
    """Undo a sweep, or finish an undo that was broken off; see `undo_sweep`.

    Returns:
        The record: `undone`, or `done` where nothing could be brought back.

    Raises:
        NotFound: No such sweep.
        Conflict: It is under way.
    """

    def start(tx: Writer) -> SweepRow | None:
        row = find_sweep(tx, space, sweep)
        if row.state == "undone":
            return None
        now = clock.now()
        if row.state != "undoing":
            counts = {k: n for k, n in row.counts.items() if k not in ("restored", "gone", "left")}
            row = replace(row, reached=None, counts=counts)
        return sweep_leases.taken_over(tx, row, "undoing", now=now, lease=lease)

    row = store.write(start)
    if row is None:
        with store.read() as reader:
            return find_sweep(reader, space, sweep)
    chunk = _Chunk(row=row, seen=0, over=False)
    evicted = _Evicted(row=row)
    while not evicted.over:

        def back(tx: Writer, evicted: _Evicted = evicted) -> _Evicted:
            return _bring_back(tx, evicted, clock=clock, lease=lease)

        evicted = store.write(back)
        chunk.row = evicted.row
    while not chunk.over:

        def step(tx: Writer, chunk: _Chunk = chunk) -> _Chunk:
            return _chunk(tx, chunk, clock=clock, keeper=keeper, lease=lease)

        chunk = store.write(step)
        if progress:
            restored = chunk.row.counts.get("restored", 0)
            progress(SweepStep(users=chunk.seen, changes=restored))
    return chunk.row


@dataclass(slots=True)
class _Evicted:
    row: SweepRow
    over: bool = False


def _bring_back(tx: Writer, evicted: _Evicted, *, clock: Clock, lease: timedelta) -> _Evicted:
    """Take back the next of what the sweep evicted of conversations."""
    row, now = evicted.row, clock.now()
    sweep_leases.check_lease(tx, row)
    space, counts, room = row.scope.space, Counter(row.counts), _CHUNK
    users = [row.scope.user]
    if row.whole:
        users = tx.users_evicted_by(space, row.id, None, limit=_LOOK)
    for user in users:
        scope = Scope(space=space, user=user)
        rows = tx.evicted_by(scope, row.id, limit=room)
        counts["restored"] += take_back(tx, scope, rows, at=now)
        room -= len(rows)
        if room <= 0:
            break
    over = room > 0 and (not row.whole or len(users) < _LOOK)
    row = replace(row, counts=dict(counts), chunks=row.chunks + 1)
    row = sweep_leases.renewed(row, now, lease)
    tx.save_sweep(row)
    return _Evicted(row=row, over=over)


def _chunk(tx: Writer, chunk: _Chunk, *, clock: Clock, keeper: Keeper, lease: timedelta) -> _Chunk:
    """Undo the next thousand facts. What is undone is forgotten: that is how far it has come."""
    row, now = chunk.row, clock.now()
    sweep_leases.check_lease(tx, row)
    if row.whole:
        found = tx.sweep_users(row.scope.space, after=row.reached, limit=_LOOK)
        users = [one.scope for one in found]
    else:
        users = [row.scope]
    counts, seen, reached, done = Counter(row.counts), chunk.seen, row.reached, 0
    is_over = not row.whole or len(users) < _LOOK
    for scope in users:
        pieces = tx.swept(scope, row.id)
        for piece in pieces:
            if done and done + len(piece.numbers) > _CHUNK:
                is_over = False
                break
            done += len(piece.numbers)
            _show_again(tx, scope, piece, counts, keeper=keeper, now=now)
            tx.forget_swept(scope, row.id, piece.chunk, piece.was)
        else:
            reached, seen = scope.user, seen + 1
            continue
        break
    row = replace(row, reached=reached, counts=dict(counts), chunks=row.chunks + 1)
    row = sweep_leases.renewed(row, now, lease)
    if is_over:
        is_gone = not counts["restored"] and (
            counts["gone"] or (counts["purged"] and not counts["left"])
        )
        state: SweepState = "done" if is_gone else "undone"
        row = replace(row, state=state, finished=now, leased_to=None, token="")
    tx.save_sweep(row)
    return _Chunk(row=row, seen=seen, over=is_over)


def _is_said_again(tx: Writer, scope: Scope, number: int, now: datetime) -> bool:
    return any(equal_to(tx, scope, row, now) for row in tx.facts_at(scope, [number]))


def _show_again(
    tx: Writer,
    scope: Scope,
    piece: Swept,
    counts: Counter[str],
    *,
    keeper: Keeper,
    now: datetime,
) -> None:
    data = "" if piece.was == "live" else piece.was
    is_changed = False
    deleted = tx.hidden_by_others(scope, piece.numbers, by=SWEEPS)
    for state in tx.fact_states_at(scope, piece.numbers):
        standing = state.standing
        if standing.state == "purged":
            counts["gone"] += 1
        elif (
            standing.state in ("tombstoned", "expired")
            and standing.tombstoned_at == piece.at
            and state.number not in deleted
            and not _is_said_again(tx, scope, state.number, now)
        ):
            # What was merged into it was hidden with it, and comes back with it.
            again = merged_facts.change if standing.state == "tombstoned" else slot_placing.change
            again(tx, scope, state.id, "restored", keeper=keeper, now=now, by=_BY, data=data)
            counts["restored"] += 1
            is_changed = True
        else:
            counts["left"] += 1
    if is_changed:
        tx.touch(scope)
