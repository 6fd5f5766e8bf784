"""The words of very many messages, for the first of two looks: postings alone.

A message takes some 90 bytes here where an index with its vectors takes 1,300 (30 terms, 256
dimensions). Nothing can be read back from it: the best by their words are read from the store for
the second look, with their vectors.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import ForwardColumns
from infold.recall import signals
from infold.recall.asked_days import asked_days
from infold.recall.columns import Column
from infold.recall.field import Known
from infold.recall.fusion import to_unit
from infold.recall.index import Index, sorted_postings
from infold.recall.query import Query
from infold.recall.scene import MOST_TERMS
from infold.recall.speakers import named_authors
from infold.recall.thesaurus import Thesaurus

RUN: Final = 1 << 16
"""Messages of a run: a place in it takes two bytes."""
_LONGEST: Final = (1 << 16) - 1
_NO_DAY: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Run:
    """Postings of `RUN` messages.

    `docs[offsets[i]:offsets[i + 1]]` are the messages, ascending and counted from `first`, that
    hold `terms[i]`.
    """

    first: int
    terms: NDArray[np.uint32]
    offsets: NDArray[np.int32]
    docs: NDArray[np.uint16]
    counts: NDArray[np.uint8]

    @property
    def nbytes(self) -> int:
        return self.terms.nbytes + self.offsets.nbytes + self.docs.nbytes + self.counts.nbytes


class Wide:
    """Messages by number, in the order in which they came (`infold.recall.field.Searched`).

    Not safe from several threads: its owner keeps a lock.
    """

    def __init__(self) -> None:
        self._runs: list[_Run] = []
        self._tail = Index()
        self._lengths = Column(np.uint16)
        self._author = Column(np.int32)
        self._day = Column(np.int32)
        self._names: dict[str, int] = {"": 0}
        self._terms = 0

    def __len__(self) -> int:
        return self._lengths.size

    @property
    def nbytes(self) -> int:
        """Bytes that it keeps."""
        columns = (self._lengths, self._author, self._day)
        derived: tuple[NDArray[np.generic], ...] = vars(self).get("calendar", ())
        return (
            sum(run.nbytes for run in self._runs)
            + self._tail.nbytes
            + sum(column.data.nbytes for column in columns)
            + sum(array.nbytes for array in derived)
        )

    def add(self, columns: ForwardColumns) -> None:
        """Append messages. Costs what they hold, and a sort for each full run."""
        count = len(columns.position)
        ends = np.concatenate([[0], np.cumsum(columns.term_counts)])
        at = 0
        while at < count:
            to = min(count, at + RUN - len(self._tail))
            self._add(columns, slice(at, to), slice(int(ends[at]), int(ends[to])))
            at = to
        vars(self).pop("calendar", None)

    def _add(self, columns: ForwardColumns, rows: slice, terms: slice) -> None:
        names, mine = self._names, columns.author[rows]
        for name in dict.fromkeys(mine):
            names.setdefault(name, len(names))
        codes = list(map(names.__getitem__, mine))
        at = columns.at[rows]
        days = np.floor_divide(np.where(np.isnan(at), float(_NO_DAY), at), 86_400.0)
        lengths = columns.term_counts[rows]
        self._author.add(np.array(codes, np.int32))
        self._day.add(days)
        self._lengths.add(np.minimum(lengths, _LONGEST))
        self._terms += int(np.minimum(lengths, _LONGEST).sum())
        first, count = len(self._tail), rows.stop - rows.start
        self._tail.extend(
            ForwardColumns(
                position=np.arange(first, first + count),
                parent=columns.parent[rows],
                role=columns.role[rows],
                author=columns.author[rows],
                at=at,
                tokens=columns.tokens[rows],
                flags=columns.flags[rows],
                terms=columns.terms[terms],
                term_counts=lengths,
            )
        )
        if len(self._tail) == RUN:
            held = self._tail.snapshot()
            postings = sorted_postings(held.terms, held.starts)
            self._runs.append(
                _Run(
                    first=len(self) - RUN,
                    terms=postings.terms,
                    offsets=postings.offsets,
                    docs=postings.docs.astype(np.uint16),
                    counts=postings.counts,
                )
            )
            self._tail = Index()

    @property
    def total(self) -> int:
        """Messages that statistics count."""
        return len(self)

    @property
    def lengths(self) -> NDArray[np.uint16]:
        """(n,) terms of each message, at most 65,535."""
        return self._lengths.view

    @property
    def mean_length(self) -> float:
        """Mean number of terms of a message, at least 1."""
        return max(self._terms / len(self), 1.0) if len(self) else 1.0

    @property
    def author(self) -> NDArray[np.int32]:
        """(n,) code of each message's author."""
        return self._author.view

    @property
    def authors(self) -> list[tuple[int, str]]:
        """Code and name of every author, by name: codes depend on the order of coming."""
        return sorted(((code, name) for name, code in self._names.items() if name), key=_name)

    @cached_property
    def calendar(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """The distinct days, ascending, -1 for none, and (n,) which of them is each message's."""
        days, which = np.unique(self._day.view, return_inverse=True)
        return days.astype(np.float64), which

    def where(self, term: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Numbers of the messages that hold a term, ascending, and how often each does."""
        docs: list[NDArray[np.int64]] = []
        counts: list[NDArray[np.int64]] = []
        for run in self._runs:
            at = int(np.searchsorted(run.terms, np.uint32(term)))
            if at < len(run.terms) and run.terms[at] == term:
                span = slice(run.offsets[at], run.offsets[at + 1])
                docs.append(run.docs[span].astype(np.int64) + run.first)
                counts.append(run.counts[span].astype(np.int64))
        late, times = self._tail.snapshot().where(term)
        docs.append(late + self._tail_first)
        counts.append(times)
        return np.concatenate(docs), np.concatenate(counts)

    def holders(self, terms: NDArray[np.uint32]) -> list[NDArray[np.int64]]:
        """Numbers of the messages that hold each of several distinct terms, ascending."""
        found: list[list[NDArray[np.int64]]] = [[] for _ in range(len(terms))]
        for run in self._runs:
            at = np.minimum(np.searchsorted(run.terms, terms), max(0, len(run.terms) - 1))
            known = run.terms[at] == terms if len(run.terms) else np.zeros(len(terms), np.bool_)
            for which in np.flatnonzero(known).tolist():
                span = slice(run.offsets[at[which]], run.offsets[at[which] + 1])
                found[which].append(run.docs[span].astype(np.int64) + run.first)
        for which, late in enumerate(self._tail.snapshot().holders(terms)):
            found[which].append(late + self._tail_first)
        return [np.concatenate(some) for some in found]

    def spread(self, term: int, places: NDArray[np.int64] | None = None) -> int:
        """How many messages hold a term; counted here where their places are not given."""
        if places is not None:
            return len(places)
        count = len(self._tail.snapshot().where(term)[0])
        for run in self._runs:
            at = int(np.searchsorted(run.terms, np.uint32(term)))
            if at < len(run.terms) and run.terms[at] == term:
                count += int(run.offsets[at + 1]) - int(run.offsets[at])
        return count

    def known(self) -> Known:
        """Statistics for a field of a choice of these messages."""
        return Known(total=self.total, mean_length=self.mean_length, spread=self.spread)

    @property
    def _tail_first(self) -> int:
        return len(self) - len(self._tail)


def _name(author: tuple[int, str]) -> str:
    return author[1]


def by_words(wide: Wide, query: Query, thesaurus: Thesaurus) -> NDArray[np.float32]:
    """What all messages get for a question before any vector is read.

    The quick sum of `infold.recall.scene` without vectors and hops.

    Returns:
        (n,), 0 where nothing matches. Cost: the postings of the question's terms and of their
        nearest terms; a few passes over n numbers, and 24 bytes a message while it runs.
    """
    content = signals.content_terms(wide, query)
    _, first = np.unique(content, return_index=True)
    distinct = content[np.sort(first)]
    out = np.zeros(len(wide), np.float32)
    if not len(wide):
        return out
    out += 0.5 * to_unit(signals.lexical(wide, distinct))
    weights = [
        signals.rarity(wide, len(places)) if len(places) else 0.0
        for places in wide.holders(distinct)
    ]
    heaviest = np.argsort(-np.round(weights, 9), kind="stable")[:MOST_TERMS]
    total = sum(weights[which] for which in heaviest.tolist()) + 1e-9
    best = np.zeros(len(wide), np.float32)
    for which in np.sort(heaviest).tolist():
        hashes, nearness = thesaurus.nearest(int(distinct[which]))
        wanted = np.concatenate([distinct[which : which + 1], hashes])
        wanted, order = np.unique(wanted, return_index=True)
        worth = np.concatenate([[1.0], nearness])[order]
        best[:] = 0.0
        for places, much in zip(wide.holders(wanted), worth.tolist(), strict=True):
            best[places] = np.maximum(best[places], np.float32(much))
        out += np.float32(0.5 * weights[which] / total) * best
    month, day = asked_days(wide, query)
    out += 0.3 * np.maximum(month, day)
    named = named_authors(wide, query.text)
    if named.one:
        out += 0.2 * named.speaks
    return np.round(out, 6)
