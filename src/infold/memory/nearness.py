"""Pairs of unit vectors that are near each other: exact, in blocks, bounded in time by its caller.

Every pair is scored once by matrix products of one block of rows with those before it; what is
below the bound never leaves numpy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Near", "near_pairs"]

_ROWS: Final = 512
_COLUMNS: Final = 2_048


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Near:
    """The pairs of some rows with all rows before them.

    Attributes:
        to: All rows below this one have been compared.
        earlier: (n,) row of the earlier of each pair.
        later: (n,) row of the later.
        cosines: (n,) float32, their dot products.
    """

    to: int
    earlier: NDArray[np.int64]
    later: NDArray[np.int64]
    cosines: NDArray[np.float32]


def near_pairs(vectors: NDArray[np.float32], least: float, *, after: int = 0) -> Iterator[Near]:
    """Find all pairs of rows whose dot product is at least a bound.

    Args:
        vectors: Float32 of shape (n, dim), rows of length 1 or 0.
        least: The bound.
        after: Begin with pairs whose later row is this one or one behind it.

    Yields:
        Pairs block by block, of `_ROWS` later rows each, ordered by the later row, then the
        earlier. Half of the multiplications of the full product; memory is that of one block.
    """
    n = len(vectors)
    block = np.empty(min(_ROWS, n) * min(_COLUMNS, n), np.float32)
    for first in range(after, n, _ROWS):
        last = min(first + _ROWS, n)
        rows = vectors[first:last]
        later: list[NDArray[np.int64]] = []
        earlier: list[NDArray[np.int64]] = []
        cosines: list[NDArray[np.float32]] = []
        for begin in range(0, last, _COLUMNS):
            end = min(begin + _COLUMNS, last)
            flat_scores = block[: (last - first) * (end - begin)]
            scores = flat_scores.reshape(last - first, end - begin)
            np.matmul(rows, vectors[begin:end].T, out=scores)
            flat = np.flatnonzero(flat_scores >= least)
            if not len(flat):
                continue
            row, column = np.divmod(flat, end - begin)
            before = column + begin < row + first
            later.append(row[before] + first)
            earlier.append(column[before] + begin)
            cosines.append(flat_scores[flat[before]])
        yield _near(last, earlier, later, cosines)


def _near(
    to: int,
    earlier: list[NDArray[np.int64]],
    later: list[NDArray[np.int64]],
    cosines: list[NDArray[np.float32]],
) -> Near:
    if not later:
        none = np.zeros(0, np.int64)
        return Near(to=to, earlier=none, later=none, cosines=np.zeros(0, np.float32))
    first, second = np.concatenate(earlier), np.concatenate(later)
    order = np.lexsort((first, second))
    return Near(
        to=to, earlier=first[order], later=second[order], cosines=np.concatenate(cosines)[order]
    )
