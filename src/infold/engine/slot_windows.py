"""Reading a slot around a moment: what a new fact can change, at any number of past values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Final

from infold.core.facts import Fact, Slot
from infold.core.scope import Scope
from infold.memory.neighbours import begins, first_of, last_of
from infold.store.fact_protocol import FactReader, FactRow

__all__ = ["BEHIND_ALL", "Window", "around", "spoken_at"]

_PAGE: Final = 16
BEHIND_ALL: Final = 2**62
"""A number behind those of all facts that begin at one moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The facts of a slot around a new one.

    Attributes:
        rows: Live or expired, by when they begin.
        fixed: Numbers of those that the new one does not change; they only bound the others.
    """

    rows: tuple[FactRow, ...]
    fixed: frozenset[int]


def around(tx: FactReader, scope: Scope, row: FactRow) -> Window | None:
    """What of a slot can have to do with a fact that is about to be recorded.

    Args:
        tx: The transaction in which it is recorded.
        scope: Whose.
        row: The fact, which is not stored yet.

    Returns:
        The facts by which it is judged and placed; None where only the whole slot can tell: facts
        that begin at one moment, say until when they hold or are merged, or a clock that was set
        back. Reads the values right before and behind it, each with what repeats it.
    """
    new = row.fact
    own = replace(scope, agent=row.agent, session=row.session)
    if new.slot is None or new.valid_to is not None or new.kind == "temporary":
        return None
    assert new.recorded_at is not None, "a recorded fact"
    if tx.is_slot_apart(own, new.slot, new.recorded_at):
        return None
    front, before = _before(tx, own, new.slot, begins(new))
    ahead, stop = _ahead(tx, own, new, [one.fact for one in before])
    facts = [*(one.fact for one in (*front, *before)), new, *(one.fact for one in ahead)]
    if any(begins(one) >= begins(other) for one, other in pairwise(facts)):
        return None
    rows = ahead if stop is None else ahead[: stop + 1]
    fixed = frozenset(one.number for one in ahead[stop:]) if stop is not None else frozenset()
    return Window(rows=(*before, *rows), fixed=fixed)


def spoken_at(
    tx: FactReader, scope: Scope, slot: Slot, at: datetime, recorded: datetime
) -> list[FactRow] | None:
    """The facts of a slot that have the say of a moment, by when they begin.

    Args:
        tx: The transaction.
        scope: Whose; agent and session are those of the facts.
        slot: The slot.
        at: The moment.
        recorded: When what is asked for is recorded.

    Returns:
        Those that say the value that holds, or took it back, without what was over by then; None
        where only the whole slot can tell, as for `around`.
    """
    if tx.is_slot_apart(scope, slot, recorded):
        return None
    return _before(tx, scope, slot, at)[1]


def _before(
    tx: FactReader, own: Scope, slot: Slot, at: datetime
) -> tuple[list[FactRow], list[FactRow]]:
    """The facts that have the say of a moment, behind the one in front of them if there is one."""
    found: list[FactRow] = []
    size, last = _PAGE, (at, BEHIND_ALL)
    while True:
        page = tx.slot_around(own, slot, last, limit=size, ahead=False)
        found += page
        rows = found[::-1]
        first = first_of([one.fact for one in rows])
        if first:
            return rows[first - 1 : first], rows[first:]
        if len(page) < size:
            return [], rows
        last, size = (begins(page[-1].fact), page[-1].number), 4 * size


def _ahead(
    tx: FactReader, own: Scope, new: Fact, before: Sequence[Fact]
) -> tuple[list[FactRow], int | None]:
    """The facts behind a new one, and the place of the first that it does not change.

    One more than that is read, where there is one.
    """
    assert new.slot is not None, "asked of a slot only"
    found: list[FactRow] = []
    size, last = _PAGE, (begins(new), BEHIND_ALL)
    while True:
        page = tx.slot_around(own, new.slot, last, limit=size, ahead=True)
        found += page
        stop = last_of(before, new, [one.fact for one in found])
        if len(page) < size or (stop is not None and stop + 1 < len(found)):
            return (found, None) if stop is None else (found[: stop + 2], stop)
        last, size = (begins(page[-1].fact), page[-1].number), 4 * size
