"""Which messages of a path get all features: the best at first sight, and what these lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import Flag
from infold.recall.field import Scores

if TYPE_CHECKING:
    from infold.recall.scene import Scene

CANDIDATES = 600
"""Messages by the quick score."""
_OWN = 100
"""Messages that vectors, and near terms, bring in each by itself on a longer path."""
_SURE = 0.1
"""How surely a strong hit names a message that it brings in, at least."""


def candidates(scene: Scene) -> NDArray[np.int64]:
    """Places that get all features, ascending; filler is none.

    A sum of scores alone would not do on a long path: six hundred messages that share a word with
    the question keep out an answer that shares none. So what stands around the strong hits, what
    they name, and the best of each single signal have places of their own.
    """
    quick = _quick(scene)
    filler = scene.field.has(Flag.FILLER)
    quick[filler | (quick <= 0.0)] = -1.0
    groups = [_best(quick, CANDIDATES), scene.hits.around()]
    groups.append(np.flatnonzero(scene.bridges.named >= _SURE))
    if len(quick) > CANDIDATES:
        groups += [_best(scene.vectors, _OWN), _best(scene.soft, _OWN)]
    best = np.unique(np.concatenate(groups))
    return best[~filler[best]]


def _quick(scene: Scene) -> Scores:
    quick = scene.both + 0.5 * scene.soft + 0.3 * np.maximum(scene.month, scene.day)
    quick += 0.5 * np.maximum(scene.bridges.reached, scene.bridges.named)
    quick[1:] += 0.3 * scene.both[:-1]
    quick[:-1] += 0.2 * scene.both[1:]
    quick[2:] += 0.1 * scene.both[:-2]
    if scene.named.one:
        quick += 0.2 * scene.named.speaks
    out: Scores = np.round(quick, 9)
    return out


def _best(scores: Scores, count: int) -> NDArray[np.int64]:
    """Places of the highest scores above 0, the earlier of equals."""
    if len(scores) <= count:
        return np.flatnonzero(scores > 0.0)
    least = np.partition(scores, -count)[-count]
    above = np.flatnonzero(scores > max(least, 0.0))
    level = np.flatnonzero(scores == least)[: count - len(above)] if least > 0.0 else above[:0]
    return np.concatenate([above, level])
