"""The evidence itself: what could be reached at a budget. It is told what to show."""

from __future__ import annotations

from collections.abc import Sequence

from bench.peers.packing import Shelf
from bench.retention.values import Turn


class Ceiling:
    """A peer that knows the evidence of the next question."""

    def __init__(self) -> None:
        self._shelf = Shelf()
        self._evidence: tuple[int, ...] = ()

    def tell(self, evidence: tuple[int, ...]) -> None:
        """Say what the next question's evidence is."""
        self._evidence = evidence

    def ingest(self, turns: Sequence[Turn]) -> None:
        """See `Peer.ingest`."""
        self._shelf.add(turns)

    def flush(self) -> None:
        """See `Peer.flush`."""

    def context(self, question: str, budget: int) -> str:  # noqa: ARG002 - it was told
        """See `Peer.context`."""
        return self._shelf.pack(self._evidence, budget)
