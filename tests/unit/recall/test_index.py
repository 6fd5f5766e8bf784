from __future__ import annotations

import threading

import numpy as np
import pytest

from infold.recall.field import Field
from infold.recall.index import Index
from infold.recall.query import make_query
from infold.recall.rank import rank
from infold.recall.terms import term_hashes
from tests.unit.recall.builders import columns, placed, say

WORDS = ("port", "5433", "배포", "数据库", "サーバー", "basis", "Müller", "café")


def messages(n: int) -> list:
    return placed([say("user", f"{WORDS[i % 8]} note {i} {WORDS[i * 5 % 8]}") for i in range(n)])


def test_term_hashes_are_crc32_of_utf8() -> None:
    import zlib

    terms = ["port", "配置", "\ud800"]
    expected = [zlib.crc32(t.encode("utf-8", "surrogatepass")) for t in terms]
    assert term_hashes(terms).tolist() == expected
    assert term_hashes([]).dtype == np.uint32


@pytest.mark.parametrize("step", [1, 7, 400])
def test_an_index_grown_in_steps_equals_one_built_at_once(
    step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infold.recall.index._TAIL", 50)
    rows = messages(400)
    whole, grown = Index(), Index()
    whole.extend(columns(rows))
    for first in range(0, 400, step):
        grown.extend(columns(rows[: first + step], first=first))
    terms = set(whole.snapshot().terms.tolist())
    for term in terms | {12345}:
        expected = [
            (i, rows_terms.count(term))
            for i in range(400)
            if (rows_terms := whole.snapshot().terms_of(i).tolist()).count(term)
        ]
        for index in (whole, grown):
            docs, counts = index.snapshot().where(term)
            assert list(zip(docs.tolist(), counts.tolist(), strict=True)) == expected


def test_rows_that_are_there_already_are_passed_over_and_a_gap_is_refused() -> None:
    rows = messages(10)
    index = Index()
    index.extend(columns(rows[:6]))
    index.extend(columns(rows, first=3))
    index.extend(columns(rows[:6]))
    assert len(index) == 10
    assert index.snapshot().terms.tolist() == columns(rows).terms.tolist()
    with pytest.raises(ValueError, match="gap after position 9"):
        index.extend(columns(messages(14), first=11))


def test_vectors_come_in_any_order_and_once() -> None:
    index = Index()
    index.extend(columns(messages(5)))
    unit = np.eye(4, dtype=np.float32)
    index.set_vectors([3, 1], unit[:2])
    index.set_vectors([1, 4], unit[2:])
    found = index.snapshot().similarity(np.array([1, 2, 3, 4], np.float32))
    assert found.tolist() == [0, 2, 0, 1, 4]
    assert index.snapshot().vector(0) is None
    with pytest.raises(ValueError, match="not among the 5"):
        index.set_vectors([5], unit[:1])
    with pytest.raises(ValueError, match="another dimension"):
        index.set_vectors([0], np.ones((1, 3), np.float32))


def test_a_snapshot_stays_as_it_was() -> None:
    rows = messages(300)
    index = Index()
    index.extend(columns(rows[:10]))
    index.set_vectors([0], np.ones((1, 4), np.float32))
    before = index.snapshot()
    terms = before.terms.tolist()
    index.extend(columns(rows, first=10))
    index.set_vectors(range(1, 10), np.ones((9, 4), np.float32))
    assert len(before) == 10
    assert before.terms.tolist() == terms
    assert before.similarity(np.ones(4, np.float32)).tolist() == [4.0] + [0.0] * 9


def test_a_question_changes_nothing_while_another_thread_appends() -> None:
    rows = messages(600)
    index = Index()
    index.extend(columns(rows[:100]))
    query = make_query("port 5433 배포")
    path = np.arange(100)
    expected = rank(Field(index.snapshot(), path), query)
    size = index.nbytes
    assert rank(Field(index.snapshot(), path), query).scores.tolist() == expected.scores.tolist()
    assert index.nbytes == size

    def grow() -> None:
        for first in range(100, 600):
            index.extend(columns(rows[: first + 1], first=first))

    thread = threading.Thread(target=grow)
    thread.start()
    while thread.is_alive():
        found = rank(Field(index.snapshot(), path), query)
        assert found.positions.tolist() == expected.positions.tolist()
    thread.join()
    assert len(index) == 600


def test_a_field_counts_its_own_path_alone() -> None:
    index = Index()
    index.extend(columns(messages(16)))
    field = Field(index.snapshot(), np.array([1, 3, 9]))
    (term,) = term_hashes(["5433"]).tolist()
    places, counts = field.where(term)
    assert places.tolist() == [0, 2]
    assert counts.tolist() == [1, 1]
    assert field.places(np.array([1, 2, 9])).tolist() == [0, -1, 2]


def test_twenty_thousand_messages_with_vectors_take_under_60_mb() -> None:
    n = 20_000
    cols = columns(placed([say("user", "a note")]))
    from dataclasses import replace

    rng = np.random.default_rng(7)
    big = replace(
        cols,
        position=np.arange(n),
        parent=np.arange(n) - 1,
        role=np.ones(n, np.int8),
        author=[""] * n,
        at=np.full(n, np.nan),
        tokens=np.full(n, 40),
        flags=np.zeros(n, np.int64),
        terms=rng.zipf(1.2, n * 30).astype(np.uint32),
        term_counts=np.full(n, 30),
    )
    index = Index()
    index.extend(big)
    index.set_vectors(np.arange(n), np.zeros((n, 256), np.float32))
    assert index.nbytes <= 60_000_000
