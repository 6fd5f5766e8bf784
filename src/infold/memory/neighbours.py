"""How far around a moment the facts of a slot reach that a new one can change, or that judge it.

In a slot whose facts all hold until something else does, a new one ends the values right before it,
and is ended by the first other value behind it. What lies farther on stays as it is, so that a slot
with thousands of past values is placed by some of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from infold.core.facts import Fact
from infold.memory.same_value import same_value

__all__ = ["begins", "first_of", "last_of"]


def begins(fact: Fact) -> datetime:
    """From when a recorded fact holds: what it says, else when it was recorded."""
    at = fact.valid_from or fact.recorded_at
    assert at is not None, "a recorded fact"
    return at


def first_of(before: Sequence[Fact]) -> int | None:
    """Where among the facts before a moment those begin that have the say of it.

    Args:
        before: Facts of one slot that hold until another one does, by when they begin; the last is
            the one right before the moment.

    Returns:
        The place of the first that says the value that holds; where it was taken back, of the last
        that said it. None where that lies farther back than what is given, or nothing says.
    """
    speaking: str | None = None
    found: int | None = None
    last: int | None = None
    for place, fact in enumerate(before):
        if last is None and fact.retracts:
            continue  # nobody knows what it takes back
        after = _after(speaking, fact)
        if after != speaking and last is not None:
            found = last if fact.retracts else place
        if not fact.retracts:
            last = place
        speaking = after
    return found


def last_of(before: Sequence[Fact], new: Fact, ahead: Sequence[Fact]) -> int | None:
    """Which fact behind a new one is the first that a new one cannot change.

    Args:
        before: As `first_of` found them, or all that there are.
        new: The new fact.
        ahead: Facts of its slot that begin behind it, by when they begin.

    Returns:
        The place among those ahead of the first value other than what holds there; None where there
        is none.
    """
    speaking: str | None = None
    for fact in (*before, new):
        speaking = _after(speaking, fact)
    for place, fact in enumerate(ahead):
        after = _after(speaking, fact)
        if not fact.retracts and after != speaking:
            return place
        speaking = after
    return None


def _after(speaking: str | None, fact: Fact) -> str | None:
    """The value that holds once a fact has been said; None for none."""
    value = same_value(fact.slot, fact.value)
    if not fact.retracts:
        return value
    return None if value in ("", speaking) else speaking
