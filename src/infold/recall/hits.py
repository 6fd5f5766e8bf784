"""Strong hits: the few messages that match a question best at first sight.

What they lead to is seldom worded as the question is: the answer to a question, a correction in few
words, what is said elsewhere of a name that they bring up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from infold.recall.field import Scores

MOST = 12
"""Strong hits of a question."""
_WEAK = 0.5
"""Share of the best hit's score at which a hit has no strength left."""
_BEFORE = 2
_AFTER = 4
"""Messages around a hit that may belong to it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hits:
    """Strong hits of a question.

    Attributes:
        places: (h,) on the path, best first.
        scores: (h,) of the first look.
        strength: (n,) 1 at the best hit, less at others, 0 elsewhere.
    """

    places: NDArray[np.int64]
    scores: Scores
    strength: Scores

    def around(self) -> NDArray[np.int64]:
        """Places a little before and after the hits, in no order, some more than once."""
        steps = [step for step in range(-_BEFORE, _AFTER + 1) if step]
        near: NDArray[np.int64] = np.concatenate([self.places + step for step in steps])
        return near[(near >= 0) & (near < len(self.strength))]


def strong_hits(found: Scores, filler: NDArray[np.bool_]) -> Hits:
    """Take the best of a path.

    Args:
        found: (n,) scores of a first look, rounded; the earlier of equals is the better one.
        filler: (n,) messages that are never taken.

    Returns:
        At most `MOST` hits with a score above 0. Cost: one partial sort of the path.
    """
    able = np.where(filler, 0.0, found)
    count = min(MOST, len(able))
    least = float(np.partition(able, -count)[-count]) if count else 0.0
    few = np.flatnonzero((able >= least) & (able > 0.0))
    places = few[np.argsort(-able[few], kind="stable")][:MOST]
    scores = able[places]
    strength = np.zeros(len(able))
    if len(places):
        level = scores / scores[0]
        strength[places] = np.maximum(0.0, (level - _WEAK) / (1.0 - _WEAK))
    return Hits(places=places, scores=scores, strength=strength)
