"""Facts that messages state, read by rules without a model, in six languages.

Precision first: what is asked, supposed, wished, quoted, reported of others, acted out or said in
jest gives nothing, nor does anything but the speaker's own words (`infold.memory.heard`). A model,
where one is configured, may find more; these rules find what is said plainly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from infold.core.messages import Message, Text
from infold.memory.candidates import Candidate
from infold.memory.heard import Heard, hear
from infold.memory.misspoken import put_right
from infold.memory.sentence_reading import SentenceReading
from infold.memory.unsaid import is_joke, opens_play, works_on_text
from infold.text.filler import is_filler
from infold.text.sentences import sentences

__all__ = ["read_facts"]

_ASIDE = 4
"""Words of a sentence that only says that the one before it was a joke."""


def read_facts(
    messages: Sequence[Message], *, now: datetime, user: str = "", tools: bool = False
) -> list[Candidate]:
    """Read the facts that messages state.

    Args:
        messages: Any messages, in order; each is read for itself.
        now: The clock. A message that claims to be of later is taken to be of now.
        user: Author's name of the scope's user; where it is given, what other authors say is passed
            over.
        tools: Whether key-value lines in the results of tools are read too, with little trust.

    Returns:
        Candidates by message and place. Words of time are resolved against the time of their
        message; of one without a time only dates with a year are. The value of each stands within
        its span. The same messages and clock give the same candidates. Linear; 1 to 2 ms for a
        message of 30 words.
    """
    out: list[Candidate] = []
    for message in messages:
        at = None if message.at is None else min(message.at, now)
        for heard in hear(message, user=user, tools=tools):
            out += _once(_read(message, heard, at))
    return out


def _read(message: Message, heard: Heard, at: datetime | None) -> list[Candidate]:
    reading = SentenceReading(message=message.id, heard=heard, at=at)
    if heard.is_tool:
        return list(reading.lines())
    if works_on_text(heard.original):
        return []
    out: list[Candidate] = []
    last = 0
    for piece in sentences(heard.text):
        played = opens_play(piece.text)
        if is_joke(piece.text):
            # "I live on the moon. Just kidding!" takes the sentence before with it.
            if is_filler(piece.text) or len(piece.text.split()) <= _ASIDE:
                del out[len(out) - last :]
            last = 0
            continue
        found = list(reading.sentence(piece, len(piece.text) if played < 0 else played))
        last = len(found)
        out += found
        if played >= 0:
            break
    else:
        out += (*reading.profile(), *reading.lines())
    out.sort(key=lambda one: (one.source.start, one.source.end))
    return _unread(put_right(heard.text, out, lambda said: _alone(message, said, at)))


def _unread(found: list[Candidate]) -> list[Candidate]:
    """Of what was told in passing only what no rule has read as well."""
    read = [one.source for one in found if one.slot is not None]
    return [
        one
        for one in found
        if one.slot is not None
        or all(at.end <= one.source.start or one.source.end <= at.start for at in read)
    ]


def _alone(message: Message, said: str, at: datetime | None) -> list[Candidate]:
    """What a sentence states that its speaker would have said."""
    alone = replace(message, parts=(Text(text=said),))
    return [
        one
        for heard in hear(alone)
        for piece in sentences(said)
        for one in SentenceReading(message=message.id, heard=heard, at=at).sentence(
            piece, len(piece.text)
        )
    ]


def _once(found: list[Candidate]) -> list[Candidate]:
    """Of one part each slot and value once; the place of the first."""
    seen: set[tuple[object, ...]] = set()
    out: list[Candidate] = []
    for one in found:
        key = (one.slot, one.value.lower(), one.retracts, "" if one.slot else one.text)
        if key not in seen:
            seen.add(key)
            out.append(one)
    return out
