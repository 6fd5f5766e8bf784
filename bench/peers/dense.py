"""Vectors over turns: what a plain vector store does, with the embedder that Infold uses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bench.peers.bm25 import DEPTH
from bench.peers.packing import Ranked
from bench.retention.values import Turn
from infold.models.registry import load_embedder


class Dense(Ranked):
    """Cosine of the question's vector with each turn's."""

    def __init__(self) -> None:
        super().__init__()
        embedder = load_embedder("wordllama")
        assert embedder is not None
        self._embedder = embedder
        self._rows = np.zeros((0, embedder.dim), np.float32)
        self._waiting: list[str] = []

    def ingest(self, turns: Sequence[Turn]) -> None:
        """See `Peer.ingest`."""
        super().ingest(turns)
        self._waiting += [turn.said for turn in turns]

    def flush(self) -> None:
        """See `Peer.flush`."""
        self._rows = np.vstack([self._rows, self._embedder.embed(self._waiting)])
        self._waiting.clear()

    def rank(self, question: str) -> Sequence[int]:
        """See `Ranked.rank`."""
        found = np.round(self._rows @ self._embedder.embed([question])[0], 6)
        best: list[int] = np.argsort(-found, kind="stable")[:DEPTH].tolist()
        return best
