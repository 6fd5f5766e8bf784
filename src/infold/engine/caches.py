"""Search caches of a process: built on demand, bounded in bytes, never behind the store.

Every read compares the scope's version in its own snapshot: a newer one pulls the tail, a raised
erase epoch or index version drops what is cached.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import SEVERAL, Flag
from infold.core.scope import Scope
from infold.engine.naming import find_message
from infold.engine.recent import Recent
from infold.engine.segments import Segments
from infold.graph.lineage import reading_order
from infold.graph.shown_path import shown_path, shown_versions
from infold.recall.dropped import DroppedRun
from infold.recall.field import Field
from infold.recall.foldmap import NO_FOLDS, ClaimKey, FoldTable, MapClaim, fold_table
from infold.recall.index import Index
from infold.store.graph_protocol import GraphState
from infold.store.protocol import ConversationRow, Reader, ScopeVersion

CACHE: Final = "context"
Leaf: TypeAlias = str | Sequence[str] | None
"""Ids of the messages below which something is asked; None for the current leaf."""
_CLAIM_BYTES: Final = 2_000
"""A claim of the map with its spans, besides its text."""
_NONE: Final[tuple[int, tuple[int, ...]]] = (-1, ())
"""No generation yet."""


@dataclass(slots=True, eq=False)
class Map:
    """The folds of a conversation at one generation: another one begins a new map.

    Attributes:
        table: Their claims.
        last: What was shown of them last: the claims' keys and texts.
        dropped: Those of whose sources some were dropped; None before they are asked for.
    """

    table: FoldTable = NO_FOLDS
    last: tuple[tuple[ClaimKey, ...], list[MapClaim]] = ((), [])
    dropped: tuple[DroppedRun, ...] | None = None

    @property
    def nbytes(self) -> int:
        """Bytes that it keeps."""
        shown = [*self.last[1], *(one for run in self.dropped or () for one in run.claims)]
        return (
            self.table.nbytes
            + _CLAIM_BYTES * len(shown)
            + sum(4 * len(one.claim.text) for one in shown)
        )


@dataclass(slots=True)
class _Entry:
    lock: threading.Lock = field(default_factory=threading.Lock)
    version: ScopeVersion | None = None
    row: ConversationRow | None = None
    index: Index = field(default_factory=Index)
    parent: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    vectors_to: int = 0
    map: Map = field(default_factory=Map)
    folds_at: tuple[int, tuple[int, ...]] = _NONE
    state: GraphState = field(default_factory=GraphState)
    path_key: tuple[tuple[int, ...], int, GraphState] = ((-1,), -1, GraphState())
    path: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    hidden: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    outdated: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    dropped: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    way: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    searched: Field | None = None

    @property
    def nbytes(self) -> int:
        """Bytes of the index and of all that is derived from it."""
        field_ = self.searched
        return (
            self.index.nbytes
            + self.parent.nbytes
            + self.path.nbytes
            + (field_.nbytes if field_ is not None else 0)
            + self.map.nbytes
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a read of one conversation stands on, all of one snapshot.

    Attributes:
        row: The conversation.
        field: The leaf's ancestors that are not archived and say something, as they are read: a
            version in the place of its message, a role prompt before the one on which it stands.
        hidden: Positions of those that are, ascending.
        outdated: Positions of those in whose place another version is shown, ascending.
        dropped: Positions of those whose texts were dropped, ascending.
        way: Positions of the field and of these, as they are read.
        state: What is archived, cut and pinned in the conversation, and the views that stand.
        map: Its folds.
        parent: (messages,) position of each message's only parent; -1 for a root, -2 for several.
        epoch: Of erasures in the scope: what was read at another one may be gone.
    """

    row: ConversationRow
    field: Field
    map: Map
    parent: NDArray[np.int64]
    hidden: NDArray[np.int64]
    outdated: NDArray[np.int64]
    dropped: NDArray[np.int64]
    way: NDArray[np.int64]
    state: GraphState
    epoch: int = 0

    @property
    def pinned(self) -> tuple[int, ...]:
        """Positions of what is pinned, of what a question was asked about, and of role prompts.

        Not all of them need be on the path.
        """
        state = self.state
        if not state.passages and not state.roles:
            return state.pinned
        asked = np.isin([question for question, _ in state.passages], self.field.path).tolist()
        about = {message for (_, message), on in zip(state.passages, asked, strict=True) if on}
        return tuple(sorted({*state.pinned, *about, *(role for _, role in state.roles)}))


