from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bench.retention.values import Question
from bench.training.cases import Ranked
from bench.training.regression import PLACES, fit, narrow
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
    # One list of two with x = 1 and 0, the first with its head start: the slope is
    # l2 * w - 1 / (1 + PLACES * exp(w)).
    weights = fit([ranked([[1.0, 0.0], [0.0, 0.0]], [0])], ("useful",), l2=0.1)
    w = weights["useful"]
    assert 0.1 * w == pytest.approx(1.0 / (1.0 + PLACES * np.exp(w)), abs=1e-6)


def test_evidence_in_two_turns_counts_as_one_question() -> None:
    once = ranked([[1.0, 0.0], [0.0, 0.3], [0.2, 0.0]], [0])
    twice = ranked([[1.0, 0.0], [1.0, 0.0], [0.0, 0.3], [0.2, 0.0]], [0, 1])
    names = ("useful", "noise")
    assert fit([twice], names) == pytest.approx(fit([once], names), abs=1e-6)
    half = replace(twice, weight=0.5)
    assert fit([half, half], names) == pytest.approx(fit([once], names), abs=1e-6)


def test_narrowing_keeps_the_evidence_and_what_is_hard_to_tell_from_it() -> None:
    one = ranked([[0.1, 0.0], [0.9, 0.0], [0.0, 0.0], [0.8, 0.0]], [2])
    kept = narrow(one, {"useful": 1.0, "noise": 0.0}, most=2)
    assert kept.values[:, 0].tolist() == [0.9, 0.0, 0.8]
    assert kept.good.tolist() == [False, True, False]


def test_a_list_without_evidence_teaches_nothing() -> None:
    assert fit([ranked([[1.0, 0.0], [0.0, 1.0]], [])], ("useful", "noise")) == {
        "useful": 0.0,
        "noise": 0.0,
    }
