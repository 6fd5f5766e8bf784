"""Facts in a store: content, events, standing, what search needs of them, and whose they are."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from infold.core.facts import Fact, FactEvent, Hold, Slot
from infold.core.folds import Span
from infold.core.forward import ForwardRow
from infold.core.scope import Scope
from infold.errors import IntegrityError
from infold.memory.standing import after, begun
from infold.store.fact_protocol import FactRow, FactTotals
from infold.store.protocol import Store

ALICE, BOB = Scope(user="alice"), Scope(user="bob")
NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)
CITY = Slot(subject="사용자 \ud800", attribute="도시")
TEXTS = (
    "Lives in Porto",
    "부산에 살아요",
    "住在上海",
    "大阪に住んでいます",
    "Tinggal di Bandung",
    "Habite à Besançon",
    "a lone \ud800 surrogate and a NUL \x00",
)


def span(number: int) -> Span:
    return Span(message=f"m_{number}", part=0, start=number, end=number + 4)


def made(number: int, text: str = "Lives in Porto", **fields: Any) -> FactRow:
    fact = Fact(
        id=f"a_{number}",
        text=text,
        slot=CITY,
        value=text[-5:],
        confidence=0.9,
        valid_from=NOW - 30 * DAY,
        recorded_at=NOW,
        expires_at=NOW + 90 * DAY,
        sources=(span(number), span(number + 100)),
        origin="user",
    )
    row = FactRow(fact=fact, standing=begun(fact), same=f"e_{text}", due=NOW + number * DAY)
    return replace(row, standing=after(row.standing, added(row)), **fields)


def added(row: FactRow) -> FactEvent:
    return FactEvent(fact=row.fact.id, kind="added", at=NOW, by="김민준", sources=row.fact.sources)


def forward(number: int) -> ForwardRow:
    return ForwardRow(
        position=0, parent=-1, role=1, author="", at=math.nan if number % 2 else float(number),
        tokens=number, flags=0, terms=np.arange(number, dtype="<u4").tobytes(),
    )  # fmt: skip


def add(store: Store, scope: Scope, *rows: FactRow) -> list[FactRow]:
    numbers = [
        store.write(lambda w, row=row, i=i: w.add_fact(scope, row, added(row), forward(i)))
        for i, row in enumerate(rows, 1)
    ]
    store.write(lambda w: w.touch(scope))
    return [replace(row, number=number) for row, number in zip(rows, numbers, strict=True)]


def test_a_fact_comes_back_as_it_was_written(store: Store) -> None:
    rows = add(store, ALICE, *(made(i, text) for i, text in enumerate(TEXTS, 1)))
    assert [row.number for row in rows] == list(range(1, len(TEXTS) + 1))
    with store.read() as reader:
        assert [reader.fact(ALICE, row.fact.id) for row in rows] == rows
        assert reader.facts_at(ALICE, [2, 1, 2]) == rows[:2]
        bare = [replace(row, fact=replace(row.fact, sources=())) for row in rows]
        assert reader.facts(ALICE) == bare
        assert reader.facts(ALICE, after=2, limit=2) == bare[2:4]
        assert reader.facts_of_slot(ALICE, CITY) == bare
        assert reader.facts_of_slot(ALICE, Slot(subject="", attribute="")) == []
        assert reader.same_facts(ALICE, "e_住在上海") == [bare[2]]
        assert reader.fact_ids(ALICE, "a_", 2) == ["a_1", "a_2"]
        assert reader.fact(ALICE, "a_99") is None
        state = reader.fact_state(ALICE, "a_3")
        assert state is not None
        assert (state.number, state.standing, state.due) == (3, rows[2].standing, rows[2].due)
        heads = reader.fact_heads(ALICE, after=5)
        assert [(one.kind, one.undated) for one in heads] == [("statement", None)] * 2
        assert reader.fact_totals(ALICE) == FactTotals(facts=len(TEXTS), live=len(TEXTS))
        assert reader.fact_users("default") == [(ALICE, FactTotals(facts=7, live=7))]


def test_a_fact_of_no_slot_and_no_time(store: Store) -> None:
    bare = Fact(id="a_1", text="x", recorded_at=NOW)
    row = FactRow(fact=bare, standing=begun(bare), same="e", digest="d", agent="a", ordinal=3)
    add(store, ALICE, row)
    with store.read() as reader:
        assert reader.fact(ALICE, "a_1") == replace(row, number=1)


def test_events_are_appended_with_their_sources(store: Store) -> None:
    (row,) = add(store, ALICE, made(1))
    said = FactEvent(
        fact="a_1", kind="repeated", at=NOW + DAY, other="", data="데이터 \ud800",
        sources=(span(7),),
    )  # fmt: skip
    then = replace(row, standing=replace(row.standing, events=2))
    store.write(lambda w: w.add_fact_event(ALICE, then, said))
    with store.read() as reader:
        assert reader.fact_events(ALICE, 1) == [added(row), said]
        assert reader.fact_events(BOB, 1) == []
        assert reader.facts_from(ALICE, ["m_7", "m_1"]) == ["a_1"]
        assert reader.facts_from(ALICE, ["m_9"]) == []
        assert reader.facts_from(BOB, ["m_7"]) == []
    with pytest.raises(IntegrityError):
        store.write(lambda w: w.add_fact_event(ALICE, then, said))
    with pytest.raises(IntegrityError):
        store.write(lambda w: w.add_fact(ALICE, row, added(row), forward(1)))


def test_standing_is_replaced_and_counted(store: Store) -> None:
    one, two = add(store, ALICE, made(1), made(2))
    standing = replace(
        one.standing,
        state="tombstoned",
        pinned=True,
        tombstoned_at=NOW + DAY,
        last_used=NOW,
        uses=3,
        superseded_by="a_2",
        holds=(Hold(begins=None, ends=NOW, by="a_2"), Hold(begins=NOW + DAY)),
        events=9,
    )
    with store.read() as reader:
        version = reader.scope_version(ALICE).version
    changed = replace(one, standing=standing, due=None)
    store.write(lambda w: w.save_standing(ALICE, changed, was=one.standing))
    store.write(lambda w: w.touch(ALICE))
    with store.read() as reader:
        assert reader.fact(ALICE, "a_1") == changed
        assert reader.fact_totals(ALICE) == FactTotals(facts=2, live=1)
        assert [state.id for state in reader.fact_states(ALICE)] == ["a_1", "a_2"]
        assert [s.id for s in reader.fact_states(ALICE, changed=version)] == ["a_1"]
        assert reader.fact_states(ALICE, changed=version + 1) == []
        assert reader.fact(ALICE, "a_2") == two


def test_what_is_due_comes_in_order_and_in_pieces(store: Store) -> None:
    add(store, ALICE, made(3), made(1), made(2), replace(made(4), due=None))
    with store.read() as reader:
        due = reader.facts_due(ALICE, NOW + 2 * DAY, limit=9)
        assert due == [(NOW + DAY, 2, "a_1"), (NOW + 2 * DAY, 3, "a_2")]
        assert reader.facts_due(ALICE, NOW + 2 * DAY, limit=1) == due[:1]
        assert reader.facts_due(ALICE, NOW + 2 * DAY, limit=1, after=due[0][:2]) == due[1:]
        assert reader.facts_due(ALICE, NOW, limit=9) == []
        assert reader.facts_due(BOB, NOW + 9 * DAY, limit=9) == []


def test_search_rows_and_vectors(store: Store) -> None:
    add(store, ALICE, made(1), made(2), made(3))
    vectors = np.eye(3, 4, dtype=np.float32)
    store.write(lambda w: w.add_fact_vectors(ALICE, "e/4", [1, 3], vectors[:2], to=3))
    store.write(lambda w: w.add_fact_vectors(ALICE, "e/4", [1], vectors[2:], to=1))
    with store.read() as reader:
        columns = reader.fact_columns(ALICE, after=1)
        assert columns.position.tolist() == [2, 3]
        assert columns.term_counts.tolist() == [2, 3]
        assert columns.terms.tolist() == [0, 1, 0, 1, 2]
        numbers, found = reader.fact_vectors(ALICE, "e/4")
        assert numbers.tolist() == [1, 3]
        assert np.array_equal(found, vectors[:2])
        assert reader.fact_vectors(ALICE, "e/4", after=1)[0].tolist() == [3]
        assert reader.fact_vectors(ALICE, "f/4")[0].tolist() == []
        assert reader.fact_totals(ALICE).embedded_to == 3
        assert len(reader.fact_columns(BOB).position) == 0


def test_users_that_the_embedder_has_not_seen(store: Store) -> None:
    with store.read() as reader:
        assert reader.facts_behind("default") is None
    add(store, BOB, made(1))
    with store.read() as reader:
        assert reader.facts_behind("default") == BOB
        assert reader.facts_behind("other") is None
    store.write(lambda w: w.queue_job(BOB, "facts", "facts", NOW))
    with store.read() as reader:
        assert reader.facts_behind("default") is None


def test_nobody_else_sees_a_fact_and_agents_narrow(store: Store) -> None:
    one = Scope(user="alice", agent="planner", session="s1")
    add(store, ALICE, made(1, agent="planner", session="s1"), made(2, agent="coder"), made(3))

    def seen(scope: Scope) -> list[str]:
        with store.read() as reader:
            found = [row.fact.id for row in reader.facts(scope)]
            ids = ("a_1", "a_2", "a_3")
            assert found == [one for one in ids if reader.fact(scope, one)]
            assert found == [one for one in ids if reader.fact_state(scope, one)]
            assert found == [state.id for state in reader.fact_states(scope)]
            assert found == [row.fact.id for row in reader.facts_of_slot(scope, CITY)]
            assert found == [row.fact.id for row in reader.facts_at(scope, [1, 2, 3])]
            assert found == [f"a_{head.number}" for head in reader.fact_heads(scope)]
            assert found == [f"a_{n}" for n in reader.fact_columns(scope).position.tolist()]
            assert found == reader.fact_ids(scope, "a_", 9)
            assert found == reader.facts_from(scope, ["m_1", "m_2", "m_3"])
            assert found == [f[2] for f in reader.facts_due(scope, NOW + 9 * DAY, limit=9)]
            return found

    assert seen(ALICE) == ["a_1", "a_2", "a_3"]
    assert seen(one) == seen(Scope(user="alice", session="s1")) == ["a_1"]
    assert seen(Scope(user="alice", agent="coder")) == ["a_2"]
    assert seen(BOB) == seen(Scope(space="other", user="alice")) == []
