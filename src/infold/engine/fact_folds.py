"""Folding old facts of a user who has many: their statements side by side in one fact."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from infold.core.scope import Scope
from infold.core.wording import counted
from infold.engine.merge_plans import MergePlan, member
from infold.memory.merging import Member, Merge, may_merge
from infold.memory.same_value import TASTE
from infold.store.limits import FACT_CHARACTERS

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["BLOCK", "fold_old", "plan_fold_old"]

BLOCK: Final = 50
"""Facts of a fold."""
_NOTES: Final = ("whether ", "number of ", TASTE)
"""How attributes begin that are read of the words of any statement; others name a thing."""
_LONG: Final = 400
"""Characters of a fact above which it is no single statement: a fold among others."""


def fold_old(memory: Infold, *, beat: Callable[[], None]) -> int:
    """Fold the oldest facts of all users who have more than their limit: before a cap lets them go.

    Args:
        memory: The open store.
        beat: Called after each user, to keep a job's lease.

    Returns:
        How many folds were made. Users with fewer live facts than their limit cost a comparison.
    """
    with memory.store.read() as reader:
        users = reader.fact_users(memory.space)
    made = 0
    for scope, totals in users:
        most = memory.retention.fold_limit_of(scope.user)
        if most is None or totals.live <= most:
            continue
        plan = plan_fold_old(memory, scope, most=most, block=BLOCK)
        made += len(memory.merge(plan, by="sweep").merged)
        beat()
    return made


def plan_fold_old(memory: Infold, scope: Scope, *, most: int | None, block: int) -> MergePlan:
    """See `infold.engine.merge_calls.MergeCalls.plan_fold_old`; a limit of None folds nothing."""
    now = memory.clock.now()
    with memory.store.read() as reader:
        rows = reader.facts(scope)
    live = [one for row in rows if may_merge(one := member(row), now)]
    held = Counter(_place(member(row)) for row in rows if row.standing.state == "live")
    alone = [one for one in live if one.fact.slot is None or held[_place(one)] == 1]
    merges: list[Merge] = []
    left = len(live)
    if most is not None:
        for inside in _blocks(_old(alone).values(), block):
            if left <= most:
                break
            merges.append(_folded(inside, len(live), most))
            left -= len(inside) - 1
    return MergePlan(
        scope=scope, merges=tuple(merges), parted=(), facts=len(live), pairs=0, next=None
    )


def _old(live: Sequence[Member]) -> dict[Hashable, list[Member]]:
    """What may be folded, by owner and trust, the oldest first."""
    found: dict[Hashable, list[Member]] = defaultdict(list)
    for one in sorted(live, key=_last):
        fact, standing = one.fact, one.standing
        is_note = fact.slot is None or _is_note(fact.slot.attribute, fact.value)
        is_open = fact.valid_to is None and standing.expires_at is None
        if is_note and is_open and not standing.pinned and len(fact.text) <= _LONG:
            found[one.agent, one.session, standing.trust].append(one)
    return found


def _is_note(attribute: str, value: str) -> bool:
    """Whether an attribute is read of a statement's own words, as `owns red kayak` is."""
    return attribute.startswith(_NOTES) or (bool(value) and value.casefold() in attribute)


def _place(one: Member) -> Hashable:
    return one.agent, one.session, one.fact.slot


def _last(one: Member) -> tuple[datetime, int]:
    standing = one.standing
    return max(standing.confirmed_at, standing.last_used or standing.confirmed_at), one.number


def _blocks(owned: Iterable[Sequence[Member]], block: int) -> list[list[Member]]:
    """Blocks of two facts or more, each as long as one fact may be; of all owners, oldest first."""
    found = [each for own in owned for each in _blocks_of(own, block) if len(each) > 1]
    return sorted(found, key=lambda each: _last(each[0]))


def _blocks_of(own: Sequence[Member], block: int) -> Iterator[list[Member]]:
    inside: list[Member] = []
    length = 0
    for one in own:
        length += len(one.fact.text) + 2
        if inside and (length > FACT_CHARACTERS or len(inside) == block):
            yield inside
            inside, length = [], len(one.fact.text) + 2
        inside.append(one)
    yield inside


def _folded(own: Sequence[Member], count: int, most: int) -> Merge:
    """The fold of a block."""
    inside = sorted(own, key=lambda one: one.number)
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
