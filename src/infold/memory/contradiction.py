"""What a new value of a slot does to those before it: placed by time, or a question.

All facts of a slot are placed together (`infold.memory.validity`), so the outcome does not depend
on the order in which they came. Whether a new fact may take part at all is judged once, when it is
recorded: where it contradicts what holds and there is a reason to doubt it, it becomes a question
and changes nothing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from typing import Final

from infold.core.facts import Fact, Hold, Standing
from infold.memory.same_value import same_value
from infold.memory.standing import begun
from infold.memory.validity import Interval, Stated, current, history

__all__ = ["Entry", "Question", "doubt", "intervals", "placed"]

_END: Final = datetime.max.replace(tzinfo=UTC)
_UNSURE: Final = 0.5
_LESS_TRUSTED: Final = 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A fact of a slot.

    Attributes:
        fact: With its id and `recorded_at`.
        standing: By its events.
        order: Of its entry among the user's facts.
    """

    fact: Fact
    standing: Standing
    order: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A contradiction that code does not settle: somebody has to.

    Attributes:
        fact: Id of the fact that waits; it is hidden and ends nothing.
        against: Id of the fact that holds.
        reason: Why it is not sure, in words.
    """

    fact: str
    against: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    """An entry on its way: from when and until when it says that it holds."""

    entry: Entry
    stated: Stated
    until: datetime | None


def intervals(entries: Sequence[Entry], *, known_at: datetime | None = None) -> list[Interval]:
    """The history of one slot: its values in time, by their beginning.

    Args:
        entries: All facts of the slot, in any order; those that are deleted, quarantined or merged
            away do not count.
        known_at: Only what was recorded by then; all by default.
    """
    said = {one.fact.id: one.fact.value for one in entries}
    found = _history(_counted(entries, known_at))[0]
    return [replace(one, value=said[one.fact]) for one in found]


def placed(
    entries: Sequence[Entry], *, known_at: datetime | None = None
) -> Mapping[str, tuple[Hold, ...]]:
    """When what each fact of a slot says is so.

    Args:
        entries: As for `intervals`.
        known_at: Likewise.

    Returns:
        Id of a fact → when it holds, in order. Facts that say the same value hold together. A fact
        that does not count has the time of its own words.
    """
    counted = _counted(entries, known_at)
    found, heard, said = _history(counted)
    out: dict[str, tuple[Hold, ...]] = {one.fact.id: begun(one.fact).holds for one in entries}
    for one in counted:
        fact = one.entry.fact
        if fact.retracts:
            out[fact.id] = (_of_retraction(one, found if fact.id in heard else ()),)
        else:
            out[fact.id] = tuple(_holds(one, found, said))
    return out


def doubt(new: Entry, others: Sequence[Entry]) -> Question | None:
    """Why a new fact of a slot should not end what holds; None where it may, or ends nothing.

    Args:
        new: The fact that is being recorded.
        others: The facts of its slot before it.
    """
    begins = new.fact.valid_from or new.fact.recorded_at
    assert begins is not None, "a recorded fact"
    there = current(_history(_counted(others, None))[0], begins)
    if there is None:
        return None
    holder = next(one for one in others if one.fact.id == there.fact)
    value = _value(new.fact)
    ends = not new.fact.retracts or value in ("", there.value)
    if not ends or (not new.fact.retracts and there.value == value):
        return None
    reason = _reason(new.fact, holder)
    if not reason:
        return None
    return Question(fact=new.fact.id, against=holder.fact.id, reason=reason)


def _reason(new: Fact, holder: Entry) -> str:
    old = holder.fact
    said = holder.standing
    if new.trust + _LESS_TRUSTED < said.trust:
        return (
            f"It contradicts {old.text!r:.80}, which is trusted more ({said.trust:g}, by the "
            f"{said.origin}) than this ({new.trust:g}, by the {new.origin})."
        )
    if new.confidence < _UNSURE and new.confidence < said.confidence:
        return f"It contradicts {old.text!r:.80} and is sure to {new.confidence:g} only."
    if holder.standing.pinned and new.origin not in ("user", "program"):
        return f"It contradicts {old.text!r:.80}, which somebody pinned."
    return ""


def _counted(entries: Sequence[Entry], known_at: datetime | None) -> list[_Placed]:
    """What takes part, in order of entry, each with the time for which it speaks.

    An undated fact begins when it was recorded, but not later than what came in after it: a clock
    that was set back makes no newer value an older one.
    """
    said = [one for one in entries if one.standing.state in ("live", "expired")]
    live = sorted(said, key=lambda one: one.order)
    out: list[_Placed] = []
    latest = _END
    for one in reversed(live):
        recorded = one.fact.recorded_at
        assert recorded is not None, "a recorded fact"
        latest = min(latest, recorded)
        if known_at is not None and latest > known_at:
            continue
        until = one.fact.valid_to
        if one.fact.kind == "temporary" and one.standing.expires_at is not None:
            until = min(until or _END, one.standing.expires_at)
        # A short life says until when, not that it began before it was said.
        since = one.fact.valid_from or (None if one.fact.valid_to else latest)
        stated = Stated(
            # Of what was recorded at one moment the later entry holds.
            fact=f"{one.order:012d} {one.fact.id}",
            value=None if one.fact.retracts else _value(one.fact),
            recorded=latest,
            since=since,
            until=until,
        )
        out.append(_Placed(entry=one, stated=stated, until=until))
    return out[::-1]


def _history(counted: Sequence[_Placed]) -> tuple[list[Interval], set[str], list[Stated]]:
    """The intervals, the retractions that took something back, and what makes the intervals.

    The last is in order of authority: those retractions are in it, others are not.
    """
    values = [one.stated for one in counted if not one.entry.fact.retracts]
    said = sorted(values, key=_authority)
    heard: set[str] = set()
    denials = [one for one in counted if one.entry.fact.retracts]
    for one in sorted(denials, key=lambda one: _authority(one.stated)):
        # What stands there of earlier words; a later one that begins earlier is no object of it.
        place = bisect_left(said, _authority(one.stated), key=_authority)
        there = _speaking(said, place, one.stated.begins)
        value = None if there is None else there.value
        if value is not None and _value(one.entry.fact) in ("", value):
            # It closes for good: a period ends a retraction no sooner than another value does.
            said.insert(place, replace(one.stated, until=None))
            heard.add(one.entry.fact.id)
    found = [replace(one, fact=_id(one.fact), ended_by=_id(one.ended_by)) for one in history(said)]
    return found, heard, said


def _value(fact: Fact) -> str:
    return same_value(fact.slot, fact.value)


def _speaking(said: Sequence[Stated], place: int, at: datetime) -> Stated | None:
    """Who has the say of a moment among those before a place, which begin by then."""
    for index in range(place - 1, -1, -1):
        if at < (said[index].until or _END):
            return said[index]
    return None


def _id(name: str) -> str:
    return name.partition(" ")[2]


def _holds(one: _Placed, found: Sequence[Interval], said: Sequence[Stated]) -> list[Hold]:
    """The times in which the slot has a fact's value, and the fact speaks for it.

    What is interrupted for a time goes on behind; what another value ended is over, whoever says it
    again.

    Args:
        one: The fact.
        found: The history of its slot.
        said: What makes that history, in order of authority.
    """
    out: list[Hold] = []
    begins, until, by = one.stated.begins, one.until or _END, ""
    after = bisect_right(said, _authority(one.stated), key=_authority)
    for other in islice(said, after, None):
        if other.begins >= until:
            break
        if other.value != one.stated.value and (other.until or _END) >= until:
            until, by = other.begins, _id(other.fact)
            break
    unknown = one.stated.since is None and one.entry.fact.valid_to is not None
    # Intervals do not overlap: those that are over before it, or begin behind it, are passed.
    start = max(0, bisect_right(found, begins, key=lambda each: each.begins) - 1)
    for interval in islice(found, start, None):
        if interval.begins >= until:
            break
        first = max(interval.begins, begins)
        last = min(interval.ends or _END, until)
        if interval.value != one.stated.value or first >= last:
            continue
        ended = interval.ended_by if last == interval.ends else by
        hold = Hold(
            begins=None if unknown and first == begins else first,
            ends=None if last == _END else last,
            by="" if last == _END or ended == one.entry.fact.id else ended,
        )
        out.append(hold)
    return out


def _authority(one: Stated) -> tuple[datetime, datetime, str]:
    """Who has the say of two that speak of one moment: whoever is greater in this."""
    return one.begins, one.recorded, one.fact


def _of_retraction(one: _Placed, found: Sequence[Interval]) -> Hold:
    """A retraction holds until the slot has a value again."""
    begins = one.stated.begins
    after = next((other for other in found if other.begins > begins), None)
    if after is None:
        return Hold(begins=begins)
    return Hold(begins=begins, ends=after.begins, by=after.fact)
