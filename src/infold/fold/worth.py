"""What values and lines of tools count where an excerpt is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from infold.core.messages import Message, ToolCall, ToolResult
from infold.fold.leading import naming
from infold.fold.reading import Passage
from infold.text.analysis import analyze
from infold.text.kinds import Kind, Literal

__all__ = ["called", "line_share", "weight"]

_LINE_NAMES: Final = 2
_LINE_ASKED: Final = 2.8
_LINE_BARE: Final = 0.3
"""What a line of a tool's output counts that names nothing, and one that names what was asked for,
beside others."""
_DIGITS: Final = (1.0, 1.0, 1.2, 1.5)
_MANY_DIGITS: Final = 2.0
"""A number of many digits cannot be guessed; a small count tells little."""
_WEIGHT: Final[dict[Kind, float]] = {
    Kind.DECISION: 4.0,
    Kind.REJECTION: 4.0,
    Kind.RETRACTION: 4.0,
    Kind.OBLIGATION: 3.0,
    Kind.PREFERENCE: 3.0,
    Kind.NEGATION: 2.5,
    Kind.PORT: 2.0,
    Kind.VERSION: 2.0,
    Kind.DATE: 2.0,
    Kind.MONEY: 2.0,
    Kind.TIME: 1.5,
    Kind.NUMBER: 1.5,
    Kind.IDENTIFIER: 1.5,
    Kind.PATH: 1.5,
    Kind.URL: 1.5,
    Kind.ADDRESS: 1.5,
    Kind.COMMAND: 1.5,
    Kind.NAME: 1.2,
}
_CALL: Final = 500
"""Characters of a call that say what it asks for."""


def weight(literal: Literal, named: bool) -> float:
    """What a literal counts; where parts must name what they speak of, a value by what it tells."""
    if named and literal.kind is Kind.NUMBER:
        digits = sum(map(str.isdigit, literal.value))
        return _DIGITS[digits] if digits < len(_DIGITS) else _MANY_DIGITS
    if named and literal.kind is Kind.IDENTIFIER:
        return _MANY_DIGITS
    if named and literal.kind is Kind.DATE and not any(map(str.isdigit, literal.text)):
        return _DIGITS[0]
    return _WEIGHT.get(literal.kind, 1.0)


def called(messages: Sequence[Message]) -> dict[int, frozenset[str]]:
    """For each result of a tool the terms with which it was called."""
    asked: dict[str, frozenset[str]] = {}
    found: dict[int, frozenset[str]] = {}
    for index, message in enumerate(messages):
        for part in message.parts:
            if isinstance(part, ToolCall):
                asked[part.id] = frozenset(analyze(part.arguments[:_CALL]))
            elif isinstance(part, ToolResult):
                found[index] = found.get(index, frozenset()) | asked.get(part.call, frozenset())
    return found


def line_share(line: Passage, asked: frozenset[str]) -> float:
    """What a line of a tool's output counts beside others."""
    names = naming(line)
    if len(names) < _LINE_NAMES:
        return _LINE_BARE
    return _LINE_ASKED if names & asked else 1.0
