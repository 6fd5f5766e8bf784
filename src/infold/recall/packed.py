"""Many records of superseded values in columns and one text: a quarter of what objects take."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from infold.core.folds import Span
from infold.core.supersessions import HOWS, Supersession

__all__ = ["Packed"]

_WORDS: Final = 7
"""Texts of one record."""
_PLACES: Final = 9
"""Whole numbers of one record."""


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
        order = np.argsort(keys, kind="stable")
        self._by_span = array("i", order.tolist())
        self._keys = array("q", keys[order].tolist())
        old_at = np.array([one.old_at for one in records], np.int64)
        order = np.argsort(old_at, kind="stable")
        self._by_place = array("i", order.tolist())
        self._old_at = array("i", old_at[order].tolist())

    def __len__(self) -> int:
        return len(self._scores)

    @property
    def nbytes(self) -> int:
        """Bytes that it keeps."""
        columns = (self._scores, self._by_span, self._keys, self._by_place, self._old_at)
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

    def of_message(self, position: int) -> list[Supersession]:
        """The records that supersede something of a message, in order of entry."""
        first = bisect_left(self._old_at, position)
        last = bisect_right(self._old_at, position, lo=first)
        return [self._record(at) for at in self._by_place[first:last]]

    def of_span(self, old: Span) -> list[Supersession]:
        """The records that supersede a span, in order of entry."""
        key = hash(old)
        first = bisect_left(self._keys, key)
        last = bisect_right(self._keys, key, lo=first)
        found = [self._record(at) for at in self._by_span[first:last]]
        return [one for one in found if one.old == old]

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
