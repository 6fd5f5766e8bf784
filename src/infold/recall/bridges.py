"""Second hops: messages that share a rare term with a strong hit and match what that left open.

"Which number reaches the guide of the Oslo trip?" finds who guides; the number stands beside the
guide's name, which the question does not say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from infold.recall import signals
from infold.recall.field import Field, Scores
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
        rare = _rare(field, fresh)
        rare.sort(key=lambda one: (-round(one[0], 9), int(one[2][0])))
        if not rare:
            continue
        named = np.zeros(len(field))
        for _, spread, places in rare[:_MOST_TERMS]:
            named[places] += 1.0 / (spread - 1)
        named[place] = 0.0
        held = float(scene.soft[place])
        sure = np.maximum(sure, held * np.minimum(named, _MOST_NAMES))
        open_ = scene.matches[:, place] < 0.5
        if not open_.any():
            continue
        bridge = np.zeros(len(field))
        for weight, _, places in rare[:_MOST_TERMS]:
            bridge[places] += weight
        rest = asked.rarity[open_] @ scene.matches[open_]
        reached = to_unit(bridge) * (0.3 + 0.7 * to_unit(rest))
        reached[place] = 0.0
        out = np.maximum(out, to_unit(reached) * (found[place] / top))
    return out, sure


def _rare(field: Field, terms: NDArray[np.uint32]) -> list[tuple[float, int, NDArray[np.int64]]]:
    """The terms that are rare and stand in two messages or more: rarity, spread, places."""
    rare = []
    for term, places in zip(terms.tolist(), field.holders(terms), strict=True):
        if len(places) > 1:
            spread = field.spread(term, places)
            rarity = signals.rarity(field, spread)
            if rarity > _RARE:
                rare.append((rarity, spread, places))
    return rare


def _best(found: Scores) -> NDArray[np.int64]:
    """The `STRONG` best, equal ones by place: which of them a partition gives is a chance of it."""
    least = np.partition(found, -STRONG)[-STRONG]
    few = np.flatnonzero(found >= least)
    return few[np.argsort(-found[few], kind="stable")][:STRONG]
