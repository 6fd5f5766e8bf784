"""The fold map: claims that say what stands in the messages that are not shown.

It is the same for every question, so that a provider's prompt cache keeps it, and changes seldom:
claims that speak for most messages in the fewest tokens come first, older before newer ones. So
most later folds leave it as it is once its share is full.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from infold.core.folds import VERBATIM, Claim, ClaimColumns

ClaimKey: TypeAlias = tuple[int, int]
"""Number of a fold in its conversation, and of the claim in it."""

_STEP = 8
"""Differences in length below so many tokens do not decide between two claims."""
_MISFITS = 24
"""So many claims in a row that do not fit end the search for one that does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapClaim:
    """A claim of the map with its text, as it was loaded.

    Attributes:
        fold: Id of its fold.
        claim: The claim; its tokens and positions are set.
        positions: Position of the message of each span, in order.
    """

    fold: str
    claim: Claim
    positions: tuple[int, ...]

    @property
    def line(self) -> str:
        """The claim as it stands in the map: one line."""
        is_quote = self.claim.level == VERBATIM
        return " ".join(self.claim.text.split()) if is_quote else self.claim.line


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoldTable:
    """Claims of a conversation's folds, without their texts, in the order of preference.

    Attributes:
        keys: (claims, 2) what names each claim.
        tokens: (claims,) of its text.
        order: (claims,) rank of each in the order of the map: by root, then within its fold.
        sources: Positions of all sources, claim after claim.
        starts: (claims,) where each claim's sources begin.
    """

    keys: NDArray[np.int64]
    tokens: NDArray[np.int64]
    order: NDArray[np.int64]
    sources: NDArray[np.int32]
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def nbytes(self) -> int:
        """Bytes of its arrays."""
        arrays = (self.keys, self.tokens, self.order, self.sources, self.starts)
        return sum(array.nbytes for array in arrays)

    def within(self, inside: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Claims whose sources are all in scope, in order of preference.

        Args:
            inside: (positions,) whether a position is in scope.
        """
        if not len(self):
            return np.zeros(0, np.int64)
        known = self.sources < len(inside)
        shown = known & inside[np.where(known, self.sources, 0)]
        return np.flatnonzero(np.logical_and.reduceat(shown, self.starts))


NO_FOLDS = FoldTable(
    keys=np.zeros((0, 2), np.int64),
    tokens=np.zeros(0, np.int64),
    order=np.zeros(0, np.int64),
    sources=np.zeros(0, np.int32),
    starts=np.zeros(0, np.int64),
)


def fold_table(columns: ClaimColumns, demoted: Sequence[int] = ()) -> FoldTable:
    """Prepare claims for the map; to be kept for as long as the folds stay the same.

    Args:
        columns: Claims in the order of the map. Those without a source are left out.
        demoted: Numbers of folds of which one claim is shown at most: the one that comes first in
            the order of preference.

    Returns:
        The table. Cost: a sort of the claims in numpy.
    """
    counts = columns.source_counts
    order = np.lexsort((np.arange(len(counts)), columns.tokens // _STEP, -counts, columns.level))
    order = order[counts[order] > 0]
    if demoted:
        folds = columns.fold[order]
        first = np.zeros(len(order), bool)
        first[np.unique(folds, return_index=True)[1]] = True
        order = order[first | ~np.isin(folds, demoted)]
    begins = np.cumsum(counts) - counts
    lengths = counts[order]
    starts = np.cumsum(lengths) - lengths
    # Of each claim's sources, one after another: where they stood, in the new order of claims.
    within = np.arange(int(lengths.sum())) - np.repeat(starts, lengths)
    return FoldTable(
        keys=np.stack([columns.fold[order], columns.number[order]], axis=1),
        tokens=columns.tokens[order],
        order=order,
        sources=columns.sources[np.repeat(begins[order], lengths) + within],
        starts=starts,
    )


def choose_claims(
    table: FoldTable, inside: NDArray[np.bool_], room: int
) -> tuple[tuple[ClaimKey, ...], int]:
    """Choose the claims of the map.

    Args:
        table: The folds of the conversation.
        inside: (positions,) whether a position is in scope.
        room: Tokens for all lines together.

    Returns:
        What names the claims, in the order of the map, and their tokens together. Headlines come
        first where there is no room for all.
    """
    chosen: list[int] = []
    misfits = 0
    left = room
    for i in table.within(inside).tolist() if room > 0 else ():
        tokens = int(table.tokens[i])
        if tokens <= left:
            left -= tokens
            chosen.append(i)
            misfits = 0
        else:
            misfits += 1
            if misfits >= _MISFITS:
                break
    chosen.sort(key=lambda i: int(table.order[i]))
    return tuple((int(table.keys[i, 0]), int(table.keys[i, 1])) for i in chosen), room - left
