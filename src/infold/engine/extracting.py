"""Remembering what a conversation states: facts read by rules, judged, and recorded once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from infold.core.facts import Fact
from infold.core.messages import Message, part_text
from infold.core.scope import Scope
from infold.engine.remembering import Saying
from infold.memory.candidates import Candidate
from infold.memory.extraction import read_facts
from infold.memory.trust import judge_write

if TYPE_CHECKING:
    from infold.engine.memory import Infold

_CHUNK: Final = 500
"""Messages whose facts are recorded in one transaction."""


def extract(
    memory: Infold, scope: Scope, conversation: str, *, first: int = 0, last: int | None = None
) -> list[Fact]:
    """See `infold.engine.chat.Chat.extract`."""
    made: dict[str, Fact] = {}
    for sayings in _sayings(memory, scope, conversation, first=first, last=last):
        made |= {fact.id: fact for fact in memory.record(sayings, scope=scope)}
    return list(made.values())


def preview(
    memory: Infold, scope: Scope, conversation: str, *, first: int = 0, last: int | None = None
) -> list[Saying]:
    """What `extract` would record; nothing is written."""
    found = _sayings(memory, scope, conversation, first=first, last=last)
    return [saying for sayings in found for saying in sayings]


def _sayings(
    memory: Infold, scope: Scope, conversation: str, *, first: int, last: int | None
) -> list[list[Saying]]:
    with memory.store.read() as reader:
        row = reader.conversation(scope, conversation)
        count = row.messages if row else 0
    end = count if last is None else min(count, last + 1)
    out = []
    for begin in range(first, end, _CHUNK):
        with memory.store.read() as reader:
            messages = reader.messages(
                scope, conversation, first=begin, last=min(begin + _CHUNK, end) - 1
            )
        at = {message.id: message for message in messages}
        found = [
            saying
            for one in read_facts(messages, now=memory.clock.now())
            if (saying := _saying(one, at[one.source.message])) is not None
        ]
        if found:
            out.append(found)
    return out


def _saying(one: Candidate, message: Message) -> Saying | None:
    """What is recorded of a candidate; None for one that no rule lets in."""
    # The whole of what was said is judged: an instruction may stand beside the sentence.
    whole = judge_write(part_text(message.parts[one.source.part]), one.origin)
    own = judge_write(one.text, one.origin)
    if "block" in (whole.action, own.action):
        return None
    held = next((v for v in (own, whole) if v.action == "quarantine"), None)
    return Saying(
        text=own.text,
        kind=one.kind,
        confidence=one.confidence,
        importance=one.importance,
        expires_at=one.expires_at,
        valid_from=one.valid_from,
        valid_to=one.valid_to,
        said_at=message.at,
        sources=(one.source,),
        origin=one.origin,
        trust=one.trust,
        slot=one.slot,
        value=one.value if own.action != "redact" else "",
        retracts=one.retracts,
        by="rule",
        quarantine=held.reason if held else "",
    )
