"""The search index of one conversation: columns, postings and vectors, grown by appending.

Readers take a `Snapshot` and keep it as long as they like: what has been appended is never moved or
changed under them, so one thread may extend the index while others search it, and a question
changes nothing (C11).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import ForwardColumns
from infold.recall.columns import Column

_BLOCK = 2_048
"""Rows in one block of vectors: blocks are never moved, so a reader may hold them."""
_TAIL = 8_192
"""Terms that may stand outside of the sorted postings before these are built anew."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Postings:
    """Where each term stands, sorted: those of the first `rows` messages.

    `docs[offsets[i]:offsets[i + 1]]` are the positions, ascending, that hold `terms[i]`.
    """

    rows: int = 0
    terms: NDArray[np.uint32] = field(default_factory=lambda: np.zeros(0, np.uint32))
    offsets: NDArray[np.int32] = field(default_factory=lambda: np.zeros(1, np.int32))
    docs: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    counts: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Snapshot:
    """One state of an index. Arrays have length n = `len(snapshot)` unless said otherwise.

    Attributes:
        role: 0 system, 1 user, 2 assistant, 3 tool.
        author: Index into `authors`; 0 is no author.
        at: Seconds since 1970 in UTC; NaN for none.
        tokens: Of the messages' parts.
        flags: Sums of `infold.core.forward.Flag`.
        terms: All terms, message after message.
        starts: (n + 1,) where each message's terms begin in `terms`.
        postings: Of the first `postings.rows` messages; the rest is looked up in `terms`.
        vectors: Blocks of unit vectors; a row of zeros where there is none.
        has_vector: Which messages have a vector.
        authors: Names in order of appearance.
    """

    role: NDArray[np.int8]
    author: NDArray[np.int32]
    at: NDArray[np.float64]
    tokens: NDArray[np.int64]
    flags: NDArray[np.int64]
    terms: NDArray[np.uint32]
    starts: NDArray[np.int64]
    postings: Postings
    vectors: tuple[NDArray[np.float32], ...]
    has_vector: NDArray[np.bool_]
    authors: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.role)

    def where(self, term: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Positions that hold a term, ascending, and how often each does."""
        base = self.postings
        at = int(np.searchsorted(base.terms, np.uint32(term)))
        docs = np.zeros(0, np.int64)
        counts = np.zeros(0, np.int64)
        if at < len(base.terms) and base.terms[at] == term:
            span = slice(base.offsets[at], base.offsets[at + 1])
            docs, counts = base.docs[span].astype(np.int64), base.counts[span].astype(np.int64)
        first = int(self.starts[base.rows])
        hits = np.flatnonzero(self.terms[first:] == np.uint32(term))
        if hits.size:
            rows = np.searchsorted(self.starts, hits + first, side="right") - 1
            late, times = np.unique(rows, return_counts=True)
            docs, counts = np.concatenate([docs, late]), np.concatenate([counts, times])
        return docs, counts

    def common(self, terms: NDArray[np.uint32], most: int) -> NDArray[np.bool_]:
        """Which of several terms more than `most` messages hold, as far as the postings tell."""
        base = self.postings
        if not len(base.terms):
            return np.zeros(len(terms), np.bool_)
        found = np.minimum(np.searchsorted(base.terms, terms), len(base.terms) - 1)
        spread = base.offsets[found + 1] - base.offsets[found]
        result: NDArray[np.bool_] = (base.terms[found] == terms) & (spread > most)
        return result

    def holders(self, terms: NDArray[np.uint32]) -> list[NDArray[np.int64]]:
        """Positions that hold each of several terms; what `where` gives of them, for many at once.

        Args:
            terms: (m,) distinct terms.

        Returns:
            m arrays of positions, ascending.
        """
        base = self.postings
        found = np.minimum(np.searchsorted(base.terms, terms), max(0, len(base.terms) - 1))
        known = base.terms[found] == terms if len(base.terms) else np.zeros(len(terms), np.bool_)
        none = np.zeros(0, np.int64)
        out = [
            base.docs[base.offsets[at] : base.offsets[at + 1]].astype(np.int64) if hit else none
            for at, hit in zip(found.tolist(), known.tolist(), strict=True)
        ]
        first = int(self.starts[base.rows])
        late = self.terms[first:]
        if len(late) and len(terms):
            low = np.zeros(1 << 16, np.bool_)  # sorts out nearly all terms by their last 16 bits
            low[terms & np.uint32(0xFFFF)] = True
            maybe = np.flatnonzero(low[late & np.uint32(0xFFFF)])
            order = np.argsort(terms)
            place = np.minimum(np.searchsorted(terms[order], late[maybe]), len(terms) - 1)
            which = order[place]
            sure = terms[which] == late[maybe]
            rows = np.searchsorted(self.starts, maybe[sure] + first, side="right") - 1
            for term in np.unique(which[sure]).tolist():
                out[term] = np.concatenate([out[term], np.unique(rows[which[sure] == term])])
        return out

    def terms_of(self, position: int) -> NDArray[np.uint32]:
        """Terms of one message, in order."""
        return self.terms[self.starts[position] : self.starts[position + 1]]

    def similarity(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """Dot product (n,) of every message's vector with `vector` (dim,); 0 where none."""
        out = np.zeros(len(self), np.float32)
        for number, block in enumerate(self.vectors):
            if block.shape[1] == len(vector):
                rows = out[number * _BLOCK : (number + 1) * _BLOCK]
                # As fast as BLAS here, whose threads burn up to 40 ms of CPU waiting for the next
                # call, and always summed in one order.
                rows[:] = np.einsum("ij,j->i", block[: len(rows)], vector)
        out[~self.has_vector] = 0.0
        return out

    def vector(self, position: int) -> NDArray[np.float32] | None:
        """The unit vector of a message, or None."""
        if not self.has_vector[position]:
            return None
        row: NDArray[np.float32] = self.vectors[position // _BLOCK][position % _BLOCK]
        return row


class Index:
    """Grows with a conversation. Every method may be called from any thread.

    Appending costs what the new messages hold; the sorted postings are built anew when a quarter
    has been added (600,000 terms: some 50 ms), which adds up to a constant for each term.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._role = Column(np.int8)
        self._author = Column(np.int32)
        self._at = Column(np.float64)
        self._tokens = Column(np.int64)
        self._flags = Column(np.int64)
        self._terms = Column(np.uint32)
        self._starts = Column(np.int64)
        self._starts.add(np.zeros(1, np.int64))
        self._authors: dict[str, int] = {"": 0}
        self._postings = Postings()
        self._blocks: tuple[NDArray[np.float32], ...] = ()
        self._has_vector = np.zeros(0, np.bool_)
        self._snapshot = self._freeze()

    def __len__(self) -> int:
        return len(self._snapshot)

    def snapshot(self) -> Snapshot:
        """The present state, for reading."""
        return self._snapshot

    @property
    def nbytes(self) -> int:
        """Bytes that the index holds."""
        columns = (
            self._role,
            self._author,
            self._at,
            self._tokens,
            self._flags,
            self._terms,
            self._starts,
        )
        postings = self._postings
        return (
            sum(column.data.nbytes for column in columns)
            + sum(block.nbytes for block in self._blocks)
            + postings.terms.nbytes
            + postings.offsets.nbytes
            + postings.docs.nbytes
            + postings.counts.nbytes
            + self._has_vector.nbytes
        )

    def extend(self, columns: ForwardColumns) -> None:
        """Append forward rows.

        Args:
            columns: Rows whose positions follow those that the index holds, without a gap. Rows
                that it holds already are passed over.

        Raises:
            ValueError: The rows leave a gap.
        """
        with self._lock:
            size = self._role.size
            skip = 0
            if len(columns.position):
                skip = size - int(columns.position[0])
                if (
                    skip < 0
                    or int(columns.position[-1])
                    != int(columns.position[0]) + len(columns.position) - 1
                ):
                    raise ValueError(f"forward rows leave a gap after position {size - 1}")
            if skip >= len(columns.position):
                return
            authors, names = self._authors, columns.author[skip:]
            for name in dict.fromkeys(names):
                authors.setdefault(name, len(authors))
            codes = list(map(authors.__getitem__, names))
            term_counts = np.asarray(columns.term_counts, np.int64)
            self._role.add(columns.role[skip:])
            self._author.add(np.array(codes, np.int32))
            self._at.add(columns.at[skip:])
            self._tokens.add(columns.tokens[skip:])
            self._flags.add(columns.flags[skip:])
            self._terms.add(columns.terms[int(term_counts[:skip].sum()) :])
            start = int(self._starts.view[-1])
            self._starts.add(start + np.cumsum(term_counts[skip:]))
            grown = np.zeros(self._role.size, np.bool_)
            grown[: len(self._has_vector)] = self._has_vector
            self._has_vector = grown
            loose = self._terms.size - int(self._starts.view[self._postings.rows])
            if loose > max(_TAIL, self._terms.size // 5):
                self._postings = sorted_postings(self._terms.view, self._starts.view)
            self._snapshot = self._freeze()

    def set_vectors(
        self, positions: Sequence[int] | NDArray[np.int64], vectors: NDArray[np.float32]
    ) -> None:
        """Set unit vectors of messages that the index holds.

        Args:
            positions: (m,) positions, in any order.
            vectors: float32 (m, dim). Setting a message's vector again changes nothing. One array
                of exactly a block's rows becomes that block: the caller gives it away.

        Raises:
            ValueError: A position is not in the index, or the dimension is another one.
        """
        where = np.asarray(positions, np.int64)
        rows = np.asarray(vectors, np.float32)
        if not len(where):
            return
        with self._lock:
            size = self._role.size
            if int(where.min()) < 0 or int(where.max()) >= size:
                raise ValueError(f"a vector's position is not among the {size} of the index")
            if self._blocks and self._blocks[0].shape[1] != rows.shape[1]:
                raise ValueError("vectors of another dimension cannot join the index")
            fresh = ~self._has_vector[where]
            if not fresh.all():
                where, rows = where[fresh], rows[fresh]
            if not len(where):
                return
            blocks = list(self._blocks)
            number = where // _BLOCK
            if int(where[0]) == len(blocks) * _BLOCK and _is_block(where, rows):
                blocks.append(rows)
                number = number[:0]
            while len(blocks) * _BLOCK <= int(where.max()):
                blocks.append(np.zeros((_BLOCK, rows.shape[1]), np.float32))
            for block in np.unique(number):
                mine = number == block
                blocks[block][where[mine] % _BLOCK] = rows[mine]
            self._blocks = tuple(blocks)
            has_vector = self._has_vector.copy()
            has_vector[where] = True
            self._has_vector = has_vector
            self._snapshot = self._freeze()

    def _freeze(self) -> Snapshot:
        return Snapshot(
            role=self._role.view,
            author=self._author.view,
            at=self._at.view,
            tokens=self._tokens.view,
            flags=self._flags.view,
            terms=self._terms.view,
            starts=self._starts.view,
            postings=self._postings,
            vectors=self._blocks,
            has_vector=self._has_vector,
            authors=tuple(self._authors),
        )


def _is_block(where: NDArray[np.int64], rows: NDArray[np.float32]) -> bool:
    """Whether rows are those of one whole block, in order, in an array of their own."""
    return (
        len(where) == _BLOCK
        and rows.flags.owndata
        and rows.flags.c_contiguous
        and bool((np.diff(where) == 1).all())
    )


def sorted_postings(terms: NDArray[np.uint32], starts: NDArray[np.int64]) -> Postings:
    """Sort (term, position) pairs, 8 bytes each, and count equal ones."""
    rows = len(starts) - 1
    pairs = np.repeat(np.arange(rows, dtype=np.uint64), np.diff(starts))
    pairs |= terms.astype(np.uint64) << np.uint64(32)
    pairs.sort()
    first = np.flatnonzero(np.r_[True, pairs[1:] != pairs[:-1]]) if len(pairs) else np.zeros(0, int)
    counts = np.minimum(np.diff(np.r_[first, len(pairs)]), 255).astype(np.uint8)
    pairs = pairs[first]
    of_pair = (pairs >> np.uint64(32)).astype(np.uint32)
    heads = np.flatnonzero(np.r_[True, of_pair[1:] != of_pair[:-1]]) if len(pairs) else first
    return Postings(
        rows=rows,
        terms=of_pair[heads],
        offsets=np.r_[heads, len(pairs)].astype(np.int32),
        docs=(pairs & np.uint64(0xFFFFFFFF)).astype(np.int32),
        counts=counts,
    )
