"""Second hops: messages that share a rare term with a strong hit and match what that left open.

"Which number reaches the guide of the Oslo trip?" finds who guides; the number stands beside the
guide's name, which the question does not say.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from infold.recall import signals
from infold.recall.field import Field, Scores
from infold.recall.fusion import to_unit

if TYPE_CHECKING:
    from infold.recall.scene import Scene

_NEAR_BEST = 0.6
"""Least share of the best hit's score."""
_RARE = 3.0
"""Least rarity of a term that makes a bridge."""
_MOST_HOLDERS = 256
"""Messages that hold a term which makes a bridge, at most."""
_MOST_TERMS = 12
_MOST_NAMES = 2.0
"""First name and last name are enough."""
_MATCHED = 0.5
"""What a hit matches so well is not left open."""

_NOWHERE = np.zeros(0, np.int64)

Way: TypeAlias = tuple[float, int, NDArray[np.int64]]
"""Rarity of a term, how many messages hold it, and the places that do."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bridges:
    """What each message gets for being reached over a strong hit: arrays (n,).

    Attributes:
        reached: By the rarity of the terms that it shares and by what it matches of the rest; at
            most 1, the best has 1.
        named: How surely the terms name one thing: a term, or two side by side, that stand in the
            hit and in one other message alone give that one all that the hit has of the question.
        ways: Both together, and more for the best hits; at most 1, the best has 1.
    """

    reached: Scores
    named: Scores
    ways: Scores


def over_bridges(scene: Scene) -> Bridges:
    """What each message gets for being reached over a strong hit.

    Cost: the postings of a few rare terms for each strong hit.
    """
    field, asked, hits = scene.field, scene.asked, scene.hits
    out, sure, ways_to = np.zeros(len(field)), np.zeros(len(field)), np.zeros(len(field))
    if len(field) < 2 or not len(asked.terms) or not len(hits.places):
        return Bridges(reached=out, named=sure, ways=ways_to)
    strong = hits.places[hits.scores >= _NEAR_BEST * hits.scores[0]].tolist()
    fresh = [_fresh(scene, place) for place in strong]
    known = np.unique(np.concatenate(fresh))
    if field.whole and field.known is None:
        # Most words of a hit are common ones: they make no bridge, and need no list.
        known = known[~field.snapshot.common(known, _MOST_HOLDERS)]
    holders = field.holders(known)
    for place, terms, score in zip(strong, fresh, hits.scores.tolist(), strict=False):
        at = np.minimum(np.searchsorted(known, terms), max(0, len(known) - 1))
        is_known = known[at] == terms if len(known) else np.zeros(len(terms), np.bool_)
        held_at = [
            holders[i] if found else _NOWHERE
            for i, found in zip(at.tolist(), is_known.tolist(), strict=True)
        ]
        ways, names = _ways(field, terms, held_at)
        if not ways:
            continue
        touched = np.unique(np.concatenate([places for _, places in names]))
        shared = _sum(touched, [(weight, places) for weight, _, places in ways])
        named = _sum(touched, [(1.0 / (spread - 1), places) for spread, places in names])
        itself = int(np.searchsorted(touched, place))
        shared[itself] = named[itself] = 0.0
        held = float(scene.soft[place]) * np.minimum(named, _MOST_NAMES)
        sure[touched] = np.maximum(sure[touched], held)
        open_ = scene.matches[:, place] < _MATCHED
        if open_.any():
            rarity = asked.rarity[open_]
            rest = rarity @ scene.matches[np.ix_(open_, touched)] / float(rarity.sum())
            strength = score / hits.scores[0]
            common = to_unit(shared)
            reached = common * (0.3 + 0.7 * rest) * strength
            out[touched] = np.maximum(out[touched], reached)
            way = common * (0.6 + 0.4 * rest) * strength**2 * np.sqrt(np.minimum(held, 1.0))
            ways_to[touched] = np.maximum(ways_to[touched], way)
    return Bridges(reached=to_unit(out), named=sure, ways=to_unit(ways_to))


def _sum(touched: NDArray[np.int64], given: list[tuple[float, NDArray[np.int64]]]) -> Scores:
    """What each of some ascending places gets in all, from weights of groups of them."""
    at = np.searchsorted(touched, np.concatenate([places for _, places in given]))
    weights = np.repeat([weight for weight, _ in given], [len(places) for _, places in given])
    return np.bincount(at, weights=weights, minlength=len(touched)).astype(np.float64)


def _fresh(scene: Scene, place: int) -> NDArray[np.uint32]:
    """Distinct terms of a hit that the question does not have, in order."""
    terms = scene.field.snapshot.terms_of(int(scene.field.path[place])).tolist()
    asked = set(scene.asked.terms.tolist())
    return np.array([term for term in dict.fromkeys(terms) if term not in asked], np.uint32)


def _ways(
    field: Field, terms: NDArray[np.uint32], holders: list[NDArray[np.int64]]
) -> tuple[list[Way], list[tuple[int, NDArray[np.int64]]]]:
    """The rarest terms of a hit, and who holds what they name: each alone, and neighbours both.

    Args:
        field: The path.
        terms: Those of the hit, in order.
        holders: Places that hold each.

    Returns:
        Ways, the rarest first; how many hold each name, and where. Neighbours are no names in a
        field that is a choice of messages: nobody knows how many others hold both.
    """
    ways: list[Way] = []
    usable: list[NDArray[np.int64] | None] = []
    for term, places in zip(terms.tolist(), holders, strict=True):
        able = False
        if len(places) > 1:
            spread = field.spread(term, places)
            rarity = signals.rarity(field, spread)
            able = spread <= _MOST_HOLDERS and rarity > _RARE
            if able:
                ways.append((rarity, spread, places))
        usable.append(places if able else None)
    ways.sort(key=lambda way: (-round(way[0], 9), int(way[2][0])))
    del ways[_MOST_TERMS:]
    names = [(spread, places) for _, spread, places in ways]
    for one, two in pairwise(usable if field.known is None else ()):
        if one is not None and two is not None:
            both = _both(one, two)
            if 1 < len(both) < min(len(one), len(two)):
                names.append((len(both), both))
    return ways, names


def _both(one: NDArray[np.int64], two: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places that stand in both of two ascending lists."""
    at = np.minimum(np.searchsorted(two, one), len(two) - 1)
    both: NDArray[np.int64] = one[two[at] == one]
    return both
