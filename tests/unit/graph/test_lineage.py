import random

import pytest

from infold.errors import GraphError
from infold.graph.lineage import (
    ancestors,
    cycles,
    leaves,
    reading_order,
    roots,
    topological,
)


def ladder(diamonds):
    parents = [()]
    for step in range(diamonds):
        top = 3 * step
        parents += [(top,), (top,), (top + 1, top + 2)]
    return parents


def edges_of(parents):
    return [(parent, child) for child, above in enumerate(parents) for parent in above]


def test_ancestors_of_a_branch_leave_the_other_branch_out():
    parents = [(), (0,), (1,), (1,), (3,)]
    assert ancestors(parents, 4) == [0, 1, 3, 4]
    assert ancestors(parents, 2) == [0, 1, 2]
    assert leaves(parents) == [2, 4]
    assert roots(parents) == [0]


def test_ancestors_go_through_all_parents_and_trees():
    parents = [(), (), (0,), (1, 2), (3,)]
    assert ancestors(parents, 4) == [0, 1, 2, 3, 4]
    assert roots(parents) == [0, 1]
    assert leaves(parents) == [4]


def test_an_empty_graph_has_nothing():
    assert leaves([]) == roots([]) == topological(0, []) == []
    with pytest.raises(IndexError, match="no message at position 0"):
        ancestors([], 0)


@pytest.mark.parametrize("parents", [[(), *((i,) for i in range(99_999))], ladder(10_000)])
def test_long_chains_and_ladders(parents):
    n = len(parents)
    assert ancestors(parents, n - 1) == list(range(n))
    assert leaves(parents) == [n - 1]
    edges = edges_of(parents)
    assert topological(n, edges) == list(range(n))
    assert cycles(n, edges) == []
    assert cycles(n, [*edges, (n - 1, 0)])[0][0] == 0


class Counting(list):
    """Parents that count how often they are read."""

    reads = 0

    def __getitem__(self, index):
        Counting.reads += 1
        return super().__getitem__(index)


@pytest.mark.parametrize("diamonds", [1_000, 2_000])
def test_work_on_a_ladder_grows_with_its_length_alone(diamonds):
    parents = Counting(ladder(diamonds))
    Counting.reads = 0
    ancestors(parents, len(parents) - 1)
    assert Counting.reads <= 2 * len(parents)


def test_order_is_by_parents_then_position_whatever_the_order_of_edges():
    edges = [(4, 0), (0, 2), (3, 2), (4, 3)]
    assert topological(5, edges) == [1, 4, 0, 3, 2]
    random.Random(1).shuffle(edges)
    assert topological(5, edges + edges) == [1, 4, 0, 3, 2]


def test_a_cycle_is_named():
    with pytest.raises(GraphError) as caught:
        topological(5, [(0, 1), (1, 2), (2, 3), (3, 1), (3, 4)], names=list("abcde"))
    assert caught.value.records == ("b", "c", "d")
    assert "b -> c -> d -> b" in str(caught.value)


def test_every_knot_gives_its_shortest_cycle():
    edges = [(0, 1), (1, 2), (2, 0), (1, 0), (3, 3), (4, 5), (5, 6), (6, 4), (2, 4)]
    assert cycles(7, edges) == [[0, 1], [3], [4, 5, 6]]


def test_branches_are_read_in_one_piece_whatever_the_order_of_wires():
    #  0 → 1 → 3 → 5 → 7      messages of both branches came in turns
    #   ↘ 2 → 4 → 6 ↗
    parents = [(), (0,), (0,), (1,), (2,), (3,), (4,), (5, 6)]
    assert reading_order(parents, [7]) == [0, 1, 3, 5, 2, 4, 6, 7]
    assert reading_order([*parents[:7], (6, 5)], [7]) == [0, 1, 3, 5, 2, 4, 6, 7]
    assert reading_order(parents, [6, 5]) == reading_order(parents, [5, 6]) == [
        0, 1, 3, 5, 2, 4, 6,
    ]  # fmt: skip
    assert reading_order(parents, []) == []


def test_a_chain_of_twenty_thousand_and_a_ladder_are_read():
    """G12."""
    chain = [(n - 1,) if n else () for n in range(20_000)]
    assert reading_order(chain, [19_999]) == list(range(20_000))
    ladder = [()]
    for step in range(25):
        ladder += [(3 * step,), (3 * step,), (3 * step + 1, 3 * step + 2)]
    assert reading_order(ladder, [75]) == list(range(76))
