"""The write-ahead log: kept short, and told of where it cannot be.

SQLite moves the log into the database as it goes, but not what an open snapshot may still read. A
reader that stays open for long, or a program that stopped in the middle of one, lets it grow.
"""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Final

_log = logging.getLogger(__name__)

ALARM: Final = 64 * 1024 * 1024
"""A log of so many bytes is held open by a long reader."""
_EVERY: Final = 16
"""Transactions between two looks at the log."""


class LogWatch:
    """Looks at the log now and then, shortens it where it can, and warns where it cannot.

    Args:
        path: Of the log.
        busy_seconds: What the connection waits for others in its usual work.
        alarm: Bytes from which on the log is too long.
        every: Transactions between two looks.
    """

    def __init__(
        self, path: Path, busy_seconds: float, *, alarm: int = ALARM, every: int = _EVERY
    ) -> None:
        self._path = path
        self._busy_seconds = busy_seconds
        self._alarm = alarm
        self._every = every
        self._left = every
        self._told = 0

    def after_commit(self, connection: sqlite3.Connection) -> None:
        """Count a transaction; look at the log where it is time to.

        Raises:
            sqlite3.Error: The disk failed.
        """
        self._left -= 1
        if self._left > 0:
            return
        self._left = self._every
        if size(self._path) <= self._alarm:
            self._told = 0
            return
        if shorten(connection, self._busy_seconds):
            return
        now = size(self._path)
        # Once, and again when it has doubled.
        if now > self._alarm and now >= 2 * self._told:
            self._told = now
            _log.warning(
                "The log %s has grown to %d MiB: a program has kept a reading of the store open "
                "for long. Writing goes on; close that program to let the log shrink.",
                self._path,
                now // (1024 * 1024),
            )


def shorten(connection: sqlite3.Connection, busy_seconds: float) -> bool:
    """Move all of the log into the database and empty it; False where a reader is in the way.

    Waits for nobody. Outside of a transaction.

    Raises:
        sqlite3.Error: The disk failed.
    """
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        is_busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(busy_seconds * 1000):d}")
    return not is_busy


def size(path: Path) -> int:
    """Bytes of a file; 0 where there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
