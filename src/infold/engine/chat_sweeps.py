"""The part of a sweep that looks at conversations: before facts, under the same lease."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from infold.core.clock import Clock
from infold.engine import sweep_leases
from infold.engine.chat_exports import export_due
from infold.engine.dropping import BlankVector, drop_due
from infold.engine.evicting import Place, evict
from infold.engine.fact_events import Keeper
from infold.engine.sweep_records import SweepProgress, SweepStep, receipt
from infold.store.protocol import Store, Writer
from infold.store.sweep_protocol import SweepRow

__all__ = ["ChatSweep"]


class ChatSweep:
    """Sweeps conversations, where a policy of them is set.

    Args:
        store: Where they are.
        clock: Tells the time, for leases.
        keeper: The store's settings; its retention decides.
        lease: A worker that is silent for so long has died.
        stop: Set to stop between two chunks.
        progress: Told after each chunk.
        blank: Gives the vector of a message without its text; None where nothing is to be dropped.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        keeper: Keeper,
        lease: timedelta,
        stop: threading.Event,
        progress: SweepProgress | None,
        blank: Callable[[], BlankVector] | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._keeper = keeper
        self._lease = lease
        self._stop = stop
        self._progress = progress
        self._blank = blank

    def swept(self, row: SweepRow, *, room: int) -> SweepRow:
        """Do what is due, in chunks; a sweep that goes on finds nothing to do where it was.

        Args:
            row: The sweep.
            room: Records that one transaction changes at most.

        Returns:
            The sweep with its counts, as it is stored.
        """
        keeping = self._keeper.retention.chats
        if keeping is None or not keeping.is_on:
            return row
        if keeping.export is not None:
            row = export_due(
                self._store,
                row,
                keeping,
                secret=self._keeper.secret,
                record=self._record,
                is_stopped=self._stop.is_set,
            )
        place = following = Place(row=row)
        while not place.is_over and not self._stop.is_set():

            def chunk(tx: Writer, sweep: SweepRow, place: Place = place) -> SweepRow:
                nonlocal following
                following = evict(tx, replace(place, row=sweep), keeping, room=room)
                return following.row

            row = self._record(place.row, chunk, users=place.seen)
            place = replace(following, row=row)
        if keeping.drop is None or self._blank is None:
            return place.row
        return drop_due(
            self._store,
            place.row,
            keeping,
            room=room,
            blank=self._blank,
            record=self._record,
            is_stopped=self._stop.is_set,
        )

    def _record(
        self, row: SweepRow, change: Callable[[Writer, SweepRow], SweepRow], *, users: int = 0
    ) -> SweepRow:
        """Do a step and save with it how the sweep stands, under its lease."""

        def command(tx: Writer) -> SweepRow:
            sweep_leases.check_lease(tx, row)
            done = change(tx, row)
            kept = replace(done, chunks=row.chunks + 1)
            kept = sweep_leases.renewed(kept, self._clock.now(), self._lease)
            tx.save_sweep(kept)
            return kept

        kept = self._store.write(command)
        if self._progress:
            self._progress(SweepStep(users=users, changes=receipt(kept).changes))
        return kept
