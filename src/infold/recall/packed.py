"""Many records of superseded values in columns and one text: a quarter of what objects take."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.core.folds import Span
from infold.core.supersessions import HOWS, Supersession

__all__ = ["Packed"]

_WORDS: Final = 7
"""Texts of one record."""
_PLACES: Final = 9
"""Whole numbers of one record."""
_NEW_AT: Final = 7
"""Which of them is the position of the later message."""


class Packed:
    """Records that do not change, found by the span that they supersede or by its message.

    Args:
        records: In order of entry, which is kept among those of one span and of one message.
            Withdrawn ones have no place here.
    """

    def __init__(self, records: Sequence[Supersession]) -> None:
        words = [_words(one) for one in records]
        self._text = b"".join(word for of_one in words for word in of_one)
        sizes = [len(word) for of_one in words for word in of_one]
        self._ends = np.cumsum([0, *sizes], dtype=np.int64)
        self._places = np.array(
            [
                (
                    one.old.part, one.old.start, one.old.end,
                    one.new.part, one.new.start, one.new.end,
                    one.old_at, one.new_at, HOWS.index(one.reason),
                )
                for one in records
            ],
            np.int32,
        ).reshape(len(records), _PLACES)  # fmt: skip
        self._scores = array("d", [one.score for one in records])
        # Hashes of a span differ between processes: they only tell where to look.
        keys = np.array([hash(one.old) for one in records], np.int64)
        order = np.lexsort((self._places[:, _NEW_AT], keys))
        self._by_span = array("i", order.tolist())
        self._keys = array("q", keys[order].tolist())
        self._new_at = array("i", self._places[order, _NEW_AT].tolist())
        old_at = np.array([one.old_at for one in records], np.int64)
        order = np.argsort(old_at, kind="stable")
        self._by_place = array("i", order.tolist())
        self._old_at = array("i", old_at[order].tolist())

    def __len__(self) -> int:
        return len(self._scores)

    @property
    def nbytes(self) -> int:
        """Bytes that it keeps."""
        by_span = (self._by_span, self._keys, self._new_at)
        columns = (self._scores, *by_span, self._by_place, self._old_at)
        return (
            len(self._text)
            + self._ends.nbytes
            + self._places.nbytes
            + sum(column.itemsize * len(column) for column in columns)
        )

    def __iter__(self) -> Iterator[Supersession]:
        return (self._record(at) for at in range(len(self)))

    def begins(self, position: int) -> bool:
        """Whether any record supersedes something of a message."""
        at = bisect_left(self._old_at, position)
        return at < len(self._old_at) and self._old_at[at] == position

    def spans(self, position: int) -> list[Span]:
        """The spans of a message that records supersede, each once, in order of entry."""
        first = bisect_left(self._old_at, position)
        last = bisect_right(self._old_at, position, lo=first)
        return list(dict.fromkeys(self._old(at) for at in self._by_place[first:last]))

    def later(self, old: Span, inside: NDArray[np.bool_]) -> Supersession | None:
        """By what a span was first superseded on a path; the first entered of one place.

        Args:
            old: The span.
            inside: (positions,) whether a position is on the path.
        """
        key = hash(old)
        for index in range(bisect_left(self._keys, key), len(self._keys)):
            if self._keys[index] != key:
                break
            at, new_at = self._by_span[index], self._new_at[index]
            if new_at < len(inside) and inside[new_at] and self._old(at) == old:
                return self._record(at)
        return None

    def _old(self, at: int) -> Span:
        begin, end = self._ends[_WORDS * at + 1 : _WORDS * at + 3].tolist()
        message = self._text[begin:end].decode("utf-8", "surrogatepass")
        part, start, stop = self._places[at, :3].tolist()
        return Span(message=message, part=part, start=start, end=stop)

    def _record(self, at: int) -> Supersession:
        ends = self._ends[_WORDS * at : _WORDS * (at + 1) + 1].tolist()
        id_, old, new, was, now, written, shown = (
            self._text[begin:end].decode("utf-8", "surrogatepass") for begin, end in pairwise(ends)
        )
        places = self._places[at].tolist()
        part, start, end, new_part, new_start, new_end, old_at, new_at, how = places
        return Supersession(
            id=id_,
            old=Span(message=old, part=part, start=start, end=end),
            new=Span(message=new, part=new_part, start=new_start, end=new_end),
            was=was,
            now=now,
            written=written,
            shown=shown,
            score=self._scores[at],
            reason=HOWS[how],
            old_at=old_at,
            new_at=new_at,
        )


def _words(one: Supersession) -> list[bytes]:
    words = (one.id, one.old.message, one.new.message, one.was, one.now, one.written, one.shown)
    return [word.encode("utf-8", "surrogatepass") for word in words]
