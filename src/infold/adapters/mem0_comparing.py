"""What a mem0 store says beside what Infold knows of the same user: stale, missing and junk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from infold.adapters.mem0_reading import Mem0Memory
from infold.core.facts import Slot
from infold.memory.merging import LEAST
from infold.memory.same_value import same_value
from infold.memory.standing import KnownFact
from infold.memory.stated import read_stated
from infold.memory.wording import Wording, likeness, read_wording, says_all_of

__all__ = ["Difference", "DifferenceKind", "compare_memories"]

DifferenceKind = Literal["stale", "missing", "junk"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Something that the two do not say alike.

    Attributes:
        kind: `stale`: mem0 says what has ended; `missing`: mem0 does not say what holds; `junk`:
            mem0 says what nobody stated.
        user: Whose.
        record: Id of the memory, or of the fact that is missing.
        text: What it says.
        what: In words.
    """

    kind: DifferenceKind
    user: str
    record: str
    text: str
    what: str


@dataclass(slots=True)
class _Known:
    """Facts by what they say."""

    rows: Sequence[KnownFact]
    by_value: dict[tuple[Slot, str], list[KnownFact]]
    by_units: dict[tuple[str, ...], list[KnownFact]]

    def like(self, text: str) -> list[KnownFact]:
        """The facts that say what a text does."""
        reading = read_stated(text)
        if reading is not None:
            value = same_value(reading.slot, reading.value)
            if found := self.by_value.get((reading.slot, value)):
                return found
        wording = read_wording(text)
        if found := self.by_units.get(wording.units):
            return found
        return [one for one in self.rows if _alike(wording, read_wording(one.text))]


def _alike(one: Wording, other: Wording) -> bool:
    if one.digits != other.digits:
        return False
    return says_all_of(one, other) or says_all_of(other, one) or likeness(one, other) >= LEAST


def _known(rows: Iterable[KnownFact]) -> _Known:
    found = _Known(rows=list(rows), by_value=defaultdict(list), by_units=defaultdict(list))
    for one in found.rows:
        if one.slot is not None and not one.fact.retracts:
            found.by_value[one.slot, same_value(one.slot, one.value)].append(one)
        found.by_units[read_wording(one.text).units].append(one)
    return found


def compare_memories(
    user: str, facts: Sequence[KnownFact], memories: Sequence[Mem0Memory]
) -> list[Difference]:
    """Compare what is known of one user in both.

    Args:
        user: Whose.
        facts: All that Infold knows, in every state, as of now.
        memories: All that mem0 shows.

    Returns:
        Stale memories, then missing facts, then junk, each in its own order. Facts that were kept
        aside or deleted are neither missing nor a reason to call a memory stale.
    """
    told = [one for one in facts if one.state in ("live", "superseded", "expired")]
    known = _known(told)
    stale, junk = [], []
    heard: set[str] = set()
    for one in memories:
        like = known.like(one.text)
        heard |= {each.id for each in like}
        if not like:
            junk.append(_difference("junk", user, one, "Nothing that was said states this."))
        elif all(each.state != "live" for each in like):
            last = like[-1]
            by = next((each for each in facts if each.id == last.standing.superseded_by), None)
            instead = f": {by.text!r:.80} holds now" if by is not None else ""
            stale.append(_difference("stale", user, one, f"It has ended{instead}."))
    missing = [
        Difference(
            kind="missing",
            user=user,
            record=one.id,
            text=one.text,
            what="It was stated and holds, and no memory says it.",
        )
        for one in told
        if one.state == "live" and one.id not in heard and not one.fact.retracts
    ]
    return [*stale, *missing, *junk]


def _difference(kind: DifferenceKind, user: str, one: Mem0Memory, what: str) -> Difference:
    return Difference(kind=kind, user=user, record=one.id, text=one.text, what=what)
