"""Removing facts for good, after their grace period or at once: the one place that does it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from infold.core.scope import Scope
from infold.engine.fact_events import Keeper
from infold.engine.merged_facts import drawn_along
from infold.engine.slot_placing import place_slot, same_owner
from infold.store.fact_protocol import FactRow, FactState
from infold.store.protocol import Writer

__all__ = ["remove_facts"]


def remove_facts(
    tx: Writer,
    scope: Scope,
    facts: Iterable[str | FactState],
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
) -> list[str]:
    """Remove what facts say, whatever state they are in; only that they were there is left.

    What a fact had ended holds again, as after a deletion. Merges that drew on it go with it
    (`infold.engine.merged_facts.drawn_along`). The caller calls `touch` afterwards, and
    `Store.shorten_log` outside of the transaction: until then the write-ahead log holds old pages.

    Args:
        tx: The transaction.
        scope: Whose; facts of another user, agent or session are passed over.
        facts: Ids, or facts as they stand in this very transaction.
        keeper: The store's settings.
        now: When.
        by: Who removes them, for the record that stays.

    Returns:
        Ids of those that were removed, by number; those that had been purged before are passed
        over.
    """
    states = [
        one if isinstance(one, FactState) else tx.fact_state(scope, one)
        for one in dict.fromkeys(facts)
    ]
    there = [one for one in states if one is not None and one.standing.state != "purged"]
    found = drawn_along(tx, scope, there, keeper=keeper, now=now, by=by)
    everywhere = replace(scope, agent=None, session=None)
    # What is deleted already has left its slot.
    held = tx.facts_at(
        everywhere, [one.number for one in found if one.standing.state != "tombstoned"]
    )
    tx.remove_facts(everywhere, found, at=now, by=by)
    for row in held:
        _place_rest(tx, everywhere, row, keeper=keeper, now=now, by=by)
    return [one.id for one in found]


def _place_rest(
    tx: Writer, scope: Scope, row: FactRow, *, keeper: Keeper, now: datetime, by: str
) -> None:
    """Place what is left of a removed fact's slot anew."""
    if row.fact.slot is None:
        return
    rest = [one for one in tx.facts_of_slot(scope, row.fact.slot) if same_owner(one, row)]
    if rest:
        place_slot(tx, scope, rest[-1], keeper=keeper, now=now, by=by)
