"""Packing: messages in order of value, whole ones before pieces, within the room."""

from __future__ import annotations

from collections.abc import Sequence

from infold.core.messages import Message
from infold.recall.packing import Item, Packer
from tests.unit.recall.builders import COUNTER, placed, say


def packed(messages: Sequence[Message], order: Sequence[int], room: int) -> list[Item]:
    packer = Packer(
        room=room,
        question="부두 수심 depth",
        weights={},
        names={},
        speakers=frozenset(),
        counter=COUNTER,
        marks=lambda place: (),
    )
    return packer.pack(order, dict(enumerate(messages)).get, lambda place: None)


def words(count: int, word: str = "depth") -> str:
    return " ".join([word] * count)


def test_a_later_message_that_fits_whole_comes_before_a_piece_of_an_earlier_one() -> None:
    """Three of 40 words and one of 15 in room for 110: the third of 40 waits for what is left."""
    messages = placed(
        [*(say("user", f"{words(39)} {sign}") for sign in "abc"), say("user", words(15))]
    )
    items = packed(messages, [0, 1, 2, 3], 110)
    assert [(item.place, item.whole) for item in items] == [(0, True), (1, True), (3, True)]
    assert sum(item.tokens for item in items) <= 110


def test_what_is_left_goes_to_a_piece_of_what_waited() -> None:
    messages = placed(
        [*(say("user", f"{words(39)} {sign}") for sign in "abc"), say("user", words(4, "수심"))]
    )
    items = packed(messages, [0, 1, 2, 3], 124)
    assert [(item.place, item.whole) for item in items] == [
        (0, True),
        (1, True),
        (3, True),
        (2, False),
    ]
    assert sum(item.tokens for item in items) <= 124


def test_a_message_too_long_to_be_shown_whole_waits_for_nothing() -> None:
    messages = placed([say("user", words(400)), say("user", words(15))])
    items = packed(messages, [0, 1], 200)
    assert [(item.place, item.whole) for item in items] == [(0, False), (1, True)]


def test_where_nothing_fits_whole_a_piece_of_the_best_is_shown() -> None:
    messages = placed([say("user", words(60)), say("user", words(50))])
    items = packed(messages, [0, 1], 30)
    assert [(item.place, item.whole) for item in items] == [(0, False)]


def test_a_line_said_again_waits_for_all_that_says_something_else() -> None:
    told = "Die Tiefe am Kai ist 12 m."
    messages = placed(
        [*(say("user", told) for _ in range(4)), say("user", words(15)), say("assistant", told)]
    )
    items = packed(messages, [0, 1, 2, 3, 4, 5], 60)
    assert [item.place for item in items] == [0, 4, 5, 1, 2]
    assert [item.place for item in packed(messages, [2, 0, 1], 400)] == [2, 0, 1]


def test_a_question_asked_again_stands_with_the_answer_to_it() -> None:
    messages = placed(
        [
            say("user", "수심은?"),
            say("assistant", "12 m"),
            say("user", "수심은?"),
            say("assistant", "14 m"),
        ]
    )
    packer = Packer(
        room=100,
        question="수심",
        weights={},
        names={},
        speakers=frozenset(),
        counter=COUNTER,
        marks=lambda place: (),
    )
    answers = {0: 1, 2: 3}
    items = packer.pack([0, 2], dict(enumerate(messages)).get, answers.get)
    assert [item.place for item in items] == [0, 1, 2, 3]
