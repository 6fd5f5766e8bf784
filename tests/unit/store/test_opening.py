"""Opening: what is made, what is refused, and that what is refused stays as it was."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from infold.core.scope import Scope
from infold.errors import IntegrityError, SchemaTooNew, StoreError, UsageError, VersionMismatch
from infold.store.opening import VERSION
from infold.store.sqlite import SqliteStore

DEFAULT = Scope()


def secret(path: Path, scope: Scope = DEFAULT, **options: object) -> bytes:
    store = SqliteStore.open(path, **options)
    try:
        with store.read() as reader:
            return reader.secret(scope)
    finally:
        store.close()


def test_a_secret_is_drawn_once_for_each_store(tmp_path: Path) -> None:
    first = secret(tmp_path / "a.db")
    assert len(first) == 32
    assert secret(tmp_path / "a.db") == first
    assert secret(tmp_path / "b.db") != first
    assert secret(tmp_path / "a.db", secret=first) == first


def test_another_secret_is_refused(tmp_path: Path) -> None:
    assert secret(tmp_path / "a.db", secret=b"right") == b"right"
    with pytest.raises(VersionMismatch, match="another secret"):
        SqliteStore.open(tmp_path / "a.db", secret=b"wrong")
    assert secret(tmp_path / "a.db") == b"right"


def test_each_space_has_a_secret_of_its_own(tmp_path: Path) -> None:
    first = secret(tmp_path / "a.db")
    second = secret(tmp_path / "a.db", Scope(space="other"), space="other")
    assert first != second
    assert secret(tmp_path / "a.db") == first


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    SqliteStore.open(path).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(SchemaTooNew, match=f"schema {VERSION + 1}.*newer Infold"):
        SqliteStore.open(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        b"no database at all, but long enough to have a header" * 40,
        b"SQLite format 3\x00" + b"x" * 4096,
    ],
    ids=["text", "torn"],
)
def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(IntegrityError, match=r"notes\.txt"):
        SqliteStore.open(path)
    assert path.read_bytes() == content
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]


def test_somebody_elses_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(IntegrityError, match="no Infold store"):
        SqliteStore.open(path)
    assert path.read_bytes() == before


def test_a_damaged_page_is_an_integrity_error(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    SqliteStore.open(path).close()
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(IntegrityError, match="damaged"):
        secret(path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"Make the folder .*missing"):
        SqliteStore.open(tmp_path / "missing" / "store.db")


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore.open(tmp_path)


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "store.db").touch()
    assert len(secret(tmp_path / "store.db")) == 32


def test_a_copy_that_lost_its_log_writes_one_again(tmp_path: Path) -> None:
    first = secret(tmp_path / "a.db")
    connection = sqlite3.connect(tmp_path / "a.db")
    connection.execute("VACUUM INTO ?", (str(tmp_path / "copy.db"),))
    connection.close()
    assert secret(tmp_path / "copy.db") == first
    connection = sqlite3.connect(tmp_path / "copy.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_an_unknown_durability_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="FULL"):
        SqliteStore.open(tmp_path / "a.db", synchronous="OFF")
    assert list(tmp_path.iterdir()) == []
