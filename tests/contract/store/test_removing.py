"""Facts removed for good: nothing of what they say is left, and that they were there is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from infold.core.facts import Fact, FactEvent
from infold.core.folds import Span
from infold.core.forward import ForwardRow
from infold.core.scope import Scope
from infold.memory.standing import after, begun
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Store

ALICE, BOB = Scope(user="alice \ud800"), Scope(user="bob")
NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)


def add(store: Store, scope: Scope, number: int, text: str, **fields: Any) -> FactRow:
    source = Span(message=f"m_{number}", part=0, start=0, end=4)
    fact = Fact(id=f"a_{number}", text=text, recorded_at=NOW, sources=(source,))
    event = FactEvent(fact=fact.id, kind="added", at=NOW, by="지수", sources=fact.sources)
    row = replace(
        FactRow(fact=fact, standing=after(begun(fact), event), same=f"e_{text}", due=NOW), **fields
    )
    terms = np.arange(number, dtype="<u4").tobytes()
    forward = ForwardRow(
        position=0, parent=-1, role=1, author="", at=0.0, tokens=number, flags=0, terms=terms
    )
    at = store.write(lambda tx: tx.add_fact(scope, row, event, forward))
    store.write(
        lambda tx: tx.add_fact_vectors(scope, "letters", [at], np.eye(1, 4, dtype="f4"), to=at)
    )
    store.write(
        lambda tx: tx.add_fact_vectors(scope, "older", [at], np.eye(1, 8, dtype="f4"), to=at)
    )
    return replace(row, number=at)


def test_what_is_removed_leaves_its_id_and_how_it_stood(store: Store) -> None:
    rows = [add(store, ALICE, i, text) for i, text in enumerate(("부산", "上海", "Besançon"), 1)]
    add(store, BOB, 1, "부산")
    with store.read() as reader:
        states = reader.fact_states_at(ALICE, [3, 1, 99])
    assert [one.id for one in states] == ["a_1", "a_3"]
    store.write(lambda tx: tx.remove_facts(ALICE, states, at=NOW, by="sweep"))
    with store.read() as reader:
        assert [row.fact.id for row in reader.facts(ALICE)] == ["a_2"]
        assert reader.fact_columns(ALICE).position.tolist() == [2]
        for embedder in ("letters", "older"):
            assert reader.fact_vectors(ALICE, embedder)[0].tolist() == [2]
            assert reader.fact_vectors(BOB, embedder)[0].tolist() == [1]
        assert reader.facts_from(ALICE, ["m_1", "m_2", "m_3"]) == ["a_2"]
        assert reader.fact(ALICE, "a_1") is None
        (left,) = reader.fact_states_at(ALICE, [1])
        expected = replace(rows[0].standing, state="purged", holds=(), events=2)
        assert (left.id, left.standing, left.due) == ("a_1", expected, None)
        totals = reader.fact_totals(ALICE)
        assert (totals.facts, totals.live) == (3, 1)
        assert [row.fact.text for row in reader.facts(BOB)] == ["부산"]
        assert store.check() == []


def test_a_reason_that_quotes_what_was_removed_goes_with_it(store: Store) -> None:
    add(store, ALICE, 1, "住在上海")
    doubted = add(store, ALICE, 2, "住在北京")
    event = FactEvent(
        fact="a_2", kind="quarantined", at=NOW, by="rule", other="a_1", data="against '住在上海'"
    )
    row = replace(doubted, standing=after(doubted.standing, event))
    store.write(lambda tx: tx.add_fact_event(ALICE, row, event))
    with store.read() as reader:
        states = reader.fact_states_at(ALICE, [1])
    store.write(lambda tx: tx.remove_facts(ALICE, states, at=NOW, by="sweep"))
    with store.read() as reader:
        assert reader.fact_events(ALICE, 2)[-1] == replace(event, data="")
