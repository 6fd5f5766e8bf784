"""What is wrong in a mem0 store: read only, by the rules that Infold keeps its own facts by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

from infold.adapters.mem0_reading import Change, Mem0Memory, Mem0Store
from infold.core.facts import Fact, Slot
from infold.core.wording import counted
from infold.engine.merge_plans import find_merges
from infold.memory.merging import Member
from infold.memory.same_value import same_value
from infold.memory.standing import begun
from infold.memory.stated import read_stated

__all__ = ["Mem0Finding", "Mem0Topic", "check_mem0"]

Mem0Topic = Literal["duplicate", "contradiction", "expired", "orphan", "left behind"]
_BEGINNING: Final = datetime.min.replace(tzinfo=UTC)
_WIDTH: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Mem0Finding:
    """Something that is wrong, or would be left behind.

    Attributes:
        topic: `duplicate`: they say the same; `contradiction`: a slot has several values at once;
            `expired`: still kept after its day; `orphan`: of nobody, or about what is gone;
            `left behind`: words that deleting a memory, or a user's, leaves in mem0's files.
        user: Whose; empty where that is not known.
        memories: Ids of the memories.
        what: In words.
    """

    topic: Mem0Topic
    user: str
    memories: tuple[str, ...]
    what: str


def check_mem0(store: Mem0Store, *, now: datetime) -> list[Mem0Finding]:
    """Look for what is wrong in a mem0 store.

    Args:
        store: The open store; nothing in it is changed.
        now: Says what has expired.

    Returns:
        Findings by topic, then by user. Linear but for the comparison of what looks alike.

    Raises:
        StoreError: It cannot be read.
    """
    memories = store.memories()
    live = [one for one in memories if one.expires is None or one.expires > now]
    found: list[Mem0Finding] = []
    for (user, _, _), own in _by_owner(live):
        found += _duplicates(user, own)
        found += _contradictions(user, own)
    found += [
        Mem0Finding(
            topic="expired",
            user=one.user,
            memories=(one.id,),
            what=f"Hidden since {one.expires:%Y-%m-%d}, and still kept: {_short(one.text)}",
        )
        for one in memories
        if one.expires is not None and one.expires <= now
    ]
    found += _orphans(store, memories)
    found += _left_behind(store, memories)
    order = ("duplicate", "contradiction", "expired", "orphan", "left behind")
    return sorted(found, key=lambda one: (order.index(one.topic), one.user))


Owner = tuple[str, str | None, str | None]


def _by_owner(memories: Iterable[Mem0Memory]) -> Iterator[tuple[Owner, list[Mem0Memory]]]:
    groups: dict[Owner, list[Mem0Memory]] = defaultdict(list)
    for one in memories:
        groups[one.user, one.agent, one.run].append(one)
    yield from groups.items()


def _duplicates(user: str, own: Sequence[Mem0Memory]) -> Iterator[Mem0Finding]:
    texts = {one.id: one.text for one in own}
    for merge in find_merges([_member(one, at) for at, one in enumerate(own, 1)], None).merges:
        said = " = ".join(_short(texts[each]) for each in merge.members[:3])
        yield Mem0Finding(
            topic="duplicate",
            user=user,
            memories=merge.members,
            what=f"{len(merge.members)} memories say the same: {said}",
        )


def _member(one: Mem0Memory, number: int) -> Member:
    reading = read_stated(one.text)
    fact = Fact(
        id=one.id,
        text=one.text,
        slot=reading.slot if reading else None,
        value=reading.value if reading else "",
        retracts=bool(reading and reading.retracts),
        recorded_at=one.said_at or _BEGINNING,
    )
    return Member(fact=fact, standing=begun(fact), number=number)


def _contradictions(user: str, own: Sequence[Mem0Memory]) -> Iterator[Mem0Finding]:
    slots: dict[Slot, list[tuple[Mem0Memory, str]]] = defaultdict(list)
    for one in own:
        reading = read_stated(one.text)
        # What says from when until when stands beside another value, not against it.
        if reading is not None and not reading.retracts and not reading.until:
            slots[reading.slot].append((one, same_value(reading.slot, reading.value)))
    for slot, said in sorted(slots.items()):
        if len({value for _, value in said}) < 2:
            continue
        said.sort(key=lambda each: (each[0].said_at or _BEGINNING, each[0].id))
        last = said[-1][0]
        others = ", ".join(_short(one.text) for one, _ in said[:-1])
        yield Mem0Finding(
            topic="contradiction",
            user=user,
            memories=tuple(one.id for one, _ in said),
            what=f"{slot.subject} {slot.attribute} has several values at once: "
            f"{_short(last.text)} was said last, beside {others}",
        )


def _orphans(store: Mem0Store, memories: Sequence[Mem0Memory]) -> Iterator[Mem0Finding]:
    for one in memories:
        if not one.user and one.agent is None and one.run is None:
            yield Mem0Finding(
                topic="orphan",
                user="",
                memories=(one.id,),
                what=f"It belongs to nobody, and no search finds it: {_short(one.text)}",
            )
        elif not one.text.strip():
            yield Mem0Finding(
                topic="orphan", user=one.user, memories=(one.id,), what="It says nothing."
            )
    there = {one.id for one in memories}
    for name, linked in store.entities():
        gone = tuple(one for one in linked if one not in there)
        if gone:
            yield Mem0Finding(
                topic="orphan",
                user="",
                memories=gone,
                what=f"{_short(name)} is linked to memories that are gone.",
            )


def _left_behind(store: Mem0Store, memories: Sequence[Mem0Memory]) -> Iterator[Mem0Finding]:
    owners = {one.id: one.user for one in memories}
    kept: dict[str, list[Change]] = defaultdict(list)
    for change in store.changes():
        kept[change.memory].append(change)
    for identity, changes in kept.items():
        words = {text for one in changes for text in (one.old, one.new) if text}
        if identity not in owners:
            yield Mem0Finding(
                topic="left behind",
                user="",
                memories=(identity,),
                what=f"It was deleted, and its history still says {_list(words)}",
            )
    users: dict[str, int] = defaultdict(int)
    for identity, changes in kept.items():
        if identity in owners:
            users[owners[identity]] += sum(bool(one.old or one.new) for one in changes)
    for user, lines in sorted(users.items()):
        yield Mem0Finding(
            topic="left behind",
            user=user,
            memories=tuple(one for one in kept if owners.get(one) == user),
            what=f"Deleting this user's memories would leave {lines} lines of history with their "
            "words.",
        )
    if count := store.raw_messages():
        yield Mem0Finding(
            topic="left behind",
            user="",
            memories=(),
            what=f"Beside the memories {counted(count, 'message is', 'messages are')} kept word "
            "for word, and will stay when those are deleted.",
        )


def _list(words: Iterable[str]) -> str:
    return ", ".join(_short(one) for one in sorted(words)[:3])


def _short(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…")
