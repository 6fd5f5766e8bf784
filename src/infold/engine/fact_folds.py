"""Folding old facts of a user who has many: their statements side by side in one fact."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from infold.core.scope import Scope
from infold.core.wording import counted
from infold.engine.merge_plans import MergePlan, member
from infold.memory.merging import Member, Merge, may_merge
from infold.store.limits import FACT_CHARACTERS

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["BLOCK", "MOST_FACTS", "plan_fold_old"]

MOST_FACTS: Final = 400
"""Live facts of a user above which the oldest are folded: below the cap, which lets them go."""
BLOCK: Final = 50
"""Facts of a fold."""
_NOTES: Final = ("whether ", "number of ")
"""How attributes begin that are read of the words of any statement; others name a thing."""
_LONG: Final = 400
"""Characters of a fact above which it is no single statement: a fold among others."""


def plan_fold_old(memory: Infold, scope: Scope, *, most: int, block: int) -> MergePlan:
    """See `infold.engine.merge_calls.MergeCalls.plan_fold_old`."""
    now = memory.clock.now()
    with memory.store.read() as reader:
        rows = reader.facts(scope)
    live = [one for row in rows if may_merge(one := member(row), now)]
    held = Counter(_place(member(row)) for row in rows if row.standing.state == "live")
    alone = [one for one in live if one.fact.slot is None or held[_place(one)] == 1]
    merges: list[Merge] = []
    if len(live) > most:
        for own in _old(alone).values():
            merge = _folded(own[:block], len(live), most)
            if merge is not None:
                merges.append(merge)
    return MergePlan(
        scope=scope, merges=tuple(merges), parted=(), facts=len(live), pairs=0, next=None
    )


def _old(live: Sequence[Member]) -> dict[Hashable, list[Member]]:
    """What may be folded, by owner and trust, the oldest first."""
    found: dict[Hashable, list[Member]] = defaultdict(list)
    for one in sorted(live, key=_last):
        fact, standing = one.fact, one.standing
        is_note = fact.slot is None or fact.slot.attribute.startswith(_NOTES)
        is_open = fact.valid_to is None and standing.expires_at is None
        if is_note and is_open and not standing.pinned and len(fact.text) <= _LONG:
            found[one.agent, one.session, standing.trust].append(one)
    return found


def _place(one: Member) -> Hashable:
    return one.agent, one.session, one.fact.slot


def _last(one: Member) -> tuple[datetime, int]:
    standing = one.standing
    return max(standing.confirmed_at, standing.last_used or standing.confirmed_at), one.number


def _folded(own: Sequence[Member], count: int, most: int) -> Merge | None:
    """A fold of as many of these as fit into one fact; None of less than two."""
    inside: list[Member] = []
    length = 0
    for one in own:
        length += len(one.fact.text) + 2
        if length > FACT_CHARACTERS:
            break
        inside.append(one)
    if len(inside) < 2:
        return None
    inside.sort(key=lambda one: one.number)
    *head, last = [one.fact.text for one in inside]
    return Merge(
        members=tuple(one.fact.id for one in inside),
        seen=tuple(one.standing.events for one in inside),
        text="; ".join([*(text.rstrip(".;。") for text in head), last]),
        similarity=0.0,
        reason=f"The archive holds {counted(count, 'live fact')}, over its limit of {most:,}: the "
        f"{len(inside)} oldest of those that name no slot stand side by side.",
        is_fold=True,
    )
