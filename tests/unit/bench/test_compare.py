"""The gold facts that folded views are asked for: they stand where they are said to stand."""

from __future__ import annotations

from dataclasses import replace

from bench.compare import _facts, _pooled, _stands, working
from bench.report import at_least
from bench.retention.scoring import View


def testworking_sessions_hold_their_facts_and_what_was_replaced() -> None:
    made = working(300, 7)
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


def test_a_status_is_wrong_where_the_old_value_of_the_same_thing_stands_unmarked() -> None:
    made = working(300, 7)
    question = next(q for sort, q in _facts(made) if sort == "status")
    turns = list(made.turns)
    (old, *_), (new,) = question.stale_at, question.evidence
    turns[old] = replace(turns[old], text="The auth proxy of Holfenbar may try 21 times.")
    turns[new] = replace(turns[new], text="Make that 5 tries for the auth proxy of Holfenbar.")
    made = replace(made, turns=turns)
    question = replace(
        question,
        text="How often may the auth proxy of Holfenbar try?",
        answers=("5",),
        stale=("21",),
        stale_at=(old,),
    )

    def stands(*lines: str) -> bool:
        return _stands("status", question, made, View("\n".join(lines)))

    current, stale = turns[new].text, turns[old].text
    assert stands(current)
    assert stands(f'{stale} ["21" replaced by 5, 9 Jan]', current)
    assert stands(current, "The picnic basket of Rosquinor may try 21 times.")
    assert not stands(current, stale)
    assert not stands(current, "The auth proxy may try 21 times.")
    assert not stands(stale)
