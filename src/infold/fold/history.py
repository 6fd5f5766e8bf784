"""The messages before one, held in memory: for what fits there, such as one dialogue."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from typing import Final

from infold.core.folds import Span
from infold.core.messages import Message
from infold.core.supersessions import Supersession
from infold.fold.said import Said, read_said
from infold.fold.slots import Rarity
from infold.fold.superseding import supersede
from infold.text.analysis import analyze
from infold.text.slots import Statement, Value
from infold.text.telling import Tell, tells

__all__ = [
    "MOST_CANDIDATES",
    "MOST_HOLDERS",
    "History",
    "best_places",
    "link",
    "may_hold",
    "search_terms",
]

MOST_CANDIDATES: Final = 32
"""Messages that are read for one value."""
MOST_HOLDERS: Final = 400
"""Of a word in more messages than this the latest count."""
_IN_DIGITS: Final = frozenset({"number", "money", "port", "version", "time", "date"})
_NUMBER: Final = int(Tell.NUMBER)
"""A plain number: the operators of flags cost ten times as much, and this is asked most."""
LEAST_SHARE: Final = 0.3
"""Of the best candidate's weight; what shares less is not read."""


def search_terms(statement: Statement, value: Value | None, rarity: Rarity) -> dict[str, float]:
    """The terms by which candidates are looked up, each with its weight."""
    found = {key: rarity.weight(word.term) for word in statement.words for key in word.keys}
    if value is not None:
        found |= dict.fromkeys(analyze(value.text), rarity.most)
    return found


def best_places(scores: Mapping[int, float]) -> list[int]:
    """Places to read of those that were found, the latest first."""
    if not scores:
        return []
    least = LEAST_SHARE * max(scores.values())
    near = [place for place, score in scores.items() if score >= least]
    best = nsmallest(MOST_CANDIDATES, near, key=lambda place: (-round(scores[place], 9), -place))
    return sorted(best, reverse=True)


def may_hold(value: Value | None, flags: int) -> bool:
    """Whether a message of such flags may state a value of the kind."""
    return value is None or value.type not in _IN_DIGITS or bool(flags & _NUMBER)


class History:
    """Messages along one path, in order, and the records between them.

    Grows by `add`; each message costs what its own words cost, and a bounded number of candidates.
    """

    def __init__(self) -> None:
        self._said: list[Said] = []
        self._tells: list[int] = []
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
        self._tells.append(int(tells(message.text)))
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
        scores: defaultdict[int, float] = defaultdict(float)
        for key, weight in search_terms(statement, value, self.rarity(statement)).items():
            for place in self._holders.get(key, ())[-MOST_HOLDERS:]:
                if self._said[place].statements and may_hold(value, self._tells[place]):
                    scores[place] += weight
        return [self._said[place] for place in best_places(scores)]

    def holding(self, terms: frozenset[str]) -> Sequence[Said]:
        """See `infold.fold.said.Before.holding`."""
        places = {place for term in terms for place in self._holders.get(term, ())}
        found = [
            self._said[place]
            for place in sorted(places, reverse=True)
            if self._said[place].statements and self._tells[place] & _NUMBER
        ]
        return found if len(found) <= MOST_CANDIDATES else []

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
