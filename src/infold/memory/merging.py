"""Which facts of a user say the same, and the one fact that stands for them.

Similarity proposes, code decides. Facts are merged only where every pair is alike, holds the same
literals with the same status, speaks of no other slot or value, and belongs to the same owner and
time. A third to a half of true updates score above 0.85 by their vectors, so vectors
alone merge nothing. What is merged stays: the merge can be opened and taken apart.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final

from infold.core.facts import Fact, Standing
from infold.core.folds import Span
from infold.memory.contradiction import Entry, intervals
from infold.memory.retention import Retention
from infold.memory.same_value import same_value
from infold.memory.standing import confidence_of, state_at
from infold.memory.wording import Wording, is_guarded, likeness, read_wording, says_all_of
from infold.text.containing import has_literal
from infold.text.kinds import STATEMENTS, Kind, Literal
from infold.text.literals import literals

__all__ = [
    "LEAST",
    "MOST",
    "Member",
    "Merge",
    "Parted",
    "base_of",
    "composed",
    "groups",
    "keeps_history",
    "kin",
    "may_merge",
    "merged_fact",
    "parted",
    "similarity",
]

LEAST: Final = 0.85
"""Similarity from which two facts are compared."""
MOST: Final = 32
"""Members of one merge."""

_OWN_KINDS: Final = frozenset({"decision", "event", "temporary"})
_SAID_OF_ALL: Final = frozenset(
    {Kind.NEGATION, Kind.REJECTION, Kind.RETRACTION, Kind.DECISION, Kind.OBLIGATION}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A fact that may be merged.

    Attributes:
        fact: With its id.
        standing: As it stands.
        number: Of its entry among the user's facts.
        agent: The agent that it belongs to.
        session: The session that it belongs to.
    """

    fact: Fact
    standing: Standing
    number: int
    agent: str | None = None
    session: str | None = None

    @property
    def wording(self) -> Wording:
        """The words that bear its meaning."""
        return read_wording(self.fact.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Facts that would become one.

    Attributes:
        members: Their ids, in order of entry.
        seen: How many events each had: one that has changed since is not merged.
        text: Of the one that stands for them.
        similarity: The least of all pairs.
        reason: Why they are one, in words.
        by: `rule`, or the model that wrote the text.
        is_fold: They say different things that stand side by side; else they say the same.
    """

    members: tuple[str, ...]
    seen: tuple[int, ...]
    text: str
    similarity: float
    reason: str
    by: str = "rule"
    is_fold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """Two facts that look alike and stay two.

    Attributes:
        one: Id of the earlier.
        other: Id of the later.
        similarity: Of the two, 0 to 1.
        reason: What tells them apart, in words.
    """

    one: str
    other: str
    similarity: float
    reason: str


def may_merge(member: Member, at: datetime) -> bool:
    """Whether a fact may be merged at all: it holds now, and is no retraction."""
    return not member.fact.retracts and state_at(member.standing, at) == "live"


def kin(member: Member) -> Hashable:
    """What must be equal in two facts that are merged, told without comparing their words.

    Whose they are, kind (a decision, an event and a passing state only with their
    own), until when they hold, whether they expire, and the digits in them.
    """
    fact = member.fact
    kind = fact.kind if fact.kind in _OWN_KINDS else ""
    expires = member.standing.expires_at is not None
    digits = member.wording.digits
    return (member.agent, member.session, kind, fact.valid_to, expires, digits)


def similarity(one: Member, other: Member, cosine: float | None) -> float:
    """How alike two facts are: by their vectors or by their words, whichever is more."""
    words = likeness(one.wording, other.wording)
    return words if cosine is None else max(words, min(1.0, round(cosine, 9)))


def parted(one: Member, other: Member, alike: float, *, reworded: bool = False) -> str:
    """What tells two facts apart, in words; empty where they may become one.

    Args:
        one: A fact.
        other: Another of the same user.
        alike: Their similarity.
        reworded: Leave open whether different words say the same: a model is asked.
    """
    if alike < LEAST:
        return f"They are alike to {alike:.2f} only; {LEAST:g} is needed."
    if reason := _kin_parted(one, other) or _literals_parted(one.fact.text, other.fact.text):
        return reason
    mine, theirs = one.wording, other.wording
    if mine.units == theirs.units:
        return ""
    if says_all_of(mine, theirs) or says_all_of(theirs, mine):
        longer, shorter = (one, other) if len(mine.units) > len(theirs.units) else (other, one)
        if longer.standing.trust < shorter.standing.trust:
            return (
                f"The one that says more is trusted less ({longer.standing.trust:g}) than the "
                f"other ({shorter.standing.trust:g})."
            )
        return ""
    apart = _differing(mine, theirs)
    if is_guarded(apart):
        return f"A word that changes the meaning differs: {_quoted(apart)}."
    if one.standing.trust != other.standing.trust:
        return "Their words differ, and one is trusted less than the other."
    if reworded or (one.fact.slot is not None and one.fact.slot == other.fact.slot):
        # Of one slot the values are the same: what else they say stands side by side.
        return "" if apart else "The same words stand in another order."
    return f"Their words differ: {_quoted(apart)}." if apart else "Their words differ in order."


def _kin_parted(one: Member, other: Member) -> str:
    first, second = one.fact, other.fact
    if (one.agent, one.session) != (other.agent, other.session):
        return "They belong to different agents or sessions."
    if first.slot is not None and second.slot is not None and first.slot != second.slot:
        # What is read of the same words differs by "the user" and the like at most.
        subjects = {first.slot.subject, second.slot.subject} - {""}
        if one.wording.units != other.wording.units or len(subjects) > 1:
            return f"They speak of different things: {_slot(first)} and {_slot(second)}."
    elif first.slot == second.slot and _value(first) != _value(second):
        return f"Their values differ: {first.value!r:.40} and {second.value!r:.40}."
    if one.wording.digits != other.wording.digits:
        return (
            f"Their numbers differ: {_quoted(one.wording.digits)} and "
            f"{_quoted(other.wording.digits)}."
        )
    if first.kind != second.kind and not _OWN_KINDS.isdisjoint((first.kind, second.kind)):
        return f"They are of different kinds: {first.kind} and {second.kind}."
    if first.valid_to != second.valid_to:
        return "They hold until different times."
    if (one.standing.expires_at is None) != (other.standing.expires_at is None):
        return "One expires and the other does not."
    return ""


def _value(fact: Fact) -> str:
    return same_value(fact.slot, fact.value)


def _literals_parted(one: str, other: str) -> str:
    hard, said = _read(one)
    their_hard, their_said = _read(other)
    if said != their_said:
        only = sorted(said ^ their_said)
        return f"One holds a {only[0].value} and the other does not."
    for text, mine, theirs in ((other, hard, their_hard), (one, their_hard, hard)):
        known = {(each.kind, each.value): each.status for each in theirs}
        for each in mine:
            status = known.get((each.kind, each.value))
            if status is None and not _holds(text, each):
                return f"Only one of them holds {each.text!r:.40}."
            if status is not None and status is not each.status:
                return f"{each.text!r:.40} is {each.status} in one and {status} in the other."
    return ""


def _holds(text: str, literal: Literal) -> bool:
    """Whether a text says a literal that is not read in it."""
    if has_literal(text, literal):
        return True
    # A verb or "Really" at the head of a note reads like a name.
    named = frozenset(read_wording(literal.text).units)
    return literal.kind is Kind.NAME and named.issubset(read_wording(text).units)


@lru_cache(maxsize=4_096)
def _read(text: str) -> tuple[tuple[Literal, ...], frozenset[Kind]]:
    found = literals(text)
    hard = tuple(one for one in found if one.kind not in STATEMENTS)
    return hard, frozenset(one.kind for one in found) & _SAID_OF_ALL


def _differing(one: Wording, other: Wording) -> tuple[str, ...]:
    rest = list(other.units)
    mine = []
    for unit in one.units:
        if unit in rest:
            rest.remove(unit)
        else:
            mine.append(unit)
    return (*mine, *rest)


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(repr(word) for word in words[:6]) or "none"


def _slot(fact: Fact) -> str:
    return "none" if fact.slot is None else f"{fact.slot.subject} {fact.slot.attribute}"


def groups(pairs: Mapping[tuple[int, int], float]) -> list[tuple[tuple[int, ...], float]]:
    """Groups in which every pair is alike, the most alike first.

    Args:
        pairs: Two numbers, the smaller first → their similarity; only pairs that may be merged.

    Returns:
        Members in order and the least similarity of a pair; at most `MOST` members. A number
        stands in one group at most.
    """
    group: dict[int, list[int]] = {}
    for (one, other), _ in sorted(pairs.items(), key=lambda item: (-item[1], item[0])):
        mine = group.setdefault(one, [one])
        theirs = group.setdefault(other, [other])
        if mine is theirs or len(mine) + len(theirs) > MOST:
            continue
        if all((min(a, b), max(a, b)) in pairs for a in mine for b in theirs):
            mine += theirs
            for each in theirs:
                group[each] = mine
    found = {id(members): sorted(members) for members in group.values() if len(members) > 1}
    return [
        (
            tuple(members),
            min(pairs[a, b] for at, a in enumerate(members) for b in members[at + 1 :]),
        )
        for members in sorted(found.values())
    ]


def base_of(members: Sequence[Member]) -> Member | None:
    """The member that says all that the others do; None where none does.

    Of several the most trusted, then the one recorded last.
    """
    whole = [
        one
        for one in members
        if all(other is one or _says(one.wording, other.wording) for other in members)
    ]
    return max(whole, key=lambda one: (one.standing.trust, one.number), default=None)


def _says(one: Wording, other: Wording) -> bool:
    return one.units == other.units or says_all_of(one, other)


def composed(members: Sequence[Member]) -> str:
    """One text for all: that of the fullest statement, and what others add, word for word."""
    base = base_of(members)
    if base is not None:
        return base.fact.text
    told: list[Member] = []
    for one in sorted(members, key=lambda each: (-len(each.wording.units), each.number)):
        if not any(_says(other.wording, one.wording) for other in told):
            told.append(one)
    return "; ".join([*(one.fact.text.rstrip(".;。") for one in told[:-1]), told[-1].fact.text])


def merged_fact(
    members: Sequence[Member],
    text: str,
    *,
    sources: Sequence[Span],
    now: datetime,
    retention: Retention,
    is_fold: bool = False,
) -> tuple[Fact, str]:
    """The fact that stands for its members, without an id, and what it takes over from them.

    It holds from when the first of them did. Its confidence goes on falling along the line of the
    surest of them: a merge makes nothing surer, and newer no fact.

    Args:
        members: In order of entry.
        text: What it says.
        sources: All that its members stand on.
        now: When they are merged.
        retention: How confidence falls.
        is_fold: They say different things: together they hold since the last of them did.

    Returns:
        The fact, and the data of its `merged` event (`infold.memory.standing.after`).
    """
    base = base_of(members) or max(members, key=lambda one: (one.standing.trust, one.number))
    placed = next((one.fact for one in (base, *members) if one.fact.slot is not None), base.fact)
    confirmed = max(one.standing.confirmed_at for one in members)
    sure = max(confidence_of(one.fact, one.standing, confirmed, retention) for one in members)
    used = [one.standing.last_used for one in members if one.standing.last_used is not None]
    expiries = [one.standing.expires_at for one in members if one.standing.expires_at is not None]
    fact = Fact(
        text=text,
        kind=base.fact.kind,
        slot=None if is_fold else placed.slot,
        value="" if is_fold else placed.value,
        confidence=sure,
        importance=max(one.standing.importance for one in members),
        valid_from=_begins(members, last=is_fold),
        valid_to=base.fact.valid_to,
        recorded_at=now,
        expires_at=max(expiries, default=None),
        sources=tuple(dict.fromkeys(sources)),
        origin=base.standing.origin,
        trust=max(one.standing.trust for one in members),
    )
    taken = {
        "confidence": sure,
        "confirmed_at": confirmed.isoformat(),
        "last_used": max(used).isoformat() if used else "",
        "uses": sum(one.standing.uses for one in members),
        "repeats": sum(one.standing.repeats for one in members) + len(members) - 1,
    }
    return fact, json.dumps(taken, separators=(",", ":"))


def _begins(members: Sequence[Member], *, last: bool) -> datetime | None:
    begins = []
    for one in members:
        fact = one.fact
        if fact.valid_from is None and fact.valid_to is not None:
            return None  # "until May" alone says that it held before
        at = fact.valid_from or fact.recorded_at
        assert at is not None, "a recorded fact"
        begins.append(at)
    return max(begins) if last else min(begins)


def keeps_history(entries: Sequence[Entry], members: Sequence[str], merged: Entry) -> bool:
    """Whether a slot has the same values at the same times after a merge as before.

    Args:
        entries: All facts of the slot.
        members: Ids of those that are merged.
        merged: The one that stands for them.
    """
    gone = frozenset(members)
    slot = merged.fact.slot
    before = intervals(entries)
    now = intervals([*(one for one in entries if one.fact.id not in gone), merged])
    return [(same_value(slot, one.value), one.begins, one.ends) for one in before] == [
        (same_value(slot, one.value), one.begins, one.ends) for one in now
    ]
