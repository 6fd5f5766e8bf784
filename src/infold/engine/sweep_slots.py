"""Letting a fact go that is not alone: its parts go along, no older value comes back."""

from __future__ import annotations

from datetime import datetime

from infold.core.scope import Scope
from infold.engine.fact_events import Keeper
from infold.engine.merged_facts import change
from infold.engine.slot_placing import entry, same_owner
from infold.memory.retention import Retention
from infold.memory.sweeping import leaves, reopened, slot_reason, verdict
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader, Writer

__all__ = ["go_with_older", "older_of"]


def older_of(
    reader: Reader, scope: Scope, row: FactRow, at: datetime, retention: Retention
) -> list[FactRow]:
    """Older values that would hold again if a fact were let go, and do not go by themselves.

    Args:
        reader: A snapshot.
        scope: Whose.
        row: The fact that a sweep would let go.
        at: The sweep's clock.
        retention: How facts are kept.
    """
    if row.fact.slot is None:
        return []
    others = [
        one
        for one in reader.facts_of_slot(scope, row.fact.slot)
        if same_owner(one, row)
        and one.number != row.number
        and not leaves(verdict(one.fact, one.standing, at, retention))
    ]
    back = {one.fact.id for one in reopened(entry(row), [entry(one) for one in others], at)}
    return [one for one in others if one.fact.id in back]


def go_with_older(
    tx: Writer,
    scope: Scope,
    number: int,
    *,
    at: datetime,
    now: datetime,
    reason: str,
    by: str,
    keeper: Keeper,
) -> list[int] | None:
    """Let a fact go, with the older values of its slot that would hold again.

    Args:
        tx: The transaction; the caller calls `touch`.
        scope: Whose.
        number: Of the fact.
        at: The sweep's clock.
        now: When it goes: its grace period counts from then.
        reason: Why it goes, in words.
        by: Who lets it go.
        keeper: The store's settings.

    Returns:
        Numbers of those that went, the fact last; none where it has gone already. None where an
        older value is pinned: then the fact stays.
    """
    row = next(iter(tx.facts_at(scope, [number])), None)
    if row is None or row.standing.state != "live":
        return []
    older = older_of(tx, scope, row, at, keeper.retention)
    if any(one.standing.pinned for one in older):
        return None
    for one in older:
        why = slot_reason(row.fact.id)
        change(tx, scope, one.fact.id, "tombstoned", keeper=keeper, now=now, by=by, data=why)
    change(tx, scope, row.fact.id, "tombstoned", keeper=keeper, now=now, by=by, data=reason)
    return [*(one.number for one in older), number]
