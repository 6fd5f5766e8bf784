"""A fold in a person's own words: what they wrote stands as they wrote it, line by line.

It is checked like any other text. What it lacks and must say is quoted behind it, from what says
something; nothing of it is moved, reworded or left out, and no headline is put before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from infold.core.folds import Claim, Span
from infold.core.messages import Message, Text, ToolCall, ToolResult, part_text
from infold.core.tokens import TokenCounter
from infold.fold.anchoring import anchor
from infold.fold.fidelity import Fidelity
from infold.fold.model_folds import fault_of, mend
from infold.fold.reading import says_nothing
from infold.fold.replacing import NONE_REPLACED, Replacements
from infold.fold.wanted import Wanted
from infold.text.analysis import analyze

__all__ = ["OwnWords", "written"]

_NAMED: Final = 3
"""Messages that a sentence of a person is taken to speak of, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWords:
    """What a person wrote, checked.

    Attributes:
        claims: Their lines as they stand, in their order.
        quotes: What had to be said beside them, word for word, in the order of the sources.
        fidelity: What all of it keeps of the sources.
        fault: Why it cannot stand; empty where it can.
    """

    claims: tuple[Claim, ...]
    quotes: tuple[Claim, ...]
    fidelity: Fidelity
    fault: str


def written(
    text: str,
    messages: Sequence[Message],
    *,
    counter: TokenCounter,
    finds: Callable[[Wanted], bool],
    replaced: Replacements = NONE_REPLACED,
    carried: Sequence[Claim] = (),
) -> OwnWords:
    """Check what a person wrote in the place of some messages.

    Args:
        text: A claim on a line; blank lines and space around a line are none of it, and a line that
            stands there twice is taken once.
        messages: All sources, by position, with their ids and tokens.
        counter: Counts tokens.
        finds: As for `infold.fold.fidelity.judge`.
        replaced: What later ones of the sources replaced without naming it.
        carried: What is carried word for word whatever a person writes: its quotations in the text
            are none of their lines.

    Returns:
        The lines as claims. A line that no source says is a fault, and stands nowhere.
    """
    for one in sorted(carried, key=lambda one: -len(one.text)):
        text = text.replace(one.line, "\n")
    lines = list(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))
    told = {line: _stands(line, messages) for line in lines}
    claims = [Claim(text=line, spans=spans, level=1) for line, spans in told.items() if spans]
    unsaid = [line for line, spans in told.items() if not spans]
    telling = [message for message in messages if not says_nothing(message)]
    whole, report = mend(claims, telling, finds=finds, replaced=replaced)
    order = {message.id: message.position for message in messages}
    quotes = sorted(
        whole[len(claims) :],
        key=lambda claim: (
            order[claim.spans[0].message],
            claim.spans[0].part,
            claim.spans[0].start,
        ),
    )
    if unsaid:
        fault = f"no source says: {'; '.join(unsaid)}"
    elif not claims and not carried:
        fault = "there is no text"
    else:
        fault = fault_of(whole, report, messages, counter)
    return OwnWords(claims=tuple(claims), quotes=tuple(quotes), fidelity=report, fault=fault)


def _stands(line: str, messages: Sequence[Message]) -> tuple[Span, ...]:
    """What a line stands on: where its very words are, else the sentences that come nearest."""
    words = re.compile(r"\s+".join(map(re.escape, line.split())), re.IGNORECASE)
    for message, number, text in _texts(messages):
        found = words.search(text)
        if found is not None:
            return (Span(message=message.id, part=number, start=found.start(), end=found.end()),)
    return anchor(line, _speaks_of(line, messages), messages) or ()


def _texts(messages: Iterable[Message]) -> Iterable[tuple[Message, int, str]]:
    for message in messages:
        for number, part in enumerate(message.parts):
            if isinstance(part, Text | ToolResult | ToolCall):
                yield message, number, part_text(part)


def _speaks_of(line: str, messages: Sequence[Message]) -> list[Message]:
    """The messages that share most words with a line, the best first."""
    terms = frozenset(analyze(line))
    shared: Mapping[int, int] = {
        index: len(terms.intersection(analyze(message.text)))
        for index, message in enumerate(messages)
    }
    best = sorted(shared, key=lambda index: (-shared[index], index))
    return [messages[index] for index in best[:_NAMED] if shared[index]]
