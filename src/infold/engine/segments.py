"""Segments between the store and the caches: written by the fold job, read at first use.

Nothing depends on them. Where one is missing, stale or damaged, the rows that it was made from are
read in its place, and the next job of the conversation writes it anew.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import ForwardColumns
from infold.core.scope import Scope
from infold.recall.segments import ANALYSIS, LENGTH, Segment, joined, pack, unpack
from infold.store.protocol import (
    ConversationRow,
    Reader,
    ScopeVersion,
    SegmentKey,
    SegmentKind,
    Writer,
)

if TYPE_CHECKING:
    from infold.store.protocol import Store

_log = logging.getLogger(__name__)

REMEMBERED: Final = 1_000
"""Conversations of which a process remembers that it has looked at their segments."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Stretch:
    """What search needs of a conversation from a position on.

    Attributes:
        columns: Forward rows to the newest message.
        vectors: Pieces: positions (m,) of messages and their vectors (m, dim).
    """

    columns: ForwardColumns
    vectors: tuple[tuple[NDArray[np.int64], NDArray[np.float32]], ...]


def kind_of(embedder: str, version: ScopeVersion) -> SegmentKind:
    """What a segment must be of to be read in a snapshot.

    Args:
        embedder: Id of the embedder; empty for none.
        version: The scope's, of the same snapshot.
    """
    return SegmentKind(
        embedder=embedder,
        analysis=ANALYSIS,
        erase_epoch=version.erase_epoch,
        index_version=version.index_version,
    )


class Segments:
    """The segments of one open store, for one embedder.

    Args:
        store: The store.
        embedder: Id of the embedder whose vectors are read; empty for none.
    """

    def __init__(self, store: Store, *, embedder: str) -> None:
        self._store = store
        self._embedder = embedder
        self._lock = threading.Lock()
        self._sound: OrderedDict[tuple[Scope, str], int] = OrderedDict()

    def read(
        self,
        reader: Reader,
        scope: Scope,
        conversation: str,
        *,
        version: ScopeVersion,
        first: int,
        messages: int,
    ) -> Stretch:
        """Read from segments as far as they go without a gap, the rest from rows.

        Args:
            reader: The snapshot.
            scope: Whose.
            conversation: Its id.
            version: The scope's, in this snapshot.
            first: Position to begin at.
            messages: How many there are.
        """
        parts: list[ForwardColumns] = []
        vectors = []
        at = first
        # A stretch that no segment can hold, such as one new message, asks for none.
        if first % LENGTH == 0 and messages - first >= LENGTH:
            kind = kind_of(self._embedder, version)
            for key in reader.segment_keys(scope, conversation, kind, first=first):
                if key != SegmentKey(first=at, count=LENGTH):
                    break
                found = self._one(reader, scope, conversation, kind, key)
                if found is None:
                    break
                parts.append(found.columns)
                if len(found.positions):
                    vectors.append((found.positions, found.vectors))
                at += LENGTH
        if at < messages or not parts:
            parts.append(reader.forward(scope, conversation, first=at))
            if self._embedder:
                vectors.append(reader.vectors(scope, conversation, self._embedder, first=at))
        return Stretch(columns=joined(parts), vectors=tuple(vectors))

    def _one(
        self, reader: Reader, scope: Scope, conversation: str, kind: SegmentKind, key: SegmentKey
    ) -> Segment | None:
        data = reader.segment(scope, conversation, kind, key.first)
        try:
            found = None if data is None else unpack(data, first=key.first)
        except (ValueError, LookupError, TypeError):
            found = None
        if found is None or len(found.columns.position) != key.count:
            _log.warning(
                "The search segment of %s at %d is damaged; its rows are read instead.",
                conversation,
                key.first,
            )
            with self._lock:
                self._sound.pop((scope, conversation), None)
            return None
        return found

    def write(
        self, scope: Scope, conversation: str, *, beat: Callable[[], None] | None = None
    ) -> int:
        """Write the segments of a conversation that are missing, stale or damaged.

        For jobs. Each is one transaction. What is there is read once a process to see whether it
        is sound; afterwards only where a stretch has been completed since, or a reader complained.

        Args:
            scope: Whose.
            conversation: Its id.
            beat: Called after each one.

        Returns:
            How many were written.
        """
        written = 0
        with self._store.read() as reader:
            row = reader.conversation(scope, conversation)
            if row is None:
                return 0
            complete = self._complete(row)
            with self._lock:
                if self._sound.get((scope, conversation)) == complete:
                    return 0
            kind = kind_of(self._embedder, reader.scope_version(scope))
            there = {
                key.first
                for key in reader.segment_keys(scope, conversation, kind)
                if key.count == LENGTH
                and self._one(reader, scope, conversation, kind, key) is not None
            }
        for first in range(0, complete, LENGTH):
            if first not in there:
                written += self._store.write(
                    partial(
                        _write_one, scope=scope, conversation=conversation, kind=kind, first=first
                    )
                )
                if beat is not None:
                    beat()
        if written:
            self._store.write(lambda tx: tx.drop_old_segments(scope, conversation, kind))
        with self._lock:
            self._sound[scope, conversation] = complete
            self._sound.move_to_end((scope, conversation))
            while len(self._sound) > REMEMBERED:
                self._sound.popitem(last=False)
        return written

    def _complete(self, row: ConversationRow) -> int:
        """Position up to which whole segments can be written."""
        ready = row.embedded_to if self._embedder else row.messages
        return ready // LENGTH * LENGTH


def derived(
    reader: Reader, scope: Scope, conversation: str, embedder: str, first: int
) -> Segment | None:
    """A segment as its rows give it; None where a row of it is missing."""
    wanted = range(first, first + LENGTH)
    columns = reader.forward_at(scope, conversation, wanted)
    positions, vectors = (
        reader.vectors_at(scope, conversation, embedder, wanted)
        if embedder
        else (np.zeros(0, np.int64), np.zeros((0, 0), np.float32))
    )
    if len(columns.position) != LENGTH or (embedder and len(positions) != LENGTH):
        return None
    return Segment(columns=columns, positions=positions, vectors=vectors)


def wrong(reader: Reader, scope: Scope, conversation: str, embedder: str) -> Iterator[int]:
    """Where the segments begin that would be read and do not follow from their rows."""
    kind = kind_of(embedder, reader.scope_version(scope))
    for key in reader.segment_keys(scope, conversation, kind):
        found = derived(reader, scope, conversation, embedder, key.first)
        data = reader.segment(scope, conversation, kind, key.first)
        if found is None or data != pack(found):
            yield key.first


def _write_one(tx: Writer, scope: Scope, conversation: str, kind: SegmentKind, first: int) -> bool:
    # The rows are read in the transaction that writes: an erasure between the two is seen.
    if kind_of(kind.embedder, tx.scope_version(scope)) != kind:
        return False
    found = derived(tx, scope, conversation, kind.embedder, first)
    if found is None:
        return False
    key = SegmentKey(first=first, count=LENGTH)
    tx.keep_segment(scope, conversation, kind, key, pack(found))
    return True
