"""Ranking the messages of a path for a question: candidates, features, one linear model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import Flag
from infold.recall.features import features
from infold.recall.field import Field, Scores
from infold.recall.model import Model, load_model
from infold.recall.query import Query
from infold.recall.scene import Scene
from infold.recall.thesaurus import load_thesaurus

_LABEL = 4
"""Tokens of a message's label, as the price of its length counts them."""
HOPS = 1
"""Places for messages that a strong hit names: each costs one that matches by itself."""
HOP_AT = 14
"""How many stand before them."""
SURE = 0.12
"""How surely the hit's terms name them, at least."""
REACHED = 0.3
"""Share of the best way's worth that theirs has, at least."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranking:
    """Positions, best first, and their scores (both of one length).

    Scores are above 0 and at most 1; messages without a match are left out.
    """

    positions: NDArray[np.int64]
    scores: Scores


def order(
    field: Field, query: Query, *, limit: int, model: Model | None = None
) -> NDArray[np.int64]:
    """Places by score less the price of their length, best first; filler is left out.

    Args:
        field: The path.
        query: The question.
        limit: The longest list.
        model: Weighs the features; the one of the package by default.
    """
    model = model or load_model()
    scene, places, scores = _scored(field, query, model)
    value = scores - model.price * np.log(field.tokens[places] + _LABEL)
    best: NDArray[np.int64] = places[np.argsort(-np.round(value, 9), kind="stable")]
    return (_with_hops(best, _ways(scene)) if scene else best)[:limit]


def _ways(scene: Scene) -> Scores:
    """(n,) how good the way to each message over a strong hit is; 0 where it is not sure.

    What says neither a number nor a name is no answer, and what says much shares terms by chance.
    """
    tells = scene.field.has(Flag.NUMBER) | scene.field.has(Flag.NAME)
    found = scene.bridges
    sure = np.flatnonzero(tells & (found.named >= SURE) & (found.ways >= REACHED))
    out = np.zeros(len(scene.field))
    out[sure] = found.ways[sure] / np.log(scene.field.tokens[sure] + _LABEL) ** 2
    return out


def _with_hops(best: NDArray[np.int64], ways: Scores) -> NDArray[np.int64]:
    """Move what a strong hit names up, behind the first few.

    Two hops share no word with the question: their score alone seldom tells them from chance. So
    they have a fixed number of places.
    """
    way = np.round(ways[best], 9)
    first = np.argsort(-way, kind="stable")[:HOPS]
    late = [int(i) for i in first.tolist() if way[i] > 0.0 and i >= HOP_AT]
    if not late:
        return best
    return np.concatenate([best[:HOP_AT], best[late], np.delete(best, late)[HOP_AT:]])


def rank(
    field: Field,
    query: Query,
    *,
    limit: int = 500,
    model: Model | None = None,
) -> Ranking:
    """Rank the messages of a path for a question.

    Args:
        field: The messages in scope; nothing outside of it counts.
        query: The question.
        limit: The longest ranking.
        model: Weighs the features; the one of the package by default.

    Returns:
        At most `limit` positions, best first by score alone (length has no price here); filler and
        messages without a match are left out.
    """
    _, places, scores = _scored(field, query, model or load_model())
    if not len(places):
        return Ranking(positions=places, scores=np.zeros(0))
    low = float(scores.min()) - 1.0
    unit = np.round((scores - low) / (float(scores.max()) - low), 9)
    best = np.argsort(-unit, kind="stable")[:limit]
    return Ranking(positions=field.path[places[best]], scores=unit[best])


def _scored(
    field: Field, query: Query, model: Model
) -> tuple[Scene | None, NDArray[np.int64], Scores]:
    """The scene (None for an empty path), places of its candidates, and the score of each."""
    if not len(field):
        return None, np.zeros(0, np.int64), np.zeros(0)
    scene = Scene(field, query, load_thesaurus())
    if not len(scene):
        return scene, scene.places, np.zeros(0)
    return scene, scene.places, model.score(features(scene))
