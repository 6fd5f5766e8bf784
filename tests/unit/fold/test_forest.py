import pytest

from infold.core.folds import Merge
from infold.errors import Conflict, GraphError, NotFound
from infold.fold.forest import Forest, units_from_placements
from infold.graph.units import Unit


def forest_of(n, merges=()):
    return Forest.from_log((Unit(first=u, members=(u,)) for u in range(n)), merges)


def merge(a, b, name="", by=""):
    return Merge(a=a, b=b, score=0.5, reason="similar", id=name, withdrawn_by=by)


def test_c16_expand_gives_messages_in_conversation_order():
    forest = Forest()
    for first, members in ((0, (0, 1)), (2, (2, 5)), (3, (3, 4)), (6, (6,))):
        forest.add(Unit(first=first, members=members))
    forest.union(6, 2, score=0.4, reason="similar")
    assert forest.union(0, 6, score=0.1234567, reason="correction") == Merge(
        a=6, b=0, score=0.123457, reason="correction"
    )
    assert forest.expand(6) == (0, 1, 2, 5, 6)
    assert forest.cluster(6) == (0, 2, 6)
    assert forest.roots == [0, 3]
    assert forest.find(6) == 0


def test_withdrawal_recomputes_one_component():
    forest = forest_of(6, [merge(1, 0, "x"), merge(2, 1, "y"), merge(2, 0, "z"), merge(4, 3, "w")])
    assert forest.withdraw("y", by="ann") == (0,)
    assert forest.withdraw("z", by="ann") == (0, 2)
    assert forest.roots == [0, 2, 3, 5]
    assert [m.withdrawn_by for m in forest.log] == ["", "ann", "ann", ""]


def test_withdrawn_merges_in_a_log_join_nothing():
    assert forest_of(2, [merge(1, 0, "x", by="ann")]).roots == [0, 1]


def test_errors_name_what_is_wrong():
    forest = forest_of(2, [merge(1, 0, "x", by="ann")])
    with pytest.raises(NotFound, match="no unit at position 7"):
        forest.find(7)
    with pytest.raises(NotFound, match="no merge 'q'"):
        forest.withdraw("q", by="ann")
    with pytest.raises(Conflict, match="withdrawn by 'ann'"):
        forest.withdraw("x", by="bob")
    with pytest.raises(GraphError, match="no unit at 9"):
        forest_of(2, [merge(9, 0)])
    with pytest.raises(GraphError, match="with itself"):
        forest.union(1, 1, score=1, reason="person")
    with pytest.raises(GraphError, match="there already"):
        forest.add(Unit(first=1, members=(1,)))


def test_a_chain_of_100000_merges_is_found_without_recursion():
    n = 100_000
    forest = forest_of(n, (merge(u, u - 1, str(u)) for u in range(1, n)))
    assert forest.find(n - 1) == 0
    assert len(forest.cluster(0)) == n
    assert forest.withdraw(str(n // 2), by="ann") == (0, n // 2)


def test_units_come_back_from_placements():
    assert units_from_placements({4: 3, 0: 0, 3: 3, 1: 0, 9: 9}) == [
        Unit(first=0, members=(0, 1)),
        Unit(first=3, members=(3, 4)),
        Unit(first=9, members=(9,)),
    ]
