"""Segments: read in place of rows, never missed, and never believed when they should not be."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from infold import Infold
from infold.config import Settings
from infold.engine import segments
from infold.jobs.worker import run_all
from infold.recall.segments import ANALYSIS
from infold.store.protocol import SegmentKind
from infold.store.reading import ConversationReads
from infold.testing import FrozenClock
from tests.integration.engine.search_state import Hashing, talk

QUESTION = "배포 점검표 port 31?"


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segments, "LENGTH", 16)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "infold.db"


@pytest.fixture
def opened(path: Path) -> Iterator[Callable[[], Infold]]:
    made: list[Infold] = []

    def give() -> Infold:
        made.append(
            Infold.open(
                path,
                settings=Settings(synchronous="NORMAL"),
                embedder=Hashing(),
                clock=FrozenClock(),
            )
        )
        return made[-1]

    yield give
    for memory in made:
        memory.close()


def change(path: Path, statement: str) -> int:
    connection = sqlite3.connect(path)
    try:
        with connection:
            return connection.execute(statement).rowcount
    finally:
        connection.close()


def rows_read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Positions from which forward rows were read since."""
    firsts: list[int] = []
    plain = ConversationReads.forward

    def counted(self: ConversationReads, *given: object, first: int = 0) -> object:
        firsts.append(first)
        return plain(self, *given, first=first)

    monkeypatch.setattr(ConversationReads, "forward", counted)
    return firsts


