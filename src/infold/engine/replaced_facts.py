"""Values that others take the place of: which known facts that is of, and what is recorded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from infold.core.facts import Fact
from infold.core.folds import Span
from infold.core.messages import Message, Text
from infold.core.scope import Scope
from infold.engine.ended_facts import known_facts, once_known, said_of_known
from infold.engine.saying import Saying
from infold.memory.changing import is_of_now, replaced_by, same_frame
from infold.memory.ended import ended_by
from infold.memory.endings import read_endings
from infold.memory.keyed import NOBODY
from infold.memory.own_slots import is_by_words
from infold.memory.replacing import Replaced, read_replacement
from infold.memory.same_value import TASTE, normal
from infold.memory.selves import USER
from infold.memory.stated import told_slot
from infold.store.fact_protocol import FactReader
from infold.text.scripts import CJK

__all__ = ["as_known", "of_known", "replacements", "taken_over"]

_WIDE: Final = re.compile(f"[{CJK}]")


def replacements(
    reader: FactReader, owner: Scope, message: Message, said: Sequence[Replaced], now: datetime
) -> list[Saying]:
    """What is to be recorded where a message puts one value in the place of another.

    Args:
        reader: A snapshot, or the transaction in which it is recorded.
        owner: Whose facts.
        message: The message.
        said: Its sentences that do so.
        now: The clock.

    Returns:
        The new value of the slot that has the old one; none where no slot has it, or several have.
        Of what may have several values at a time the old one is taken back as well.
    """
    if message.at is None or not said:
        return []
    at = min(message.at, now)
    rows = known_facts(reader, owner, at)
    out: list[Saying] = []
    for one in said:
        holding = [row.fact for row in rows]
        old = _of_change(reader, owner, one, holding) if one.changed else _meant(holding, one.old)
        if old is None or old.slot is None:
            continue
        if one.changed is not None and (not old.value or is_by_words(old.slot)):
            out.append(_ended(message, one.source, one.text, old, since=one.since))
            slot, value = told_slot(one.text, at)
            out.append(said_of_known(message, one.source, one.text, old.kind, slot, value))
            continue
        saying = said_of_known(
            message, one.source, one.text, old.kind, old.slot, one.new, since=one.since
        )
        named = normal(old.value)
        if old.slot.attribute.endswith(f" {named}"):
            # "Uses Postgres" is one of several; another one is a slot of its own.
            attribute = old.slot.attribute.removesuffix(named) + normal(one.new)
            out.append(replace(saying, kind="statement", value=old.value, retracts=True))
            saying = replace(saying, slot=replace(old.slot, attribute=attribute))
        out.append(saying)
    return out


def taken_over(
    reader: FactReader, owner: Scope, message: Message, told: Sequence[Saying], now: datetime
) -> list[Saying]:
    """What is to be recorded where something told in passing takes the place of something known.

    Args:
        reader: The transaction in which it is recorded.
        owner: Whose facts.
        message: The message.
        told: What it tells in passing.
        now: The clock.

    Returns:
        Retractions of the facts that differ from it in one stretch alone, where it says that it is
        so now: "I take the bus to work", "I take the tram to work now". Reads the owner's newest
        2,000 facts where it says such a thing, nothing else.
    """
    said = [one for one in told if is_of_now(one.text)]
    if message.at is None or not said:
        return []
    known = [row.fact for row in known_facts(reader, owner, min(message.at, now))]
    own = set(reader.facts_from(owner, [message.id]))
    return [
        _ended(message, saying.sources[0], saying.text, fact, since=saying.valid_from)
        for saying in said
        for fact in known
        if fact.id not in own and same_frame(fact.text, saying.text)
    ]


def as_known(
    reader: FactReader, owner: Scope, sayings: Sequence[Saying], at: datetime
) -> list[Saying]:
    """What is said of a thing of nobody's, as of the user's own where that alone is known.

    In Korean, Japanese and Chinese whose rent it is goes without saying: 「이제 월세가 52만원」.

    Args:
        reader: The transaction in which it is recorded.
        owner: Whose facts.
        sayings: What a message states.
        at: When.

    Returns:
        The same sayings in order; reads the owner's newest 2,000 facts where one is of nobody's
        thing in such a language.
    """
    loose = {
        one.slot
        for one in sayings
        if one.slot is not None and one.slot.subject == NOBODY and _WIDE.search(one.text)
    }
    if not loose:
        return list(sayings)
    known = {row.fact.slot for row in known_facts(reader, owner, at)}
    own = {
        slot: mine
        for slot in loose
        if slot not in known and (mine := replace(slot, subject=USER)) in known
    }
    return [
        one if one.slot is None else replace(one, slot=own.get(one.slot, one.slot))
        for one in sayings
    ]


def _of_change(
    reader: FactReader, owner: Scope, said: Replaced, holding: Sequence[Fact]
) -> Fact | None:
    """The fact in whose place the new value comes."""
    assert said.changed is not None, "it tells a change"
    left: list[datetime] = []
    if said.changed.goes_back:
        new = normal(said.changed.new)
        left = [
            hold.ends
            for row in once_known(reader, owner, {one.id for one in holding})
            if new in normal(row.fact.text)
            for hold in row.standing.holds
            if hold.ends is not None
        ]
    return replaced_by(said.changed, holding, left)


def _ended(
    message: Message, source: Span, text: str, fact: Fact, *, since: datetime | None
) -> Saying:
    return said_of_known(
        message, source, text, "statement", fact.slot, fact.value, since=since, retracts=True
    )


def of_known(reader: FactReader, owner: Scope, fact: Fact, at: datetime) -> Fact:
    """A fact that states nothing by itself, with what it says of a known one.

    Args:
        reader: The transaction in which it is recorded.
        owner: Whose; agent and session too.
        fact: What a program adds, without a slot.
        at: When it is said.

    Returns:
        The fact as the new value of the slot in which it replaces one, or as the retraction of the
        one fact that it ends; itself where neither is so. Reads the owner's newest 2,000 facts
        where its words say such a thing, nothing else.
    """
    replaced = read_replacement(fact.text)
    message = Message(role="user", parts=(Text(text=fact.text),), at=at)
    endings = read_endings(message, (), now=at)
    ends = len(endings) == 1 and endings[0].manner != "points back"
    if replaced is None and not ends:
        return fact
    known = [row.fact for row in known_facts(reader, owner, at)]
    old = None if replaced is None else _meant(known, replaced.old)
    if replaced is not None and old is not None and old.slot is not None:
        if not old.slot.attribute.endswith(f" {normal(old.value)}"):
            return replace(fact, slot=old.slot, value=replaced.new)
        return fact
    ended = [one for one in ended_by(endings[0], known) if one.slot] if ends else []
    if len(ended) != 1:
        return fact
    return replace(fact, slot=ended[0].slot, value=ended[0].value, retracts=True)


def _meant(known: Iterable[Fact], value: str) -> Fact | None:
    """The newest fact of the one slot that has a value, or is called so; None for several slots."""
    wanted = normal(value)
    facts = [
        one for one in known if one.slot is not None and not one.slot.attribute.startswith(TASTE)
    ]
    word = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
    for found in (
        [one for one in facts if normal(one.value) == wanted],
        [one for one in facts if one.slot is not None and one.slot.attribute == wanted],
        [one for one in facts if word.search(normal(one.value))],
    ):
        if found:
            return found[-1] if len({one.slot for one in found}) == 1 else None
    return None
