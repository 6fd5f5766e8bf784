"""Disks that fill, files that cannot be written, failing writes: one error, nothing half-done."""

from __future__ import annotations

import itertools
import resource
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from infold.errors import StoreBusy, StoreError
from infold.store.opening import VERSION
from infold.store.sqlite import SqliteStore

WRITES = (
    "INSERT",
    "UPDATE",
    "DELETE",
    "CREATE",
    "DROP",
    "BEGIN",
    "COMMIT",
    "PRAGMA user_version =",
)


class Failing(sqlite3.Connection):
    """A connection whose n-th write fails as a bad disk would make it."""

    left = 10**9

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        self.count(sql)
        return super().execute(sql, *values)

    def cursor(self, *args: Any, **named: Any) -> sqlite3.Cursor:
        return super().cursor(FailingCursor)

    def count(self, sql: str) -> None:
        if self.in_transaction and sql.lstrip().upper().startswith(WRITES):
            Failing.left -= 1
            if Failing.left == 0:
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
                raise error


class FailingCursor(sqlite3.Cursor):
    """What SQLAlchemy runs its statements on."""

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        self.connection.count(sql)
        return super().execute(sql, *values)


@pytest.fixture
def failing() -> Any:
    """Give a `connect` whose n-th write in a transaction fails once `Failing.left` is set."""
    Failing.left = 10**9

    def connect(*args: Any, **named: Any) -> sqlite3.Connection:
        return sqlite3.connect(*args, factory=Failing, **named)

    yield connect
    Failing.left = 10**9


def test_the_nth_write_fails_for_every_n(tmp_path: Path, appends: Any, failing: Any) -> None:
    path = tmp_path / "store.db"
    store = SqliteStore.open(path, connect=failing)
    store.write(appends.start)
    store.write(appends.one(0))
    old = appends.state(path)
    failures = 0
    for nth in itertools.count(1):
        Failing.left = nth
        try:
            store.write(appends.one(1))
            break
        except StoreError:
            failures += 1
            assert appends.state(path) == old
    assert failures == 6  # message, wire, forward row, conversation, version, commit
    Failing.left = 10**9
    store.close()
    assert appends.whole(path) == 2


def test_making_a_store_fails_at_every_write_and_can_be_tried_again(
    tmp_path: Path, appends: Any, failing: Any
) -> None:
    path = tmp_path / "store.db"
    failures = 0
    for nth in itertools.count(1):
        Failing.left = nth
        try:
            SqliteStore.open(path, connect=failing).close()
            break
        except StoreError:
            failures += 1
            # Either nothing, or all tables with the mark of the version: never a part.
            connection = sqlite3.connect(path)
            tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            connection.close()
            assert (tables > 30) == (version == VERSION)
            assert (tables == 0) == (version == 0)
    assert failures > 15
    assert len(appends.state(path)["spaces"]) == 1


@pytest.mark.parametrize("room", range(0, 12, 2))
def test_a_full_disk_is_said_and_nothing_is_half_written(
    tmp_path: Path, appends: Any, room: int
) -> None:
    made: list[sqlite3.Connection] = []

    def connect(*args: Any, **named: Any) -> sqlite3.Connection:
        made.append(sqlite3.connect(*args, **named))
        return made[-1]

    path = tmp_path / "store.db"
    store = SqliteStore.open(path, connect=connect)
    store.write(appends.start)
    pages = made[0].execute("PRAGMA page_count").fetchone()[0]
    made[0].execute(f"PRAGMA max_page_count = {pages + room}")
    written = 0
    said = r"no space left.*Nothing was written.*Free space"
    with pytest.raises(StoreError, match=said):  # noqa: PT012 - how much fits is SQLite's to say
        for position in range(10_000):
            store.write(appends.one(position, "길다 " * 400))
            written += 1
    assert appends.whole(path) == written
    # What fits still does, and once there is room the same append goes through.
    made[0].execute("PRAGMA max_page_count = 1000000")
    store.write(appends.one(written, "길다 " * 400))
    store.close()
    assert appends.whole(path) == written + 1


def test_a_disk_that_takes_no_more_bytes(tmp_path: Path, appends: Any) -> None:
    path = tmp_path / "store.db"
    store = SqliteStore.open(path)
    store.write(appends.start)
    log = tmp_path / "store.db-wal"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    written = 0
    try:
        # In bytes of the log: somewhere in its header, in a page, between two pages.
        for room in (10, 1_000, 4_120, 9_000, 20_000, 40_000):
            resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + room, hard))
            with pytest.raises(StoreError):  # noqa: PT012 - which of them fails is the disk's choice
                for _ in range(100):
                    store.write(appends.one(written))
                    written += 1
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            assert appends.whole(path) == written
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    store.write(appends.one(written))
    store.close()
    assert appends.whole(path) == written + 1


def test_a_store_that_another_process_holds_is_busy(tmp_path: Path, appends: Any) -> None:
    path = tmp_path / "store.db"
    store = SqliteStore.open(path, busy_seconds=0.05)
    store.write(appends.start)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy, match="another process"):
        store.write(appends.one(0))
    with store.read() as reader:  # reading goes on
        assert reader.messages(appends.scope, "c") == []
    other.execute("ROLLBACK")
    store.write(appends.one(0))
    store.close()
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreBusy):
        SqliteStore.open(path, busy_seconds=0.05)
    other.execute("ROLLBACK")
    other.close()
    assert appends.whole(path) == 1


READ_ONLY = """
import os, sys
sys.path[:0] = sys.argv[2:]
from infold.errors import StoreError
from infold.store.sqlite import SqliteStore
import infold.store.migrating
if os.geteuid() == 0:  # permissions bind everybody but root
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
try:
    store = SqliteStore.open(sys.argv[1])
    store.write(lambda writer: writer.add_space("other", b"x"))
except StoreError as error:
    print(type(error).__name__, "|", error)
"""


def without_rights(path: Path) -> str:
    """Open and write a store as somebody who may write nothing, and give the error."""
    answer = subprocess.run(
        [sys.executable, "-c", READ_ONLY, path, *sys.path],
        capture_output=True,
        text=True,
        check=True,
    )
    return answer.stdout


@pytest.fixture
def public() -> Any:
    """Give a folder that everybody may enter; pytest's own it closes to others, at every start."""
    with tempfile.TemporaryDirectory() as folder:
        shared = Path(folder)
        shared.chmod(0o755)
        yield shared
        shared.chmod(0o755)


def test_a_folder_that_cannot_be_written(public: Path) -> None:
    public.chmod(0o555)
    said = without_rights(public / "store.db")
    public.chmod(0o755)
    assert said.startswith("StoreError | ")
    assert "may write to the folder" in said
    assert list(public.iterdir()) == []


def test_a_store_in_a_folder_that_cannot_be_written(public: Path, appends: Any) -> None:
    path = public / "store.db"
    SqliteStore.open(path).close()
    before = path.read_bytes()
    path.chmod(0o444)
    public.chmod(0o555)
    said = without_rights(path)
    public.chmod(0o755)
    assert said.startswith("StoreError | ")
    assert "can be read here, but not written" in said
    assert path.read_bytes() == before
    assert [each.name for each in public.iterdir()] == ["store.db"]
