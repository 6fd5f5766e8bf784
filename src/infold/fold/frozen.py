"""Clusters of whose texts some were dropped: nothing joins them, and their folds stay as they are.

A fold of them could not be made again: its sources say nothing any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from infold.core.folds import Merge
from infold.fold.forest import Forest
from infold.fold.placement import Features

__all__ = ["frozen_units", "set_aside"]


def frozen_units(placed: Sequence[Features], merges: Sequence[Merge]) -> frozenset[int]:
    """The units of clusters of whose texts some were dropped, by their first positions. Linear.

    Args:
        placed: All units placed so far, by position.
        merges: The whole merge log, withdrawn ones included.
    """
    dropped = [one.unit.first for one in placed if one.is_dropped]
    if not dropped:
        return frozenset()
    forest = Forest.from_log((one.unit for one in placed), merges)
    return frozenset(unit for one in dropped for unit in forest.cluster(one))


def set_aside(placed: Sequence[Features], frozen: frozenset[int]) -> Sequence[Features]:
    """The units as placing is to see them: what is frozen as filler, which attracts nothing."""
    if not frozen:
        return placed
    return [replace(one, is_filler=True) if one.unit.first in frozen else one for one in placed]
