from __future__ import annotations

import numpy as np
import pytest

from bench.retention.values import Question
from bench.training.cases import Ranked
from bench.training.regression import fit
from infold.recall.query import make_query


def ranked(values: list[list[float]], good: list[int]) -> Ranked:
    return Ranked(
        question=Question(id="q", text="q", category="c"),
        query=make_query("q"),
        names=("useful", "noise"),
        values=np.array(values),
        good=np.isin(np.arange(len(values)), good),
    )


def test_what_tells_evidence_apart_gets_the_weight() -> None:
    rng = np.random.default_rng(7)
    lists = []
    for _ in range(50):
        values = rng.random((20, 2))
        lists.append(ranked(values.tolist(), [int(values[:, 0].argmax())]))
    weights = fit(lists, ("useful", "noise"), l2=1.0)
    assert weights["useful"] > 5 * abs(weights["noise"])
    # The minimum: no other weights near it lose less.
    assert fit(lists[::-1], ("useful", "noise"), l2=1.0) == pytest.approx(weights, abs=1e-6)


def test_two_candidates_have_the_weight_that_can_be_worked_out() -> None:
    # One list of two with x = 1 and 0: the slope is l2 * w - 1 / (1 + exp(w)).
    weights = fit([ranked([[1.0, 0.0], [0.0, 0.0]], [0])], ("useful",), l2=0.1)
    w = weights["useful"]
    assert 0.1 * w == pytest.approx(1.0 / (1.0 + np.exp(w)), abs=1e-6)


def test_a_list_without_evidence_teaches_nothing() -> None:
    assert fit([ranked([[1.0, 0.0], [0.0, 1.0]], [])], ("useful", "noise")) == {
        "useful": 0.0,
        "noise": 0.0,
    }
