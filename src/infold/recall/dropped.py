"""Folds of whose sources some were dropped: what a context shows in the place of those texts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from infold.recall.foldmap import MapClaim

__all__ = ["DroppedRun", "asked_first", "shown_of"]

_SHARE: Final = 0.2
"""Of a budget: what claims take that have words of the question."""
_REST: Final = 0.05
"""The same for others, as the map of folds does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppedRun:
    """A fold of whose sources some were dropped.

    Attributes:
        fold: Its id.
        on: The day on which they were, ISO 8601.
        members: Positions of the messages without their texts, ascending.
        claims: Those that stand on one of them, in the order of the fold.
    """

    fold: str
    on: str
    members: tuple[int, ...]
    claims: tuple[MapClaim, ...]


def shown_of(
    runs: Sequence[DroppedRun], dropped: Collection[int], path: Collection[int]
) -> list[DroppedRun]:
    """The runs as they may be shown on a path: claims with all their sources in scope.

    Args:
        runs: Of the conversation.
        dropped: Positions in scope without their texts.
        path: Positions in scope with theirs.
    """
    out = []
    for run in runs:
        members = tuple(position for position in run.members if position in dropped)
        if members:
            claims = tuple(
                one
                for one in run.claims
                if all(at in dropped or at in path for at in one.positions)
            )
            out.append(DroppedRun(fold=run.fold, on=run.on, members=members, claims=claims))
    return out


def asked_first(
    claims: Sequence[MapClaim], scores: Sequence[float], sizes: Sequence[int], budget: int
) -> list[MapClaim]:
    """The claims for which there is room, in the order given.

    What has words of the question takes up to a fifth of the budget, the best first; what has none
    a twentieth, what speaks for most messages in the fewest tokens first.

    Args:
        claims: That may be shown.
        scores: Of each, 0 where it has no word of the question.
        sizes: Tokens of each line.
        budget: Of the context.
    """
    kept: set[int] = set()
    asked = sorted((i for i, score in enumerate(scores) if score > 0), key=lambda i: -scores[i])
    rest = sorted(
        (i for i, score in enumerate(scores) if score <= 0),
        key=lambda i: (-len(set(claims[i].positions)), sizes[i], i),
    )
    for order, room in ((asked, int(_SHARE * budget)), (rest, int(_REST * budget))):
        for index in order:
            if sizes[index] < room:
                room -= sizes[index] + 1  # the line's end
                kept.add(index)
    return [claims[index] for index in sorted(kept)]
