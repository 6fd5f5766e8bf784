"""Bringing signals to one scale.

Adding scores keeps how much better one message matches than the next; adding ranks (reciprocal rank
fusion) throws that away.
"""

from __future__ import annotations

from infold.recall.field import Scores


def to_unit(scores: Scores) -> Scores:
    """Divide by the maximum; all zeros stay so."""
    top = float(scores.max()) if len(scores) else 0.0
    return scores / top if top > 0.0 else scores
