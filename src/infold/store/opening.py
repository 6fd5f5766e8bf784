"""Open a store's file: its settings, its version, and the connections to it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from infold.errors import IntegrityError, SchemaTooNew, StoreError, UsageError
from infold.store import functions
from infold.store.faults import misfit, typed

VERSION: Final = 6
"""Number of revisions in `infold/store/migrations`: `PRAGMA user_version` of a store."""
APPLICATION: Final = 0x496E666C
"""`PRAGMA application_id` of a store: "Infl"."""

Synchronous: TypeAlias = Literal["FULL", "NORMAL"]
Access: TypeAlias = Literal["write", "read", "still"]
"""`write`: as usual. `read`: others may write, this process cannot. `still`: a file that nobody
writes, on a medium where SQLite cannot keep its two files beside it."""
Connect: TypeAlias = Callable[..., sqlite3.Connection]

LOG_KEPT: Final = 16 * 1024 * 1024
"""Bytes of the write-ahead log that are kept for the next writes."""

_STATEMENTS_KEPT: Final = 256
_PAUSE: Final = 0.01  # seconds between two tries


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a store is and how connections to it are made.

    Attributes:
        path: The file.
        synchronous: `FULL`: what was acknowledged survives a power cut; `NORMAL`: a crash of the
            program only.
        busy_seconds: How long to wait for another process.
        connect: Makes a connection, with `sqlite3.connect`'s arguments. Tests and benches give
            one whose connections count, slow down or fail.
        access: What can be done there.
    """

    path: Path
    synchronous: Synchronous
    busy_seconds: float
    connect: Connect = sqlite3.connect
    access: Access = "write"

    @property
    def log(self) -> Path:
        """The write-ahead log beside it, where there is one."""
        return self.path.with_name(f"{self.path.name}-wal")

    def writer(self) -> sqlite3.Connection:
        """Open a connection that writes.

        Raises:
            sqlite3.Error: The file cannot be opened.
        """
        connection = self._open(
            f"PRAGMA synchronous = {self.synchronous}",
            "PRAGMA secure_delete = ON",
            # After a checkpoint the log shrinks to this.
            f"PRAGMA journal_size_limit = {LOG_KEPT:d}",
        )
        functions.install(connection)
        return connection

    def reader(self) -> sqlite3.Connection:
        """Open a connection that cannot write.

        Raises:
            sqlite3.Error: The file cannot be opened.
        """
        return self._open("PRAGMA query_only = ON")

    def _open(self, *settings: str) -> sqlite3.Connection:
        options = {"write": "", "read": "?mode=ro", "still": "?mode=ro&immutable=1"}[self.access]
        connection = self.connect(
            self.path.absolute().as_uri() + options if options else self.path,
            uri=bool(options),
            timeout=self.busy_seconds,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=_STATEMENTS_KEPT,
        )
        try:
            for setting in settings:
                connection.execute(setting)
        except BaseException:
            connection.close()
            raise
        return connection


def prepare(place: Place) -> sqlite3.Connection:
    """Open the writing connection, making or migrating the store where that is needed.

    Costs the same for any size of store. SQLAlchemy and Alembic are loaded only where the schema
    is not the current one.

    Raises:
        SchemaTooNew: A newer Infold wrote it.
        IntegrityError: The file is damaged, or a database of something else.
        StoreBusy: Another process holds it.
        StoreError: It cannot be opened or written.
    """
    if place.synchronous not in ("FULL", "NORMAL"):
        raise UsageError(f"synchronous is {place.synchronous!r}.", hint="Use 'FULL' or 'NORMAL'.")
    require_folder(place.path)
    connection = None
    try:
        connection = place.writer()
        _bring_up_to_date(connection, place.path, place.busy_seconds)
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        raise typed(error, str(place.path)) from error
    except UnicodeDecodeError as error:
        # What SQLite says of a damaged schema quotes it.
        if connection is not None:
            connection.close()
        raise misfit(error, str(place.path)) from error
    except BaseException:
        if connection is not None:
            connection.close()
        raise
    return connection


def require_folder(path: Path) -> None:
    """Refuse a place for a store in a folder that does not exist.

    Raises:
        StoreError: It does not exist.
    """
    if not path.parent.is_dir():
        raise StoreError(
            f"The store {path} cannot be made: its folder does not exist.",
            hint=f"Make the folder {path.parent} first.",
        )


def _bring_up_to_date(connection: sqlite3.Connection, path: Path, busy_seconds: float) -> None:
    is_current = check_version(connection, path)
    _use_log(connection, busy_seconds)
    if not is_current:
        from infold.store.migrating import migrate

        migrate(connection, VERSION, APPLICATION)


def check_version(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the schema is the current one; False for an older one, or none yet.

    Raises:
        SchemaTooNew: A newer Infold wrote it.
        IntegrityError: It is a database of something else.
        sqlite3.Error: It cannot be read.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application == APPLICATION and version > VERSION:
        raise SchemaTooNew(
            f"The store {path} has schema {version}; this Infold knows up to {VERSION}.",
            hint="Install a newer Infold to open it. It was not changed.",
        )
    if application != APPLICATION and not _is_empty(connection):
        raise IntegrityError(
            f"{path} is a SQLite database, but no Infold store.",
            hint="It was not changed. Give another path.",
        )
    return bool(application == APPLICATION and version == VERSION)


def _use_log(connection: sqlite3.Connection, busy_seconds: float) -> None:
    """Write ahead to a log. The file remembers it; a copy made by `VACUUM INTO` does not.

    SQLite does not wait for others when it changes this, so the waiting is done here.
    """
    if connection.execute("PRAGMA journal_mode").fetchone() == ("wal",):
        return
    end = time.monotonic() + busy_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(_PAUSE)
        else:
            return


def _is_empty(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None
