"""Where in its sources a sentence comes from that a model has written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from infold.core.folds import MOST_SOURCES, Span
from infold.core.messages import Message, Text, ToolCall, ToolResult, part_text
from infold.fold.reading import one_line
from infold.text.analysis import analyze
from infold.text.containing import has_literal
from infold.text.kinds import STATEMENTS, Literal
from infold.text.literals import literals
from infold.text.sentences import Piece, sentences

__all__ = ["anchor", "sentence_span"]

_SPANS: Final = 3
"""Sentences of one message that a claim points at, at most."""


def anchor(
    text: str, named: Sequence[Message], others: Sequence[Message] = ()
) -> tuple[Span, ...] | None:
    """Find the sentences that a claim stands on.

    Args:
        text: The claim.
        named: The messages that the model named for it.
        others: Messages that it may stand on too: a literal that no named one holds is looked for
            in them.

    Returns:
        Spans by message in the order given; of each named message the sentences that hold a literal
        of the claim, else the one that shares most words with it. None where a literal of the claim
        stands in no message, or none says anything. Linear in the texts for each literal.
    """
    wanted = [one for one in literals(text) if one.kind not in STATEMENTS]
    terms = frozenset(analyze(text))
    found: dict[str, tuple[Span, ...]] = {}
    missing = list(wanted)
    for message in named[:MOST_SOURCES]:
        spans, held = _in_message(message, wanted, terms)
        if spans:
            found[message.id] = spans
            missing = [one for one in missing if one not in held]
    for message in others:
        if not missing or len(found) >= MOST_SOURCES:
            break
        if message.id in found:
            continue
        spans, held = _in_message(message, missing, frozenset())
        if held:
            found[message.id] = spans
            missing = [one for one in missing if one not in held]
    if missing or not found:
        return None
    return tuple(span for spans in found.values() for span in spans)


def sentence_span(message: Message, part: int, start: int) -> Span:
    """The sentence of a message that holds a place."""
    pieces = sentences(part_text(message.parts[part]))
    piece = max((one for one in pieces if one.start <= start), key=lambda one: one.start)
    return Span(message=message.id, part=part, start=piece.start, end=piece.end)


def _in_message(
    message: Message, wanted: Sequence[Literal], terms: frozenset[str]
) -> tuple[tuple[Span, ...], list[Literal]]:
    """Spans of a message for a claim, and which of its literals they hold."""
    pieces = [
        (number, piece)
        for number, part in enumerate(message.parts)
        if isinstance(part, Text | ToolResult | ToolCall)
        for piece in sentences(part_text(part))
    ]
    chosen: dict[tuple[int, int], Piece] = {}
    held: list[Literal] = []
    for literal in wanted:
        where = _holder(pieces, literal, terms)
        if where is None:
            continue
        held.append(literal)
        number, piece = where
        if len(chosen) < _SPANS:
            chosen[number, piece.start] = piece
        elif (number, piece.start) not in chosen:
            held.pop()
    if not chosen and terms and pieces:
        number, piece = max(
            pieces, key=lambda pair: (_shared(pair[1], terms), -pair[0], -pair[1].start)
        )
        chosen[number, piece.start] = piece
    spans = tuple(
        Span(message=message.id, part=number, start=piece.start, end=piece.end)
        for (number, _), piece in sorted(chosen.items())
    )
    return spans, held


def _holder(
    pieces: Iterable[tuple[int, Piece]], literal: Literal, terms: frozenset[str]
) -> tuple[int, Piece] | None:
    """The sentence that holds a literal; of several the one that shares most words."""
    plain = one_line(literal.text).casefold()
    near = [pair for pair in pieces if plain in one_line(pair[1].text).casefold()]
    holding = [pair for pair in near if has_literal(pair[1].text, literal)]
    if not holding:
        holding = [pair for pair in pieces if has_literal(pair[1].text, literal)]
    return max(
        holding,
        key=lambda pair: (_shared(pair[1], terms), -pair[0], -pair[1].start),
        default=None,
    )


def _shared(piece: Piece, terms: frozenset[str]) -> int:
    return len(terms.intersection(analyze(piece.text)))
