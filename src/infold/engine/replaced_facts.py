"""Values that others take the place of: which known facts that is of, and what is recorded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from infold.core.facts import Fact
from infold.core.messages import Message, Text
from infold.core.scope import Scope
from infold.engine.ended_facts import known_facts, said_of_known
from infold.engine.saying import Saying
from infold.memory.ended import ended_by
from infold.memory.endings import read_endings
from infold.memory.replacing import Replaced, read_replacement
from infold.memory.same_value import TASTE, normal
from infold.store.fact_protocol import FactReader

__all__ = ["of_known", "replacements"]


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
        old = _meant([row.fact for row in rows], one.old)
        if old is None or old.slot is None:
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