class Caches:
    """Indexes of conversations by scope.

    Args:
        recent: Where they are kept, together with the other caches of the process.
        segments: Reads rows, or what stands for them.
        embedder: Id of the embedder whose vectors are read; empty for none.
    """

    def __init__(self, recent: Recent, segments: Segments, *, embedder: str) -> None:
        self._embedder = embedder
        self._segments = segments
        self._recent = recent

    def view(self, reader: Reader, scope: Scope, conversation: str, *, leaf: Leaf = None) -> View:
        """What `viewing` gives, for who derives nothing from the view."""
        with self.viewing(reader, scope, conversation, leaf=leaf) as view:
            return view

    @contextmanager
    def viewing(
        self, reader: Reader, scope: Scope, conversation: str, *, leaf: Leaf = None
    ) -> Iterator[View]:
        """Bring the cache of a conversation up to a snapshot and take a view of it.

        What the view derives inside the `with` block is kept and counted when that ends. A
        conversation that does not exist gives an empty view and keeps nothing.

        Args:
            reader: The snapshot.
            scope: Whose.
            conversation: Its id.
            leaf: Id of the message whose ancestors are the scope; or of several, whose paths are to
                meet; the current leaf by default.

        Raises:
            NotFound: No such leaf in this conversation.
        """
        key = (CACHE, scope, conversation)
        entry = self._recent.take(key, _Entry)
        try:
            with entry.lock:
                view = self._view(reader, scope, conversation, entry, leaf)
            yield view
        finally:
            row = entry.row
            if row is None or not row.messages:
                self._recent.drop(key, entry)
            else:
                self._recent.settle(key, entry)

    def _view(
        self, reader: Reader, scope: Scope, conversation: str, entry: _Entry, leaf: Leaf
    ) -> View:
        version = reader.scope_version(scope)
        if entry.version is not None and version.is_before(entry.version):
            # A snapshot that was opened before the one that the cache stands at: it gets a state of
            # its own, and the cache stays where it is.
            entry = _Entry()
        self._refresh(reader, scope, conversation, entry, version)
        row = entry.row
        assert row is not None
        ends: tuple[int, ...] = (row.leaf,)
        if leaf is not None:
            named = (leaf,) if isinstance(leaf, str) else leaf
            ends = tuple(sorted({_position(reader, scope, conversation, one) for one in named}))
        key = (ends, row.messages, entry.state)
        if entry.path_key != key:
            path = path_to(reader, scope, conversation, entry.parent, ends, entry.state.cuts)
            way, entry.hidden, entry.outdated = _shown(path, entry.state)
            gone = (entry.index.snapshot().flags[way] & int(Flag.DROPPED)) != 0
            entry.way, entry.dropped = way, np.sort(way[gone])
            entry.path = way[~gone] if gone.any() else way
            entry.path_key = key
        snapshot = entry.index.snapshot()
        kept = entry.searched
        if kept is None or kept.snapshot is not snapshot or kept.path is not entry.path:
            kept = entry.searched = Field(snapshot, entry.path)
        return View(
            row=row,
            field=kept,
            map=entry.map,
            parent=entry.parent,
            hidden=entry.hidden,
            outdated=entry.outdated,
            state=entry.state,
            epoch=version.erase_epoch,
            dropped=entry.dropped,
            way=entry.way,
        )

    def drop(self) -> None:
        """Forget everything; the next read builds it anew."""
        self._recent.clear(CACHE)

    def _refresh(
        self,
        reader: Reader,
        scope: Scope,
        conversation: str,
        entry: _Entry,
        version: ScopeVersion,
    ) -> None:
        old = entry.version
        if old == version:
            return
        row = reader.conversation(scope, conversation)
        if row is None:
            # Nothing was appended yet: a bot may ask for its context before its first message.
            row = ConversationRow(id=conversation, key="")
        gone = old is not None and (
            (old.erase_epoch, old.index_version) != (version.erase_epoch, version.index_version)
            or row.messages < len(entry.index)
        )
        if gone:
            entry.index, entry.vectors_to, entry.folds_at = Index(), 0, _NONE
            entry.parent = entry.parent[:0]
            entry.path_key = ((-1,), -1, entry.state)
        if row.messages > len(entry.index):
            found = self._segments.read(
                reader,
                scope,
                conversation,
                version=version,
                first=len(entry.index),
                messages=row.messages,
            )
            entry.index.extend(found.columns)
            entry.parent = np.concatenate([entry.parent, found.columns.parent])
            for positions, vectors in found.vectors:
                entry.index.set_vectors(positions, vectors)
                entry.vectors_to += _run_length(positions, entry.vectors_to)
        if self._embedder and entry.vectors_to < row.messages:
            positions, vectors = reader.vectors(
                scope, conversation, self._embedder, first=entry.vectors_to
            )
            entry.index.set_vectors(positions, vectors)
            entry.vectors_to += _run_length(positions, entry.vectors_to)
        entry.state = reader.graph_state(scope, conversation)
        folds_at = (row.generation, entry.state.demoted)
        if folds_at != entry.folds_at:
            columns = reader.claim_columns(scope, conversation)
            entry.map = Map(table=fold_table(columns, entry.state.demoted))
            entry.folds_at = folds_at
        entry.row, entry.version = row, version


