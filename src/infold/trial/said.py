"""What is said on a path, sentence by sentence, as probes read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from infold.core.messages import Message, Text, ToolResult, part_text
from infold.text.analysis import analyze
from infold.text.sentences import sentences
from infold.trial.plain_values import Value, plain, value_pattern, values_in
from infold.trial.probe_words import GAP

__all__ = ["Said", "is_apart", "names", "read", "stem"]

_LONGEST: Final = 320
"""Characters of a sentence that is asked about."""
_NAME: Final = re.compile(r"(?<![\w`/.])[A-Z][A-Za-z+#]+(?:\s[A-Z][A-Za-z+#]+){0,2}(?![\w/])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A sentence with its place and its values.

    Attributes:
        message: Where it stands.
        part: Index of the part of it.
        start: Where it begins there, in characters.
        end: One after its last character.
        text: As written.
        plain: In plain form.
        values: What it names, by place.
        about: Content words beside them.
        by_tool: Whether a tool's text says it.
    """

    message: Message
    part: int
    start: int
    end: int
    text: str
    plain: str
    values: tuple[Value, ...]
    about: tuple[str, ...]
    by_tool: bool


def read(message: Message) -> list[Said]:
    """The sentences of a message; system prompts, calls and very long lines are left out."""
    if message.role == "system":
        return []
    found = []
    for number, part in enumerate(message.parts):
        if not isinstance(part, Text | ToolResult):
            continue
        by_tool = isinstance(part, ToolResult) or message.role == "tool"
        for piece in sentences(part_text(part)):
            if len(piece.text) > _LONGEST:
                continue
            values = tuple(values_in(piece.text))
            said = Said(
                message=message,
                part=number,
                start=piece.start,
                end=piece.end,
                text=piece.text,
                plain=plain(piece.text),
                values=values,
                about=_about(piece.text, values),
                by_tool=by_tool,
            )
            found.append(said)
    return found


def _about(text: str, values: Sequence[Value]) -> tuple[str, ...]:
    """Content words of a sentence beside its values, each once, in order."""
    rest = list(text)
    for value in values:
        rest[value.start : value.end] = " " * (value.end - value.start)
    return tuple(dict.fromkeys(word for word in analyze("".join(rest)) if not word.isdigit()))


def names(one: Said) -> list[Value]:
    """Capitalised names, as values of a sort of their own; not the first word of the sentence."""
    return [
        Value(
            sort="name",
            text=match.group(),
            plain=plain(match.group()),
            start=match.start(),
            end=match.end(),
        )
        for match in _NAME.finditer(one.text)
        if match.start()
    ]


def is_apart(value: Value, one: Said) -> bool:
    """Whether a name is no part of a value, and no word that says what became of it."""
    if value.sort != "name":
        return True
    return all(value.end <= other.start or other.end <= value.start for other in one.values)


def stem(one: Said, value: Value) -> str:
    """The sentence without a value, in plain form."""
    return value_pattern(value.plain).sub(GAP, one.plain)
