"""Retractions of facts that a message ends in words of its own (`infold.memory.endings`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from infold.core.facts import Fact, FactKind, Slot
from infold.core.folds import Span
from infold.core.messages import Message, Text, part_text
from infold.core.scope import Scope
from infold.engine.saying import Saying
from infold.memory.corrections import read_correction
from infold.memory.ended import ended_by
from infold.memory.endings import Ending
from infold.memory.same_value import TASTE
from infold.memory.trust import trust_of
from infold.store.fact_protocol import FactReader, FactRow

__all__ = [
    "corrections",
    "is_correction",
    "known_facts",
    "once_known",
    "retractions",
    "said_of_known",
]

_MOST: Final = 2_000
"""Facts among which is looked for what ended: the newest."""
_CONFIDENCE: Final = 0.8


def retractions(
    reader: FactReader, owner: Scope, ending: Ending, message: Message, before: Sequence[str]
) -> list[Saying]:
    """What is to be recorded where a clause ends known facts.

    Args:
        reader: A snapshot, or the transaction in which it is recorded.
        owner: Whose facts.
        ending: The clause.
        message: In which it stands.
        before: Ids of the messages to which "that's not true any more" points back.

    Returns:
        A retraction for each slot that it ends; none where it ends nothing that is known. Reads
        what holds of the owner's newest 2,000 facts.
    """
    if ending.at is None:
        return []
    # Who goes back to what he used before says that again, and ends something else.
    own = set() if ending.manner == "switches back" else set(reader.facts_from(owner, [message.id]))
    rows = {
        one.fact.id: one for one in known_facts(reader, owner, ending.at) if one.fact.id not in own
    }
    if ending.manner == "points back":
        meant = set(reader.facts_from(owner, list(before))) if before else set()
        ended = [one.fact for one in rows.values() if one.fact.id in meant]
    else:
        once: tuple[Fact, ...] = ()
        if ending.manner == "switches back":
            once = tuple(row.fact for row in once_known(reader, owner, rows))
        ended = ended_by(ending, [one.fact for one in rows.values()], once)
    return [_saying(one, rows[one.id], ending, message) for one in ended if one.slot is not None]


def known_facts(reader: FactReader, owner: Scope, at: datetime) -> list[FactRow]:
    """What holds of an owner's newest 2,000 facts, those that have a slot, in order of entry.

    Args:
        reader: A snapshot, or a transaction.
        owner: Whose; agent and session too.
        at: The moment at which they hold.
    """
    first = max(0, reader.fact_totals(owner).facts - _MOST)
    return reader.facts_holding(owner, at, after=first)


def once_known(reader: FactReader, owner: Scope, holding: Collection[str]) -> list[FactRow]:
    """What held once of an owner's newest 2,000 facts, those that have a slot, in order of entry.

    Args:
        reader: A snapshot, or a transaction.
        owner: Whose; agent and session too.
        holding: Ids of those that hold.
    """
    first = max(0, reader.fact_totals(owner).facts - _MOST)
    return [
        row
        for row in reader.facts(owner, after=first)
        if row.fact.id not in holding
        and row.fact.slot is not None
        and not row.fact.retracts
        and row.standing.state != "quarantined"
        and (row.agent, row.session) == (owner.agent, owner.session)
    ]


def corrections(
    reader: FactReader, owner: Scope, message: Message, before: Sequence[str], now: datetime
) -> list[Saying]:
    """What is to be recorded where a message corrects the value that was said right before it.

    Args:
        reader: A snapshot, or the transaction in which it is recorded.
        owner: Whose facts.
        message: The message; it states nothing of its own.
        before: Id of what the speaker said before.
        now: The clock.

    Returns:
        The fact with its new value; none where what was said before states several facts, or none.
    """
    text = _only_text(message)
    found = read_correction(text)
    if found is None or message.at is None or not before:
        return []
    meant = set(reader.facts_from(owner, list(before)))
    rows = [
        one
        for one in known_facts(reader, owner, min(message.at, now))
        if one.fact.id in meant and one.fact.value
    ]
    if len(rows) != 1:
        return []
    old = rows[0].fact
    value, start = found
    assert old.slot is not None, "known facts have a slot"
    slot = old.slot
    if slot.attribute.startswith(TASTE):
        return []
    source = Span(message=message.id, part=0, start=start, end=start + len(value))
    return [said_of_known(message, source, " ".join(text.split()), old.kind, slot, value)]


def said_of_known(
    message: Message,
    source: Span,
    text: str,
    kind: FactKind,
    slot: Slot | None,
    value: str,
    *,
    since: datetime | None = None,
    retracts: bool = False,
) -> Saying:
    """What a user's message says of the slot of a known fact, as the rules read it.

    Args:
        message: The message.
        source: Where it says so.
        text: What it says.
        kind: Of the fact that is recorded.
        slot: Of the known fact.
        value: Of that slot.
        since: From when it is so; None for when it was said.
        retracts: The slot has this value no more.
    """
    return Saying(
        text=text,
        whole=part_text(message.parts[source.part]),
        kind=kind,
        confidence=_CONFIDENCE,
        valid_from=since,
        said_at=message.at,
        sources=(source,),
        origin="user",
        trust=trust_of("user"),
        slot=slot,
        value=value,
        retracts=retracts,
        by="rule",
    )


def is_correction(message: Message) -> bool:
    """Whether a message does nothing but put a value right: one text of that form, and no more."""
    return read_correction(_only_text(message)) is not None


def _only_text(message: Message) -> str:
    """The text of a message of one text; empty where it holds more, less, or something else."""
    first = message.parts[0] if len(message.parts) == 1 else None
    return first.text if isinstance(first, Text) else ""


def _saying(fact: Fact, row: FactRow, ending: Ending, message: Message) -> Saying:
    begun = max((one.begins for one in row.standing.holds if one.begins is not None), default=None)
    since = ending.since
    if since is not None and begun is not None and since <= begun:
        since = None  # it was so when it was said
    source = ending.source
    clause = part_text(message.parts[source.part])[source.start : source.end]
    return said_of_known(
        message,
        source,
        " ".join(clause.split()),
        "statement",
        fact.slot,
        fact.value,
        since=since,
        retracts=True,
    )
