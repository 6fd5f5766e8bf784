"""SQLite's errors as errors of the tree."""

from __future__ import annotations

import sqlite3

import pytest

from infold.errors import IntegrityError, StoreBusy, StoreError
from infold.store.faults import typed


def fault(code: int, kind: type[sqlite3.Error] = sqlite3.OperationalError) -> sqlite3.Error:
    error = kind("as SQLite says it")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "kind", "word"),
    [
        (sqlite3.SQLITE_BUSY, StoreBusy, "Try again"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StoreBusy, "Try again"),
        (sqlite3.SQLITE_LOCKED, StoreBusy, "Try again"),
        (sqlite3.SQLITE_NOTADB, IntegrityError, "backup"),
        (sqlite3.SQLITE_CORRUPT, IntegrityError, "backup"),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, IntegrityError, "already"),
        (sqlite3.SQLITE_FULL, StoreError, "Free space"),
        (sqlite3.SQLITE_READONLY, StoreError, "may write"),
        (sqlite3.SQLITE_READONLY_DIRECTORY, StoreError, "may write"),
        (sqlite3.SQLITE_CANTOPEN, StoreError, "folder"),
        (sqlite3.SQLITE_TOOBIG, StoreError, "too large"),
        (sqlite3.SQLITE_IOERR_WRITE, StoreError, "Check its disk"),
        (sqlite3.SQLITE_ERROR, StoreError, "failed"),
    ],
)
def test_each_code_has_its_error_and_says_what_to_do(
    code: int, kind: type[StoreError], word: str
) -> None:
    error = typed(fault(code), "some/store.db")
    assert type(error) is kind
    assert "some/store.db" in error.message
    assert error.hint
    assert word in str(error)


def test_errors_of_the_driver_itself_have_no_code() -> None:
    closed = typed(sqlite3.ProgrammingError("Cannot operate on a closed database."), "s.db")
    assert (type(closed), "closed" in str(closed)) == (StoreError, True)
    big = typed(sqlite3.DataError("string longer than INT_MAX bytes"), "s.db")
    assert (type(big), "too large" in str(big)) == (StoreError, True)
