"""Listwise softmax regression with an L2 penalty, by Newton's method.

Evidence need not come first but stand in the context. So each evidence turn is set against all that
is no evidence of its question, with a head start of the logarithm of `PLACES`: the loss is the
cross entropy of the softmax (ListNet's top-one loss, Cao et al. 2007) once that is added to its
score. It is convex, so that the weights depend on data and penalty alone, not on where the search
begins.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bench.training.cases import Ranked

L2 = 4.0
PLACES = 15.0
"""A context has room for so many messages at least: more need not be told of evidence that has no
more before it."""
_HEAD_START = math.log(PLACES)
HARDEST = 160
"""Candidates of a question that are learned from, evidence aside."""
_STEPS = 20
_ENOUGH = 1e-6

Weights = NDArray[np.float64]
_List: TypeAlias = tuple[NDArray[np.float64], float]
"""Features of one evidence turn and, below it, of all that is none; and what it counts."""


def fit(lists: Sequence[Ranked], names: Sequence[str], *, l2: float = L2) -> dict[str, float]:
    """Learn weights.

    Args:
        lists: Questions with their candidates; those without evidence among them teach nothing.
            Each counts as often as its `weight` says.
        names: Features that get a weight.
        l2: Weight of the penalty, against the sum of the losses.

    Returns:
        Feature → weight. Cost: some ten passes over all candidates.
    """
    data = [each for one in lists for each in _each(one, names)]
    weights = np.zeros(len(names))
    loss = _loss(data, weights, l2)
    for _ in range(_STEPS):
        step = _newton_step(data, weights, l2)
        size = 1.0
        while size > _ENOUGH:
            tried = weights - size * step
            less = _loss(data, tried, l2)
            if less <= loss:
                break
            size /= 2.0
        gained, weights, loss = loss - less, tried, less
        if gained < _ENOUGH * abs(loss):
            break
    return dict(zip(names, weights.tolist(), strict=True))


def _each(one: Ranked, names: Sequence[str]) -> list[_List]:
    """A question's evidence turn by turn: each before all that is no evidence."""
    values = one.values[:, [one.names.index(name) for name in names]].astype(np.float64)
    others, good = values[~one.good], np.flatnonzero(one.good)
    return [(np.vstack([values[at], others]), one.weight / len(good)) for at in good.tolist()]


def narrow(one: Ranked, weights: Mapping[str, float], most: int = HARDEST) -> Ranked:
    """Keep of a question's candidates the evidence and those that are hardest to tell from it.

    The softmax gives the others next to nothing, and reading them costs three quarters of a fit.

    Args:
        one: The question.
        weights: Of a first model, learned on other questions.
        most: Candidates that the first model scores highest.
    """
    scores = one.values @ np.array([weights[name] for name in one.names])
    best = np.argsort(-np.round(scores, 9), kind="stable")[:most]
    keep = np.union1d(best, np.flatnonzero(one.good))
    return replace(one, values=one.values[keep], good=one.good[keep])


def _loss(data: Sequence[_List], weights: Weights, l2: float) -> float:
    total = 0.5 * l2 * float(weights @ weights)
    for values, times in data:
        scores = values @ weights
        scores[0] += _HEAD_START
        total += times * float(np.logaddexp.reduce(scores) - scores[0])
    return total


def _newton_step(data: Sequence[_List], weights: Weights, l2: float) -> Weights:
    slope: NDArray[np.floating[Any]] = l2 * weights
    curve = l2 * np.eye(len(weights))
    for values, times in data:
        scores = values @ weights
        scores[0] += _HEAD_START
        share = np.exp(scores - scores.max())
        share /= share.sum()
        mean = share @ values
        slope = slope + times * (mean - values[0])
        curve += times * ((values * share[:, None]).T @ values - np.outer(mean, mean))
    step: Weights = np.linalg.solve(curve, slope)
    return step
