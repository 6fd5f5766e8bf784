from itertools import pairwise

import pytest

from infold.errors import ConfigError
from infold.fold.policy import FoldPolicy
from infold.fold.window import Window, asks_to_graduate, fill, graduate
from infold.graph.units import outline
from tests.unit.graph.build import ask, chain, result, say

POLICY = FoldPolicy(hot_high=100, hot_low=50)


def hot(*messages):
    return [
        outline(message, above, position=index)
        for index, (message, above) in enumerate(zip(messages, chain(len(messages)), strict=True))
    ]


def start(*messages, policy=POLICY):
    window = graduate(hot(*messages), policy)
    return None if window is None else window.start


def test_nothing_graduates_up_to_the_high_mark():
    assert start(*[ask(tokens=10)] * 10) is None
    assert start(*[ask(tokens=10)] * 11) == 6


def test_whole_turns_graduate_down_to_the_low_mark():
    turn = [ask(tokens=10), say(tokens=10)]
    window = graduate(hot(*turn * 6), POLICY)
    assert window == Window(start=8, tokens=40)


def test_the_newest_turn_stays_whole():
    assert start(ask(), say(), ask(), say(tokens=500)) == 2
    assert start(ask(), say(tokens=500)) is None
    assert start(ask(), say("a"), result("a", tokens=500), say(), say()) is None


def test_the_newest_turn_is_split_at_steps_when_it_has_more_than_four_atoms():
    steps = [part for c in range(5) for part in (say(f"{c}"), result(f"{c}", tokens=30))]
    assert start(ask(), *steps) == 9
    assert start(ask(), *steps[:8]) is None


def test_the_newest_step_never_graduates():
    steps = [part for c in range(6) for part in (say(f"{c}"), result(f"{c}", tokens=300))]
    assert start(ask(), *steps) == 11


def test_no_call_is_parted_from_a_result_that_comes_late():
    messages = [
        ask(),
        say("slow"),
        ask(),
        say(),
        ask(),
        result("slow"),
        say(),
        ask(tokens=80),
        say(),
    ]
    assert start(*messages) == 7
    assert start(*messages[:5], ask(tokens=80), say()) == 5


def test_results_of_a_step_over_the_mark_are_not_looked_at_again():
    window = Window(start=0, tokens=101)
    (late,) = hot(result("a"))
    (answer,) = hot(say())
    assert not asks_to_graduate(window, late, POLICY)
    assert asks_to_graduate(window, answer, POLICY)
    assert asks_to_graduate(Window(start=0, tokens=95), late, POLICY)
    assert not asks_to_graduate(Window(start=0, tokens=90), answer, POLICY)


def test_blocks_of_a_long_chat_lie_between_the_marks():
    messages = [part for _ in range(500) for part in (ask(tokens=7), say(tokens=13))]
    moves, window = fill(Window(), hot(*messages), [], POLICY)
    assert all(move.tokens <= POLICY.hot_low for move in moves)
    assert all(a.start < b.start for a, b in pairwise(moves))
    assert window.start == moves[-1].start
    assert window.tokens == sum(m.tokens for m in messages[window.start :])


def test_filling_in_two_parts_goes_on_where_the_first_stopped():
    messages = hot(*[part for _ in range(50) for part in (ask(tokens=7), say(tokens=13))])
    whole, last = fill(Window(), messages, [], POLICY)
    first, window = fill(Window(), messages[:33], [], POLICY)
    rest, end = fill(window, messages[33:], messages[window.start : 33], POLICY)
    assert (first + rest, end) == (whole, last)


def test_the_classic_policy_keeps_ten_messages():
    policy = FoldPolicy.classic()
    moves, window = fill(Window(), hot(*[ask(tokens=3)] * 25), [], policy)
    assert [move.start for move in moves] == list(range(1, 16))
    assert window == Window(start=15, tokens=30)


def test_marks_that_cannot_be_kept_are_all_named():
    with pytest.raises(ConfigError) as caught:
        FoldPolicy(hot_high=10, hot_low=20, ratio=2.0, cluster_tokens=0)
    for name in ("hot_low", "ratio", "cluster_tokens"):
        assert name in str(caught.value)
