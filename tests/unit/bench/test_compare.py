"""The gold facts that folded views are asked for: they stand where they are said to stand."""

from __future__ import annotations

from bench.compare import _facts, _pooled, _working
from bench.report import at_least


def test_working_sessions_hold_their_facts_and_what_was_replaced() -> None:
    made = _working(300, 7)
    assert len(made.turns) == 300
    assert any(turn.tool for turn in made.turns)
    facts = list(_facts(made))
    assert {sort for sort, _ in facts} == {"value", "status"}
    for sort, question in facts:
        (at,) = question.evidence
        assert question.answers[0] in made.turns[at].text
        assert len(question.stale) == len(question.stale_at)
        assert (sort == "status") <= bool(question.stale)
        for value, where in zip(question.stale, question.stale_at, strict=True):
            assert value in made.turns[where].text
            assert where < at


def test_a_share_is_that_of_all_sessions_together() -> None:
    one = _pooled("case", [[True, True, False], [True]], "m", at_least(0.9))
    assert (one.n, one.value, one.low, one.high) == (4, 0.75, 2 / 3, 1.0)
    assert one.met is False
