"""What a store takes of a conversation: a message over a limit is left out, and it alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from infold.core.graph import Conversation, Wire
from infold.core.messages import Message, part_text
from infold.errors import UsageError
from infold.formats.reading import Parsed
from infold.store import limits
from infold.store.rows import parts_text

__all__ = ["storable"]

_WIDEST: Final = 6
"""Bytes that a character takes at most as it is stored: `\\u0000`."""


def storable(parsed: Parsed) -> tuple[Parsed, tuple[str, ...]]:
    """A conversation without the messages that no store takes, and why each of them is not taken.

    What continued such a message continues what it continued itself. Infold's own export is taken
    whole or not at all: its folds stand on all its messages.

    Args:
        parsed: With local ids.

    Raises:
        UsageError: It is an export of Infold's own with such a message, or there are more messages
            than a conversation takes.
    """
    faults: dict[str, str] = {}
    conversation = parsed.conversation
    wires = Counter(wire.child for wire in conversation.wires)
    for position, message in enumerate(conversation.messages):
        try:
            _require(message, position, wires[message.id])
        except UsageError as error:
            if parsed.archive is not None or position >= limits.MESSAGES:
                raise
            faults[message.id] = error.message
    return (_without(parsed, faults) if faults else parsed), tuple(faults.values())


def _require(message: Message, position: int, wires: int) -> None:
    name = message.source or str(position)
    limits.require_message(name, position, len(message.parts), wires)
    if sum(len(part_text(part)) for part in message.parts) * _WIDEST > limits.MESSAGE_BYTES:
        limits.require_size(name, parts_text(message.parts))


def _without(parsed: Parsed, gone: Mapping[str, str]) -> Parsed:
    conversation = parsed.conversation
    above = _parents(conversation)
    at = {message.id: index for index, message in enumerate(conversation.messages)}
    wires: list[Wire] = []
    for wire in sorted(conversation.wires, key=lambda wire: at[wire.parent]):
        if wire.child in gone:
            continue
        if wire.parent not in gone:
            wires.append(wire)
        elif wire.kind == "continue":
            wires += [replace(wire, parent=one) for one in _kept(wire.parent, above, gone)]
    leaf = conversation.leaf
    if leaf in gone:
        leaf = next(iter(_kept(str(leaf), above, gone)), None)
    kept = tuple(message for message in conversation.messages if message.id not in gone)
    return replace(
        parsed,
        conversation=replace(
            conversation, messages=kept, wires=tuple(dict.fromkeys(wires)), leaf=leaf
        ),
        compactions=tuple(
            replace(
                one,
                message=None if one.message in gone else one.message,
                sources=None
                if one.sources is None
                else tuple(source for source in one.sources if source not in gone),
            )
            for one in parsed.compactions
        ),
        marks=tuple(mark for mark in parsed.marks if mark.message not in gone),
        settings=tuple(one for one in parsed.settings if gone.keys().isdisjoint(one.messages)),
        versions=tuple(one for one in parsed.versions if gone.keys().isdisjoint(one.messages)),
    )


def _parents(conversation: Conversation) -> dict[str, list[str]]:
    parents: dict[str, list[str]] = {}
    for wire in conversation.wires:
        if wire.kind == "continue":
            parents.setdefault(wire.child, []).append(wire.parent)
    return parents


def _kept(message: str, above: Mapping[str, list[str]], gone: Mapping[str, str]) -> dict[str, None]:
    """The nearest messages above one that are kept, each once."""
    found: dict[str, None] = {}
    seen = {message}
    waiting = [message]
    while waiting:
        for parent in above.get(waiting.pop(), ()):
            if parent not in gone:
                found[parent] = None
            elif parent not in seen:
                seen.add(parent)
                waiting.append(parent)
    return found
