"""Turns by chance: what is found without looking."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bench.peers.packing import Ranked

_DEPTH = 600


class RandomTurns(Ranked):
    """Turns drawn by the question as a seed."""

    def rank(self, question: str) -> Sequence[int]:
        """See `Ranked.rank`."""
        known = len(self.shelf.turns)
        return random.Random(question).sample(range(known), min(known, _DEPTH))
