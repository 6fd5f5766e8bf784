"""Caches: bounded together, never behind the store, and nothing is kept of what does not exist."""

from __future__ import annotations

import sqlite3
import threading
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from infold import Infold, Models
from infold.config import Settings
from infold.core.tokens import RuleCounter
from infold.engine.caches import CACHE as CONTEXT
from infold.engine.placings import CACHE as PLACING
from infold.engine.recent import Recent
from infold.engine.searching import CACHE as SEARCH
from infold.fold.policy import FoldPolicy
from infold.jobs.worker import run_all
from infold.store.sqlite import SqliteStore
from infold.testing import FrozenClock
from tests.integration.engine.search_state import Hashing, talk


class Thing:
    def __init__(self, nbytes: int) -> None:
        self.nbytes = nbytes


def test_the_least_recently_used_go_first_and_the_last_one_stays() -> None:
    recent = Recent(100)
    for name, size in (("a", 40), ("b", 40)):
        recent.put((name,), Thing(size))
    recent.take(("a",), lambda: Thing(0))
    recent.put(("c",), Thing(30))
    assert ("b",) not in recent
    assert (("a",) in recent, ("c",) in recent, recent.nbytes) == (True, True, 70)
    recent.put(("d",), Thing(500))
    assert len(recent) == 1
    assert recent.nbytes == 500
    recent.put(("e",), Thing(1))
    assert (("d",) in recent, recent.nbytes) == (False, 1)


def test_an_entry_that_grows_is_counted_anew_and_one_that_was_dropped_is_not() -> None:
    recent = Recent(100)
    grows = recent.take(("a",), lambda: Thing(10))
    recent.settle(("a",), grows)
    grows.nbytes = 90
    recent.settle(("a",), grows)
    assert recent.nbytes == 90
    recent.put(("b",), Thing(50))
    assert recent.nbytes == 50
    recent.settle(("a",), grows)
    assert recent.nbytes == 50
    assert recent.pop(("b",)) is not None
    assert recent.pop(("b",)) is None
    assert recent.nbytes == 0
    recent.drop(("b",))
    assert recent.nbytes == 0


def test_clearing_one_cache_leaves_the_others() -> None:
    recent = Recent(100)
    recent.put(("x", 1), Thing(10))
    recent.put(("y", 1), Thing(20))
    recent.clear("x")
    assert (len(recent), recent.nbytes) == (1, 20)


@pytest.fixture
def memory(tmp_path: Path) -> Any:
    with Infold.open(
        tmp_path / "infold.db",
        settings=Settings(synchronous="NORMAL"),
        embedder=Hashing(),
        clock=FrozenClock(),
    ) as opened:
        yield opened


def test_a_chat_that_does_not_exist_keeps_no_entry(memory: Infold) -> None:
    for number in range(50):
        made = memory.conversation(f"nobody-{number}").context("port?", budget=500)
        assert made.accounting["total"] == 0
    assert memory.search("port?", user="nobody") == []
    assert len(memory.recent) == 0
    assert memory.recent.nbytes == 0
    chat = talk(memory, "a", 4)
    assert chat.context("port?", budget=500).accounting["total"] == 4
    assert (CONTEXT, chat.scope, chat.id) in memory.recent


def test_everything_that_is_kept_counts(memory: Infold) -> None:
    chat = talk(memory, "a", 300)
    run_all(memory)
    memory.recent.clear(PLACING)
    chat.context("배포 점검표 31?", budget=700)
    key = (CONTEXT, chat.scope, chat.id)
    entry = memory.recent.take(key, lambda: Thing(0))
    field = entry.searched
    arrays = {
        id(array): array.nbytes
        for array in (
            *(getattr(field.snapshot, name) for name in ("role", "author", "at", "tokens")),
            *(getattr(field.snapshot, name) for name in ("flags", "terms", "starts", "has_vector")),
            *field.snapshot.vectors,
            *field.calendar,
            *(field.lengths, field.days, field.day_starts, entry.parent, entry.path),
            *(entry.map.table.sources, entry.map.table.keys),
        )
    }
    assert field.has.__self__ is field
    assert entry.map.last[1]
    memory.recent.settle(key, entry)
    assert memory.recent.nbytes >= sum(arrays.values())
    assert memory.recent.nbytes == entry.nbytes
    before = memory.recent.nbytes
    memory.search("배포 점검표 31?")
    assert (SEARCH, chat.scope) in memory.recent
    assert memory.recent.nbytes > 1.5 * before


def test_a_branch_is_counted_with_what_it_derives(memory: Infold) -> None:
    chat = talk(memory, "a", 200)
    there = chat.context("port?", budget=300)
    whole = memory.recent.nbytes
    first = chat.messages()[150].id
    chat.append("user", "another way", parent=first)
    made = chat.context("port?", budget=300)
    assert made.accounting["total"] == 152 < there.accounting["total"]
    # The places of the path, and columns of its own.
    assert memory.recent.nbytes > whole + 152 * 3 * 8


def test_placings_stand_under_the_same_bound(tmp_path: Path) -> None:
    settings = Settings(synchronous="NORMAL", cache_bytes=600_000)
    with Infold.open(
        tmp_path / "a.db", settings=settings, embedder=Hashing(), clock=FrozenClock()
    ) as memory:
        chats = [talk(memory, f"c{n}", 160) for n in range(4)]
        run_all(memory)
        assert memory.recent.nbytes <= 600_000
        kept = [chat for chat in chats if (PLACING, chat.scope, chat.id) in memory.recent]
        assert 1 <= len(kept) < 4
        for chat in chats:
            chat.context("port?", budget=500)
        assert memory.recent.nbytes <= 600_000
        # Whatever was dropped is made again where it is needed.
        for chat in chats:
            talk(memory, chat.key, 60, first=160)
        run_all(memory)
        assert all(chat.folds() for chat in chats)
        assert memory.verify() == []


