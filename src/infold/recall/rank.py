"""Ranking the messages of a path for a question: signals, fusion, a price for length."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import Flag
from infold.recall import signals
from infold.recall.field import Field, Scores
from infold.recall.fusion import fuse, to_unit
from infold.recall.index import Index, Snapshot
from infold.recall.months import in_named_month
from infold.recall.query import Query


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The one configuration of the ranking.

    Attributes:
        words: Share of BM25 beside `vectors` of the cosine.
        vectors: Share of the cosine.
        around: Shares of the scores of neighbours, by distance (1: from the message before).
        answer: Further share for following a question that was found.
        named: Raise for messages of an author whom the question names.
        month: Raise for messages of a month that the question names.
        price: Of length: taken off for each unit of log tokens.
    """

    words: float = 0.6
    vectors: float = 0.4
    around: tuple[tuple[int, float], ...] = (
        (1, 0.4),
        (-1, 0.3),
        (2, 0.2),
        (-2, 0.2),
        (3, 0.1),
        (-3, 0.1),
    )
    answer: float = 0.3
    named: float = 1.0
    month: float = 1.0
    price: float = 0.03


DEFAULT = Weights()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranking:
    """Positions, best first, and their scores (both of one length).

    Scores are at most 1; those of messages without a match are left out.
    """

    positions: NDArray[np.int64]
    scores: Scores


def scores(field: Field, query: Query, weights: Weights = DEFAULT) -> Scores:
    """Score every message of a path for a question.

    Cost: the postings of the question's terms and one pass over the vectors.
    """
    words = signals.lexical(field, signals.content_terms(field, query))
    cosine = signals.dense(field, query.vector)
    found = fuse([(weights.words, words), (weights.vectors, cosine)])
    total = found + signals.neighbours(found, weights.around)
    total += weights.answer * signals.answers(field, found)
    total *= 1.0 + weights.named * signals.spoken_by_named(field, query)
    total *= 1.0 + weights.month * in_named_month(field, query.text)
    return total


def _top(values: Scores, most: int) -> NDArray[np.int64]:
    """Places of the largest values, best first, ties by place."""
    if most < len(values):
        rounded = np.round(values, 9)
        least = np.partition(rounded, len(values) - most)[len(values) - most]
        places = np.flatnonzero(rounded >= least)
    else:
        places, rounded = np.arange(len(values)), np.round(values, 9)
    best: NDArray[np.int64] = places[np.argsort(-rounded[places], kind="stable")][:most]
    return best


def order(field: Field, total: Scores, *, price: float, limit: int) -> NDArray[np.int64]:
    """Places by score less the price of their length, best first; filler is left out."""
    value = to_unit(total) - price * np.log(field.tokens + 2.0)
    value[(total <= 0.0) | field.has(Flag.FILLER)] = -np.inf
    best = _top(value, limit)
    useful: NDArray[np.int64] = best[np.isfinite(value[best])]
    return useful


def rank(
    index: Index | Snapshot,
    path: NDArray[np.int64],
    query: Query,
    *,
    limit: int = 500,
    weights: Weights = DEFAULT,
) -> Ranking:
    """Rank the messages of a path for a question.

    Args:
        index: The conversation's index, or a snapshot of it.
        path: Positions in scope, ascending; nothing outside of it counts.
        query: The question.
        limit: The longest ranking.
        weights: How signals are weighed.

    Returns:
        At most `limit` positions, best first by score alone (length has no price here); filler and
        messages without a match are left out.
    """
    field = Field(index.snapshot(), path)
    total = np.round(to_unit(scores(field, query, replace(weights, price=0.0))), 9)
    best = order(field, total, price=0.0, limit=limit)
    return Ranking(positions=field.path[best], scores=total[best])
