"""Searching across a scope: messages, the folds that cover them, their conversations."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from infold.core.clock import Clock
from infold.core.folds import Fold
from infold.core.scope import Scope
from infold.engine.recent import Recent
from infold.engine.records import Hit, RecordKind
from infold.errors import UsageError
from infold.models.embedder import Embedder
from infold.recall.field import Field
from infold.recall.forward import searchable
from infold.recall.index import Index
from infold.recall.query import make_query
from infold.recall.rank import rank
from infold.recall.terms import term_hashes
from infold.store.protocol import ConversationRow, Reader, ScopeVersion, Store
from infold.text.analysis import analyze

KINDS: tuple[RecordKind, ...] = ("message", "fold", "conversation")
_DEPTH = 500
"""How many of the best messages folds and conversations are judged by."""
_BEST = 3
"""A fold or conversation is worth the mean of so many of its best messages."""


@dataclass(slots=True)
class _Held:
    """What the index holds of one conversation."""

    row: ConversationRow
    docs: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    vectors_to: int = 0


@dataclass(slots=True)
class _Entry:
    lock: threading.Lock = field(default_factory=threading.Lock)
    version: ScopeVersion | None = None
    index: Index = field(default_factory=Index)
    held: dict[str, _Held] = field(default_factory=dict)
    owner: list[tuple[str, int]] = field(default_factory=list)


class Searches:
    """Answers `search` for one open store; one index for each scope that was searched.

    Args:
        store: The store.
        limit: Bytes that all indexes together may take; the one in use is always kept.
        embedder: Embeds questions; None for words alone.
        clock: Tells the time of the question.
    """

    def __init__(
        self,
        store: Store,
        limit: int,
        *,
        embedder: Embedder | None,
        clock: Clock,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._clock = clock
        self._entries: Recent[Scope, _Entry] = Recent(limit, _Entry)

    def search(self, scope: Scope, question: str, *, kinds: Sequence[str], k: int) -> list[Hit]:
        """See `infold.engine.memory.Infold.search`. Reads one snapshot; writes nothing."""
        if not isinstance(question, str):
            raise UsageError(f"The question is {question!r:.40}.", hint="Give a text.")
        if not isinstance(k, int) or k < 1:
            raise UsageError(f"k is {k!r:.40}.", hint="Ask for one hit or more.")
        unknown = sorted(set(kinds) - set(KINDS))
        if unknown or not kinds:
            raise UsageError(
                f"No such kind: {', '.join(unknown) or 'none given'}.",
                hint=f"Choose from {', '.join(KINDS)}.",
            )
        vector = self._embedder.embed([question])[0] if self._embedder else None
        query = make_query(question, vector=vector, now=self._clock.now())
        entry = self._entries.take(scope)
        with self._store.read() as reader, entry.lock:
            self._refresh(reader, scope, entry)
            index = entry.index.snapshot()
            ranking = rank(Field(index, np.arange(len(index))), query, limit=_DEPTH)
            found = [
                (*entry.owner[doc], score)
                for doc, score in zip(
                    ranking.positions.tolist(), ranking.scores.tolist(), strict=True
                )
                if score > 0
            ]
            rows = {identity: held.row for identity, held in entry.held.items()}
            hits: list[Hit] = []
            if "message" in kinds:
                hits += _messages(reader, scope, rows, found[:k])
            if "fold" in kinds:
                hits += _folds(reader, scope, rows, found, k)
            if "conversation" in kinds:
                hits += _conversations(rows, found, question, k)
        self._entries.trim()
        # Kinds share one order; at equal scores the smaller record comes first.
        hits.sort(
            key=lambda hit: (-hit.score, KINDS.index(hit.kind), hit.conversation, hit.position)
        )
        return hits[:k]

    def _refresh(self, reader: Reader, scope: Scope, entry: _Entry) -> None:
        version = reader.scope_version(scope)
        old = entry.version
        if old == version:
            return
        if old and (old.erase_epoch, old.index_version) != (
            version.erase_epoch,
            version.index_version,
        ):
            entry.index, entry.held, entry.owner = Index(), {}, []
        for row in reader.conversations(scope):
            held = entry.held.get(row.id)
            if held is None:
                held = entry.held[row.id] = _Held(row=replace(row, messages=0, generation=-1))
            if held.row == row and held.vectors_to == row.messages:
                continue
            known = len(held.docs)
            if row.messages > known:
                columns = reader.forward(scope, row.id, first=known)
                first = len(entry.index)
                docs = np.arange(first, first + len(columns.position))
                entry.index.extend(replace(columns, position=docs))
                entry.owner += [(row.id, position) for position in columns.position.tolist()]
                held.docs = np.concatenate([held.docs, docs])
            if self._embedder and held.vectors_to < row.messages:
                positions, vectors = reader.vectors(
                    scope, row.id, self._embedder.id, first=held.vectors_to
                )
                if len(positions):
                    entry.index.set_vectors(held.docs[positions], vectors)
                    gap = np.flatnonzero(positions != held.vectors_to + np.arange(len(positions)))
                    held.vectors_to += int(gap[0]) if len(gap) else len(positions)
            held.row = row
        entry.version = version


_Found = Sequence[tuple[str, int, float]]


def _messages(
    reader: Reader, scope: Scope, rows: dict[str, ConversationRow], found: _Found
) -> list[Hit]:
    wanted: dict[str, list[int]] = defaultdict(list)
    for conversation, position, _ in found:
        wanted[conversation].append(position)
    loaded = {
        (conversation, message.position): message
        for conversation, positions in wanted.items()
        for message in reader.messages(scope, conversation, sorted(positions))
    }
    hits = []
    for conversation, position, score in found:
        message = loaded[conversation, position]
        hits.append(
            Hit(
                kind="message",
                id=message.id,
                conversation=conversation,
                title=_title(rows[conversation]),
                text=searchable(message),
                score=round(score, 6),
                position=position,
                at=message.at,
            )
        )
    return hits


def _folds(
    reader: Reader, scope: Scope, rows: dict[str, ConversationRow], found: _Found, k: int
) -> list[Hit]:
    scores: dict[str, dict[int, float]] = defaultdict(dict)
    for conversation, position, score in found:
        scores[conversation][position] = score
    best: list[tuple[float, str, Fold]] = []
    for conversation, by_position in scores.items():
        folds = reader.folds(scope, conversation)
        sources = sorted({source for fold in folds for source in fold.sources})
        places = reader.locate(scope, sources)
        for fold in folds:
            mine = sorted(
                (by_position.get(places[source][1], 0.0) for source in fold.sources), reverse=True
            )
            worth = sum(mine[:_BEST]) / _BEST
            if worth > 0:
                best.append((round(worth, 6), conversation, fold))
    best.sort(key=lambda item: (-item[0], item[1], item[2].root))
    return [
        Hit(
            kind="fold",
            id=fold.id,
            conversation=conversation,
            title=_title(rows[conversation]),
            text="\n".join(claim.text for claim in fold.claims),
            score=worth,
            position=fold.root,
        )
        for worth, conversation, fold in best[:k]
    ]


def _conversations(
    rows: dict[str, ConversationRow], found: _Found, question: str, k: int
) -> list[Hit]:
    asked = set(term_hashes(analyze(question)).tolist())
    scores: dict[str, list[float]] = defaultdict(list)
    for conversation, _, score in found:
        scores[conversation].append(score)
    best: list[tuple[float, str]] = []
    for identity, row in rows.items():
        named = asked & set(term_hashes(analyze(_title(row))).tolist())
        worth = sum(scores[identity][:_BEST]) / _BEST + (len(named) / len(asked) if asked else 0.0)
        if worth > 0:
            best.append((round(worth, 6), identity))
    best.sort(key=lambda item: (-item[0], item[1]))
    return [
        Hit(
            kind="conversation",
            id=identity,
            conversation=identity,
            title=_title(rows[identity]),
            text=f"{_title(rows[identity])} ({rows[identity].messages} messages)",
            score=worth,
            at=rows[identity].last,
        )
        for worth, identity in best[:k]
    ]


def _title(row: ConversationRow) -> str:
    return row.title or row.key
