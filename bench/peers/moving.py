"""A summary that is made anew of itself and what leaves the window: LangChain's summary buffer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bench.peers.flat import FlatSummary
from bench.peers.summaries import Sentence

_STEP: Final = 20
"""Turns that leave the window at a time."""


class MovingSummary(FlatSummary):
    """Half of the budget for raw turns, half for the summary; what it once dropped is gone."""

    recent_share = 0.5
    recent_most = 1_000_000

    def summarise(self, old: Sequence[Sequence[Sentence]], room: int) -> list[Sentence]:
        """See `FlatSummary.summarise`."""
        kept: list[Sentence] = []
        for first in range(0, len(old), _STEP):
            new = [one for turn in old[first : first + _STEP] for one in turn]
            kept = self.summariser.select([*kept, *new], room)
        return kept
