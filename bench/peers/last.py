"""The last turns that fit: what a program does that has no memory."""

from __future__ import annotations

from collections.abc import Sequence

from bench.peers.packing import Shelf
from bench.retention.values import Turn


class LastTurns:
    """A window over the newest turns."""

    def __init__(self) -> None:
        self._shelf = Shelf()

    def ingest(self, turns: Sequence[Turn]) -> None:
        """See `Peer.ingest`."""
        self._shelf.add(turns)

    def flush(self) -> None:
        """See `Peer.flush`."""

    def context(self, question: str, budget: int) -> str:  # noqa: ARG002 - the question is nothing to it
        """See `Peer.context`."""
        return self._shelf.lines(self._shelf.recent(budget, most=len(self._shelf.turns)))
