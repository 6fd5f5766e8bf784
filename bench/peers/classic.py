"""The published union-find compaction: summaries of the three clusters nearest to a question."""

from __future__ import annotations

from collections.abc import Sequence

from bench.peers.summaries import make_notes, telling
from bench.retention.values import Turn
from infold.trial import baselines


class ClassicClusters:
    """Clusters as published, with the summariser that all peers share."""

    def __init__(self) -> None:
        self._clusters = baselines.ClassicClusters(make_notes(), telling)

    @property
    def members(self) -> list[list[int]]:
        """Indexes of the turns of each cluster."""
        return self._clusters.members

    def ingest(self, turns: Sequence[Turn]) -> None:
        """See `Peer.ingest`."""
        self._clusters.notes.add(turns)

    def flush(self) -> None:
        """See `Peer.flush`. Places all but the last ten turns."""
        self._clusters.place()

    def context(self, question: str, budget: int) -> str:
        """See `Peer.context`."""
        return self._clusters.text(budget, question)
