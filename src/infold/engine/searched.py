"""What a process keeps of a scope to search it: everything of a small one, words of a large one.

Up to `WHOLE` messages, an index with all vectors is asked, as a context is. Beyond, only words are
kept (`infold.recall.wide`); forward rows and vectors of the best by their words, and of what stands
beside these, are read from the store for each question and ranked with the statistics of all.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import ForwardColumns
from infold.core.scope import Scope
from infold.engine.segments import Segments
from infold.recall.columns import Column
from infold.recall.field import Field
from infold.recall.index import Index
from infold.recall.query import Query
from infold.recall.rank import rank
from infold.recall.thesaurus import load_thesaurus
from infold.recall.wide import Wide, by_words
from infold.store.protocol import ConversationRow, Reader, ScopeVersion

WHOLE: Final = 20_000
"""Messages of a scope whose vectors are all kept in memory."""
LOOKED_AT: Final = 1_000
"""Of a larger scope: so many of the best by their words get a second look."""
_BESIDE: Final = 2
"""Messages before and after one, which its features ask for."""
_ROW_BYTES: Final = 1_200
"""A conversation's row with its texts."""


@dataclass(slots=True)
class _Held:
    """What is kept of one conversation: its row, and how far it was read.

    `docs` are the numbers of its messages, as long as all vectors are kept.
    """

    row: ConversationRow
    messages: int = 0
    vectors_to: int = 0
    docs: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))


