"""The messages before one, held in memory: for what fits there, such as one dialogue."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from infold.core.folds import Span
from infold.core.messages import Message
from infold.core.supersessions import Supersession
from infold.fold.said import Said, read_said
from infold.fold.slots import Rarity
from infold.fold.superseding import supersede
from infold.text.analysis import analyze
from infold.text.slots import Statement, Value

__all__ = ["History", "link"]

MOST_CANDIDATES: Final = 32
"""Messages that are read for one value."""
MOST_HOLDERS: Final = 400
"""Of a word in more messages than this the latest count."""


class History:
    """Messages along one path, in order, and the records between them.

    Grows by `add`; each message costs what its own words cost, and a bounded number of candidates.
    """

    def __init__(self) -> None:
        self._said: list[Said] = []
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        self._later: dict[Span, Supersession] = {}
        self.records: list[Supersession] = []

    def add(self, message: Message) -> list[Supersession]:
        """Link the next message to those before it, and take it up.

        Returns:
            The records of the values that it supersedes.
        """
        said = read_said(message)
        found = supersede(said, self)
        for one in found:
            self._later[one.old] = one
        self.records += found
        place = len(self._said)
        self._said.append(said)
        for term in set(analyze(message.text)):
            self._holders[term].append(place)
        return found

    def rarity(self, statement: Statement) -> Rarity:
        """See `infold.fold.said.Before.rarity`."""
        holders = {
            word.term: min(len(self._holders.get(key, ())) for key in word.keys)
            for word in statement.words
            if word.keys
        }
        return Rarity(messages=len(self._said), holders=holders)

    def candidates(self, statement: Statement, value: Value | None) -> Sequence[Said]:
        """See `infold.fold.said.Before.candidates`."""
        rarity = self.rarity(statement)
        keys = {key: rarity.weight(word.term) for word in statement.words for key in word.keys}
        if value is not None:
            keys |= dict.fromkeys(analyze(value.text), rarity.most)
        scores: defaultdict[int, float] = defaultdict(float)
        for key, weight in keys.items():
            for place in self._holders.get(key, ())[-MOST_HOLDERS:]:
                if value is None or self._said[place].has_values:
                    scores[place] += weight
        best = sorted(scores, key=lambda place: (-round(scores[place], 9), -place))
        return [self._said[place] for place in sorted(best[:MOST_CANDIDATES], reverse=True)]

    def latest(self, count: int) -> Sequence[Said]:
        """See `infold.fold.said.Before.latest`."""
        return self._said[: -count - 1 : -1]

    def superseded(self, old: Span) -> Supersession | None:
        """See `infold.fold.said.Before.superseded`."""
        return self._later.get(old)


def link(messages: Iterable[Message]) -> list[Supersession]:
    """Link the messages of one path, from the first to the last.

    Args:
        messages: In order, each the parent of the next, with ids and positions.
    """
    history = History()
    for message in messages:
        history.add(message)
    return history.records
