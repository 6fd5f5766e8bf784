"""The frontier and forks look through what is archived: it lets ancestry pass."""

from __future__ import annotations

from infold.core.marks import Mark
from infold.core.messages import Message
from infold.graph.frontier import frontier
from infold.graph.runs import breaker
from infold.graph.turn_graph import TurnGraph, read_turn_graph
from tests.unit.graph.build import ask, chain, say


def turns(n: int, parents=None, archived=(), versions=()) -> TurnGraph:
    messages: list[Message] = []
    for number in range(n):
        messages += [ask(f"question {number}"), say(text=f"answer {number}")]
    marks = [(at, Mark(kind="archive", message="", state="confirmed")) for at in archived]
    wired = chain(2 * n) if parents is None else parents
    return read_turn_graph(messages, wired, marks=marks, versions=versions)


def test_a_turn_above_an_archived_one_is_no_live_leaf() -> None:
    graph = turns(14, archived=(16, 17))
    assert graph.archived == {8}
    assert graph.live_leaves == (13,)
    assert frontier(graph, 3) == {10, 11, 12, 13}
    assert breaker(graph, 7, protected=frontier(graph, 3)) is None


def test_where_all_below_is_archived_the_turn_above_is_the_end() -> None:
    graph = turns(6, archived=(8, 9, 10, 11))
    assert graph.live_leaves == (3,)
    assert frontier(graph, 1) == {2, 3}
    assert frontier(turns(3, archived=range(6)), 1) == frozenset()


def test_several_archived_turns_in_a_row_count_as_no_step() -> None:
    graph = turns(10, archived=(10, 11, 12, 13))
    assert graph.live_leaves == (9,)
    assert frontier(graph, 3) == {4, 7, 8, 9}


def passing(*, is_version: bool) -> TurnGraph:
    """0 → 1 → V → 2 → 3 → 4, where V is a question alone: another version of that of 1, or not."""
    messages: list[Message] = []
    for number in range(5):
        messages += [ask(f"질문 {number}"), say(text=f"답 {number}")]
    messages.insert(4, ask("질문 1, anders gefragt"))
    return read_turn_graph(messages, chain(11), versions=[(2, 4)] if is_version else [])


def test_a_version_that_stands_elsewhere_counts_as_no_step() -> None:
    """It passes ancestry as what is archived does: the turn above it is as near to the end."""
    graph = passing(is_version=True)
    assert (graph.elsewhere, graph.archived) == ({2}, frozenset())
    assert frontier(graph, 3) == {1, 3, 4, 5}
    assert frontier(graph, 4) == {0, 1, 3, 4, 5}
    plain = passing(is_version=False)
    assert frontier(plain, 3) == {2, 3, 4, 5}


def test_a_fork_below_an_archived_turn_is_one() -> None:
    # 0 → 1 → 2 (archived) → 3, and 1 → 4.
    parents = [(), (0,), (1,), (2,), (3,), (4,), (5,), (6,), (3,), (8,)]
    graph = turns(5, parents, archived=(4, 5))
    assert breaker(graph, 1, protected=()) == "fork"
    assert breaker(turns(5, parents, archived=(4, 5, 6, 7)), 1, protected=()) is None


def test_of_several_answers_those_are_shown_from_which_it_goes_on() -> None:
    # 0 ← 1, 2, 3; 4 goes on from 2.
    messages = [ask(), say(text="a"), say(text="b"), say(text="c"), ask(), say(text="d")]
    parents = [(), (0,), (0,), (0,), (2,), (4,)]
    graph = read_turn_graph(messages, parents)
    assert graph.nodes[0].members == (0, 1, 2, 3)
    assert graph.shown(0) == (0, 2)
    assert graph.shown_tokens([0]) == 20
    both = read_turn_graph(messages, [(), (0,), (0,), (0,), (2, 1), (4,)])
    assert both.shown(0) == (0, 1, 2)


def test_of_answers_that_nothing_goes_on_from_the_leaf_says_which() -> None:
    messages = [ask(), say(text="a"), say(text="b")]
    parents = [(), (0,), (0,)]
    assert read_turn_graph(messages, parents).shown(0) == (0, 2)
    assert read_turn_graph(messages, parents, leaf=1).shown(0) == (0, 1)
    away = [(2, Mark(kind="archive", message="", state="confirmed"))]
    assert read_turn_graph(messages, parents, marks=away).shown(0) == (0, 1)
    # What goes on from the other inside the turn is not shown either.
    longer = [*messages, say(text="more of b")]
    assert read_turn_graph(longer, [*parents, (2,)], leaf=1).shown(0) == (0, 1)
    assert read_turn_graph(longer, [*parents, (2,)]).shown(0) == (0, 2, 3)


def test_what_gave_way_to_a_version_is_said_in_its_words() -> None:
    messages = [ask("old"), say(), ask("new")]
    graph = read_turn_graph(messages, [(), (0,), ()], versions=[(0, 2)])
    assert graph.shown(0) == (1,)
    assert graph.said(0) == (2, 1)