@dataclass(slots=True)
class Searched:
    """One scope's entry, with or without what is archived. Called under its lock."""

    with_archived: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)
    version: ScopeVersion | None = None
    held: dict[str, _Held] = field(default_factory=dict)
    index: Index | None = None
    wide: Wide | None = None
    which: Column = field(default_factory=lambda: Column(np.int32))
    position: Column = field(default_factory=lambda: Column(np.int32))
    field_: Field | None = None

    @property
    def nbytes(self) -> int:
        """Bytes that it keeps."""
        return (
            (self.index.nbytes if self.index is not None else 0)
            + (self.wide.nbytes if self.wide is not None else 0)
            + (self.field_.nbytes + self.field_.path.nbytes if self.field_ is not None else 0)
            + self.which.data.nbytes
            + self.position.data.nbytes
            + sum(_ROW_BYTES + held.docs.nbytes for held in self.held.values())
        )

    @property
    def rows(self) -> list[ConversationRow]:
        """The scope's conversations, in order of creation."""
        return [held.row for held in self.held.values()]

    def refresh(
        self,
        reader: Reader,
        scope: Scope,
        segments: Segments,
        *,
        embedder: str,
        version: ScopeVersion,
    ) -> None:
        """Bring it up to a snapshot that is not older than the one it stands at."""
        old = self.version
        if old == version:
            return
        rows = [
            row for row in reader.conversations(scope) if self.with_archived or row.archived is None
        ]
        is_wide = sum(row.messages for row in rows) > WHOLE
        is_stale = old is not None and (
            (old.erase_epoch, old.index_version) != (version.erase_epoch, version.index_version)
        )
        known = list(self.held)
        # One was archived or came back: numbers are those of the rows that are searched.
        is_other = known != [row.id for row in rows[: len(known)]]
        if is_stale or is_other or is_wide != (self.wide is not None):
            self._begin(is_wide=is_wide)
        for number, row in enumerate(rows):
            held = self.held.get(row.id)
            if held is None:
                held = self.held[row.id] = _Held(row=row)
            held.row = row
            if self.wide is not None:
                if row.messages > held.messages:
                    columns = reader.forward(scope, row.id, first=held.messages)
                    self._take(number, held, columns)
                    self.wide.add(columns)
            else:
                self._pull(reader, scope, segments, number, held, embedder, version)
        self.version = version

    def _begin(self, *, is_wide: bool) -> None:
        self.held = {}
        self.index, self.wide = (None, Wide()) if is_wide else (Index(), None)
        self.which, self.position = Column(np.int32), Column(np.int32)
        self.field_ = None

    def _take(self, number: int, held: _Held, columns: ForwardColumns) -> NDArray[np.int64]:
        """Number the messages that have come, in the order in which they come."""
        first, count = self.which.size, len(columns.position)
        self.which.add(np.full(count, number, np.int32))
        self.position.add(columns.position)
        held.messages += count
        return np.arange(first, first + count)

    def _pull(
        self,
        reader: Reader,
        scope: Scope,
        segments: Segments,
        number: int,
        held: _Held,
        embedder: str,
        version: ScopeVersion,
    ) -> None:
        if self.index is None:
            self.index = Index()
        row = held.row
        found: list[tuple[NDArray[np.int64], NDArray[np.float32]]] = []
        if row.messages > held.messages:
            stretch = segments.read(
                reader,
                scope,
                row.id,
                version=version,
                first=held.messages,
                messages=row.messages,
            )
            docs = self._take(number, held, stretch.columns)
            held.docs = np.concatenate([held.docs, docs])
            self.index.extend(replace(stretch.columns, position=docs))
            found += stretch.vectors
        if embedder and held.vectors_to < row.messages:
            found.append(reader.vectors(scope, row.id, embedder, first=held.vectors_to))
        for positions, vectors in found:
            if len(positions):
                self.index.set_vectors(held.docs[positions], vectors)
                gap = np.flatnonzero(positions != held.vectors_to + np.arange(len(positions)))
                held.vectors_to += int(gap[0]) if len(gap) else len(positions)

    def best(
        self, reader: Reader, scope: Scope, query: Query, *, embedder: str, limit: int
    ) -> list[tuple[int, int, float]]:
        """The best messages for a question: conversation, position, score; best first.

        The order in which messages came to this process plays no part in it.
        """
        if self.wide is not None:
            chosen, which, position = self._second_look(reader, scope, query, embedder)
        else:
            index = (self.index or Index()).snapshot()
            kept = self.field_
            if kept is None or kept.snapshot is not index:
                order = np.lexsort((self.position.view, self.which.view))
                kept = self.field_ = Field(index, order)
            chosen, which, position = kept, self.which.view, self.position.view
        ranking = rank(chosen, query, limit=limit)
        at, scores = ranking.positions, ranking.scores.tolist()
        return [
            place
            for place in zip(which[at].tolist(), position[at].tolist(), scores, strict=True)
            if place[-1] > 0
        ]

    def _second_look(
        self, reader: Reader, scope: Scope, query: Query, embedder: str
    ) -> tuple[Field, NDArray[np.int32], NDArray[np.int32]]:
        assert self.wide is not None
        scores = by_words(self.wide, query, load_thesaurus())
        chosen = _best(scores, self.which.view, self.position.view)
        which, position = self.which.view[chosen], self.position.view[chosen]
        rows = self.rows
        index = Index()
        places: list[NDArray[np.int32]] = [np.zeros((0, 2), np.int32)]
        count = 0
        for number in np.unique(which).tolist():
            row = rows[number]
            near = position[which == number][:, None] + np.arange(-_BESIDE, _BESIDE + 1)
            wanted = np.unique(near[(near >= 0) & (near < row.messages)]).tolist()
            columns = reader.forward_at(scope, row.id, wanted)
            docs = np.arange(count, count + len(columns.position))
            count += len(docs)
            index.extend(replace(columns, position=docs))
            numbers = np.full(len(docs), number, np.int32)
            places.append(np.column_stack([numbers, columns.position.astype(np.int32)]))
            if embedder:
                having, vectors = reader.vectors_at(scope, row.id, embedder, wanted)
                if len(having):
                    index.set_vectors(docs[np.searchsorted(columns.position, having)], vectors)
        found = Field(index.snapshot(), np.arange(count), known=self.wide.known())
        return found, *np.concatenate(places).T


def _best(
    scores: NDArray[np.float32], which: NDArray[np.int32], position: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Numbers of the best messages; of equal ones those of older conversations, then positions."""
    found = np.flatnonzero(scores > 0)
    if len(found) <= LOOKED_AT:
        return found
    least = np.partition(scores[found], -LOOKED_AT)[-LOOKED_AT]
    above = found[scores[found] > least]
    level = found[scores[found] == least]
    order = np.lexsort((position[level], which[level]))
    return np.concatenate([above, level[order][: LOOKED_AT - len(above)]])
