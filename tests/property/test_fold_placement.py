"""Placing depends on the units alone: not on chunks, restarts, or what comes later."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from infold.core.folds import Merge
from infold.fold.placement import Features, Placer
from infold.fold.policy import FoldPolicy
from infold.graph.units import Unit
from tests.unit.fold.chats import features_of, mixed_log

POLICY = FoldPolicy(cluster_tokens=600)
DIM = 24


@st.composite
def features(draw):
    """Units around a few centres, with filler, units without a vector, and any lengths."""
    seed = draw(st.integers(0, 2**32 - 1))
    n = draw(st.integers(1, 700))
    random = np.random.default_rng(seed)
    centres = random.normal(size=(draw(st.integers(1, 9)), DIM))
    rows = centres[random.integers(0, len(centres), n)]
    rows = rows + draw(st.sampled_from([0.1, 0.7, 2.0])) * random.normal(size=(n, DIM))
    rows /= np.linalg.norm(rows, axis=1)[:, None]
    rows[random.random(n) < 0.03] = 0
    filler = random.random(n) < 0.15
    tokens = random.integers(0, 200, n)
    return [
        Features(
            unit=Unit(first=2 * i, members=(2 * i, 2 * i + 1)),
            tokens=int(tokens[i]),
            vector=rows[i].astype(np.float32),
            terms=np.zeros(0, np.uint32),
            is_filler=bool(filler[i]),
        )
        for i in range(n)
    ]


@given(features(), st.lists(st.integers(0, 700), max_size=4))
def test_chunks_and_restarts_give_the_merges_of_one_go(units, cuts):
    whole = Placer(POLICY, DIM)
    merges = whole.place(units)
    log: list[Merge] = []
    bounds = sorted({0, len(units), *(cut for cut in cuts if cut < len(units))})
    for begin, end in itertools.pairwise(bounds):
        placer = Placer.restore(POLICY, DIM, units[:begin], log)
        log += placer.place(units[begin:end])
    assert log == merges
    assert placer.threshold == whole.threshold
    running = Placer(POLICY, DIM)
    assert [merge for unit in units for merge in running.place([unit])] == merges


@given(features())
def test_clusters_keep_to_their_bounds(units):
    placer = Placer(POLICY, DIM)
    merges = placer.place(units)
    tokens = {known.unit.first: known.tokens for known in units}
    assert len({merge.a for merge in merges}) == len(merges)
    assert all(merge.score >= 0 and merge.a > merge.b for merge in merges)
    for root in placer.forest.roots:
        cluster = placer.forest.cluster(root)
        assert len(cluster) == 1 or sum(tokens[unit] for unit in cluster) <= POLICY.cluster_tokens


@given(st.integers(0, 1000), st.integers(1, 59))
def test_corrections_are_found_again_after_a_restart(seed, cut):
    units = features_of(mixed_log(60, seed=seed, topics=2).messages)
    merges = Placer(POLICY, len(units[0].vector)).place(units)
    first = Placer(POLICY, len(units[0].vector)).place(units[:cut])
    rest = Placer.restore(POLICY, len(units[0].vector), units[:cut], first)
    assert first + rest.place(units[cut:]) == merges
