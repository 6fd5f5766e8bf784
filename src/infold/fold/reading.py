"""Reading messages for folds: sentences and clauses with their literals, within bounds.

So that a cluster of long tool outputs costs no more than one of talk, of each text part at most
6,000 characters from its beginning and 2,000 from its end are read, of a tool result 1,500 and 500.
The cuts fall at white space, never inside a word; a run without any (base64) is left out.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from infold.core.messages import Attachment, Message, Text, ToolCall, ToolResult
from infold.text.filler import is_filler
from infold.text.kinds import STATEMENTS, Literal, Status
from infold.text.literals import literals
from infold.text.sentences import Piece, clauses, sentences

__all__ = [
    "Passage",
    "known_literals",
    "one_line",
    "outdated",
    "read_calls",
    "read_message",
    "says_nothing",
]

_TEXT_BOUNDS: Final = (6_000, 2_000)
_RESULT_BOUNDS: Final = (1_500, 500)
_LONGEST_SENTENCE: Final = 220
_LONGEST_RUN: Final = 200
_REMEMBERED: Final = 4_096
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_SPACE: Final = re.compile(r"\s")
_JSON_VALUE: Final = re.compile(r'[:\[,]\s*"(?P<value>(?:[^"\\]|\\.)+)"(?!\s*:)')


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A sentence, or a clause of a long one, word for word.

    Attributes:
        message: Index of its message among those read.
        part: Index of its part.
        start: Where it begins in the part's text, in characters.
        end: One after its last character.
        text: Its characters.
        literals: Those inside it; their places count from the beginning of the part's text. Of
            what programs write there are no statements.
        is_noise: Whether it is no talk: signs alone, the fence of a code block, or an endless word.
        asks: Whether its sentence is a question: what stands in it is asked, not said.
    """

    message: int
    part: int
    start: int
    end: int
    text: str
    literals: tuple[Literal, ...]
    is_noise: bool = False
    asks: bool = False


@lru_cache(maxsize=_REMEMBERED)
def known_literals(text: str) -> tuple[Literal, ...]:
    """The literals of a text, remembered: a cluster is read anew whenever a message joins it."""
    return tuple(literals(text))


def one_line(text: str) -> str:
    """A text as one line: each run of white space is one space."""
    return " ".join(text.split())


def says_nothing(message: Message) -> bool:
    """Whether a message is filler: nothing but acknowledgement, or nothing at all.

    One that calls tools, or brings results, an image or a file, is none.
    """
    if any(isinstance(part, ToolCall | ToolResult | Attachment) for part in message.parts):
        return False
    text = message.text
    return not text.strip() or is_filler(text)


def read_message(index: int, message: Message) -> list[Passage]:
    """Passages of a message's texts and tool results, in order; none for filler.

    Args:
        index: Becomes the passages' `message`.
        message: The message.
    """
    if says_nothing(message):
        return []
    found: list[Passage] = []
    for number, part in enumerate(message.parts):
        match part:
            case Text(text=text):
                bounds = _TEXT_BOUNDS
            case ToolResult(text=text):
                bounds = _RESULT_BOUNDS
            case _:
                continue
        states = isinstance(part, Text)
        for begin, end in _within(text, *bounds):
            found += _passages(index, number, text[begin:end], begin, states=states)
    return found


def read_calls(index: int, message: Message) -> list[Passage]:
    """Passages of the arguments of a message's tool calls, for one that says nothing else.

    Of arguments in JSON the values are read, not the names and signs around them.
    """
    found: list[Passage] = []
    for number, part in enumerate(message.parts):
        if isinstance(part, ToolCall):
            for begin, end in _within(part.arguments, *_RESULT_BOUNDS):
                stretch = part.arguments[begin:end]
                values = [match.span("value") for match in _JSON_VALUE.finditer(stretch)]
                for start, after in values or [(0, len(stretch))]:
                    here = stretch[start:after]
                    found += _passages(index, number, here, begin + start, states=False)
    return found


def outdated(passages: Sequence[Sequence[Passage]]) -> dict[str, int]:
    """Values that a later message says no longer stand.

    Args:
        passages: For each message what `read_message` found.

    Returns:
        Value → index of the last message that calls it replaced, retracted, ruled out or negated.
    """
    return {
        literal.value: passage.message
        for found in passages
        for passage in found
        for literal in passage.literals
        if literal.kind not in STATEMENTS and literal.status is not Status.CURRENT
    }


def _within(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """The stretches of a text that are read."""
    if len(text) <= first + last:
        return [(0, len(text))]
    end = next((at for at in range(first, 0, -1) if text[at].isspace()), 0)
    tail = _SPACE.search(text, len(text) - last)
    found = [(0, end)] if end else []
    return [*found, (tail.end(), len(text))] if tail else found


def _passages(index: int, part: int, text: str, base: int, *, states: bool) -> list[Passage]:
    # A program states nothing.
    known = [one for one in known_literals(text) if states or one.kind not in STATEMENTS]
    starts = [literal.start for literal in known]
    found: list[Passage] = []
    for sentence in sentences(text):
        inside = _inside(known, starts, sentence)
        for piece in _cut(sentence, inside):
            held = inside if piece is sentence else _inside(known, starts, piece)
            found.append(
                Passage(
                    message=index,
                    part=part,
                    start=base + piece.start,
                    end=base + piece.end,
                    text=piece.text,
                    literals=tuple(_moved(literal, base) for literal in held),
                    is_noise=_is_noise(piece.text, held),
                    asks=sentence.text.endswith(("?", "？")),
                )
            )
    return found


def _cut(sentence: Piece, inside: Sequence[Literal]) -> list[Piece]:
    """The sentence, or its clauses where it is long and no literal goes over their bounds."""
    if len(sentence.text) <= _LONGEST_SENTENCE:
        return [sentence]
    pieces = clauses(sentence)
    bounds = [piece.start for piece in pieces]
    for literal in inside:
        at = max(0, bisect_right(bounds, literal.start) - 1)
        if literal.end > pieces[at].end:
            return [sentence]
    return pieces


def _inside(known: Sequence[Literal], starts: Sequence[int], piece: Piece) -> list[Literal]:
    first, last = bisect_left(starts, piece.start), bisect_left(starts, piece.end)
    return [literal for literal in known[first:last] if literal.end <= piece.end]


def _is_noise(text: str, held: Sequence[Literal]) -> bool:
    if _FENCE.match(text) or (not held and not any(map(str.isalpha, text))):
        return True
    return len(text) > _LONGEST_RUN and len(text.split(maxsplit=1)) == 1


def _moved(literal: Literal, base: int) -> Literal:
    if not base:
        return literal
    return Literal(
        kind=literal.kind,
        text=literal.text,
        value=literal.value,
        start=literal.start + base,
        end=literal.end + base,
        status=literal.status,
    )
