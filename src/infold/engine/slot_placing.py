"""Facts of one slot leave each other their time: placed anew when one of them changes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from infold.core.facts import EventKind, FactEvent, Hold
from infold.core.scope import Scope
from infold.engine.fact_events import Keeper, append_event, save, the_fact
from infold.memory.contradiction import Entry, intervals, placed
from infold.memory.neighbours import begins
from infold.memory.validity import current
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader, Writer

__all__ = ["change", "entry", "others_of_slot", "place_slot", "same_owner"]


def entry(row: FactRow) -> Entry:
    """A fact as it takes part in its slot."""
    return Entry(fact=row.fact, standing=row.standing, order=row.number)


def same_owner(row: FactRow, other: FactRow) -> bool:
    """Whether two facts are of one agent and session: only those end one another."""
    return (row.agent, row.session) == (other.agent, other.session)


def others_of_slot(tx: Reader, scope: Scope, row: FactRow) -> list[FactRow]:
    """The other facts of a fact's slot; none where it has no slot."""
    if row.fact.slot is None:
        return []
    everywhere = replace(scope, agent=row.agent, session=row.session)
    found = tx.facts_of_slot(everywhere, row.fact.slot)
    return [one for one in found if same_owner(one, row) and one.fact.id != row.fact.id]


def place_slot(
    tx: Writer,
    scope: Scope,
    row: FactRow,
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
    others: Sequence[FactRow] | None = None,
    fixed: Collection[int] = (),
) -> None:
    """Place all facts of a fact's slot anew, and record whom that ends or opens again.

    Args:
        tx: The transaction.
        scope: Whose.
        row: The fact that changed, as it stands now. One without a slot has the time of its words.
        keeper: The store's settings.
        now: When.
        by: Who changed it.
        others: The other facts of its slot, where they have just been read; or those around it
            (`infold.engine.slot_windows`).
        fixed: Numbers of those of them that stay as they are.
    """
    if row.fact.slot is None:
        return
    rows = [*(others_of_slot(tx, scope, row) if others is None else others), row]
    entries = [entry(one) for one in rows]
    holds = placed(entries)
    history = intervals(entries)
    for one in rows:
        if one.number in fixed:
            continue
        mine = holds[one.fact.id]
        ended = _ended_by(one, mine, None if mine else current(history, begins(one.fact)))
        standing = one.standing
        if standing.state not in ("live", "expired"):
            ended = standing.superseded_by
        if (mine, ended) == (standing.holds, standing.superseded_by):
            continue
        changed = replace(one, standing=replace(standing, holds=mine))
        if ended == standing.superseded_by:
            save(tx, scope, changed, was=standing, retention=keeper.retention)
            continue
        last = mine[-1].ends if mine else None
        event = FactEvent(
            fact=one.fact.id,
            kind="superseded" if ended else "reopened",
            at=now,
            by=by,
            other=ended,
            data=last.isoformat() if last is not None and last != now else "",
        )
        append_event(tx, scope, changed, event, keeper.retention, was=standing)


def _ended_by(row: FactRow, holds: Sequence[Hold], instead: object) -> str:
    if holds:
        return holds[-1].by if holds[-1].ends is not None else ""
    other = getattr(instead, "fact", "")
    return "" if other == row.fact.id else str(other)


def change(
    tx: Writer,
    scope: Scope,
    fact: str,
    kind: EventKind,
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
    other: str = "",
    data: str = "",
) -> FactRow:
    """Let something happen to a fact; the caller calls `touch`.

    What takes a fact out of its slot or brings it back places the slot anew.

    Returns:
        The fact as it stands afterwards.

    Raises:
        NotFound: No such fact in this scope.
        Conflict: It was purged.
    """
    row = the_fact(tx, scope, fact)
    event = FactEvent(fact=fact, kind=kind, at=now, by=by, other=other, data=data)
    changed = append_event(tx, scope, row, event, keeper.retention)
    was, stands = row.standing, changed.standing
    if (stands.state, stands.expires_at) != (was.state, was.expires_at):
        place_slot(tx, scope, changed, keeper=keeper, now=now, by=by)
        return the_fact(tx, scope, fact)
    return changed
