"""Values that a shorter text gives to each other's things: "staging 5433, prod 5432".

Precision first: two values count as exchanged only where each stands with the words that the
sources have beside the other, and neither with any of its own. Sentences that are no plain list of
pairs, one value in each member, are left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from infold.fold.wanted import LiteralKey, literal_key
from infold.text.analysis import analyze
from infold.text.kinds import NUMERIC, Kind, Literal, Status
from infold.text.sentences import sentences

__all__ = ["Labels", "exchanged", "labels"]

Labels = Mapping[LiteralKey, frozenset[str]]
"""What names a value → the words beside it, wherever it stands as a member of its own."""

_PAIRED: Final = NUMERIC | {Kind.DATE, Kind.TIME}
_BETWEEN: Final = re.compile(
    r"[;,、，；](?:\s*(?:and|und|dan|but|while)\b)?|\s(?:and|und|dan|but|while|whereas|während"
    r"|sedangkan)\s|[와과]\s"
)
_MOST: Final = 6
"""Words beside a value; more is a story, and no label."""


def labels(found: Iterable[tuple[str, Sequence[Literal]]]) -> dict[LiteralKey, frozenset[str]]:
    """Read what stands beside each value.

    Args:
        found: Texts with their literals, placed in the text.
    """
    out: defaultdict[LiteralKey, set[str]] = defaultdict(set)
    for text, held in found:
        values = [one for one in held if one.kind in _PAIRED]
        if not values:
            continue
        for piece in sentences(text):
            inside = [one for one in values if piece.start <= one.start and one.end <= piece.end]
            if inside and all(one.status is Status.CURRENT for one in inside):
                for one, words in _members(piece.text, piece.start, inside):
                    out[literal_key(one.kind, one.value)] |= words
    return {key: frozenset(words) for key, words in out.items()}


def _members(
    text: str, base: int, values: Sequence[Literal]
) -> Sequence[tuple[Literal, frozenset[str]]]:
    """The values of a sentence with their words; none unless each member has one and words."""
    cuts = [
        match.span()
        for match in _BETWEEN.finditer(text)
        if not any(
            one.start - base < match.end() and match.start() < one.end - base for one in values
        )
    ]
    bounds = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)]
    out = []
    for start, end in zip(*bounds, strict=True):
        inside = [one for one in values if start <= one.start - base < end]
        if len(inside) != 1:
            return []
        (one,) = inside
        rest = f"{text[start : one.start - base]} {text[one.end - base : end]}"
        words = frozenset(analyze(rest))
        if not words or len(words) > _MOST:
            return []
        out.append((one, words))
    return out


def exchanged(sources: Labels, shown: Labels) -> set[LiteralKey]:
    """Values that a text gives to each other's things.

    Args:
        sources: Labels of the sources.
        shown: Those of the text.
    """
    holding: defaultdict[str, set[LiteralKey]] = defaultdict(set)
    for key in shown:
        for word in sources.get(key, ()):
            holding[word].add(key)
    out: set[LiteralKey] = set()
    for key, words in shown.items():
        others = {other for word in words for other in holding.get(word, ()) if other > key}
        for other in others:
            mine = sources.get(key, frozenset()) - sources[other]
            theirs = sources[other] - sources.get(key, frozenset())
            if not mine or not theirs:
                continue
            is_theirs = bool(words & theirs) and not words & mine
            if is_theirs and shown[other] & mine and not shown[other] & theirs:
                out |= {key, other}
    return out
