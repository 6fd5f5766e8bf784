"""Segments: blobs of what search needs of consecutive messages. Derived: none of it is the truth.

What is in a blob is `infold.recall.segments`' to say; here it is bytes with a checksum.
"""

from __future__ import annotations

import zlib
from typing import Any

from infold.core.scope import Scope
from infold.store.protocol import SegmentKey, SegmentKind, SegmentSizes
from infold.store.queries import SQL
from infold.store.snapshot import Snapshot
from infold.store.writing import Changes


class SegmentReads(Snapshot):
    """Reads of segments. Only those of the kind that is asked for exist."""

    __slots__ = ()

    def segment_keys(
        self, scope: Scope, conversation: str, kind: SegmentKind, *, first: int = 0
    ) -> list[SegmentKey]:
        """Where the segments of a conversation begin, from position `first` on, ascending."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        values = (scope.space, scope.user, number, kind.embedder, first, *_versions(kind))
        return [
            SegmentKey(first=at, count=count)
            for at, count in self.rows(SQL["segment_keys"], values)
        ]

    def segment(
        self, scope: Scope, conversation: str, kind: SegmentKind, first: int
    ) -> bytes | None:
        """The bytes of the segment that begins at `first`; None where it is missing or damaged."""
        number = self.number(scope, conversation)
        values = (scope.space, scope.user, number, kind.embedder, first, *_versions(kind))
        row = self.row(SQL["segment"], values)
        if row is None or type(row[1]) is not bytes or zlib.crc32(row[1]) != row[0]:
            return None
        return row[1]

    def segment_sizes(self, scope: Scope) -> SegmentSizes:
        """How many segments a user has, of any kind, and their bytes."""
        row = self.row(SQL["segment_sizes"], (scope.space, scope.user))
        return SegmentSizes(count=row[0], size=row[1]) if row else SegmentSizes()


class SegmentWrites(Changes):
    """Changes of segments: no version rises, since no reader can tell the difference."""

    __slots__ = ()

    def keep_segment(
        self,
        scope: Scope,
        conversation: str,
        kind: SegmentKind,
        key: SegmentKey,
        data: bytes,
    ) -> None:
        """Keep a segment; one that is there already is replaced."""
        values = (
            scope.space,
            scope.user,
            self.the_number(scope, conversation),
            kind.embedder,
            key.first,
            key.count,
            *_versions(kind),
            zlib.crc32(data),
            data,
        )
        self.run(SQL["keep_segment"], values)

    def drop_old_segments(self, scope: Scope, conversation: str, kind: SegmentKind) -> None:
        """Remove a conversation's segments of every other kind."""
        number = self.the_number(scope, conversation)
        values = (scope.space, scope.user, number, kind.embedder, *_versions(kind))
        self.run(SQL["drop_old_segments"], values)


def _versions(kind: SegmentKind) -> tuple[Any, ...]:
    return (kind.analysis, kind.erase_epoch, kind.index_version)
