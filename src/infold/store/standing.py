"""Where an open store stands: readable at least, still the same file, and of this process."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Final

from infold.errors import StoreError
from infold.store.faults import typed
from infold.store.opening import Place, check_version

_UNWRITABLE: Final = (
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
)
_PRIMARY: Final = 0xFF  # the low byte of an extended result code


def is_there(path: Path) -> bool:
    """Whether there is a store, or something in its place; an empty file is none.

    Raises:
        StoreError: Nobody may look there.
    """
    try:
        return path.exists() and not (path.is_file() and not path.stat().st_size)
    except OSError as error:
        raise StoreError(
            f"The store {path} cannot be reached: {error.strerror}.",
            hint="Check that you may enter its folder, and those above it.",
        ) from error


def readable(place: Place, error: StoreError) -> Place:
    """The place as it can be read, where opening it to write failed with `error`.

    Three cases. Another process has it open, or has left its two files there: SQLite reads it as
    usual. They are not there, and cannot be made: the file is complete in itself, and is read as
    one that nobody writes. The log holds work and its index cannot be made: without it the newest
    messages would be missing in silence, so that is an error.

    Raises:
        StoreError: `error`, where it is of another kind; else what keeps it from being read.
        IntegrityError: The file is damaged, or a database of something else.
        SchemaTooNew: A newer Infold wrote it.
    """
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    is_barred = code is not None and code & _PRIMARY in _UNWRITABLE
    if not (is_barred and place.path.is_file() and _has_bytes(place.path)):
        raise error
    shared = replace(place, access="read")
    if _opens(shared):
        return shared
    if _has_bytes(place.log):
        raise StoreError(
            f"The store {place.path} cannot be written here, and its newest messages stand in "
            f"{place.log.name}, which SQLite cannot read without writing.",
            hint=f"Copy {place.path.name} and {place.log.name} together to a folder that you may "
            "write to, and open the copy; or open the store once where it can be written.",
        ) from error
    still = replace(place, access="still")
    if not _opens(still):
        raise error
    return still


class Standing:
    """What is checked before a store is used: it costs one look at the file.

    Args:
        place: The open store.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._path = place.path
        self._process = os.getpid()
        self._file = _identity(self._path)
        self._stamp = _stamp(self._path)

    @property
    def is_ours(self) -> bool:
        """False in a process that was forked off the one that opened the store."""
        return os.getpid() == self._process

    def check(self) -> None:
        """Refuse a store that is not the one that was opened.

        Raises:
            StoreError: The file was moved, deleted or replaced; or the process was forked.
        """
        if os.getpid() != self._process:
            raise StoreError(
                f"The store {self._path} was opened before this process was forked.",
                hint="Open it again in each process: SQLite's files cannot be shared by a fork.",
            )
        now = _identity(self._path)
        if now != self._file:
            if now is None:
                raise StoreError(
                    f"The store {self._path} was deleted or moved while it was open.",
                    hint="Nothing was read or written. Put the file back, or open the store again.",
                )
            name = self._path.name
            raise StoreError(
                f"The store {self._path} was replaced by another file while it was open.",
                hint="Nothing was read or written. Close every program that has it open, delete "
                f"{name}-wal and {name}-shm, which belong to the file before, and open it again.",
            )

    def has_changed(self) -> bool:
        """Whether a file that nobody should write was written since the last time; then noted."""
        now = _stamp(self._path)
        before, self._stamp = self._stamp, now
        return now != before or _has_bytes(self._place.log)


def changed(path: Path) -> StoreError:
    """The error for a file that is read as one that nobody writes, and was written."""
    return StoreError(
        f"The store {path} was written by another program while it was read.",
        hint="Try again; if it is written often, read it where SQLite can keep its files beside "
        "it: in a folder that you may write to.",
    )


def unwritable(path: Path) -> StoreError:
    """The error for a write to a store that was opened where it cannot be written."""
    return StoreError(
        f"The store {path} can be read here, but not written.",
        hint="Nothing was written. Check that you may write to the file and to its folder: SQLite "
        "keeps two more files beside it.",
    )


def require_readable(place: Place) -> None:
    """Refuse a place that cannot be read.

    Raises:
        StoreError: It cannot be opened, or is of an older Infold.
        IntegrityError: It is damaged, or a database of something else.
        SchemaTooNew: A newer Infold wrote it.
    """
    if not _opens(place):
        raise StoreError(
            f"The store {place.path} cannot be opened.", hint="Check that you may read it."
        )


def _opens(place: Place) -> bool:
    """Whether a store can be read; one of an older schema cannot.

    Raises:
        StoreError: As `infold.store.faults` says, where the reason is no missing right.
    """
    connection = None
    try:
        connection = place.reader()
        if check_version(connection, place.path):
            connection.execute("SELECT count(*) FROM spaces").fetchone()
            return True
    except sqlite3.Error as error:
        if error.sqlite_errorcode & _PRIMARY in _UNWRITABLE:
            return False
        raise typed(error, str(place.path)) from error
    finally:
        if connection is not None:
            connection.close()
    raise StoreError(
        f"The store {place.path} was made by an older Infold, and cannot be written here.",
        hint="Open it once where it can be written, to bring it up to date.",
    )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        seen = os.stat(path)  # noqa: PTH116 - half the time of Path.stat, at every read
    except OSError:
        return None
    return seen.st_dev, seen.st_ino


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_size, seen.st_mtime_ns


def _has_bytes(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False
