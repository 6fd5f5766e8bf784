"""BM25 over turns (Robertson and Walker; Lucene's form of the inverse document frequency)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bench.peers.packing import Ranked
from bench.peers.stopwords import STOPWORDS
from bench.retention.values import Turn
from bench.retention.words import words

K1: Final = 1.5
B: Final = 0.75
DEPTH: Final = 400
"""Turns that are ranked."""


class BM25(Ranked):
    """Words as they stand, CJK by characters, English stop words left out."""

    def __init__(self) -> None:
        super().__init__()
        self._postings: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        self._lengths: list[int] = []

    def ingest(self, turns: Sequence[Turn]) -> None:
        """See `Peer.ingest`."""
        super().ingest(turns)
        for turn in turns:
            known = Counter(word for word in words(turn.said) if word not in STOPWORDS)
            for word, count in known.items():
                places, counts = self._postings[word]
                places.append(len(self._lengths))
                counts.append(count)
            self._lengths.append(known.total())

    def flush(self) -> None:
        """See `Peer.flush`."""
        lengths = np.array(self._lengths, np.float64)
        self._norm = K1 * (1 - B + B * lengths / max(1.0, lengths.mean()))

    def scores(self, question: str) -> NDArray[np.float64]:
        """A score for each turn."""
        known = len(self._lengths)
        found = np.zeros(known)
        for word, asked in Counter(words(question)).items():
            if word in STOPWORDS or word not in self._postings:
                continue
            places = np.array(self._postings[word][0])
            counts = np.array(self._postings[word][1], np.float64)
            rarity = np.log(1 + (known - len(places) + 0.5) / (len(places) + 0.5))
            found[places] += asked * rarity * counts / (counts + self._norm[places])
        return np.round(found, 9)

    def rank(self, question: str) -> Sequence[int]:
        """See `Ranked.rank`."""
        found = self.scores(question)
        best = np.argsort(-found, kind="stable")[:DEPTH]
        return [int(at) for at in best if found[at] > 0]
