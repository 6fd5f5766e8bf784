"""What a message itself shares with the question."""

from __future__ import annotations

import numpy as np

from infold.core.forward import Flag
from infold.recall.field import Scores
from infold.recall.fusion import to_unit
from infold.recall.scene import Scene

_EXACT = 0.999


def own(scene: Scene) -> dict[str, Scores]:
    """BM25, the share of the question's weight that stands in the message, its rank by words."""
    words = scene.own(scene.words)
    matches = scene.own(scene.matches)
    order = np.argsort(np.argsort(-np.round(words, 9), kind="stable"), kind="stable")
    exact = (matches >= _EXACT).astype(np.float64)
    return {
        "words": words,
        "covered": scene.asked.share(exact),
        "words_rank": np.where(words > 0.0, 1.0 / (1.0 + order / 5.0), 0.0),
        "phrases": _phrases(scene),
    }


def _phrases(scene: Scene) -> Scores:
    """How many neighbouring terms of the question are neighbours in the message too, weighed."""
    out = np.zeros(len(scene))
    asked = scene.query.terms
    if len(asked) < 2 or not len(scene):
        return out
    snapshot = scene.field.snapshot
    positions = scene.field.path[scene.places]
    first, last = snapshot.starts[positions], snapshot.starts[positions + 1]
    sizes = last - first
    owner = np.repeat(np.arange(len(scene)), sizes)
    flat = np.arange(int(sizes.sum())) + np.repeat(first - np.r_[0, np.cumsum(sizes)[:-1]], sizes)
    terms = snapshot.terms[flat]
    wide = asked.astype(np.uint64)
    wanted = np.unique((wide[:-1] << np.uint64(32)) | wide[1:])
    # Few terms of the candidates are the question's: only those can begin a pair.
    begins = np.flatnonzero(np.isin(terms[:-1], asked[:-1]))
    begins = begins[owner[begins] == owner[begins + 1]]
    pairs = (terms[begins].astype(np.uint64) << np.uint64(32)) | terms[begins + 1]
    for pair in wanted.tolist():
        hits = np.unique(owner[begins[pairs == np.uint64(pair)]])
        out[hits] += 1.0
    return out / len(wanted)


def soft(scene: Scene) -> dict[str, Scores]:
    """The question's weight that is met by near terms, alone and with what is around."""
    near = scene.soft_around
    own_matches = scene.own(scene.matches)
    strong = np.where(near == own_matches, own_matches >= _EXACT, near >= 0.5)
    around = scene.asked.share(near)
    soft_own = scene.asked.share(own_matches)
    return {
        "soft_unit": to_unit(soft_own),
        "covered_around": scene.asked.share(strong.astype(np.float64)),
        "soft_around": around,
        "soft_around_unit": to_unit(around),
    }


def vectors(scene: Scene) -> dict[str, Scores]:
    """The cosine, and cosine and words together."""
    return {"vectors": scene.own(scene.vectors), "both": scene.own(scene.both)}


def bridges(scene: Scene) -> dict[str, Scores]:
    """What is reached over a strong hit."""
    bridge, sure = scene.own(scene.bridges.reached), scene.own(scene.bridges.named)
    tells = np.maximum(scene.has(Flag.NUMBER), scene.has(Flag.NAME))
    return {
        "bridge": bridge,
        "bridge_sure": sure,
        "bridge_tells": sure * tells,
        "bridge_matches": sure * scene.own(scene.vectors),
    }
