"""What a fold is expected to take: what there is to say, what must be said, how much is read."""

from __future__ import annotations

from infold.graph.expecting import Expecting
from infold.graph.turn_graph import read_turn_graph
from tests.unit.graph.build import ask, chain, say

SAID = (
    "The harbour has {n} berths in all. Am Hafen liegen {n} Schiffe. 항구에는 배가 {n}척 있습니다."
)


def expecting(texts, tokens=100):
    messages = [(ask if at % 2 == 0 else say)(text=text) for at, text in enumerate(texts)]
    placed = [
        type(one)(role=one.role, parts=one.parts, tokens=tokens, position=at)
        for at, one in enumerate(messages)
    ]
    return Expecting(read_turn_graph(placed, chain(len(placed))))


def test_there_is_no_more_than_is_said_and_the_same_counts_once() -> None:
    made = expecting([SAID.format(n=1)] * 10)
    # Of a thousand tokens one hundred are said once; the spaces between sentences count nowhere.
    assert 78 <= made.tokens(range(10), 300) <= 85
    assert made.tokens(range(10), 60) == 60


def test_what_must_be_kept_has_no_room() -> None:
    made = expecting([f"We decided to use Redis {n}.2 for the cache." for n in range(10)])
    assert made.tokens(range(10), 300) == 1100


def test_of_a_long_plan_a_bounded_part_is_read() -> None:
    texts = [SAID.format(n=n) for n in range(900)]
    made = expecting(texts)
    first = made.tokens(range(600), 1_000)
    assert first == 1_000
    second = made.tokens(range(300), 100_000)
    assert 20_000 < second < 300 * 100
    # Nothing more is read: the share of the rooms so far stands for the rest.
    assert made.tokens(range(600, 900), 10_000) == 10_000 * (first + second) // 101_000