def test_what_a_unit_of_a_placing_takes_is_estimated_well(tmp_path: Path) -> None:
    from infold.engine.folding import _restored
    from infold.models.registry import load_embedder

    with Infold.open(
        tmp_path / "a.db",
        settings=Settings(synchronous="NORMAL"),
        embedder=load_embedder("wordllama"),
        clock=FrozenClock(),
    ) as memory:
        chat = talk(memory, "a", 1200)
        run_all(memory)
        with memory.store.read() as reader:
            row = reader.conversation(chat.scope, chat.id)
            assert row is not None
            _restored(memory, reader, chat.scope, row)
            tracemalloc.start()
            try:
                placing = _restored(memory, reader, chat.scope, row)
                taken, _ = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
        memory.recent.clear(PLACING)
        memory.recent.clear(CONTEXT)
        memory.placings.keep(chat.scope, chat.id, row.generation, placing)
        assert 0.6 < memory.recent.nbytes / taken < 1.7


def test_trimming_between_threads_changes_no_answer(tmp_path: Path) -> None:
    settings = Settings(synchronous="NORMAL", cache_bytes=60_000)
    with Infold.open(
        tmp_path / "a.db", settings=settings, embedder=Hashing(), clock=FrozenClock()
    ) as memory:
        chats = [talk(memory, f"c{n}", 40 + n, user=f"u{n % 3}") for n in range(6)]
        run_all(memory)
        wanted = {chat.key: chat.context("수 31 port", budget=400).text for chat in chats}
        wrong: list[str] = []

        def ask(start: int) -> None:
            for turn in range(30):
                chat = chats[(start + turn * 5) % 6]
                if chat.context("수 31 port", budget=400).text != wanted[chat.key]:
                    wrong.append(chat.key)
                memory.search("port 31", user=chat.scope.user)

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []
        assert memory.recent.nbytes <= 60_000 or len(memory.recent) == 1


def test_a_reader_that_holds_an_old_snapshot_sees_that_and_the_cache_stays_ahead(
    memory: Infold,
) -> None:
    chat = talk(memory, "a", 20)
    with memory.store.read() as old:
        assert old.scope_version(chat.scope).version > 0
        talk(memory, "a", 15, first=20)
        run_all(memory)
        assert chat.context("port?", budget=500).accounting["total"] == 35
        kept = memory.caches.view(old, chat.scope, chat.id)
        assert (len(kept.field), kept.row.messages) == (20, 20)
        assert not kept.field.snapshot.has_vector.any()
    entry = memory.recent.take((CONTEXT, chat.scope, chat.id), lambda: Thing(0))
    assert len(entry.index) == 35
    assert chat.context("port?", budget=500).accounting["total"] == 35


def test_what_another_process_wrote_and_what_was_removed(memory: Infold, tmp_path: Path) -> None:
    chat = talk(memory, "a", 20)
    assert chat.context("port?", budget=800).accounting["total"] == 20
    with Infold.open(
        tmp_path / "infold.db",
        settings=Settings(synchronous="NORMAL"),
        embedder=Hashing(),
        clock=FrozenClock(),
    ) as other:
        talk(other, "a", 5, first=20)
    assert chat.context("port?", budget=800).accounting["total"] == 25
    assert "café" in chat.context("café", budget=800).text
    raw = sqlite3.connect(tmp_path / "infold.db")
    with raw:
        # What an erasure does to a whole conversation, as another process would.
        for table in ("messages", "wires", "forward", "vectors", "conversations"):
            raw.execute(f"DELETE FROM {table}")
        raw.execute("UPDATE scopes SET version = version + 1, erase_epoch = erase_epoch + 1")
    raw.close()
    gone = chat.context("café", budget=800)
    assert (gone.accounting["total"], gone.text) == (0, "")
    assert memory.search("café") == []
    assert len(memory.recent) == 0


def test_opening_a_store_reads_nothing_of_what_is_in_it(tmp_path: Path) -> None:
    seen: list[str] = []

    def connect(*given: Any, **named: Any) -> sqlite3.Connection:
        connection = sqlite3.connect(*given, **named)
        connection.set_trace_callback(seen.append)
        return connection

    counts = []
    for name, messages in (("small", 2), ("large", 400)):
        path = tmp_path / f"{name}.db"
        settings = Settings(embedder="none", synchronous="NORMAL")
        with Infold.open(path, settings=settings, clock=FrozenClock()) as memory:
            talk(memory, "a", messages)
            run_all(memory)
        seen.clear()
        with Infold(
            SqliteStore.open(path, connect=connect),
            settings=settings,
            embedder=None,
            models=Models(),
            policy=FoldPolicy(),
            counter=RuleCounter(),
            clock=FrozenClock(),
        ) as memory:
            counts.append(len(seen))
            tables = {word for sql in seen for word in sql.split() if word.isalpha()}
            assert len(memory.recent) == 0
        assert "spaces" in tables
        assert not tables & {"messages", "forward", "vectors", "segments", "folds", "conversations"}
    assert counts[0] == counts[1] <= 16
