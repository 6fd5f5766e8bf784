"""What would be merged among a user's facts: a plan, made within a budget and resumable.

Statements of the same wording, and such as say all of another, are found by tables of their words:
linear in the facts, whatever an embedder makes of them. Pairs near by their vectors come from
matrix products in blocks; they say what looks alike and stays apart, and why.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from infold.core.scope import Scope
from infold.engine.merge_models import CALLS, asked
from infold.memory.merging import (
    LEAST,
    MOST,
    Member,
    Merge,
    Parted,
    base_of,
    composed,
    groups,
    kin,
    may_merge,
    parted,
    similarity,
)
from infold.memory.nearness import near_pairs
from infold.models.chat import ChatModel
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["PAIRS", "Found", "MergePlan", "find_merges", "member", "plan_merge"]

PAIRS: Final = 200_000
"""Pairs of facts that one plan compares."""
SHOWN: Final = 50
"""Pairs that look alike and stay apart, in one plan."""
_NEAR_FACTS: Final = 5_000
"""Facts up to which all pairs of vectors are looked at unless somebody asks for it."""
_TAKEN: Final = 3
_ADDED: Final = 8
"""Words that a statement may have beyond those of one that it says all of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Which facts would become one.

    Attributes:
        merges: What would be merged, in order of entry.
        parted: What looks most alike and stays apart, the most alike first; at most `SHOWN`.
        facts: Facts that were looked at.
        pairs: Pairs of them that were compared.
        asked: Questions that a model was asked.
        next: Number of the fact behind which the next plan goes on; None where all were looked at.
    """

    merges: tuple[Merge, ...]
    parted: tuple[Parted, ...]
    facts: int
    pairs: int
    asked: int = 0
    next: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePlan(Found):
    """Which facts of a user would become one.

    Attributes:
        scope: Whose.
    """

    scope: Scope


@dataclass(slots=True)
class _Found:
    """Pairs that were judged; keys are places in the list of facts."""

    taken: Mapping[str, frozenset[str]]
    may: dict[tuple[int, int], float] = field(default_factory=dict)
    reworded: dict[tuple[int, int], float] = field(default_factory=dict)
    apart: list[tuple[float, int, int, str]] = field(default_factory=list)
    pairs: int = 0
    asked: int = 0
    next: int | None = None

    def judge(self, members: Sequence[Member], one: int, later: int, alike: float) -> None:
        """Note whether a pair may become one, or what tells it apart."""
        self.pairs += 1
        none: frozenset[str] = frozenset()
        reason = parted(members[one], members[later], alike)
        mine, theirs = (self.taken.get(members[at].fact.id, none) for at in (one, later))
        if not reason and not mine.isdisjoint(theirs):
            reason = "Somebody took them apart."
        if not reason:
            self.may[one, later] = alike
        elif alike >= LEAST:
            if not parted(members[one], members[later], alike, reworded=True):
                self.reworded[one, later] = alike
            self.part(alike, one, later, reason)

    def part(self, alike: float, earlier: int, later: int, reason: str) -> None:
        """Keep a pair that stays apart, where it is among the most alike."""
        self.apart.append((-alike, earlier, later, reason))
        if len(self.apart) > 2 * SHOWN:
            self.apart = sorted(self.apart)[:SHOWN]


@dataclass(slots=True)
class _Budget:
    """Ends a plan after some pairs, or some time."""

    pairs: int
    seconds: float | None
    started: float = field(default_factory=time.monotonic)

    def is_spent(self, pairs: int) -> bool:
        """Whether to stop at the next fact."""
        if pairs >= self.pairs:
            return True
        return self.seconds is not None and time.monotonic() - self.started >= self.seconds


def member(row: FactRow) -> Member:
    """A stored fact as one that may be merged."""
    return Member(
        fact=row.fact,
        standing=row.standing,
        number=row.number,
        agent=row.agent,
        session=row.session,
    )


def plan_merge(
    memory: Infold,
    scope: Scope,
    *,
    after: int = 0,
    pairs: int = PAIRS,
    seconds: float | None = None,
    near: bool | None = None,
    calls: int = CALLS,
) -> MergePlan:
    """See `infold.engine.merge_calls.MergeCalls.plan_merge`."""
    now = memory.clock.now()
    embedder = memory.embedder.id if memory.embedder else ""
    with memory.store.read() as reader:
        rows = reader.facts(scope)
        members = [one for row in rows if may_merge(one := member(row), now)]
        numbers, stored = reader.fact_vectors(scope, embedder)
        taken = _taken_apart(reader, scope, members)
    found = find_merges(
        members,
        _vectors(members, numbers, stored),
        after=after,
        pairs=pairs,
        seconds=seconds,
        near=near,
        taken=taken,
        model=memory.models.chat("fold") if calls > 0 else None,
        calls=calls,
    )
    return MergePlan(
        scope=scope,
        merges=found.merges,
        parted=found.parted,
        facts=found.facts,
        pairs=found.pairs,
        asked=found.asked,
        next=found.next,
    )


def find_merges(
    members: Sequence[Member],
    vectors: NDArray[np.float32] | None,
    *,
    after: int = 0,
    pairs: int = PAIRS,
    seconds: float | None = None,
    near: bool | None = None,
    taken: Mapping[str, frozenset[str]] | None = None,
    model: ChatModel | None = None,
    calls: int = CALLS,
) -> Found:
    """Find which facts would become one, and which look alike and stay apart.

    Args:
        members: Facts that may be merged, by number.
        vectors: (members, dim) theirs, zeros for one that has none; None where none has.
        after: As for `MergeCalls.plan_merge`.
        pairs: Likewise.
        seconds: Likewise.
        near: Likewise.
        taken: Ids of facts → ids of the merges that somebody took them out of.
        model: Asked which differently worded facts say the same; None where nobody is.
        calls: Questions to it at most.
    """
    budget = _Budget(pairs=pairs, seconds=seconds)
    found = _Found(taken=taken or {})
    for later, earlier in _by_words(members, after):
        _judge(found, members, vectors, later, earlier)
        if budget.is_spent(found.pairs):
            found.next = members[later].number
            break
    if near or (near is None and (len(members) <= _NEAR_FACTS or model is not None)):
        _look_alikes(found, members, vectors, after, budget)
    told: dict[tuple[int, ...], Merge] = {}
    if model is not None:
        told = _told(found, members, model, calls)
    inside = {at for places in told for at in places}
    kept = {pair: alike for pair, alike in found.may.items() if inside.isdisjoint(pair)}
    own = {places: _merge([members[at] for at in places], least) for places, least in groups(kept)}
    last = members[-1].number if members else 0
    return Found(
        merges=tuple(merge for _, merge in sorted({**own, **told}.items())),
        parted=tuple(
            Parted(
                one=members[one].fact.id,
                other=members[other].fact.id,
                similarity=-alike,
                reason=reason,
            )
            for alike, one, other, reason in sorted(found.apart)[:SHOWN]
        ),
        facts=len(members),
        pairs=found.pairs,
        asked=found.asked,
        next=None if found.next is None or found.next >= last else found.next,
    )


def _told(
    found: _Found, members: Sequence[Member], model: ChatModel, calls: int
) -> dict[tuple[int, ...], Merge]:
    """What a model makes of differently worded facts: places of a group → its merge."""
    told: dict[tuple[int, ...], Merge] = {}
    for places, answer in asked(model, members, found.may, found.reworded, calls=calls):
        found.asked += 1
        pairs = {pair for pair in found.reworded if set(pair) <= set(places)}
        if isinstance(answer, str):
            found.apart = [
                (alike, one, other, answer if (one, other) in pairs else reason)
                for alike, one, other, reason in found.apart
            ]
            continue
        told[places] = answer
        found.apart = [each for each in found.apart if (each[1], each[2]) not in pairs]
    return told


def _taken_apart(
    reader: Reader, scope: Scope, members: Sequence[Member]
) -> dict[str, frozenset[str]]:
    """Facts that somebody took out of a merge → ids of those merges."""
    found = {}
    for one in members:
        # Added, merged, unmerged: what has fewer events was in no merge.
        if one.standing.events >= _TAKEN:
            events = reader.fact_events(scope, one.number)
            merges = {each.other for each in events if each.kind == "unmerged" and not each.data}
            if merges:
                found[one.fact.id] = frozenset(merges)
    return found


def _vectors(
    members: Sequence[Member], numbers: NDArray[np.int64], stored: NDArray[np.float32]
) -> NDArray[np.float32] | None:
    """(members, dim) their vectors, zeros where there is none; None where nothing has one."""
    if not len(numbers) or not members:
        return None
    wanted = np.array([one.number for one in members])
    places = np.searchsorted(numbers, wanted)
    there = numbers[np.minimum(places, len(numbers) - 1)] == wanted
    out = np.zeros((len(members), stored.shape[1]), np.float32)
    out[there] = stored[places[there]]
    return out


def _cosine(vectors: NDArray[np.float32] | None, one: int, other: int) -> float | None:
    if vectors is None:
        return None
    return float(vectors[one] @ vectors[other])


def _by_words(members: Sequence[Member], after: int) -> Iterator[tuple[int, list[int]]]:
    """Facts with those before them that say the same, or all, or a part; by the later one."""
    same: dict[tuple[Hashable, tuple[str, ...]], list[int]] = defaultdict(list)
    kins = [kin(one) for one in members]
    for at, one in enumerate(members):
        kept = same[kins[at], one.wording.units]
        if len(kept) < MOST:
            kept.append(at)
    beside: dict[int, set[int]] = defaultdict(set)
    for at, one in enumerate(members):
        units = one.wording.units
        alike = {tuple(units)}
        for cut in range(max(1, len(units) - _ADDED), len(units)):
            alike |= {units[:cut], units[-cut:]}
        for key in alike:
            for other in same.get((kins[at], key), ()):
                if other != at:
                    beside[max(at, other)].add(min(at, other))
    for later in sorted(beside):
        if members[later].number > after:
            yield later, sorted(beside[later])


def _judge(
    found: _Found,
    members: Sequence[Member],
    vectors: NDArray[np.float32] | None,
    later: int,
    earlier: Sequence[int],
) -> None:
    for one in earlier:
        alike = similarity(members[one], members[later], _cosine(vectors, one, later))
        found.judge(members, one, later, alike)


def _look_alikes(
    found: _Found,
    members: Sequence[Member],
    vectors: NDArray[np.float32] | None,
    after: int,
    budget: _Budget,
) -> None:
    """Judge the pairs whose vectors are near; those that words have found are known already."""
    if vectors is None:
        return
    first = next((at for at, one in enumerate(members) if one.number > after), len(members))
    known = {(one, other) for _, one, other, _ in found.apart} | found.may.keys()
    for near in near_pairs(vectors, LEAST, after=first):
        triples = zip(
            near.earlier.tolist(), near.later.tolist(), near.cosines.tolist(), strict=True
        )
        for one, later, cosine in triples:
            if (one, later) in known:
                continue
            if budget.is_spent(found.pairs):
                break
            found.judge(members, one, later, similarity(members[one], members[later], cosine))
        if budget.is_spent(found.pairs):
            if near.to < len(members):
                number = members[max(0, near.to - 1)].number
                found.next = number if found.next is None else min(found.next, number)
            return


def _merge(members: Sequence[Member], least: float) -> Merge:
    base = base_of(members)
    if base is None:
        reason = f"They say the same of {_what(members[0])} in different words."
    elif all(one.wording.units == base.wording.units for one in members):
        reason = "They say the same in the same words."
    else:
        reason = f"{base.fact.text!r:.80} says all that the others do."
    return Merge(
        members=tuple(one.fact.id for one in members),
        seen=tuple(one.standing.events for one in members),
        text=composed(members),
        similarity=least,
        reason=reason,
    )


def _what(one: Member) -> str:
    slot = one.fact.slot
    return "one thing" if slot is None else f"{slot.subject} {slot.attribute}"
