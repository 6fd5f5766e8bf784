"""The fold map: claims that say what stands in the messages that are not shown.

It is the same for every question, so that a provider's prompt cache keeps it, and changes seldom:
claims that speak for most messages in the fewest tokens come first, older before newer ones. So
most later folds leave it as it is once its share is full.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from infold.core.folds import Claim, Fold
from infold.core.tokens import TokenCounter

_STEP = 8
"""Differences in length below so many tokens do not decide between two claims."""
_MISFITS = 24
"""So many claims in a row that do not fit end the search for one that does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedClaim:
    """A claim with the positions of its spans, in order, and of its sources, ascending."""

    fold: Fold
    claim: Claim
    line: str
    positions: tuple[int, ...]
    sources: tuple[int, ...]
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoldTable:
    """Claims of a conversation's folds in the order in which the map prefers them.

    Attributes:
        claims: The claims.
        order: (claims,) rank of each in the order of the map: by root, then within its fold.
        sources: Positions of all sources, claim after claim.
        starts: (claims,) where each claim's sources begin.
    """

    claims: tuple[PlacedClaim, ...]
    order: NDArray[np.int64]
    sources: NDArray[np.int64]
    starts: NDArray[np.int64]

    def within(self, inside: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Claims whose sources are all in scope, in order of preference.

        Args:
            inside: (positions,) whether a position is in scope.
        """
        if not self.claims:
            return np.zeros(0, np.int64)
        known = self.sources < len(inside)
        shown = known & inside[np.where(known, self.sources, 0)]
        return np.flatnonzero(np.logical_and.reduceat(shown, self.starts))


NO_FOLDS = FoldTable(
    claims=(),
    order=np.zeros(0, np.int64),
    sources=np.zeros(0, np.int64),
    starts=np.zeros(0, np.int64),
)


def fold_table(
    folds: Sequence[Fold], positions_of: Mapping[str, int], counter: TokenCounter
) -> FoldTable:
    """Prepare folds for the map; to be kept for as long as the folds stay the same.

    Args:
        folds: Ready ones, and pending ones with their last claims, in any order.
        positions_of: Message id → position; a claim with a source that is not here is left out.
        counter: Counts the claims' tokens.

    Returns:
        The table. Cost: linear in the claims.
    """
    placed: list[PlacedClaim] = []
    for fold in sorted(folds, key=lambda fold: (fold.root, fold.sources, fold.id)):
        for claim in fold.claims:
            positions = tuple(positions_of.get(span.message, -1) for span in claim.spans)
            line = " ".join(claim.text.split())
            if positions and min(positions) >= 0 and line:
                placed.append(
                    PlacedClaim(
                        fold=fold,
                        claim=claim,
                        line=line,
                        positions=positions,
                        sources=tuple(sorted(set(positions))),
                        tokens=counter.count(line),
                    )
                )
    preferred = sorted(
        range(len(placed)),
        key=lambda i: (
            placed[i].claim.level,
            -len(placed[i].sources),
            placed[i].tokens // _STEP,
            i,
        ),
    )
    claims = tuple(placed[i] for i in preferred)
    lengths = np.array([len(claim.sources) for claim in claims], np.int64)
    return FoldTable(
        claims=claims,
        order=np.array(preferred, np.int64),
        sources=np.array([p for claim in claims for p in claim.sources], np.int64),
        starts=np.cumsum(lengths) - lengths,
    )


def choose_claims(
    table: FoldTable, inside: NDArray[np.bool_], room: int
) -> tuple[PlacedClaim, ...]:
    """Choose the claims of the map.

    Args:
        table: The folds of the conversation.
        inside: (positions,) whether a position is in scope.
        room: Tokens for all lines together.

    Returns:
        Claims in the order of the map; headlines first where there is no room for all.
    """
    chosen: list[int] = []
    misfits = 0
    for i in table.within(inside).tolist() if room > 0 else ():
        tokens = table.claims[i].tokens
        if tokens <= room:
            room -= tokens
            chosen.append(i)
            misfits = 0
        else:
            misfits += 1
            if misfits >= _MISFITS:
                break
    chosen.sort(key=lambda i: int(table.order[i]))
    return tuple(table.claims[i] for i in chosen)
