"""Parts of sentences: what they keep, and when they say by themselves what their sentence says."""

from __future__ import annotations

import pytest

from infold.core.messages import Message, Text
from infold.core.tokens import RuleCounter
from infold.fold.excerpts import Excerpt, excerpts, prove, shorter
from infold.fold.reading import known_literals, read_message
from infold.fold.standing import read_standing

COUNTER = RuleCounter()


def proved(*said: str) -> dict[str, Excerpt]:
    """The parts that can stand for the sentences of a talk, by their text."""
    messages = [
        Message(id=f"m{number}", position=number, role="user", parts=(Text(text=text),))
        for number, text in enumerate(said)
    ]
    passages = [read_message(index, message) for index, message in enumerate(messages)]
    standing = read_standing(messages, passages)
    return {
        one.text: one
        for whole in excerpts(messages, passages, standing, COUNTER)
        for one in shorter(whole, standing, COUNTER, bare=True)
        if prove(one, standing, known_literals)
    }


def test_a_name_that_stands_that_keeps_its_place_at_the_beginning_is_shown() -> None:
    found = proved("By the way, on 10 January the Wren integration runs out.")
    assert ("name", "Wren") in found["Wren integration"].keeps


@pytest.mark.parametrize(
    "text",
    [
        "By the way, we do not use the Wren integration after 10 January.",
        "We use the Onda integration instead of the Wren integration since 10 January.",
    ],
)
def test_a_name_that_was_put_away_never_stands_alone(text: str) -> None:
    assert not any(one.startswith("Wren") for one in proved(text))


def test_a_statement_is_kept_by_the_clause_that_makes_it_with_its_values() -> None:
    found = proved("On the Krill quote the log shows 326 attempts and no error.")
    part = found["326 attempts and no error"]
    assert {kind for kind, _ in part.keeps} == {"", "negation"}
    assert part.tokens < COUNTER.count("the log shows 326 attempts and no error")
