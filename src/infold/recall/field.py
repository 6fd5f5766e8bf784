"""What is searched: the messages of one path through a conversation."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import Flag
from infold.recall.index import Snapshot

Value = TypeVar("Value", bound=np.generic)
Scores: TypeAlias = NDArray[np.float64]
"""One number for each message of the path; 0 where a signal has nothing to say."""


class Field:
    """The path's messages as 0-based places, in order: place i is position `path[i]`.

    All statistics (how rare a term is, how long a message is as a rule) are of the path alone, so
    that what stands on other branches changes nothing.

    Args:
        snapshot: The conversation's index.
        path: Positions in scope, ascending.
    """

    def __init__(self, snapshot: Snapshot, path: NDArray[np.int64]) -> None:
        self.snapshot = snapshot
        self.path = np.asarray(path, np.int64)
        self.whole = len(self.path) == len(snapshot)
        if self.whole:
            self._place = None
        else:
            self._place = np.full(len(snapshot), -1, np.int64)
            self._place[self.path] = np.arange(len(self.path))
        self.lengths = self.take(np.diff(snapshot.starts)).astype(np.float64)
        self.flags = self.take(snapshot.flags)
        self.tokens = self.take(snapshot.tokens)

    def __len__(self) -> int:
        return len(self.path)

    def take(self, column: NDArray[Value]) -> NDArray[Value]:
        """A column of the index for the path's messages."""
        return column if self.whole else column[self.path]

    def has(self, flag: Flag) -> NDArray[np.bool_]:
        """Which messages carry a flag."""
        carries: NDArray[np.bool_] = (self.flags & int(flag)) != 0
        return carries

    def where(self, term: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Places that hold a term, ascending, and how often each does."""
        positions, counts = self.snapshot.where(term)
        if self._place is None:
            return positions, counts
        places = self._place[positions]
        inside = places >= 0
        return places[inside], counts[inside]

    def holders(self, terms: NDArray[np.uint32]) -> list[NDArray[np.int64]]:
        """Places that hold each of several distinct terms, ascending."""
        found = self.snapshot.holders(terms)
        if self._place is None:
            return found
        places = [self._place[positions] for positions in found]
        return [one[one >= 0] for one in places]

    def places(self, positions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Places of positions; -1 for those outside of the path."""
        return positions if self._place is None else self._place[positions]
