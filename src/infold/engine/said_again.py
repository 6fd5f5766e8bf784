"""What is said again, and what is told late: how a new fact stands to those of its slot."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from infold.core.facts import Fact, Slot
from infold.core.scope import Scope
from infold.engine.saying import Saying
from infold.engine.slot_windows import BEHIND_ALL, spoken_at
from infold.memory.neighbours import begins
from infold.memory.own_slots import is_by_words
from infold.memory.same_value import same_value
from infold.store.fact_protocol import FactReader, FactRow

__all__ = ["at_last", "in_other_words", "is_equal"]

_RECENT: Final = timedelta(days=92)
"""How far back "last month" or "recently" may reach behind what was said meanwhile."""


def at_last(tx: FactReader, scope: Scope, fact: Fact, saying: Saying) -> Fact:
    """A fact with the time from which it has the say.

    "I moved to York last week", five days behind "I live in Hull": what was said first was so when
    it was said, or the speaker took no note of the days; in either case York is so now.
    """
    at, since = saying.said_at or fact.recorded_at, fact.valid_from
    # A time that a program gives is no guess of a speaker's.
    is_given = saying.valid_from is not None and not saying.sources
    if fact.slot is None or is_given or fact.valid_to is not None:
        return fact
    if at is None or since is None or since >= at:
        return fact
    own = (scope.agent, scope.session)
    assert fact.recorded_at is not None, "a recorded fact"
    rows = spoken_at(tx, scope, fact.slot, at, fact.recorded_at)
    for one in tx.facts_of_slot(scope, fact.slot) if rows is None else rows:
        if one.fact.retracts or (one.agent, one.session) != own:
            continue
        if one.standing.state not in ("live", "expired"):
            continue  # what is hidden has no say
        if not fact.retracts and _is_value_of(one.fact, fact):
            continue
        for hold in one.standing.holds:
            is_now = hold.ends is None or at < hold.ends
            begun = hold.begins
            if is_now and begun is not None and since <= begun < at and begun - since <= _RECENT:
                return replace(fact, valid_from=at)
    return fact


def in_other_words(
    tx: FactReader, scope: Scope, fact: Fact, saying: Saying, *, dated: bool
) -> list[FactRow]:
    """What a message said before in other words: the same value of the same slot, undated."""
    if fact.slot is None or not fact.value or fact.retracts or dated or not saying.sources:
        return []
    own = (scope.agent, scope.session)
    return [
        one
        for one in _sayable(tx, scope, fact, fact.slot, saying)
        if (one.agent, one.session) == own
        and one.fact.kind == fact.kind
        and not one.fact.retracts
        and _is_value_of(one.fact, fact)
    ]


def _sayable(tx: FactReader, scope: Scope, fact: Fact, slot: Slot, saying: Saying) -> list[FactRow]:
    """The facts of a slot that a message could say again, in order of entry.

    Those that have the say, those that wait, and those that stand on the same message; all of the
    slot where the message says something of the past, or the slot is not plain.
    """
    assert fact.recorded_at is not None, "a recorded fact"
    at = begins(fact)
    rows = spoken_at(tx, scope, slot, at, fact.recorded_at)
    if rows is None or tx.slot_around(scope, slot, (at, BEHIND_ALL), limit=1, ahead=True):
        return tx.facts_of_slot(scope, slot)
    found = {one.number: one for one in (*rows, *tx.slot_waiting(scope, slot))}
    for identity in tx.facts_from(scope, list(dict.fromkeys(s.message for s in saying.sources))):
        one = tx.fact(scope, identity)
        if one is not None and one.fact.slot == slot:
            found[one.number] = one
    return [found[number] for number in sorted(found)]


def is_equal(known: Fact, fact: Fact) -> bool:
    """Whether two facts in the same words are one: a sentence may state several, or end one."""
    slots = (known.slot, fact.slot)
    apart = slots[0] != slots[1] and all(one is not None and not is_by_words(one) for one in slots)
    return known.retracts == fact.retracts and not apart


def _is_value_of(known: Fact, fact: Fact) -> bool:
    return same_value(fact.slot, known.value) == same_value(fact.slot, fact.value)
