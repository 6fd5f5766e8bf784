"""One summary of everything old beside the last turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bench.peers.summaries import make_notes
from bench.retention.values import Turn
from infold.trial import baselines


class FlatSummary:
    """A summary that does not depend on the question; one is made for each budget."""

    method: ClassVar[type[baselines.FlatSummary]] = baselines.FlatSummary

    def __init__(self) -> None:
        self._summary = type(self).method(make_notes())
        self._made: dict[int, str] = {}

    def ingest(self, turns: Sequence[Turn]) -> None:
        """See `Peer.ingest`."""
        self._summary.notes.add(turns)
        self._made.clear()

    def flush(self) -> None:
        """See `Peer.flush`."""

    def context(self, question: str, budget: int) -> str:  # noqa: ARG002 - one text for all questions
        """See `Peer.context`."""
        if budget not in self._made:
            self._made[budget] = self._summary.text(budget)
        return self._made[budget]
