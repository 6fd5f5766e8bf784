"""Running jobs: what is due now, or whatever comes until told to stop."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from infold.core.wording import counted
from infold.engine.jobs import JobReport
from infold.engine.memory import Infold
from infold.engine.partly import partly
from infold.engine.removing import queue_waiting
from infold.errors import StoreBusy, StoreError
from infold.jobs.schedule import Timetable
from infold.store.protocol import JobRow

_log = logging.getLogger(__name__)

PAUSE = 0.5
"""Seconds between looks at a queue in which nothing is due."""

PATIENCE = 4
"""Leases that `run_all` waits for jobs of others while nothing changes."""


def run_all(
    memory: Infold,
    *,
    progress: Callable[[int], None] | None = None,
    waiting: Callable[[int], None] | None = None,
    failed: Callable[[JobReport], None] | None = None,
    pause: Callable[[float], object] = time.sleep,
) -> int:
    """Run the jobs that are due, those that they queue included, and return how many were done.

    A job that fails is put back for later or marked failed; the others go on. Jobs that another
    worker holds are waited for: until it has done them, or its lease has run out (it has died), and
    then they are done here. Where nothing changes for `PATIENCE` leases the waiting ends. Erasures
    that wait for their next try are tried at once.

    Args:
        memory: The open store.
        progress: Called with the number of jobs done so far.
        waiting: Called once with the number of jobs held by others, before they are waited for.
        failed: Called with what is told of each job that failed; it is put back or given up.
        pause: Waits for so many seconds; tests move their clock instead.

    Raises:
        StoreError: The store failed on the way: its hint says what was done before.
    """
    queue_waiting(memory)
    done, waited = 0, 0.0
    held: list[JobRow] = []
    while True:
        try:
            report = memory.run_job()
        except StoreError as error:
            if not done:
                raise
            kept = f"{counted(done, 'job')} done before: that stays."
            raise partly(error, kept, "The next run goes on from there.") from error
        if report is not None:
            waited = 0.0
            done += report.done
            if failed and report.error:
                failed(report)
            if progress:
                progress(done)
            continue
        before, held = held, [job for job in memory.jobs() if job.state == "running"]
        if not held:
            return done
        if held != before:
            if waiting and not before:
                waiting(len(held))
            waited = 0.0
        if waited >= PATIENCE * memory.settings.lease_seconds:
            return done
        pause(PAUSE)
        waited += PAUSE


def run_forever(memory: Infold, *, stop: threading.Event | None = None) -> None:
    """Run jobs as they come, and sweeps by the schedule, until `stop` is set.

    For a process of its own.

    Args:
        memory: The open store.
        stop: Ends the loop between two jobs; never where left out.
    """
    stop = stop or threading.Event()
    timetable = Timetable(memory.settings)
    while not stop.is_set():
        try:
            timetable.look(memory)
            if memory.run_job() is not None:
                continue
        except StoreBusy:
            _log.warning("The store is held by another process; trying again.")
        stop.wait(PAUSE)


class BackgroundWorker:
    """A thread that runs jobs while the program goes on; started by the caller, and stopped.

    ```python
    with BackgroundWorker(memory):
        ...
    ```
    """

    def __init__(self, memory: Infold) -> None:
        Timetable(memory.settings)  # one that cannot be used is refused here, not in the thread
        self._memory = memory
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread; a second call does nothing."""
        if self._thread is None:
            self._stop.clear()
            self._thread = threading.Thread(target=self._run, name="infold-worker", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop after the job at hand and wait for it."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._stop.set()
            thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                run_forever(self._memory, stop=self._stop)
            except Exception:  # noqa: BLE001 - the thread outlives whatever befalls one look
                _log.exception("The queue could not be looked at; trying again.")
                self._stop.wait(PAUSE)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
