"""The store on SQLite: one file, any number of threads and processes."""

from __future__ import annotations

import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from infold.errors import IntegrityError, StoreError, VersionMismatch
from infold.store import log, scanning
from infold.store.erasing import ErasureReads, ErasureWrites
from infold.store.evicting import EvictionReads, EvictionWrites
from infold.store.facts import FactReads, FactWrites
from infold.store.faults import misfit, typed
from infold.store.folding import FoldWrites
from infold.store.graphing import GraphReads, GraphWrites
from infold.store.hearings import HearingReads, HearingWrites
from infold.store.jobs import JobReads, JobWrites
from infold.store.linking import LinkReads, LinkWrites
from infold.store.merging import MergeReads
from infold.store.nodes import NodeReads, NodeWrites
from infold.store.opening import Connect, Place, Synchronous, prepare
from infold.store.protocol import Sizes
from infold.store.queries import SQL
from infold.store.reading import ConversationReads, SpaceReads
from infold.store.removing import RemovalReads
from infold.store.segments import SegmentReads, SegmentWrites
from infold.store.standing import Standing, changed, readable, require_readable, unwritable
from infold.store.strays import strays
from infold.store.sweeping import SweepReads, SweepWrites
from infold.store.writer import GroupWriter
from infold.store.writing import ConversationWrites, SpaceWrites

T = TypeVar("T")

_IDLE_READERS: Final = 8


class SqliteReader(
    ConversationReads,
    SegmentReads,
    SpaceReads,
    GraphReads,
    NodeReads,
    LinkReads,
    FactReads,
    MergeReads,
    RemovalReads,
    HearingReads,
    SweepReads,
    EvictionReads,
    JobReads,
    ErasureReads,
):
    """A snapshot (`infold.store.protocol.Reader`)."""

    __slots__ = ()


class SqliteWriter(
    SqliteReader,
    ConversationWrites,
    SegmentWrites,
    SpaceWrites,
    FoldWrites,
    GraphWrites,
    NodeWrites,
    LinkWrites,
    FactWrites,
    HearingWrites,
    SweepWrites,
    EvictionWrites,
    JobWrites,
    ErasureWrites,
):
    """A snapshot inside the writing transaction (`infold.store.protocol.Writer`)."""

    __slots__ = ()


