"""What keeps an erasure from its end: readings of this program, which end, and of others."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path

import pytest

from infold import BackgroundWorker, Infold
from infold.engine import removing
from infold.engine.findings import Finding
from infold.jobs.worker import run_all
from infold.testing import FrozenClock
from tests.integration.engine.erased_talk import left, opened, talk


@pytest.fixture
def memory(tmp_path: Path, clock: FrozenClock) -> Iterator[Infold]:
    with opened(tmp_path, clock) as memory:
        talk(memory, "zoe")
        yield memory


def finding(memory: Infold) -> Finding | None:
    return next((one for one in memory.doctor() if one.topic == "erasures"), None)


def test_a_program_that_reads_all_the_time_lets_its_own_worker_erase(memory: Infold) -> None:
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            memory.search("wombatlantern Porto", user="zoe")
            memory.erasures()

    readers = [threading.Thread(target=read) for _ in range(2)]
    for one in readers:
        one.start()
    try:
        with BackgroundWorker(memory):
            receipt = memory.erase(user="zoe")
            until = time.monotonic() + 60
            while not memory.receipt(receipt).is_gone and time.monotonic() < until:
                time.sleep(0.05)
    finally:
        stop.set()
        for one in readers:
            one.join()
    # The clock stands still: no later try came.
    assert memory.receipt(receipt).is_gone
    assert left(memory) == []


def test_a_reading_of_its_own_that_stays_open_is_named_as_its_own(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removing, "PATIENCE", 0.1)
    with memory.store.read() as reader:
        reader.scopes(memory.space)
        receipt = memory.erase(user="zoe")
        run_all(memory)
        assert memory.receipt(receipt).note == removing.OWN
        told = finding(memory)
        assert told is not None
        assert told.state == "problem"
        assert "keeps a reading of the store open itself" in told.value
        assert told.advice.startswith("Nothing shows it any more. Close whatever keeps")
    told = finding(memory)
    assert told is not None
    assert told.state == "note"
    assert "has ended since" in told.value
    assert told.advice.endswith("infold worker --once")
    # That is what it says: it does not wait for the minute.
    run_all(memory)
    assert memory.receipt(receipt).is_gone
    assert finding(memory) is None
    assert left(memory) == []


def test_a_reading_of_another_program_is_named_as_that(
    memory: Infold, monkeypatch: pytest.MonkeyPatch, clock: FrozenClock
) -> None:
    monkeypatch.setattr(removing, "PATIENCE", 0.1)
    with closing(sqlite3.connect(memory.store.path, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM messages").fetchone()
        receipt = memory.erase(user="zoe")
        run_all(memory)
        assert memory.receipt(receipt).note == removing.READER
        told = finding(memory)
        assert told is not None
        assert "A program keeps a reading" in told.value
        with suppress(sqlite3.OperationalError):
            other.execute("COMMIT")
    clock.advance(timedelta(minutes=2))
    run_all(memory)
    assert memory.receipt(receipt).is_gone
