"""BM25 and vectors joined by reciprocal rank fusion (Cormack, Clarke and Büttcher 2009)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from bench.peers.bm25 import BM25
from bench.peers.dense import Dense
from bench.peers.packing import Ranked
from bench.retention.values import Turn

K: Final = 60


class Hybrid(Ranked):
    """Both rankings with equal weight."""

    def __init__(self) -> None:
        super().__init__()
        self._sides: tuple[Ranked, ...] = (BM25(), Dense())

    def ingest(self, turns: Sequence[Turn]) -> None:
        """See `Peer.ingest`."""
        super().ingest(turns)
        for side in self._sides:
            side.ingest(turns)

    def flush(self) -> None:
        """See `Peer.flush`."""
        for side in self._sides:
            side.flush()

    def rank(self, question: str) -> Sequence[int]:
        """See `Ranked.rank`."""
        found: dict[int, float] = defaultdict(float)
        for side in self._sides:
            for rank, at in enumerate(side.rank(question)):
                found[at] += 1.0 / (K + rank)
        return sorted(found, key=lambda at: (-round(found[at], 9), at))
