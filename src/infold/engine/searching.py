"""Searching across a scope: messages, the folds that cover them, their conversations, facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from infold.core.clock import Clock
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.supersessions import LINKING_RULES
from infold.core.wording import counted
from infold.engine.caches import Caches
from infold.engine.episode_search import episode_hits
from infold.engine.fact_search import FactSearches
from infold.engine.known_facts import Wanted
from infold.engine.links import Links
from infold.engine.recent import Recent
from infold.engine.records import Hit, RecordKind
from infold.engine.replaced_hits import with_marks
from infold.engine.searched import Searched
from infold.engine.segments import Segments
from infold.errors import UsageError
from infold.memory.retention import Retention
from infold.models.embedder import Embedder
from infold.recall.forward import searchable
from infold.recall.query import Query, asked, make_query
from infold.recall.replaced import Replaced
from infold.recall.terms import term_hashes
from infold.store.protocol import ConversationRow, Reader, Store
from infold.text.analysis import analyze

CACHE: Final = "search"
KINDS: tuple[RecordKind, ...] = ("message", "fold", "conversation", "episode", "fact")
LEAST_CONFIDENCE: Final = 0.3
"""Facts that are less sure than this are not found, unless they are asked for."""
_DEPTH = 500
"""How many of the best messages folds and conversations are judged by."""
_BEST = 3
"""A fold or conversation is worth the mean of so many of its best messages."""


class Searches:
    """Answers `search` for one open store; one index for each scope that was searched.

    Args:
        store: The store.
        recent: Where indexes are kept, together with the other caches of the process.
        segments: Reads rows, or what stands for them.
        embedder: Embeds questions; None for words alone.
        clock: Tells the time of the question.
        retention: How the confidence of facts falls.
        caches: Views of conversations.
        links: What was replaced in them.
    """

    def __init__(
        self,
        store: Store,
        recent: Recent,
        segments: Segments,
        *,
        embedder: Embedder | None,
        clock: Clock,
        retention: Retention,
        caches: Caches,
        links: Links,
    ) -> None:
        self._caches = caches
        self._links = links
        self._store = store
        self._recent = recent
        self._segments = segments
        self._embedder = embedder
        self._clock = clock
        name = embedder.id if embedder else ""
        self._facts = FactSearches(recent=recent, retention=retention, embedder=name)

    def search(
        self,
        scope: Scope,
        question: str,
        *,
        kinds: Sequence[str],
        k: int,
        wanted: Wanted | None = None,
        explain: bool = False,
        archived: bool = False,
    ) -> list[Hit]:
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
        question = asked(question)
        vector = self._embedder.embed([question])[0] if self._embedder else None
        now = self._clock.now()
        query = make_query(question, vector=vector, now=now)
        found: list[_Numbered] = []
        if "fact" in kinds:
            filters = wanted or Wanted(at=now, is_now=True, least=LEAST_CONFIDENCE)
            with self._store.read() as reader:
                facts = self._facts.hits(reader, scope, query, filters, k=k, explain=explain)
            found += [(number, hit) for number, hit in enumerate(facts)]
        others = [kind for kind in kinds if kind != "fact"]
        if others:
            found += self._others(scope, query, kinds=others, k=k, archived=archived)
        # Kinds share one order; at equal scores the smaller record comes first.
        found.sort(
            key=lambda hit: (
                -hit[1].score,
                KINDS.index(hit[1].kind),
                hit[0],
                bool(hit[1].replaced),
                hit[1].position,
            )
        )
        return [hit for _, hit in found[:k]]

    def facts(self, reader: Reader, scope: Scope, query: Query, k: int) -> list[Hit]:
        """Facts that hold now and are sure enough, best first, in a snapshot of the caller's."""
        now = self._clock.now()
        wanted = Wanted(at=now, is_now=True, least=LEAST_CONFIDENCE)
        return self._facts.hits(reader, scope, query, wanted, k=k)

    def _others(
        self, scope: Scope, query: Query, *, kinds: Sequence[str], k: int, archived: bool
    ) -> list[_Numbered]:
        """Messages, folds and conversations."""
        key = (f"{CACHE} archived" if archived else CACHE, scope)
        entry = self._recent.take(key, partial(Searched, with_archived=archived))
        try:
            # The snapshot begins with the first read, under the entry's lock.
            with self._store.read() as reader, entry.lock:
                return self._hits(reader, scope, entry, query, kinds=kinds, k=k)
        finally:
            if entry.held:
                self._recent.settle(key, entry)
            else:
                self._recent.drop(key, entry)

    def _hits(
        self,
        reader: Reader,
        scope: Scope,
        entry: Searched,
        query: Query,
        *,
        kinds: Sequence[str],
        k: int,
    ) -> list[_Numbered]:
        name = self._embedder.id if self._embedder else ""
        version = reader.scope_version(scope)
        entry.refresh(reader, scope, self._segments, embedder=name, version=version)
        found = entry.best(reader, scope, query, embedder=name, limit=_DEPTH)
        rows = entry.rows
        hits: list[_Numbered] = []
        if "message" in kinds:
            messages = _messages(reader, scope, rows, found, k, with_folds="fold" not in kinds)
            hits += with_marks(
                messages,
                partial(self._replaced, reader, scope, {row.id: row for row in rows}),
                lambda number, at: reader.messages(scope, rows[number].id, [at])[0],
            )
        if "fold" in kinds:
            hits += _folds(reader, scope, rows, found, query.text, k)
        if "conversation" in kinds:
            hits += _conversations(rows, found, query.text, k)
        if "episode" in kinds:
            hits += episode_hits(reader, scope, rows, found, best=_BEST, k=k)
        return hits

    def _replaced(
        self, reader: Reader, scope: Scope, rows: Mapping[str, ConversationRow], conversation: str
    ) -> Replaced | None:
        """What no longer holds in a conversation; None where nothing does."""
        linked = reader.linked(scope, conversation)
        is_whole = (
            linked is not None
            and linked.rules == LINKING_RULES
            and linked.to >= rows[conversation].messages
        )
        if is_whole and not reader.supersessions(scope, conversation):
            return None
        view = self._caches.view(reader, scope, conversation)
        return self._links.replaced(reader, scope, conversation, view)


