"""Reading facts as they stood: by what had been recorded at a moment, slot by slot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from infold.core.facts import Hold, Slot
from infold.core.scope import Scope
from infold.engine.slot_placing import entry
from infold.memory.contradiction import Entry, Question, intervals, placed
from infold.memory.standing import standing_of
from infold.memory.validity import Interval
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader

__all__ = ["history", "placed_rows", "questions", "rows"]

_HIDDEN = ("tombstoned", "quarantined", "purged")


def rows(reader: Reader, scope: Scope, *, known_at: datetime | None = None) -> list[FactRow]:
    """All facts of a scope, in order of entry.

    Args:
        reader: A snapshot.
        scope: Whose.
        known_at: As they stood by what had been recorded and had happened by then. What is hidden
            now is hidden in any look back, too.
    """
    found = reader.facts(scope)
    if known_at is None:
        return found
    then = [
        replace(
            row,
            standing=standing_of(
                row.fact, reader.fact_events(scope, row.number), known_at=known_at
            ),
        )
        for row in found
        if row.fact.recorded_at is not None and row.fact.recorded_at <= known_at
    ]
    hidden = {row.fact.id: row for row in found if row.standing.state in _HIDDEN}
    then = [hidden.get(row.fact.id, row) for row in then]
    return placed_rows(then, known_at=known_at)


def placed_rows(found: Sequence[FactRow], *, known_at: datetime | None = None) -> list[FactRow]:
    """Facts with the times that the others of their slots leave them, in the same order."""
    holds: dict[str, tuple[Hold, ...]] = {}
    for entries in _by_slot(found):
        holds.update(placed(entries, known_at=known_at))
    return [
        row
        if row.fact.id not in holds
        else replace(row, standing=replace(row.standing, holds=holds[row.fact.id]))
        for row in found
    ]


def history(
    reader: Reader, scope: Scope, slot: Slot, *, known_at: datetime | None = None
) -> list[Interval]:
    """The values of a slot in time; those of several agents one after the other."""
    found = reader.facts_of_slot(scope, slot)
    return [
        interval
        for entries in _by_slot(found)
        for interval in intervals(entries, known_at=known_at)
    ]


def questions(reader: Reader, scope: Scope) -> list[Question]:
    """Facts that wait because they contradict another, in order of entry."""
    waiting = [one for one in reader.fact_states(scope) if one.standing.state == "quarantined"]
    found = []
    for state in waiting:
        asked = [
            event
            for event in reader.fact_events(scope, state.number)
            if event.kind == "quarantined"
        ]
        if asked and asked[-1].other:
            last = asked[-1]
            found.append(Question(fact=state.id, against=last.other, reason=last.data))
    return found


def _by_slot(found: Sequence[FactRow]) -> Iterable[list[Entry]]:
    groups: dict[object, list[Entry]] = defaultdict(list)
    for row in found:
        if row.fact.slot is not None:
            groups[row.agent, row.session, row.fact.slot].append(entry(row))
    return groups.values()
