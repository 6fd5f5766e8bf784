"""Messages as lines of text: who says what, each stretch with where it stands in its message."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from infold.core.messages import Attachment, Message, Text, ToolCall, ToolResult, part_text

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_PARAGRAPHS = 4
"""A text of more lines is no few paragraphs."""
_LINE = re.compile(r"\S(?:.*\S)?")
_STRUCTURE = re.compile(r"\s{2,}\S|\t|\s?(?:[-*•|#<>$]|```|\d+[.)]\s)")
"""How a line of a list, of code, of a table or of a quotation begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """What is shown of one part: characters `start` to `end` of its text."""

    part: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A message, or a stretch of one, as text.

    Attributes:
        text: One line, or several where the message has several.
        pieces: What of the message it shows, in order.
        overhead: Everything in `text` that is not the message's own: labels and references.
    """

    text: str
    pieces: tuple[Piece, ...]
    overhead: str


def day_line(at: datetime | None) -> str:
    """The line that opens a day, such as `8 May 2023`; empty where the time is not known."""
    return f"{at.day} {_MONTHS[at.month - 1]} {at.year}" if at is not None else ""


def label(message: Message, part: int, call_names: Mapping[str, str]) -> str:
    """Who speaks: the author, else the role; of a tool's call or result, the tool's name too.

    A result is named for its call, else for its author; where neither is known: "tool result".
    """
    content = message.parts[part]
    if isinstance(content, ToolCall):
        return f"{speaker(message)} calls {content.name or 'a tool'}"
    if isinstance(content, ToolResult):
        author = speaker(message) if message.role == "tool" else "tool"
        return f"{call_names.get(content.call) or author} result"
    return speaker(message)


def speaker(message: Message) -> str:
    """The author's name on one line, else the role: a name must not look like a line of its own."""
    return " ".join((message.author or "").split()) or message.role


def reference(attachment: Attachment) -> str:
    """An image or file by name and hash: enough to find its bytes again."""
    name = attachment.name or attachment.uri[:80] or attachment.digest[:12]
    return f"[{attachment.kind} {name}]"


def paragraphs(text: str) -> list[tuple[int, int]]:
    """Where the paragraphs of a short prose text stand, without the white space between them.

    Returns:
        (start, end) of each; none for a text of one paragraph, and for lists, code and long texts,
        which stay as they are.
    """
    if "\n" not in text:
        return []
    found = [match.span() for match in _LINE.finditer(text)]
    lines = text.splitlines()
    if not 1 < len(found) <= _PARAGRAPHS or any(_STRUCTURE.match(line) for line in lines):
        return []
    return found


def render_whole(
    message: Message, call_names: Mapping[str, str], *, calls: bool, prose: bool = False
) -> Shown:
    """Render a message with all its texts, word for word.

    Args:
        message: The message.
        call_names: Call id → name of the tool, for results.
        calls: Whether the calls that it makes are shown too.
        prose: Whether a few paragraphs of prose are set on one line, each a piece of its own.

    Returns:
        Its text, empty where nothing of it can be shown. Opaque reasoning is not.
    """
    lines: list[str] = []
    pieces: list[Piece] = []
    overhead: list[str] = []
    last = None
    for number, part in enumerate(message.parts):
        match part:
            case Text(text=text) | ToolResult(text=text):
                if not text:
                    continue
                who = label(message, number, call_names)
                spans = paragraphs(text) if prose and isinstance(part, Text) else []
                said = " ".join(text[start:end] for start, end in spans) or text
                lines.append(f"{who}: {said}" if who != last else said)
                overhead.append(f"{who}:" if who != last else "")
                pieces += [
                    Piece(part=number, start=start, end=end)
                    for start, end in spans or [(0, len(text))]
                ]
                last = who
            case ToolCall(arguments=arguments):
                if calls:
                    head = label(message, number, call_names)
                    lines.append(f"{head}: {arguments}" if arguments else head)
                    overhead.append(f"{head}:")
                    if arguments:
                        pieces.append(Piece(part=number, start=0, end=len(arguments)))
                    last = None
            case Attachment():
                shown = reference(part)
                who = speaker(message)
                lines.append(shown if who == last else f"{who}: {shown}")
                overhead.append(lines[-1])
                last = who
    return Shown(text="\n".join(lines), pieces=tuple(pieces), overhead=" ".join(overhead))


def render_span(message: Message, piece: Piece, call_names: Mapping[str, str]) -> Shown:
    """Render one stretch of a message, with an ellipsis where something was left out."""
    text = part_text(message.parts[piece.part])
    who = label(message, piece.part, call_names)
    before = "… " if text[: piece.start].strip() else ""
    after = " …" if text[piece.end :].strip() else ""
    return Shown(
        text=f"{who}: {before}{text[piece.start : piece.end]}{after}",
        pieces=(piece,),
        overhead=f"{who}:{before}{after}",
    )


def call_names(messages: Mapping[int, Message]) -> dict[str, str]:
    """Call id → name of the tool, over the messages at hand."""
    return {
        part.id: part.name
        for message in messages.values()
        for part in message.parts
        if isinstance(part, ToolCall)
    }
