"""Second hops: messages that share a rare term with a strong hit and match what that left open.

"Which number reaches the guide of the Oslo trip?" finds who guides; the number stands beside the
guide's name, which the question does not say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from infold.recall import signals
from infold.recall.field import Scores
from infold.recall.fusion import to_unit

if TYPE_CHECKING:
    from infold.recall.scene import Scene

STRONG = 3
"""Hits that may be crossed."""
_NEAR_BEST = 0.6
"""Least share of the best hit's score."""
_RARE = 3.0
"""Least rarity of a term that makes a bridge."""
_MOST_TERMS = 12
_MOST_NAMES = 2.0
"""First name and last name are enough."""


def over_bridges(scene: Scene) -> tuple[Scores, Scores]:
    """What each message gets for being reached over a strong hit.

    Returns:
        (n,) by the rarity of the terms that it shares and by what it matches of the rest; at most
        1, the best has 1. (n,) how surely the terms name one thing: a term that stands in the hit
        and in one other message alone gives that one all that the hit has of the question.

    Cost: the postings of a few rare terms for each of `STRONG` hits.
    """
    field, asked = scene.field, scene.asked
    out, sure = np.zeros(len(field)), np.zeros(len(field))
    if len(field) < 2 or not len(asked.terms):
        return out, sure
    found = np.round(scene.both + 0.5 * scene.soft, 9)
    best = np.argsort(-found, kind="stable")[:STRONG] if len(found) < 64 else _best(found)
    top = float(found[best[0]])
    for place in best.tolist():
        if found[place] < _NEAR_BEST * top or top <= 0.0:
            continue
        position = int(field.path[place])
        terms = np.unique(field.snapshot.terms_of(position))
        fresh = terms[~np.isin(terms, asked.terms)]
        holders = field.holders(fresh)
        rare = [
            (signals.rarity(field, len(places)), places)
            for places in holders
            if len(places) > 1 and signals.rarity(field, len(places)) > _RARE
        ]
        rare.sort(key=lambda pair: (-round(pair[0], 9), int(pair[1][0])))
        if not rare:
            continue
        named = np.zeros(len(field))
        for _, places in rare[:_MOST_TERMS]:
            named[places] += 1.0 / (len(places) - 1)
        named[place] = 0.0
        held = float(scene.soft[place])
        sure = np.maximum(sure, held * np.minimum(named, _MOST_NAMES))
        open_ = scene.matches[:, place] < 0.5
        if not open_.any():
            continue
        bridge = np.zeros(len(field))
        for weight, places in rare[:_MOST_TERMS]:
            bridge[places] += weight
        rest = asked.rarity[open_] @ scene.matches[open_]
        reached = to_unit(bridge) * (0.3 + 0.7 * to_unit(rest))
        reached[place] = 0.0
        out = np.maximum(out, to_unit(reached) * (found[place] / top))
    return out, sure


def _best(found: Scores) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    few = np.argpartition(-found, STRONG)[: STRONG + 1]
    few.sort()
    return few[np.argsort(-found[few], kind="stable")][:STRONG]
