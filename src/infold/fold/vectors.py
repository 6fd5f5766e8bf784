"""Unit vectors of units, from the vectors or the terms of their messages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

__all__ = ["TERM_DIM", "term_vectors", "unit_vectors"]

TERM_DIM = 512
"""Length of a hashed term vector."""

_MIX = np.uint32(2654435761)


_BLOCK = 1_024
"""Units that are added up at a time: sums are twice as wide as vectors, and soon thrown away."""


def unit_vectors(
    vectors: NDArray[np.float32],
    rows: NDArray[np.int64],
    weights: NDArray[np.float64],
    owner: NDArray[np.int64],
    count: int,
) -> NDArray[np.float32]:
    """Vectors of units: weighted means of their messages' vectors, brought to length 1.

    Args:
        vectors: Of messages, shape (m, dim).
        rows: The messages' rows in `vectors`, shape (n,).
        weights: Of messages, shape (n,); none is negative.
        owner: For each message the index of its unit, shape (n,), ascending.
        count: How many units there are.

    Returns:
        Shape (count, dim); the row of a unit without a vector of any weight is zero.
    """
    table = np.zeros((count, vectors.shape[1]), np.float32)
    for begin, end, some in _blocks(owner, count):
        total = np.zeros((end - begin, vectors.shape[1]))
        np.add.at(total, owner[some] - begin, vectors[rows[some]] * weights[some, None])
        table[begin:end] = _to_length_one(total)
    return table


def term_vectors(
    terms: NDArray[np.uint32], owner: NDArray[np.int64], count: int
) -> NDArray[np.float32]:
    """Hashed term vectors, for where there is no embedder.

    Each term adds to one of `TERM_DIM` places with a sign of its own (Weinberger et al. 2009), the
    count of a term in a unit through 1 + log.

    Args:
        terms: Hashes of terms, shape (n,).
        owner: For each term the index of its unit, shape (n,).
        count: How many units there are.

    Returns:
        Shape (count, TERM_DIM), rows of length 1, or zero for a unit without terms.
    """
    table = np.zeros((count, TERM_DIM), np.float32)
    keys, counts = np.unique(
        (owner.astype(np.uint64) << np.uint64(32)) | terms.astype(np.uint64), return_counts=True
    )
    mixed = (keys & np.uint64(0xFFFFFFFF)).astype(np.uint32) * _MIX
    place = ((mixed >> np.uint32(16)) % np.uint32(TERM_DIM)).astype(np.int64)
    amount = np.where(mixed & np.uint32(0x8000), 1.0, -1.0) * (1.0 + np.log(counts))
    rows = (keys >> np.uint64(32)).astype(np.int64)
    for begin, end, some in _blocks(rows, count):
        total = np.zeros((end - begin, TERM_DIM))
        np.add.at(total, (rows[some] - begin, place[some]), amount[some])
        table[begin:end] = _to_length_one(total)
    return table


def _blocks(owner: NDArray[np.int64], count: int) -> Iterator[tuple[int, int, slice]]:
    """Units from `begin` to before `end`, and where they stand in the ascending `owner`."""
    begins = range(0, count, _BLOCK)
    bounds = np.searchsorted(owner, [*begins, count]).tolist()
    for begin, (first, last) in zip(begins, pairwise(bounds), strict=True):
        yield begin, min(begin + _BLOCK, count), slice(first, last)


def _to_length_one(rows: NDArray[np.float64]) -> NDArray[np.float32]:
    length = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    length[length < 1e-9] = np.inf
    scaled: NDArray[np.float32] = (rows / length[:, None]).astype(np.float32)
    return scaled