class SqliteStore:
    """A store in one file (`infold.store.protocol.Store`). Made by `open`.

    Args:
        place: Where it is.
        connection: Writes; None where it can only be read.
        before_commit: Called before each COMMIT: for benches that slow it down.
    """

    def __init__(
        self,
        place: Place,
        connection: sqlite3.Connection | None,
        before_commit: Callable[[], None] | None = None,
    ) -> None:
        self._place = place
        self._path = str(place.path)
        self._standing = Standing(place)
        self._writer = None
        if connection is not None:
            watch = log.LogWatch(place.log, place.busy_seconds)
            self._writer = GroupWriter(
                connection, self._path, self._view, before_commit, watch.after_commit
            )
        self._readers: list[sqlite3.Connection] = []
        self._reading = 0
        self._door = threading.Lock()
        self._closed = False

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        synchronous: Synchronous = "FULL",
        busy_seconds: float = 30.0,
        secret: bytes | None = None,
        space: str = "default",
        connect: Connect = sqlite3.connect,
        before_commit: Callable[[], None] | None = None,
    ) -> SqliteStore:
        """Open a store; make or migrate it where that is needed.

        Costs the same at any size; nothing that search needs is read. Where it cannot be written
        (a medium or a folder without the right to), it is opened to be read: `is_writable` is
        False, and a write is refused.

        Args:
            path: The file. Its folder must exist.
            synchronous: `FULL`: what was acknowledged survives a power cut; `NORMAL`: a crash of
                the program only, and commits cost less.
            busy_seconds: How long a call waits for another process.
            secret: The space's secret; drawn where it is None and the space is new.
            space: The space to work in; made where it is new.
            connect: Makes connections: for tests and benches that count, slow down or fail.
            before_commit: Called before each COMMIT: for benches that slow it down.

        Raises:
            VersionMismatch: The space has another secret.
            SchemaTooNew: A newer Infold wrote the store.
            IntegrityError: The file is damaged, or no Infold store.
            StoreBusy: Another process holds it.
            StoreError: It cannot be opened or written.
        """
        place = Place(
            path=Path(path), synchronous=synchronous, busy_seconds=busy_seconds, connect=connect
        )
        connection = None
        try:
            connection = prepare(place)
        except StoreError as error:
            place = readable(place, error)
        store = cls(place, connection, before_commit)
        try:
            store._enter(space, secret)
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def open_to_read(cls, path: str | Path) -> SqliteStore:
        """Open a copy or a backup to look at it: nothing of it, or beside it, is written.

        Raises:
            SchemaTooNew: A newer Infold wrote it.
            IntegrityError: It is damaged, or no Infold store.
            StoreError: It cannot be read so.
        """
        place = Place(path=Path(path), synchronous="FULL", busy_seconds=1.0, access="still")
        if log.size(place.log):
            raise StoreError(
                f"The newest messages of {path} stand in its log.",
                hint="Open it once as a store, so that SQLite moves them into the file.",
            )
        require_readable(place)
        return cls(place, None)

    @contextmanager
    def read(self) -> Iterator[SqliteReader]:
        """Open a snapshot. Safe from any thread; snapshots do not stop the writer.

        Raises:
            StoreError: The store is closed or cannot be read; or its file was replaced.
            IntegrityError: What was read does not fit together.
        """
        self._standing.check()
        is_still = self._place.access == "still"
        if is_still and self._standing.has_changed() and log.size(self._place.log):
            raise changed(self.path)
        connection = self._take_reader()
        reader = SqliteReader(connection, self._path)
        try:
            connection.execute("BEGIN")
            yield reader
            if is_still and self._standing.has_changed():
                raise changed(self.path)
        except sqlite3.Error as error:
            raise typed(error, self._path) from error
        except (LookupError, ArithmeticError, ValueError, TypeError, AttributeError) as error:
            # Rows are read as what they were written; one that was damaged can be anything.
            raise misfit(error, self._path) from error
        finally:
            reader.end()
            self._give_back(connection)

    def write(self, command: Callable[[SqliteWriter], T]) -> T:
        """Run a command, alone or with others that have gathered, and return when it is on disk.

        It may run on the thread of another caller; it must not write to the store by another way
        than the writer that it is given. An error inside undoes the command alone and is raised
        here.

        Raises:
            UsageError: Called from inside a command.
            StoreBusy: Another process held the store for too long.
            StoreError: The disk is full, the file cannot be written, or it is damaged.
        """
        self._standing.check()
        if self._writer is None:
            raise unwritable(self.path)
        return self._writer.write(command)

    @property
    def is_writable(self) -> bool:
        """False where it was opened on a medium or in a folder that cannot be written."""
        return self._writer is not None

    @property
    def readings(self) -> int:
        """How many snapshots this process has open."""
        return self._reading

    @property
    def path(self) -> Path:
        """The store's file."""
        return self._place.path

    def check(self) -> list[str]:
        """What is wrong with the file and its tables, some hundred findings; empty for a sound one.

        SQLite checks its pages; here follow rows that no scope leads to. Reads the whole file.
        """
        try:
            with self.read() as reader:
                found = [str(row[0]) for row in reader.rows("PRAGMA integrity_check(100)", ())]
                return strays(reader) if found == ["ok"] else found
        except IntegrityError as error:
            # So damaged that SQLite gives up.
            return [error.message]

    def sizes(self) -> Sizes:
        """Bytes of the database, of its write-ahead log, and of pages that hold nothing."""
        with self.read() as reader:
            (free,), (page,) = (
                reader.rows(f"PRAGMA {name}", ())[0] for name in ("freelist_count", "page_size")
            )
        return Sizes(
            database=log.size(self.path), journal=log.size(self._place.log), free=free * page
        )

    def shorten_log(self) -> bool:
        """Move the write-ahead log into the database; False where a reader keeps it from that.

        Waits for nobody; a store that cannot be written has no log to move.

        Raises:
            StoreError: The disk failed.
        """
        self._standing.check()
        if self._writer is None:
            return True
        try:
            connection = self._place.writer()
            try:
                return log.shorten(connection, self._place.busy_seconds)
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise typed(error, self._path) from error

    def compact(self) -> None:
        """Build the database anew without what was removed; `shorten_log` empties its log then.

        Takes as long as copying the file, and needs its size once more on the disk.

        Raises:
            StoreBusy: Another process writes.
            StoreError: The disk failed or is full; the file is as it was.
        """
        self._standing.check()
        if self._writer is None:
            raise unwritable(self.path)
        try:
            connection = self._place.writer()
            try:
                connection.execute("VACUUM")
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise typed(error, self._path) from error

    def scan(
        self, needles: Sequence[bytes], *, progress: Callable[[int], None] | None = None
    ) -> scanning.Scanned:
        """Look for byte strings in the store's files: the database and whatever lies beside it.

        Args:
            needles: Of four bytes at least.
            progress: Called with the number of bytes read so far.

        Raises:
            StoreError: A file cannot be read.
        """
        return scanning.scan(scanning.files_of(self.path), needles, progress=progress)

    def close(self) -> None:
        """Finish what was accepted and close. A second call does nothing.

        Snapshots that are open stay usable until they end.
        """
        if not self._standing.is_ours:
            # Forked: the connections are the parent's, and closing them would take its files away.
            return
        if self._writer is not None:
            self._writer.close()
        with self._door:
            self._closed = True
            readers, self._readers = self._readers, []
        for connection in readers:
            connection.close()

    def _view(self, connection: sqlite3.Connection) -> SqliteWriter:
        return SqliteWriter(connection, self._path)

    def _enter(self, space: str, secret: bytes | None) -> None:
        """Make the space where it is new; check its secret."""
        with self.read() as reader:
            row = reader.row(SQL["space"], (space,))
        if row is None:
            drawn = secrets.token_bytes(32) if secret is None else secret
            self.write(lambda writer: writer.add_space(space, drawn))
            with self.read() as reader:
                row = reader.row(SQL["space"], (space,))
        assert row is not None, "the space was just made"
        if secret is not None and bytes(row[0]) != secret:
            raise VersionMismatch(
                f"The space {space!r} of {self._path} was made with another secret.",
                hint="Give the one it was made with, or none to use the one in the store.",
            )

    def _take_reader(self) -> sqlite3.Connection:
        with self._door:
            if self._closed:
                raise StoreError(f"The store {self._path} is closed.", hint="Open it again.")
            self._reading += 1
            if self._readers:
                return self._readers.pop()
        try:
            return self._place.reader()
        except sqlite3.Error as error:
            with self._door:
                self._reading -= 1
            raise typed(error, self._path) from error

    def _give_back(self, connection: sqlite3.Connection) -> None:
        """End the snapshot and keep the connection for the next one, if it is sound."""
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            connection.close()
            with self._door:
                self._reading -= 1
            return
        with self._door:
            self._reading -= 1
            # A connection to a file that nobody should write does not see that somebody did.
            keep = (
                not self._closed
                and len(self._readers) < _IDLE_READERS
                and self._place.access != "still"
            )
            if keep:
                self._readers.append(connection)
        if not keep:
            connection.close()
