"""How all peers that show whole turns fill a budget: the last few turns, then the best ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bench.retention.values import Turn
from bench.retention.words import count_tokens

RECENT: Final = 10
"""Turns that are shown whatever is asked."""
RECENT_SHARE: Final = 0.25
"""Share of the budget that they may take."""
_LEAST_ROOM: Final = 12
"""Tokens below which no turn is worth trying."""


class Shelf:
    """The turns so far, with their tokens."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.tokens: list[int] = []

    def add(self, turns: Sequence[Turn]) -> None:
        """Take turns."""
        self.turns += turns
        self.tokens += [count_tokens(turn.line) for turn in turns]

    def recent(self, room: int, most: int = RECENT) -> list[int]:
        """Indexes of the last turns, at most `most`, that fit the room together."""
        found: list[int] = []
        for at in range(len(self.turns) - 1, max(-1, len(self.turns) - 1 - most), -1):
            room -= self.tokens[at]
            if room < 0:
                break
            found.append(at)
        return found[::-1]

    def pack(self, ranked: Iterable[int], budget: int, recent: Sequence[int] = ()) -> str:
        """The recent turns and the best of the ranked ones that fit, in order of time."""
        room = budget - sum(self.tokens[at] for at in recent)
        chosen = set(recent)
        for at in ranked:
            if at in chosen:
                continue
            if self.tokens[at] <= room:
                room -= self.tokens[at]
                chosen.add(at)
            elif room < _LEAST_ROOM:
                break
        return self.lines(sorted(chosen))

    def lines(self, chosen: Iterable[int]) -> str:
        """Turns as text."""
        return "\n".join(self.turns[at].line for at in chosen)


class Ranked:
    """A peer that ranks turns for a question; a kind of it says how."""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self._asked: tuple[str, Sequence[int]] | None = None

    def ingest(self, turns: Sequence[Turn]) -> None:
        """See `Peer.ingest`."""
        self.shelf.add(turns)

    def flush(self) -> None:
        """See `Peer.flush`."""

    def rank(self, question: str) -> Sequence[int]:
        """Indexes of turns, best first."""
        raise NotImplementedError

    def context(self, question: str, budget: int) -> str:
        """See `Peer.context`. A question asked again at another budget is not ranked again."""
        if self._asked is None or self._asked[0] != question:
            self._asked = question, self.rank(question)
        recent = self.shelf.recent(int(budget * RECENT_SHARE))
        return self.shelf.pack(self._asked[1], budget, recent)
