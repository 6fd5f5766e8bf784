"""The values of one slot in time: which holds when, by what was said and by when it was recorded.

Valid time (when a thing is so) and recorded time (when it was written) are two clocks. A value is
placed by its valid time; one that says none is taken to hold from when it was recorded. So "lives
in Oslo", dated 2019 and written today, does not end "lives in Porto", dated 2024.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

__all__ = ["Interval", "Stated", "current", "history"]

_BEGINNING = datetime.min.replace(tzinfo=UTC)
_END = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A value of a slot as it was stated.

    Attributes:
        fact: Id of the fact.
        value: What it says; None for a retraction, which closes what held without a new value.
        since: From when it holds; None where nothing was said.
        until: Until when, exclusive; None where nothing was said.
        recorded: When it was written.
    """

    fact: str
    value: str | None
    recorded: datetime
    since: datetime | None = None
    until: datetime | None = None

    @property
    def begins(self) -> datetime:
        """From when it holds: what was said, else when it was recorded."""
        if self.since is not None:
            return self.since
        # "Until May" alone says that it held before; it began when nobody knows.
        return _BEGINNING if self.until is not None else self.recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A time in which a slot had one value.

    Attributes:
        fact: Id of the fact that says it.
        value: The value.
        begins: From when.
        ends: Until when, exclusive; None while it holds.
        ended_by: Id of the fact that ended it: a later value or a retraction; empty where it ended
            by its own words, or holds.
    """

    fact: str
    value: str
    begins: datetime
    ends: datetime | None
    ended_by: str = ""


def history(stated: Iterable[Stated], *, known_at: datetime | None = None) -> list[Interval]:
    """The intervals of one slot, whose values exclude each other.

    Args:
        stated: What was stated of it, in any order.
        known_at: Only what was recorded by then; all by default.

    Returns:
        Intervals by their beginning; they do not overlap. Of two values that begin at one moment
        the one that was recorded later holds. A value that another one interrupts for a time of
        its own goes on behind it, as a second interval; the same value said again while it holds
        changes nothing; said again after it had ended it opens another interval. O(n log n).
    """
    known = [one for one in stated if known_at is None or one.recorded <= known_at]
    # In order of authority for a moment: whoever begins later, then whoever was recorded later.
    known.sort(key=lambda one: (one.begins, one.recorded, one.fact))
    events: list[tuple[datetime, int, int]] = []
    for rank, one in enumerate(known):
        end = one.until or _END
        if one.begins < end:
            events.append((one.begins, 1, rank))
            events.append((end, 0, rank))
    events.sort()
    out: list[Interval] = []
    open_: list[int] = []  # negative ranks: a heap, from which what is over goes once it is on top
    over: set[int] = set()
    standing: int | None = None
    at = 0
    while at < len(events):
        moment = events[at][0]
        while at < len(events) and events[at][0] == moment:
            _, begins, rank = events[at]
            if begins:
                heapq.heappush(open_, -rank)
            else:
                over.add(rank)
            at += 1
        while open_ and -open_[0] in over:
            heapq.heappop(open_)
        now = -open_[0] if open_ else None
        if now == standing or (
            now is not None
            and standing is not None
            and known[now].value == known[standing].value
            and out
            and out[-1].ends is None
        ):
            continue  # the same value said again
        if standing is not None and out and out[-1].ends is None:
            by = "" if now is None else known[now].fact
            out[-1] = _ended(out[-1], moment, by)
        if now is not None and known[now].value is not None:
            value = known[now].value
            assert value is not None
            out.append(Interval(fact=known[now].fact, value=value, begins=moment, ends=None))
        standing = now
    return out


def _ended(interval: Interval, moment: datetime | None, by: str) -> Interval:
    end = None if moment == _END else moment
    return Interval(
        fact=interval.fact, value=interval.value, begins=interval.begins, ends=end, ended_by=by
    )


def current(intervals: Sequence[Interval], at: datetime) -> Interval | None:
    """The interval that holds at a moment, if one does."""
    for interval in reversed(intervals):
        if interval.begins <= at and (interval.ends is None or at < interval.ends):
            return interval
    return None
