"""The published union-find compaction, written from its description: summaries of ten clusters.

Ten raw turns; each older one joins the cluster with the nearest TF-IDF centroid if the cosine
reaches 0.15, else starts one; above ten clusters the closest pair is merged. A question is answered
from the summaries of the three clusters nearest to it.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bench.peers.packing import Shelf
from bench.peers.stopwords import STOPWORDS
from bench.peers.summaries import Sentence, Summariser, lines
from bench.retention.values import Turn
from bench.retention.words import words

RECENT: Final = 10
THRESHOLD: Final = 0.15
CLUSTERS: Final = 10
SHOWN: Final = 3
_PLACES: Final = 4_096
"""Words are hashed to so many places, so that each step costs the same."""


class ClassicClusters:
    """Clusters as published, with the summariser that all peers share."""

    def __init__(self) -> None:
        self._shelf = Shelf()
        self._summariser = Summariser()
        self._sentences: list[list[Sentence]] = []
        self._placed = 0
        self._in = np.zeros(_PLACES)
        self._totals = np.zeros((0, _PLACES))
        self.members: list[list[int]] = []

    def ingest(self, turns: Sequence[Turn]) -> None:
        """See `Peer.ingest`."""
        first = len(self._shelf.turns)
        self._shelf.add(turns)
        self._sentences += [
            self._summariser.split(at, turn) for at, turn in enumerate(turns, start=first)
        ]

    def flush(self) -> None:
        """See `Peer.flush`. Places all but the last ten turns."""
        while self._placed < len(self._shelf.turns) - RECENT:
            self._place(self._placed)
            self._placed += 1

    def _place(self, at: int) -> None:
        places, values = self._vector(self._shelf.turns[at].text, new=True)
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
        known = [word for word in words(text) if word not in STOPWORDS]
        hashed = np.array([zlib.crc32(word.encode()) % _PLACES for word in known], np.int64)
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

    def context(self, question: str, budget: int) -> str:
        """See `Peer.context`."""
        recent = self._shelf.recent(budget // 4, RECENT)
        room = budget - sum(self._shelf.tokens[at] for at in recent)
        likeness = self._likeness(*self._vector(question, new=False))
        best = np.argsort(-likeness, kind="stable")[:SHOWN].tolist()
        shown = []
        for number, row in enumerate(best):
            share = room // (len(best) - number)
            given = (one for at in self.members[row] for one in self._sentences[at])
            chosen = self._summariser.select(given, share)
            room -= sum(one.tokens for one in chosen)
            shown += lines(chosen)
        return "\n".join([*shown, self._shelf.lines(recent)])