def _run_length(positions: NDArray[np.int64], first: int) -> int:
    """How many positions follow one another from `first` on."""
    expected = np.arange(first, first + len(positions))
    differs = np.flatnonzero(positions != expected)
    return int(differs[0]) if len(differs) else len(positions)


def _position(reader: Reader, scope: Scope, conversation: str, leaf: str) -> int:
    hint = "Give the id of the leaf to ask from."
    return find_message(reader, scope, conversation, leaf, hint=hint)[1]


def path_to(
    reader: Reader,
    scope: Scope,
    conversation: str,
    parent: NDArray[np.int64],
    ends: Sequence[int],
    cuts: Sequence[tuple[int, int]] = (),
) -> NDArray[np.int64]:
    """Positions of the ancestors of some messages and their own, as they are read; none for -1.

    That is ascending, but for branches that meet: each of them stands in one piece.

    Args:
        reader: The snapshot.
        scope: Whose.
        conversation: Its id.
        parent: (messages,) position of each message's only parent; -1 for none, -2 for several.
        ends: Positions of the messages.
        cuts: (parent, child) of wires that carry nothing.
    """
    last = max(ends)
    if last < 0:
        return np.zeros(0, np.int64)
    straight = np.arange(last + 1)
    if not cuts and np.array_equal(parent[: last + 1], straight - 1):
        return straight
    parents = parents_of(reader, scope, conversation, parent, cuts)
    return np.array(reading_order(parents, ends), np.int64)


def parents_of(
    reader: Reader,
    scope: Scope,
    conversation: str,
    parent: NDArray[np.int64],
    cuts: Sequence[tuple[int, int]] = (),
) -> list[tuple[int, ...]]:
    """For each position those of its parents through wires that are not cut, ascending.

    Args:
        reader: The snapshot.
        scope: Whose.
        conversation: Its id.
        parent: (messages,) position of each message's only parent; -1 for none, -2 for several.
        cuts: (parent, child) of wires that carry nothing.
    """
    parents: list[tuple[int, ...]] = [(above,) if above >= 0 else () for above in parent.tolist()]
    several = np.flatnonzero(parent == SEVERAL)
    if len(several):
        found: dict[int, list[int]] = {int(child): [] for child in several}
        for wire in reader.wires(scope, conversation, first=int(several[0])):
            if wire.kind == "continue" and wire.child in found:
                found[wire.child].append(wire.parent)
        for child, above in found.items():
            parents[child] = tuple(above)
    for above_cut, child in cuts:
        parents[child] = tuple(one for one in parents[child] if one != above_cut)
    return parents


def _shown(
    path: NDArray[np.int64], state: GraphState
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """What is shown of a path, in its order.

    Returns:
        The path, and ascending the positions of what is archived on it and of what gave way to
        another version.
    """
    archived, none = state.archived, path[:0]
    if not state.versions and not state.roles:
        gone = np.isin(path, archived)
        return (path[~gone], np.sort(path[gone]), none) if gone.any() else (path, none, none)
    away = set(archived)
    versions = shown_versions(state.versions, away)
    made = shown_path(
        path.tolist(), archived=away, versions=versions, roles=state.roles, alone=state.alone
    )
    on = set(made.shown)
    outdated = sorted({slot for slot in made.slots if slot not in on})
    return (
        np.array(made.shown, np.int64),
        np.array(sorted(made.hidden), np.int64),
        np.array(outdated, np.int64),
    )
