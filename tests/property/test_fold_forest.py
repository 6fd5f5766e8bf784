"""The forest against a naive model: components of the graph of merges that hold."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infold.errors import Conflict
from infold.fold.forest import Forest
from infold.graph.units import Unit


def naive(units, merges):
    cluster = {unit: {unit} for unit in units}
    changed = True
    while changed:
        changed = False
        for merge in merges:
            if not merge.withdrawn_by and cluster[merge.a] is not cluster[merge.b]:
                joined = cluster[merge.a] | cluster[merge.b]
                for unit in joined:
                    cluster[unit] = joined
                changed = True
    return cluster


def same(forest, units, members):
    cluster = naive(units, forest.log)
    assert forest.roots == sorted({min(names) for names in cluster.values()})
    for unit in units:
        assert forest.find(unit) == min(cluster[unit])
        assert forest.cluster(unit) == tuple(sorted(cluster[unit]))
        assert forest.expand(unit) == tuple(
            sorted(p for name in cluster[unit] for p in members[name])
        )


@given(st.data())
def test_forest_is_its_merge_log(data):
    n = data.draw(st.integers(2, 12))
    # Members of different units may interleave, as those of two branches do.
    members = {unit: (unit, unit + n, unit + 2 * n) for unit in range(n)}
    forest = Forest()
    for unit in range(n):
        forest.add(Unit(first=unit, members=members[unit]))
    held = []
    for step in range(data.draw(st.integers(0, 25))):
        if held and data.draw(st.booleans()):
            merge = held.pop(data.draw(st.integers(0, len(held) - 1)))
            before = forest.cluster(next(m.a for m in forest.log if m.id == merge))
            roots = forest.withdraw(merge, by="person")
            assert sorted(u for root in roots for u in forest.cluster(root)) == list(before)
            with pytest.raises(Conflict):
                forest.withdraw(merge, by="person")
        else:
            a, b = data.draw(st.permutations(range(n)))[:2]
            made = Forest.from_log(
                (Unit(first=u, members=members[u]) for u in range(n)), forest.log
            ).union(a, b, score=0.5, reason="similar")
            assert (made.a, made.b) == (max(a, b), min(a, b))
            forest.enter(replace(made, id=f"u{step}"))
            held.append(f"u{step}")
        same(forest, range(n), members)
    again = Forest.from_log((Unit(first=u, members=members[u]) for u in range(n)), forest.log)
    same(again, range(n), members)
    assert again.log == forest.log
