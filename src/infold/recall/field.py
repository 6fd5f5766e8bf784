"""What is searched: the messages of one path through a conversation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import Flag
from infold.recall.index import Snapshot

Value = TypeVar("Value", bound=np.generic)
Scores: TypeAlias = NDArray[np.float64]
"""One number for each message of the path; 0 where a signal has nothing to say."""


class Searched(Protocol):
    """What the words of a question are looked for in."""

    def __len__(self) -> int: ...

    @property
    def total(self) -> int:
        """Messages that statistics count."""
        ...

    @property
    def lengths(self) -> NDArray[np.float64] | NDArray[np.uint16]:
        """(n,) terms of each message."""
        ...

    @property
    def mean_length(self) -> float:
        """Mean number of terms of a message, at least 1."""
        ...

    @property
    def author(self) -> NDArray[np.int32]:
        """(n,) code of each message's author."""
        ...

    @property
    def authors(self) -> list[tuple[int, str]]:
        """Code and name of every author, by code."""
        ...

    @property
    def calendar(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """The distinct days, ascending, -1 for none, and (n,) which of them is each message's."""
        ...

    def where(self, term: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Places that hold a term, ascending, and how often each does."""
        ...

    def holders(self, terms: NDArray[np.uint32]) -> list[NDArray[np.int64]]:
        """Places that hold each of several distinct terms, ascending."""
        ...

    def spread(self, term: int, places: NDArray[np.int64]) -> int:
        """How many messages hold a term, whose places here are given."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Known:
    """Statistics of all messages, where a field holds a choice of them.

    Attributes:
        total: Messages.
        mean_length: Mean number of terms of one.
        spread: How many hold a term.
    """

    total: int
    mean_length: float
    spread: Callable[[int], int]


class Field:
    """The path's messages as 0-based places, in order: place i is position `path[i]`.

    All statistics (how rare a term is, how long a message is as a rule) are of the path alone, so
    that what stands on other branches changes nothing. A field may be kept for as long as its
    snapshot is the current one: what every question asks of it is then made once.

    Args:
        snapshot: The conversation's index.
        path: Positions in scope, in the order in which they are read: ascending in a chat, but for
            branches that meet, versions and role prompts.
        known: Statistics, where the path is a choice of messages by the question's own words: in
            these every word of it is common.
    """

    def __init__(
        self, snapshot: Snapshot, path: NDArray[np.int64], *, known: Known | None = None
    ) -> None:
        self.snapshot = snapshot
        self.path = np.asarray(path, np.int64)
        self.known = known
        self.is_ascending = bool((np.diff(self.path) > 0).all())
        self.whole = self.is_ascending and len(self.path) == len(snapshot)
        if self.whole:
            self._place = None
        else:
            self._place = np.full(len(snapshot), -1, np.int64)
            self._place[self.path] = np.arange(len(self.path))
        self.lengths = self.take(np.diff(snapshot.starts)).astype(np.float64)
        self.flags = self.take(snapshot.flags)
        self.tokens = self.take(snapshot.tokens)
        self._has: dict[Flag, NDArray[np.bool_]] = {}

    def __len__(self) -> int:
        return len(self.path)

    @property
    def nbytes(self) -> int:
        """Bytes of what it has derived so far, the snapshot's own arrays aside."""
        mine = [self.lengths, *self._has.values()]
        if not self.whole:
            mine += [self.flags, self.tokens]
        if self._place is not None:
            mine.append(self._place)
        # Made when first asked for, and kept by `cached_property` in the instance itself.
        derived = vars(self)
        mine += [derived[name] for name in ("days", "day_starts") if name in derived]
        mine += derived.get("calendar", ())
        return sum(array.nbytes for array in mine)

    def take(self, column: NDArray[Value]) -> NDArray[Value]:
        """A column of the index for the path's messages."""
        return column if self.whole else column[self.path]

    def has(self, flag: Flag) -> NDArray[np.bool_]:
        """Which messages carry a flag."""
        carries = self._has.get(flag)
        if carries is None:
            carries = self._has[flag] = (self.flags & int(flag)) != 0
        return carries

    @property
    def total(self) -> int:
        """Messages that statistics count."""
        return len(self.path) if self.known is None else self.known.total

    def spread(self, term: int, places: NDArray[np.int64]) -> int:
        """How many messages hold a term, whose places here are given."""
        return len(places) if self.known is None else self.known.spread(term)

    @property
    def author(self) -> NDArray[np.int32]:
        """(n,) code of each message's author."""
        return self.take(self.snapshot.author)

    @cached_property
    def mean_length(self) -> float:
        """Mean number of terms of a message, at least 1."""
        if self.known is not None:
            return max(self.known.mean_length, 1.0)
        return max(float(self.lengths.mean()), 1.0) if len(self) else 1.0

    @cached_property
    def authors(self) -> list[tuple[int, str]]:
        """Code and name of every author on the path, by code."""
        names = self.snapshot.authors
        here = np.flatnonzero(np.bincount(self.take(self.snapshot.author), minlength=1))
        return [(code, names[code]) for code in here.tolist() if names[code]]

    @cached_property
    def days(self) -> NDArray[np.float64]:
        """(n,) days since 1970 in UTC; -1 where the time is not known."""
        at = self.take(self.snapshot.at)
        return np.floor_divide(np.where(np.isnan(at), -1.0, at), 86_400.0)

    @cached_property
    def calendar(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """The distinct `days`, ascending, and (n,) which of them is each message's."""
        days, which = np.unique(self.days, return_inverse=True)
        return days, which

    @cached_property
    def day_starts(self) -> NDArray[np.int64]:
        """Places at which another day begins; at least one unless the path is empty."""
        days = self.days
        return np.flatnonzero(np.r_[len(days) > 0, days[1:] != days[:-1]])

    def where(self, term: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Places that hold a term, ascending, and how often each does."""
        positions, counts = self.snapshot.where(term)
        if self._place is None:
            return positions, counts
        places = self._place[positions]
        inside = places >= 0
        places, counts = places[inside], counts[inside]
        if not self.is_ascending:
            order = np.argsort(places)
            return places[order], counts[order]
        return places, counts

    def holders(self, terms: NDArray[np.uint32]) -> list[NDArray[np.int64]]:
        """Places that hold each of several distinct terms, ascending."""
        found = self.snapshot.holders(terms)
        if self._place is None:
            return found
        places = [self._place[positions] for positions in found]
        inside = [one[one >= 0] for one in places]
        return inside if self.is_ascending else [np.sort(one) for one in inside]

    def places(self, positions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Places of positions; -1 for those outside of the path."""
        return positions if self._place is None else self._place[positions]
