"""Ranking facts for a question: the reader of messages, without what stands beside a message.

Facts have no neighbours and no sessions: the one recorded before another says nothing of it. So the
features of what stands around are left out, and the rest is weighed by the same model.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.recall.features import GROUPS
from infold.recall.field import Field, Scores
from infold.recall.model import load_model
from infold.recall.query import Query
from infold.recall.rank import Ranking
from infold.recall.scene import Scene
from infold.recall.thesaurus import load_thesaurus

__all__ = ["rank_facts"]

_BESIDE: Final = frozenset({"turns around", "answers", "days"})
"""Groups of features that speak of other messages."""


class _Alone(Scene):
    """A question before facts that stand in no order."""

    def around(self, values: NDArray[np.generic], distance: int) -> Scores:  # noqa: ARG002 - nothing is beside a fact
        """Zeros: nothing stands beside a fact."""
        return np.zeros((*values.shape[:-1], len(self.places)))


def _level_rank(words: Scores) -> Scores:
    """The rank by words as a feature: facts of the same words have the same one."""
    rounded = np.round(words, 9)
    better = len(words) - np.searchsorted(np.sort(rounded), rounded, side="right")
    return np.where(words > 0.0, 1.0 / (1.0 + better / 5.0), 0.0)


def rank_facts(field: Field, query: Query, *, limit: int) -> Ranking:
    """Rank facts for a question by relevance alone.

    Args:
        field: The facts that may be found; nothing outside of it counts.
        query: The question.
        limit: The longest ranking.

    Returns:
        At most `limit` positions, best first, with scores above 0 and at most 1; facts without a
        match of their own are left out. Equal ones by position.
    """
    none = Ranking(positions=np.zeros(0, np.int64), scores=np.zeros(0))
    if not len(field):
        return none
    scene = _Alone(field, query, load_thesaurus())
    own = scene.both + scene.soft + np.maximum(scene.month, scene.day) + scene.bridges.named
    matched = own[scene.places] > 0.0
    if not matched.any():
        return none
    features: dict[str, Scores] = {}
    for name, group in GROUPS.items():
        if name not in _BESIDE:
            features |= group(scene)
    features["words_rank"] = _level_rank(features["words"])
    scores = load_model().score(features)[matched]
    low = float(scores.min()) - 1.0
    unit = np.round((scores - low) / (float(scores.max()) - low), 9)
    best = np.argsort(-unit, kind="stable")[:limit]
    return Ranking(positions=field.path[scene.places[matched][best]], scores=unit[best])
