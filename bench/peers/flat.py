"""One summary of everything old beside the last turns."""

from __future__ import annotations

from collections.abc import Sequence

from bench.peers.packing import RECENT_SHARE, Shelf
from bench.peers.summaries import Sentence, Summariser, lines
from bench.retention.values import Turn


class FlatSummary:
    """A summary that does not depend on the question; one is made for each budget."""

    recent_share = RECENT_SHARE
    recent_most = 10

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.summariser = Summariser()
        self.sentences: list[list[Sentence]] = []
        self._made: dict[int, str] = {}

    def ingest(self, turns: Sequence[Turn]) -> None:
        """See `Peer.ingest`."""
        first = len(self.shelf.turns)
        self.shelf.add(turns)
        self.sentences += [
            self.summariser.split(at, turn) for at, turn in enumerate(turns, start=first)
        ]
        self._made.clear()

    def flush(self) -> None:
        """See `Peer.flush`."""

    def context(self, question: str, budget: int) -> str:  # noqa: ARG002 - one text for all questions
        """See `Peer.context`."""
        if budget not in self._made:
            recent = self.shelf.recent(int(budget * self.recent_share), self.recent_most)
            room = budget - sum(self.shelf.tokens[at] for at in recent)
            old = self.sentences[: recent[0] if recent else len(self.sentences)]
            summary = lines(self.summarise(old, room))
            self._made[budget] = "\n".join([*summary, self.shelf.lines(recent)])
        return self._made[budget]

    def summarise(self, old: Sequence[Sequence[Sentence]], room: int) -> list[Sentence]:
        """A summary of old turns that fits the room."""
        return self.summariser.select((one for turn in old for one in turn), room)