_Numbered = tuple[int, Hit]
"""A hit with the number of its conversation: ids differ from store to store, their order too."""
_Found = Sequence[tuple[int, int, float]]
"""Number of a conversation, position in it, score; best first."""


def _messages(
    reader: Reader,
    scope: Scope,
    rows: Sequence[ConversationRow],
    found: _Found,
    k: int,
    *,
    with_folds: bool,
) -> list[_Numbered]:
    """The best messages. Where a text was dropped its fold stands in, if no folds are asked for."""
    hits: list[_Numbered] = []
    shown: set[str] = set()
    for first in range(0, len(found), k):
        page = found[first : first + k]
        loaded = _loaded(reader, scope, rows, page)
        for number, position, score in page:
            message = loaded[number, position]
            if message.dropped is None:
                hit = Hit(
                    kind="message",
                    id=message.id,
                    conversation=rows[number].id,
                    title=_title(rows[number]),
                    text=searchable(message),
                    score=round(score, 6),
                    position=position,
                    at=message.at,
                )
                hits.append((number, hit))
            elif with_folds:
                for fold, _, _ in reader.folds_over(scope, rows[number].id, [message.id]):
                    if fold not in shown:
                        shown.add(fold)
                        hit = _fold_hit(reader, scope, rows[number], fold, round(score, 6))
                        hits.append((number, hit))
        if len(hits) >= k:
            break
    return hits[:k]


def _loaded(
    reader: Reader, scope: Scope, rows: Sequence[ConversationRow], found: _Found
) -> dict[tuple[int, int], Message]:
    wanted: dict[int, list[int]] = defaultdict(list)
    for number, position, _ in found:
        wanted[number].append(position)
    return {
        (number, message.position): message
        for number, positions in wanted.items()
        for message in reader.messages(scope, rows[number].id, sorted(positions))
    }


def _folds(
    reader: Reader,
    scope: Scope,
    rows: Sequence[ConversationRow],
    found: _Found,
    question: str,
    k: int,
) -> list[_Numbered]:
    asked = _terms(question)
    scores: dict[int, dict[str, float]] = defaultdict(dict)
    loaded = _loaded(reader, scope, rows, found)
    for number, position, score in found:
        scores[number][loaded[number, position].id] = score
    best: list[tuple[float, int, int, str]] = []
    for number, by_id in scores.items():
        worths: dict[tuple[int, str], float] = defaultdict(float)
        for fold, root, sources in reader.folds_over(scope, rows[number].id, list(by_id)):
            mine = sorted((by_id[source] for source in sources), reverse=True)
            worths[root, fold] += sum(mine[:_BEST]) / _BEST
        # The words of another tool's fold need not be those of its sources, nor are these known.
        for fold, root, text in reader.foreign_texts(scope, rows[number].id):
            worths[root, fold] += _share(asked, text)
        best += [
            (-round(worth, 6), number, root, fold)
            for (root, fold), worth in worths.items()
            if worth > 0
        ]
    # Of our own folds no two have one root; others stay in the order in which they came.
    best.sort(key=lambda item: item[:3])
    return [
        (number, _fold_hit(reader, scope, rows[number], identity, -worth))
        for worth, number, _, identity in best[:k]
    ]


def _fold_hit(
    reader: Reader, scope: Scope, row: ConversationRow, identity: str, score: float
) -> Hit:
    there = reader.fold(scope, identity)
    assert there is not None, "the snapshot has just named it"
    return Hit(
        kind="fold",
        id=identity,
        conversation=row.id,
        title=_title(row),
        text="\n".join(claim.text for claim in there[1].claims),
        score=score,
        position=there[1].root,
    )


def _conversations(
    rows: Sequence[ConversationRow], found: _Found, question: str, k: int
) -> list[_Numbered]:
    asked = _terms(question)
    scores: dict[int, list[float]] = defaultdict(list)
    for number, _, score in found:
        scores[number].append(score)
    best: list[tuple[float, int]] = []
    for number, row in enumerate(rows):
        worth = sum(scores[number][:_BEST]) / _BEST if number in scores else 0.0
        worth += _share(asked, _title(row))
        if worth > 0:
            best.append((-round(worth, 6), number))
    best.sort()
    return [
        (
            number,
            Hit(
                kind="conversation",
                id=rows[number].id,
                conversation=rows[number].id,
                title=_title(rows[number]),
                text=f"{_title(rows[number])} ({counted(rows[number].messages, 'message')})",
                score=-worth,
                at=rows[number].last,
            ),
        )
        for worth, number in best[:k]
    ]


def _terms(text: str) -> set[int]:
    return set(term_hashes(analyze(text)).tolist())


def _share(asked: set[int], text: str) -> float:
    """Which part of the terms asked for a text has; 0 where nothing is asked for."""
    return len(asked & _terms(text)) / len(asked) if asked else 0.0


def _title(row: ConversationRow) -> str:
    return row.title or row.key
