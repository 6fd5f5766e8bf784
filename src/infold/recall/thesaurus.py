"""Terms that are near one another in meaning: a fixed table, the same for every store.

A conversation keeps no words, only hashes of terms, and needs none for this: the table names for
each of some thousands of terms its nearest ones, as hashes. So a soft match costs look-ups of
postings, nothing is kept of any text, and the same question gives the same scores in every process.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

LEAST = 0.45
"""Least nearness of terms that match."""
_FILE = "thesaurus.npz"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Thesaurus:
    """Nearest terms of each term.

    Attributes:
        terms: (m,) uint32 hashes, ascending.
        near: (m, 24) uint16 places in `terms`, nearest first.
        nearness: (m, 24) uint8, 255 for the same meaning.
    """

    terms: NDArray[np.uint32]
    near: NDArray[np.uint16]
    nearness: NDArray[np.uint8]

    def nearest(self, term: int) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """Hashes of the terms nearest to a term, and how near each is: nearest first."""
        at = int(np.searchsorted(self.terms, np.uint32(term)))
        if at == len(self.terms) or int(self.terms[at]) != term:
            return np.zeros(0, np.uint32), np.zeros(0)
        nearness = self.nearness[at] / 255.0
        enough = nearness >= LEAST
        return self.terms[self.near[at][enough]], nearness[enough]


_lock = threading.Lock()
_loaded: Thesaurus | None = None


def load_thesaurus() -> Thesaurus:
    """The table that comes with the package; read once a process, on first use."""
    global _loaded
    if _loaded is None:
        with _lock, (files("infold.recall") / _FILE).open("rb") as file, np.load(file) as table:
            _loaded = Thesaurus(
                terms=table["terms"], near=table["near"], nearness=table["nearness"]
            )
    return _loaded
