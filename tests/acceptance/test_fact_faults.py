"""Facts under faults: a store that fails at any write, and several processes at once."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.config import Settings
from infold.errors import StoreError
from infold.store.sqlite import SqliteStore
from infold.testing import FrozenClock

PROCESSES, EACH = 4, 12
WORK = """
import sys
from infold import Infold
path, number, each = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
cities = ["Porto", "Oslo", "Berlin", "Rome"]
with Infold.open(path, embedder="none") as memory:
    for turn in range(each):
        memory.add("Likes jazz", user="shared")
        memory.add(f"Lives in {cities[(number + turn) % 4]}", user="shared", origin="user")
        memory.add(f"Has note {turn}", user=f"own {number}")
"""


class Failing(sqlite3.Connection):
    """A connection whose n-th change fails as a full disk would make it; 0 for none."""

    left = 0

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if Failing.left and sql.split(None, 1)[0] in ("INSERT", "UPDATE", "DELETE"):
            Failing.left -= 1
            if not Failing.left:
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR
                raise error
        return super().execute(sql, *values)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    made = SqliteStore.open.__func__  # type: ignore[attr-defined]

    def connect(*arguments: Any, **named: Any) -> sqlite3.Connection:
        return sqlite3.connect(*arguments, factory=Failing, **named)

    def opened(cls: type[SqliteStore], *arguments: Any, **named: Any) -> SqliteStore:
        store: SqliteStore = made(cls, *arguments, connect=connect, **named)
        return store

    monkeypatch.setattr(SqliteStore, "open", classmethod(opened))
    Failing.left = 0


def rows(path: Path) -> dict[str, list[Any]]:
    """Every row of every table of facts."""
    connection = sqlite3.connect(path)
    try:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE name LIKE 'fact%'")
        names = [name for (name,) in tables.fetchall() if not name.startswith("ix_")]
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}
    finally:
        connection.close()


@pytest.mark.parametrize("call", ["supersede", "repeat", "delete"])
def test_a_store_that_fails_at_any_write_leaves_the_old_state_or_the_new_one(
    tmp_path: Path, failing: None, call: str
) -> None:
    clock = FrozenClock()
    path = tmp_path / "infold.db"
    settings = Settings(embedder="none", space_secret="a secret")
    with Infold.open(path, settings=settings, clock=clock) as memory:
        memory.add("Lives in Porto")
        clock.advance(timedelta(days=1))
        oslo = memory.add("Lives in Oslo")
        clock.advance(timedelta(days=1))
        calls: dict[str, Any] = {
            "supersede": lambda: memory.add("Lives in Berlin"),
            "repeat": lambda: memory.add("Lives in Oslo"),
            "delete": lambda: memory.delete(oslo.id),
        }
        before = rows(path)
        number = 0
        while True:
            number += 1
            Failing.left = number
            try:
                calls[call]()
            except StoreError:
                assert rows(path) == before
                continue
            break
        Failing.left = 0
        assert number > 3, "several writes were made to fail"
        assert rows(path) != before
        assert memory.verify() == []


def test_processes_that_write_for_one_user_agree(tmp_path: Path) -> None:
    path = tmp_path / "infold.db"
    Infold.open(path, embedder="none").close()
    running = [
        subprocess.Popen([sys.executable, "-c", WORK, str(path), str(number), str(EACH)])
        for number in range(PROCESSES)
    ]
    assert [process.wait(120) for process in running] == [0] * PROCESSES
    with Infold.open(path, embedder="none") as memory:
        (jazz,) = [
            one for one in memory.facts(user="shared", state=None) if one.text == "Likes jazz"
        ]
        assert jazz.standing.repeats == PROCESSES * EACH - 1
        homes = [
            one for one in memory.facts(user="shared") if one.slot and "city" in one.slot.attribute
        ]
        assert len(homes) == 1
        for number in range(PROCESSES):
            assert len(memory.facts(user=f"own {number}")) == EACH
        assert json.dumps([fault.what for fault in memory.verify()]) == "[]"
