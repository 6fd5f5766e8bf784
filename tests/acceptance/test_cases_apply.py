"""The store fails on the n-th write of an apply, for every n: the old state, or the new one."""

from __future__ import annotations

import contextlib
import itertools
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.config import Settings
from infold.core.tokens import RuleCounter
from infold.errors import StoreError
from infold.fold.policy import FoldPolicy
from infold.jobs.worker import run_all
from infold.models.roles import Models
from infold.store.sqlite import SqliteStore
from infold.testing import FrozenClock
from tests.acceptance.surface import rows
from tests.acceptance.transcripts import chatgpt_export, talk

SECRET = "a secret for tests"
SMALL = FoldPolicy(hot_high=300, hot_low=100)
"""Folds after some twenty messages, so that every write of a job can be tried."""
WRITES = ("INSERT", "UPDATE", "DELETE", "COMMIT", "BEGIN IMMEDIATE", "SAVEPOINT", "RELEASE")


class Disk:
    """What a store is written to: from its n-th write on it fails, once or for good."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.broken_for_good = False
        self.fails_on = WRITES

    def connect(self, *arguments: Any, **named: Any) -> sqlite3.Connection:
        disk = self

        class Failing(sqlite3.Connection):
            def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
                disk.count(sql)
                return super().execute(sql, *values)

        return sqlite3.connect(*arguments, factory=Failing, **named)

    def count(self, sql: str) -> None:
        if self.left is None or not sql.lstrip().upper().startswith(self.fails_on):
            return
        self.left -= 1
        if self.left <= 0:
            if not self.broken_for_good:
                self.left = None
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
            raise error


@pytest.fixture
def disk() -> Disk:
    return Disk()


@contextlib.contextmanager
def over(path: Path, disk: Disk, clock: FrozenClock) -> Iterator[Infold]:
    """An engine on a store whose disk may fail."""
    with Infold(
        SqliteStore.open(path, connect=disk.connect, synchronous="NORMAL"),
        settings=Settings(embedder="none", extract="off"),
        embedder=None,
        models=Models(),
        policy=SMALL,
        counter=RuleCounter(),
        clock=clock,
    ) as memory:
        yield memory


def start(path: Path, messages: int) -> None:
    settings = Settings(embedder="none", space_secret=SECRET, synchronous="NORMAL", extract="off")
    with Infold.open(path, settings=settings, clock=FrozenClock(), policy=SMALL) as memory:
        chat = memory.conversation("c")
        for role, text in talk(messages):
            chat.append(role, text)


def each_write(
    folder: Path,
    messages: int,
    apply: Callable[[Infold], object],
    *,
    but: tuple[str, ...] = (),
    again: bool = True,
) -> tuple[int, int]:
    """Let every write of an apply fail in its turn.

    After each failure the store is opened again: it must hold the rows of an undisturbed store
    before or after one of its transactions.

    Args:
        folder: Where to.
        messages: How many there are before.
        apply: What is done.
        but: Tables that tell how often something was tried.
        again: On the store that failed before, not on a new one.

    Returns:
        How many writes left the old rows, and how many the new ones.
    """
    first, path = folder / "first.db", folder / "infold.db"
    start(first, messages)
    old = rows(first, but=but)
    shutil.copy(first, path)
    steps: list[object] = []
    with over(path, Disk(), FrozenClock()) as memory:
        write = memory.store.write

        def noted(command: Callable[[Any], Any]) -> Any:
            done = write(command)
            steps.append(rows(path, but=but))
            return done

        memory.store.write = noted  # type: ignore[method-assign]
        apply(memory)
    new = rows(path, but=but)
    assert new != old
    shutil.copy(first, path)
    left_new = 0
    for nth in itertools.count(1):
        disk = Disk()
        if not again:
            shutil.copy(first, path)
        with over(path, disk, FrozenClock()) as memory:
            disk.left = nth
            said = ""
            try:
                apply(memory)
            except StoreError as error:
                said = str(error)
            failed, disk.left = disk.left is None, None
        assert not said or ("disk I/O error" in said and "try again" in said)
        state = rows(path, but=but)
        if not failed:
            assert state == new
            return nth - 1 - left_new, left_new
        assert state in (old, *steps, new), f"write {nth} left a part"
        left_new += state == new
    raise AssertionError


@pytest.mark.parametrize("messages", [0, 1, 60])
def test_an_append(tmp_path: Path, messages: int) -> None:
    def apply(memory: Infold) -> object:
        return memory.conversation("c").append("user", "포트는 5433 입니다", key="once")

    writes, acknowledged_late = each_write(tmp_path, messages, apply)
    assert writes >= (8 if messages else 7)
    assert acknowledged_late == 0


def test_an_append_by_which_a_block_graduates(tmp_path: Path) -> None:
    def apply(memory: Infold) -> object:
        return memory.conversation("c").append("user", "A long one: " + "word " * 1500)

    assert each_write(tmp_path, 60, apply)[1] == 0


def test_a_chunk_of_an_import(tmp_path: Path) -> None:
    file = chatgpt_export(tmp_path / "x.json", conversations=1, messages=40)

    def apply(memory: Infold) -> object:
        return memory.import_file(file)

    writes, acknowledged_late = each_write(tmp_path, 5, apply)
    assert writes > 100
    assert acknowledged_late == 0


def test_the_apply_of_a_fold_job(tmp_path: Path) -> None:
    # The queue tells how often it was tried; all else is as it was.
    before, after = each_write(tmp_path, 24, Infold.run_job, but=("jobs",), again=False)
    assert before > 30
    # All it made stands; only that the job is done could not be written down.
    assert 0 < after < 8


@pytest.mark.parametrize("nth", [1, 2, 5, 40])
def test_a_disk_that_stays_broken(tmp_path: Path, disk: Disk, clock: FrozenClock, nth: int) -> None:
    path = tmp_path / "infold.db"
    start(path, 200)
    # What a job linked before it began to fold stands.
    steps = ["jobs", "linked", "scopes"]
    old = rows(path, but=steps)
    disk.broken_for_good = True
    with over(path, disk, clock) as memory:
        disk.left = nth
        with contextlib.suppress(StoreError):
            report = memory.run_job()
            assert report is None or not report.done
        with pytest.raises(StoreError):
            memory.conversation("c").append("user", "x")
        assert memory.conversation("c").context("port", budget=500).accounting["total"] == 200
        disk.left = None
        assert rows(path, but=steps) == old
        clock.advance(timedelta(minutes=10))
        run_all(memory)
        assert memory.jobs() == []
        assert memory.verify() == []
        assert rows(path)["folds"]


def test_of_two_appends_at_once_the_failing_one_fails_alone(
    tmp_path: Path, disk: Disk, clock: FrozenClock
) -> None:
    path = tmp_path / "infold.db"
    start(path, 10)
    with over(path, disk, clock) as memory:
        chat = memory.conversation("c")
        done = [chat.append("user", f"before {number}", key=f"k{number}") for number in range(3)]
        disk.left = 3
        with pytest.raises(StoreError):
            chat.append("user", "lost", key="k3")
        again = chat.append("user", "lost", key="k3")
        assert again.position == 13
        assert [chat.append("user", f"before {n}", key=f"k{n}").id for n in range(3)] == [
            message.id for message in done
        ]
        assert memory.verify() == []
