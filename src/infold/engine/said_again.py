"""What is said again, and what is told late: how a new fact stands to those of its slot."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from infold.core.facts import Fact
from infold.core.scope import Scope
from infold.engine.saying import Saying
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
    for one in tx.facts_of_slot(scope, fact.slot):
        if one.fact.retracts or (one.agent, one.session) != own:
            continue
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
    everywhere = replace(scope, agent=scope.agent, session=scope.session)
    own = (scope.agent, scope.session)
    return [
        one
        for one in tx.facts_of_slot(everywhere, fact.slot)
        if (one.agent, one.session) == own
        and one.fact.kind == fact.kind
        and not one.fact.retracts
        and _is_value_of(one.fact, fact)
    ]


def is_equal(known: Fact, fact: Fact) -> bool:
    """Whether two facts in the same words are one: a sentence may state several, or end one."""
    apart = known.slot is not None and fact.slot is not None and known.slot != fact.slot
    return known.retracts == fact.retracts and not apart


def _is_value_of(known: Fact, fact: Fact) -> bool:
    return same_value(fact.slot, known.value) == same_value(fact.slot, fact.value)
