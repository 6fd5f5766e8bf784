"""What programs do with a long conversation that have no memory, at one budget and one counter.

A flat summary of everything old beside the last messages; a summary that is made anew of itself and
what leaves the window (LangChain's summary buffer); the published union-find clusters. None of them
looks at a question, but for the clusters, which may.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Collection, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.trial.summaries import Said, Sentence, Summariser
from infold.trial.windows import Window

__all__ = ["CLUSTERS", "ClassicClusters", "FlatSummary", "MovingSummary", "Notes"]

RECENT: Final = 10
"""Messages that are shown raw whatever happens, as far as their share of the budget goes."""
RECENT_SHARE: Final = 0.25
_STEP: Final = 20
"""Messages that leave the window at a time."""
THRESHOLD: Final = 0.15
CLUSTERS: Final = 10
SHOWN: Final = 3
"""Clusters that answer a question."""
_PLACES: Final = 4_096
"""Words are hashed to so many places, so that each step costs the same."""


class Notes:
    """Messages with their tokens and sentences: what methods share, so that it is read once.

    Args:
        window: Holds the messages.
        summariser: Splits and selects.
        weigh: What the sentences of a message count; 1 for all of them where left out.
    """

    def __init__(
        self,
        window: Window,
        summariser: Summariser,
        *,
        weigh: Callable[[Said], float] | None = None,
    ) -> None:
        self.window = window
        self.summariser = summariser
        self.sentences: list[list[Sentence]] = []
        self._weigh = weigh or (lambda _: 1.0)

    def add(self, said: Sequence[Said]) -> None:
        """Take messages, in order."""
        self.window.add(said)
        self.sentences += [self.summariser.split(one, weight=self._weigh(one)) for one in said]


class FlatSummary:
    """A summary of everything old beside the last messages."""

    recent_share = RECENT_SHARE
    recent_most = RECENT

    def __init__(self, notes: Notes) -> None:
        self.notes = notes

    def text(self, budget: int) -> str:
        """What is kept within a budget of tokens."""
        window, sentences = self.notes.window, self.notes.sentences
        recent = window.recent(int(budget * self.recent_share), self.recent_most)
        room = budget - sum(window.tokens[at] for at in recent)
        old = sentences[: recent[0] if recent else len(sentences)]
        summary = [sentence.text for sentence in self.summarise(old, room)]
        return "\n".join([*summary, *(window.said[at].line for at in recent)])

    def summarise(self, old: Sequence[Sequence[Sentence]], room: int) -> list[Sentence]:
        """A summary of old messages that fits the room."""
        return self.notes.summariser.select((one for said in old for one in said), room)


class MovingSummary(FlatSummary):
    """Half of the budget for raw messages, half for the summary; what it once dropped is gone."""

    recent_share = 0.5
    recent_most = 1_000_000

    def summarise(self, old: Sequence[Sequence[Sentence]], room: int) -> list[Sentence]:
        """See `FlatSummary.summarise`."""
        kept: list[Sentence] = []
        for first in range(0, len(old), _STEP):
            new = [one for said in old[first : first + _STEP] for one in said]
            kept = self.notes.summariser.select([*kept, *new], room)
        return kept


class ClassicClusters:
    """The published union-find compaction, written from its description: ten summaries.

    Ten raw messages; each older one joins the cluster with the nearest TF-IDF centroid if the
    cosine reaches 0.15, else starts one; above ten clusters the closest pair is merged. A question
    is answered from the summaries of the three clusters nearest to it; without one all are shown.

    Args:
        notes: The messages.
        words: Words of a text, with repetitions.
    """

    def __init__(self, notes: Notes, words: Callable[[str], Collection[str]]) -> None:
        self.notes = notes
        self.members: list[list[int]] = []
        self._words = words
        self._placed = 0
        self._in = np.zeros(_PLACES)
        self._totals = np.zeros((0, _PLACES))

    def place(self) -> None:
        """Place all but the last ten messages."""
        while self._placed < len(self.notes.window.said) - RECENT:
            self._place(self._placed)
            self._placed += 1

    def text(self, budget: int, question: str = "") -> str:
        """What is kept within a budget of tokens, of the clusters nearest to a question if any."""
        window = self.notes.window
        recent = window.recent(budget // 4, RECENT)
        room = budget - sum(window.tokens[at] for at in recent)
        if question:
            likeness = self._likeness(*self._vector(question, new=False))
            best = [self.members[row] for row in np.argsort(-likeness, kind="stable")[:SHOWN]]
        else:
            # The last ten that are too long to be shown raw stand in no cluster yet.
            first = recent[0] if recent else len(window.said)
            best = [*self.members, list(range(self._placed, first))]
            # What the small ones leave of their share is for the large ones.
            best.sort(key=len)
        shown: list[str] = []
        for number, members in enumerate(best):
            share = room // (len(best) - number)
            given = (one for at in members for one in self.notes.sentences[at])
            chosen = self.notes.summariser.select(given, share)
            room -= sum(one.tokens for one in chosen)
            shown += [one.text for one in chosen]
        return "\n".join([*shown, *(window.said[at].line for at in recent)])

    def _place(self, at: int) -> None:
        places, values = self._vector(self.notes.window.said[at].text, new=True)
        likeness = self._likeness(places, values)
        if len(likeness) and likeness.max() >= THRESHOLD:
            row = int(likeness.argmax())
            self.members[row].append(at)
        else:
            row = len(self.members)
            self.members.append([at])
            self._totals = np.vstack([self._totals, np.zeros(_PLACES)])
        self._totals[row, places] += values
        if len(self.members) > CLUSTERS:
            self._merge_closest()

    def _merge_closest(self) -> None:
        norms = np.linalg.norm(self._totals, axis=1)
        units = self._totals / np.where(norms > 0, norms, 1.0)[:, None]
        near = np.tril(units @ units.T, -1) + np.triu(np.full((len(units), len(units)), -1.0))
        later, earlier = np.unravel_index(int(near.argmax()), near.shape)
        self._totals[earlier] += self._totals[later]
        self._totals = np.delete(self._totals, later, axis=0)
        self.members[earlier] += self.members.pop(int(later))

    def _vector(self, text: str, *, new: bool) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        hashed = np.array(
            [zlib.crc32(word.encode("utf-8", "surrogatepass")) % _PLACES
             for word in self._words(text)],
            np.int64,
        )  # fmt: skip
        places, counts = np.unique(hashed, return_counts=True)
        if new:
            self._in[places] += 1
        seen = self._placed + 1
        values = counts * (np.log((1 + seen) / (1 + self._in[places])) + 1)
        length = math.sqrt(float(values @ values)) or 1.0
        return places, values / length

    def _likeness(
        self, places: NDArray[np.int64], values: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        norms = np.linalg.norm(self._totals, axis=1)
        found: NDArray[np.float64] = np.round(
            self._totals[:, places] @ values / np.where(norms > 0, norms, 1.0), 9
        )
        return found
