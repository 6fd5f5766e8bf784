"""Unit vectors of units, from the vectors or the terms of their messages."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["TERM_DIM", "term_vectors", "unit_vectors"]

TERM_DIM = 512
"""Length of a hashed term vector."""

_MIX = np.uint32(2654435761)


def unit_vectors(
    vectors: NDArray[np.float32], weights: NDArray[np.float64], owner: NDArray[np.int64], count: int
) -> NDArray[np.float32]:
    """Vectors of units: weighted means of their messages' vectors, brought to length 1.

    Args:
        vectors: Of messages, shape (n, dim).
        weights: Of messages, shape (n,); none is negative.
        owner: For each message the index of its unit, shape (n,).
        count: How many units there are.

    Returns:
        Shape (count, dim); the row of a unit without a vector of any weight is zero.
    """
    total = np.zeros((count, vectors.shape[1]))
    np.add.at(total, owner, vectors * weights[:, None])
    return _to_length_one(total)


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
    total = np.zeros((count, TERM_DIM))
    if len(terms):
        keys, counts = np.unique(
            (owner.astype(np.uint64) << np.uint64(32)) | terms.astype(np.uint64), return_counts=True
        )
        mixed = (keys & np.uint64(0xFFFFFFFF)).astype(np.uint32) * _MIX
        place = (mixed >> np.uint32(16)) % np.uint32(TERM_DIM)
        sign = np.where(mixed & np.uint32(0x8000), 1.0, -1.0)
        rows = (keys >> np.uint64(32)).astype(np.int64)
        np.add.at(total, (rows, place.astype(np.int64)), sign * (1.0 + np.log(counts)))
    return _to_length_one(total)


def _to_length_one(rows: NDArray[np.float64]) -> NDArray[np.float32]:
    length = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    length[length < 1e-9] = np.inf
    scaled: NDArray[np.float32] = (rows / length[:, None]).astype(np.float32)
    return scaled