def test_jobs_write_whole_stretches_and_a_first_context_reads_them(
    opened: Callable[[], Infold], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opened()
    talk(memory, "other", 40, user="bo")
    chat = talk(memory, "a", 70)
    run_all(memory)
    chat.append("user", "one more, café")
    plain = chat.context(QUESTION, budget=600)
    with memory.store.read() as reader:
        sizes = reader.segment_sizes(chat.scope)
    assert sizes.count == 4
    assert sizes.size > 4 * 16 * (8 + 2 * Hashing.dim)

    firsts = rows_read(monkeypatch)
    again = opened().conversation("a").context(QUESTION, budget=600)
    assert firsts == [64]
    assert again.text == plain.text
    assert again.accounting == plain.accounting
    assert change(path, "DELETE FROM segments") == 4 + 2
    firsts.clear()
    rows = opened().conversation("a").context(QUESTION, budget=600)
    assert firsts == [0]
    assert rows.text == plain.text


def test_each_stretch_is_written_once(opened: Callable[[], Infold], path: Path) -> None:
    memory = opened()
    for first in range(0, 60, 10):
        chat = talk(memory, "a", 10, first=first)
        run_all(memory)
        memory.segments.write(chat.scope, chat.id)
    assert memory.segments.write(chat.scope, chat.id) == 0
    talk(memory, "a", 4, first=60)
    assert memory.segments.write(chat.scope, chat.id) == 0, "not embedded yet"
    run_all(memory)
    memory.segments.write(chat.scope, chat.id)
    assert memory.segments.write(chat.scope, chat.id) == 0
    with memory.store.read() as reader:
        version = reader.scope_version(chat.scope)
        keys = reader.segment_keys(chat.scope, chat.id, segments.kind_of(Hashing.id, version))
    assert [(key.first, key.count) for key in keys] == [(0, 16), (16, 16), (32, 16), (48, 16)]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE segments SET data = zeroblob(length(data)) WHERE first = 16",
        "UPDATE segments SET data = substr(data, 1, 50) WHERE first = 16",
        "UPDATE segments SET data = 'text' WHERE first = 16",
        "UPDATE segments SET digest = digest + 1 WHERE first = 16",
    ],
)
def test_a_damaged_segment_is_passed_over_noted_and_written_anew(
    opened: Callable[[], Infold],
    path: Path,
    damage: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    memory = opened()
    chat = talk(memory, "a", 50)
    run_all(memory)
    memory.segments.write(chat.scope, chat.id)
    plain = chat.context(QUESTION, budget=600)
    assert change(path, damage) == 1

    later = opened()
    firsts = rows_read(monkeypatch)
    with caplog.at_level(logging.WARNING, logger="infold.engine.segments"):
        assert later.conversation("a").context(QUESTION, budget=600).text == plain.text
    assert firsts == [16]
    assert f"{chat.id} at 16 is damaged" in caplog.text
    # Another process, whose first look at this conversation it is, and this one, which was told.
    assert later.segments.write(chat.scope, chat.id) == 1
    firsts.clear()
    assert opened().conversation("a").context(QUESTION, budget=600).text == plain.text
    assert firsts == [48]


@pytest.mark.parametrize("column", ["erase_epoch", "index_version"])
def test_a_raised_epoch_makes_segments_stale(
    opened: Callable[[], Infold], path: Path, column: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opened()
    chat = talk(memory, "a", 50)
    run_all(memory)
    memory.segments.write(chat.scope, chat.id)
    assert change(path, f"UPDATE scopes SET {column} = {column} + 1, version = version + 1")
    firsts = rows_read(monkeypatch)
    opened().conversation("a").context(QUESTION, budget=600)
    assert firsts == [0]
    later = opened()
    assert later.segments.write(chat.scope, chat.id) == 3
    with later.store.read() as reader:
        assert reader.segment_sizes(chat.scope).count == 3


def test_segments_of_another_analysis_or_embedder_are_not_read(
    opened: Callable[[], Infold], path: Path
) -> None:
    memory = opened()
    chat = talk(memory, "a", 50)
    run_all(memory)
    memory.segments.write(chat.scope, chat.id)
    kinds = (
        (SegmentKind(embedder=Hashing.id, analysis=ANALYSIS), 3),
        (SegmentKind(embedder=Hashing.id, analysis=ANALYSIS + 1), 0),
        (SegmentKind(embedder="", analysis=ANALYSIS), 0),
    )
    with memory.store.read() as reader:
        for kind, count in kinds:
            assert len(reader.segment_keys(chat.scope, chat.id, kind)) == count
        assert reader.segment(chat.scope, chat.id, kinds[1][0], 0) is None


def test_a_reader_of_an_old_snapshot_reads_what_it_saw(opened: Callable[[], Infold]) -> None:
    memory = opened()
    chat = talk(memory, "a", 20)
    run_all(memory)
    with memory.store.read() as old:
        version = old.scope_version(chat.scope)
        talk(memory, "a", 30, first=20)
        run_all(memory)
        memory.segments.write(chat.scope, chat.id)
        found = memory.segments.read(
            old, chat.scope, chat.id, version=version, first=0, messages=20
        )
    assert found.columns.position.tolist() == list(range(20))
    assert np.concatenate([where for where, _ in found.vectors]).tolist() == list(range(20))


def test_users_have_segments_of_their_own(opened: Callable[[], Infold]) -> None:
    memory = opened()
    hers = talk(memory, "same name", 40, user="ana")
    his = talk(memory, "same name", 20, user="민준")
    only = talk(memory, "hers alone", 40, user="ana")
    run_all(memory)
    for chat in (hers, his, only):
        memory.segments.write(chat.scope, chat.id)
    kind = SegmentKind(embedder=Hashing.id, analysis=ANALYSIS)
    with memory.store.read() as reader:
        assert len(reader.segment_keys(hers.scope, hers.id, kind)) == 2
        assert len(reader.segment_keys(his.scope, his.id, kind)) == 1
        assert reader.segment_keys(his.scope, only.id, kind) == []
        assert reader.segment_sizes(hers.scope).count == 4
        assert reader.segment_sizes(his.scope).count == 1


def test_verify_derives_segments_again_and_doctor_counts_them(
    opened: Callable[[], Infold], path: Path
) -> None:
    memory = opened()
    chat = talk(memory, "a", 50)
    run_all(memory)
    memory.segments.write(chat.scope, chat.id)
    assert memory.verify() == []
    assert [one for one in memory.doctor() if "segment" in f"{one.topic} {one.value}"]

    # Whole, by its checksum, but of other rows: those of the stretch after it.
    change(
        path,
        "UPDATE segments SET (data, digest) = (SELECT data, digest FROM segments WHERE first = 32)"
        " WHERE first = 16",
    )
    (fault,) = memory.verify()
    assert (fault.kind, fault.record) == ("segment", chat.id)
    assert "#16" in fault.what
    change(path, "DELETE FROM segments")
    assert memory.verify() == []


def test_an_export_holds_no_segments_and_dropping_all_loses_nothing(
    opened: Callable[[], Infold], path: Path
) -> None:
    memory = opened()
    chat = talk(memory, "a", 50)
    run_all(memory)
    before = b"".join(memory.export())
    memory.segments.write(chat.scope, chat.id)
    assert b"".join(memory.export()) == before
    change(path, "DELETE FROM segments")
    assert b"".join(memory.export()) == before
