"""Running jobs: what is due now, or whatever comes until told to stop."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from infold.engine.memory import Infold
from infold.errors import InfoldError, StoreBusy

_log = logging.getLogger(__name__)

PAUSE = 0.5
"""Seconds between looks at an empty queue."""


def run_all(memory: Infold, *, progress: Callable[[int], None] | None = None) -> int:
    """Run the jobs that are due, those that they queue included, and return how many were done.

    A job that fails is put back for later or marked failed; the others go on.

    Args:
        memory: The open store.
        progress: Called with the number of jobs done so far.
    """
    done = 0
    while (report := memory.run_job()) is not None:
        done += report.done
        if progress:
            progress(done)
    return done


def run_forever(memory: Infold, *, stop: threading.Event | None = None) -> None:
    """Run jobs as they come, until `stop` is set; for a process of its own.

    Args:
        memory: The open store.
        stop: Ends the loop between two jobs; never where left out.
    """
    stop = stop or threading.Event()
    while not stop.is_set():
        try:
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
            except InfoldError as error:
                _log.warning("A job could not be run: %s", error)
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
