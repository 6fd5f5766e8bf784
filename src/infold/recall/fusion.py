"""Fusion: scores are added, each signal divided by its maximum.

Adding scores keeps how much better one message matches than the next; adding ranks (reciprocal rank
fusion) throws that away.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from infold.recall.field import Scores


def to_unit(scores: Scores) -> Scores:
    """Divide by the maximum; all zeros stay so."""
    top = float(scores.max()) if len(scores) else 0.0
    return scores / top if top > 0.0 else scores


def fuse(weighted: Sequence[tuple[float, Scores]]) -> Scores:
    """Weighted sum of signals, each at a maximum of one.

    Args:
        weighted: (weight, scores) pairs; at least one.
    """
    total = np.zeros_like(weighted[0][1])
    for weight, scores in weighted:
        total += weight * to_unit(scores)
    return total
