"""A store whose file is taken away, whose process forks, whose log grows: said, never hidden."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from infold.errors import StoreError
from infold.store.log import ALARM, LogWatch
from infold.store.opening import Place
from infold.store.sqlite import SqliteStore


def filled(path: Path, appends: Any, count: int, text: str = "안녕하세요 5433") -> None:
    store = SqliteStore.open(path)
    store.write(appends.start)
    for position in range(count):
        store.write(appends.one(position, text))
    store.close()


def texts(store: SqliteStore, appends: Any) -> list[str]:
    with store.read() as reader:
        return [message.text for message in reader.messages(appends.scope, "c")]


@pytest.mark.parametrize("how", ["deleted", "moved", "replaced", "folder"])
def test_a_store_that_is_taken_away_is_neither_read_nor_written(
    tmp_path: Path, appends: Any, how: str
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    path, other = folder / "store.db", tmp_path / "other.db"
    filled(path, appends, 2)
    filled(other, appends, 3, "다른 저장소")
    store = SqliteStore.open(path)
    assert texts(store, appends) == ["안녕하세요 5433"] * 2
    store.write(appends.one(2))
    if how == "deleted":
        path.unlink()
    elif how == "moved":
        path.rename(tmp_path / "elsewhere.db")
    elif how == "replaced":
        shutil.copy(other, folder / "new.db")
        (folder / "new.db").rename(path)
    else:
        folder.rename(tmp_path / "gone")
    said = "replaced by another file" if how == "replaced" else "deleted or moved"
    with pytest.raises(StoreError, match=f"{said} while it was open.*open"):
        texts(store, appends)
    with pytest.raises(StoreError, match=said):
        store.write(appends.one(3))
    with pytest.raises(StoreError, match=said):
        store.shorten_log()
    store.close()
    if how == "replaced":
        # What took its place was not touched. The log of the old file is not of the new one.
        for name in ("store.db-wal", "store.db-shm"):
            (folder / name).unlink()
        again = SqliteStore.open(path)
        assert texts(again, appends) == ["다른 저장소"] * 3
        again.close()


FORK = """
import os, sys, importlib.util
from infold.errors import StoreError
from infold.store.sqlite import SqliteStore
spec = importlib.util.spec_from_file_location("helper", sys.argv[2])
helper = importlib.util.module_from_spec(spec); spec.loader.exec_module(helper)
appends = helper.Appends()
store = SqliteStore.open(sys.argv[1])
store.write(appends.start)
store.write(appends.one(0))
child = os.fork()
if not child:
    said = []
    for call in (lambda: store.write(appends.one(1)), lambda: store.read().__enter__()):
        try:
            call()
        except StoreError as error:
            said.append(str(error))
    store.close()
    own = SqliteStore.open(sys.argv[1])
    own.write(appends.one(1))
    own.close()
    print(len(said), *said, flush=True)
    os._exit(0)
os.waitpid(child, 0)
store.write(appends.one(2))
with store.read() as reader:
    print(len(reader.messages(appends.scope, "c")))
store.close()
"""


def test_a_forked_process_opens_the_store_again(tmp_path: Path, appends: Any) -> None:
    path = tmp_path / "store.db"
    helper = Path(__file__).with_name("conftest.py")
    answer = subprocess.run(
        [sys.executable, "-c", FORK, path, helper], capture_output=True, text=True, check=True
    )
    said, count = answer.stdout.splitlines()
    assert said.startswith("2 ")
    assert said.count("before this process was forked") == 2
    assert count == "3"
    assert appends.whole(path) == 3


# ------------------------------------------------------------------ the log


def reading(path: Path) -> sqlite3.Connection:
    """Another program in the middle of a long read."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN")
    connection.execute("SELECT count(*) FROM messages").fetchone()
    return connection


def test_a_long_reader_stops_nobody_and_its_log_shrinks_when_it_ends(
    tmp_path: Path, appends: Any
) -> None:
    path = tmp_path / "store.db"
    store = SqliteStore.open(path, synchronous="NORMAL", busy_seconds=0.5)
    store.write(appends.start)
    with store.read() as early:
        assert early.messages(appends.scope, "c") == []
        for position in range(400):
            store.write(appends.one(position, "길다 " * 4000))
        # Writing went on, the log has all of it, and the old reading still sees the old state.
        assert early.messages(appends.scope, "c") == []
        grown = store.sizes().journal
        assert grown > 400 * 4000
        assert not store.shorten_log()
    assert store.shorten_log()
    assert store.sizes().journal == 0
    assert len(texts(store, appends)) == 400
    store.close()


def test_a_log_that_grows_is_told_once_and_again_when_it_has_doubled(
    tmp_path: Path, appends: Any, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "store.db"
    filled(path, appends, 0)
    place = Place(path=path, synchronous="NORMAL", busy_seconds=0.5)
    watch = LogWatch(place.log, 0.5, alarm=200_000, every=4)
    connection = place.writer()
    other = reading(path)

    def write(times: int) -> None:
        for _ in range(times):
            connection.execute(
                "INSERT INTO replies VALUES ('s', 'u', hex(randomblob(9)), '', ?)",
                ("길다 " * 3000,),
            )
            watch.after_commit(connection)

    with caplog.at_level(logging.WARNING, logger="infold.store.log"):
        write(4)
        assert caplog.records == []
        write(40)
        (first, *rest) = [record.getMessage() for record in caplog.records]
        assert "store.db-wal has grown to" in first
        assert "a reading of the store open for long" in first
        # Ten looks, and the log has doubled twice.
        assert 1 <= len(rest) <= 3
        # It waits for nobody, and its usual patience is back afterwards.
        assert connection.execute("PRAGMA busy_timeout").fetchone() == (500,)
        caplog.clear()
        other.execute("COMMIT")
        write(4)
        assert place.log.stat().st_size < 200_000
        assert caplog.records == []
    other.close()
    connection.close()


def test_a_store_watches_its_own_log(
    tmp_path: Path, appends: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    monkeypatch.setattr(
        LogWatch, "after_commit", lambda self, connection: seen.append(connection.in_transaction)
    )
    store = SqliteStore.open(tmp_path / "store.db")
    before = len(seen)
    store.write(appends.start)
    store.write(appends.one(0))
    store.close()
    assert seen[before:] == [False, False]
    assert ALARM == 64 * 1024 * 1024


# ------------------------------------------------------------------ read where nobody writes


def test_a_file_that_nobody_should_write_is_watched(tmp_path: Path, appends: Any) -> None:
    """What a medium without the right to write shows, with a writer that should not be there."""
    path = tmp_path / "store.db"
    filled(path, appends, 2)
    place = Place(path=path, synchronous="FULL", busy_seconds=0.1, access="still")
    store = SqliteStore(place, None)
    assert not store.is_writable
    assert len(texts(store, appends)) == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["store.db"]
    with pytest.raises(StoreError, match="can be read here, but not written"):
        store.write(appends.one(2))
    assert store.shorten_log()
    other = SqliteStore.open(path)
    other.write(appends.one(2))
    with pytest.raises(StoreError, match="written by another program while it was read"):
        texts(store, appends)
    other.close()
    assert len(texts(store, appends)) == 3
    late = store.read()
    late.__enter__().messages(appends.scope, "c")
    os.utime(path, ns=(1, 1))
    with pytest.raises(StoreError, match="while it was read"):
        late.__exit__(None, None, None)
    store.close()
    with pytest.raises(StoreError, match="is closed"):
        texts(store, appends)
