"""Compactions of a Claude Code session: which summary belongs to which boundary, and what it is of.

A session that was compacted goes on behind a boundary record, mostly with a summary as its first
message. What was replaced is the way that leads up to the boundary, back to the one before; newer
versions name messages that went on unchanged, which are then no sources.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

_SHARED = 16
"""All compactions of a session together have at most so many sources a message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The way that leads up to a boundary, or to a summary that has none.

    Attributes:
        last: Its last message; None where there is none behind the boundary before.
        kept: Messages on it that went on unchanged.
        segment: First and last message of a stretch that went on unchanged; None where none is
            named.
    """

    last: int | None
    kept: frozenset[int] = frozenset()
    segment: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Boundary:
    """A boundary record.

    Attributes:
        record: Its place in the session.
        way: What leads up to it; None where it names no record that is there.
    """

    record: int
    way: Way | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A message that a program wrote in place of what it left out.

    Attributes:
        record: Its place in the session.
        message: Index of the message.
        behind: Record of the boundary that its parents lead through; None where they do not.
        follows: Record of the boundary that stands before it, no message between; None for none.
        way: What leads up to it by its own parent; None where it names no record that is there.
    """

    record: int
    message: int
    behind: int | None
    follows: int | None
    way: Way | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """A compaction by the indexes of its messages.

    Attributes:
        summary: The message that holds the summary; None where none was written.
        sources: The messages that it replaced, latest first; None where they are not known.
    """

    summary: int | None
    sources: tuple[int, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preserved:
    """What a boundary says of messages that went on unchanged, by their ids.

    Attributes:
        ids: Each by itself.
        head: The first of a stretch; empty where none is named.
        tail: The last of that stretch.
    """

    ids: frozenset[str] = frozenset()
    head: str = ""
    tail: str = ""


def preserved(metadata: object) -> Preserved:
    """Read `compactMetadata`: its `preservedMessages` and its `preservedSegment`."""
    if not isinstance(metadata, dict):
        return Preserved()
    named, segment = metadata.get("preservedMessages"), metadata.get("preservedSegment")
    ids: set[str] = set()
    for field in ("uuids", "allUuids"):
        listed = named.get(field) if isinstance(named, dict) else None
        if isinstance(listed, list):
            ids.update(each for each in listed if isinstance(each, str))
    head, tail = (
        segment.get(field) if isinstance(segment, dict) else None
        for field in ("headUuid", "tailUuid")
    )
    return Preserved(
        ids=frozenset(ids),
        head=head if isinstance(head, str) else "",
        tail=tail if isinstance(tail, str) else "",
    )


def replaced(
    boundaries: Sequence[Boundary],
    summaries: Sequence[Summary],
    parents: Sequence[int | None],
    ends: Collection[int],
) -> list[Replaced]:
    """The compactions of a session, in the order of its records.

    Args:
        boundaries: In the order of the file.
        summaries: In the order of the file.
        parents: Message → the message that it continues.
        ends: Messages at which a way ends, themselves part of it: the first ones behind a boundary.

    Returns:
        One for each boundary, and one for each summary that belongs to none. Linear in messages
        and sources; beyond `_SHARED` sources a message, they are not known.
    """
    ways = {boundary.record: boundary.way for boundary in boundaries}
    summary_of = _pairs(summaries)
    found: list[tuple[int, Summary | None, Way | None]] = []
    for boundary in boundaries:
        summary = summary_of.get(boundary.record)
        way = boundary.way
        if way is None and summary is not None and summary.behind is None:
            way = summary.way
        found.append((boundary.record, summary, way))
    paired = {summary.record for summary in summary_of.values()}
    for summary in summaries:
        if summary.record not in paired:
            behind = summary.behind
            way = summary.way if behind is None else ways.get(behind)
            found.append((summary.record, summary, way))
    room = _SHARED * len(parents)
    made = []
    for _, summary, way in sorted(found, key=lambda each: each[0]):
        sources = None if way is None else _sources(way, parents, ends, room)
        room -= len(sources or ())
        made.append(Replaced(summary=None if summary is None else summary.message, sources=sources))
    return made


def _pairs(summaries: Sequence[Summary]) -> dict[int, Summary]:
    """Boundary → its summary: the first one behind it, else the one that follows it at once."""
    pairs: dict[int, Summary] = {}
    left = []
    for summary in summaries:
        if summary.behind is None or summary.behind in pairs:
            left.append(summary)
        else:
            pairs[summary.behind] = summary
    for summary in left:
        if summary.behind is None and summary.follows is not None:
            pairs.setdefault(summary.follows, summary)
    return pairs


def _sources(
    way: Way, parents: Sequence[int | None], ends: Collection[int], room: int
) -> tuple[int, ...] | None:
    """The messages of a way that were replaced, latest first; None where there are too many."""
    walked: dict[int, None] = {}
    at = way.last
    # A circle of parents is walked once.
    while at is not None and at not in walked:
        if len(walked) >= room:
            return None
        walked[at] = None
        at = None if at in ends else parents[at]
    kept = set(way.kept)
    if way.segment is not None:
        kept.update(_between(list(walked), *way.segment))
    return tuple(message for message in walked if message not in kept)


def _between(walked: list[int], first: int, last: int) -> Iterator[int]:
    """The stretch of a way, given latest first, from its message `first` to its `last`."""
    if first in walked and last in walked:
        yield from walked[walked.index(last) : walked.index(first) + 1]
