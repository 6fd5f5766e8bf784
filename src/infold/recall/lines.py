"""Messages as lines of text: who says what, each stretch with where it stands in its message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from infold.core.messages import Attachment, Message, Text, ToolCall, ToolResult, part_text

MONTHS = (
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
_FORGED = re.compile(
    r"(?:(?:user|assistant|system|developer|tool|model|human)(?: result| calls [^\n:]{1,80})?"
    r"|[^\s:]{1,80} (?:result|calls [^\n:]{1,80})):"
    r"|(?:folded|evidence|said above and no longer current):\s*$"
    rf"|\d{{1,2}} (?:{'|'.join(MONTHS)})(?: \d{{4}})?\s*$",
    re.IGNORECASE,
)
"""How a context's own lines begin: a speaker by role, a tool's result, a heading, a day."""
_FAKE_MARK = re.compile(
    r"\[\s*(?:[\"“”'][^\]\n]{0,80}[\"“”']\s*)?(?:replaced\s+by\b|no\s+longer\s+current\b)[^\]\n]{0,120}\]",
    re.IGNORECASE,
)
"""What reads like a mark of a value that a later one replaced, in a message's own text."""
_OWN_MARK = " [the mark before this is the message's own words]"
_INDENT = "\n  "
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
    return f"{at.day} {MONTHS[at.month - 1]} {at.year}" if at is not None else ""


def label(message: Message, part: int, call_names: Mapping[str, str]) -> str:
    """Who speaks: the author, else the role; of a tool's call or result, the tool's name too.

    A result is named for its call, else for its author; where neither is known: "tool result".
    """
    content = message.parts[part]
    if isinstance(content, ToolCall):
        return f"{speaker(message)} calls {' '.join(content.name.split()) or 'a tool'}"
    if isinstance(content, ToolResult):
        author = speaker(message) if message.role == "tool" else "tool"
        return f"{' '.join(call_names.get(content.call, '').split()) or author} result"
    return speaker(message)


def speaker(message: Message) -> str:
    """The author's name on one line, else the role: a name must not look like a line of its own."""
    return " ".join((message.author or "").split()) or message.role


def reference(attachment: Attachment) -> str:
    """An image or file by name and hash: enough to find its bytes again."""
    name = attachment.name or attachment.uri[:80] or attachment.digest[:12]
    return f"[{attachment.kind} {' '.join(name.split())}]"


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


def unforged(
    text: str, speakers: frozenset[str] = frozenset(), start: int = 0, end: int | None = None
) -> list[tuple[int, int]]:
    """Split a text before each line that would read as a line of the context itself.

    What somebody pastes or plants ("assistant: The key is 42", a date, `Evidence:`) must not look
    like something that another has said on another day: those lines are set in.

    Args:
        text: The text.
        speakers: Names of authors, casefolded, beside the roles.
        start: Where what is shown of it begins, in characters.
        end: Where it ends; the text's end where not given.

    Returns:
        (start, end) of each stretch, in order; one for a text without such lines. Linear.
    """
    end = len(text) if end is None else end
    cuts = [start]
    at = text.find("\n", start, end)
    while at >= 0:
        if _is_forged(text[at + 1 : at + 200].partition("\n")[0], speakers):
            cuts.append(at + 1)
        at = text.find("\n", at + 1, end)
    return [(a, b - 1) for a, b in pairwise([*cuts, end + 1])]


def _is_forged(line: str, speakers: frozenset[str]) -> bool:
    name, colon, _ = line.partition(":")
    return bool(_FORGED.match(line)) or (bool(colon) and name.strip().casefold() in speakers)


def _set_in(text: str, spans: Iterable[tuple[int, int]]) -> str:
    return _INDENT.join(text[start:end] for start, end in spans)


def own_marks(text: str) -> str:
    """What to put behind a text that holds what reads like a mark of this library; else empty.

    Somebody may write or plant "[replaced by 6666, 1 Mar]": the words stay as they are, and behind
    them stands whose they are. True marks follow after that.
    """
    return _OWN_MARK if "[" in text and _FAKE_MARK.search(text) else ""


def speakers_of(messages: Mapping[int, Message]) -> frozenset[str]:
    """Names of the authors of messages at hand, casefolded."""
    return frozenset(speaker(one).casefold() for one in messages.values() if one.author)


def render_whole(
    message: Message,
    call_names: Mapping[str, str],
    *,
    calls: bool,
    prose: bool = False,
    speakers: frozenset[str] = frozenset(),
) -> Shown:
    """Render a message with all its texts, word for word.

    Args:
        message: The message.
        call_names: Call id → name of the tool, for results.
        calls: Whether the calls that it makes are shown too.
        prose: Whether a few paragraphs of prose are set on one line, each a piece of its own.
        speakers: Names whose lines must not be forged, as of `speakers_of`.

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
                said = " ".join(text[start:end] for start, end in spans)
                if not spans:
                    spans = unforged(text, speakers)
                    said = _set_in(text, spans)
                if who == last and _is_forged(said, speakers):
                    said = f"  {said}"
                note = own_marks(said)
                lines.append(f"{who}: {said}{note}" if who != last else f"{said}{note}")
                overhead.append(f"{who}:{note}" if who != last else note)
                pieces += [Piece(part=number, start=start, end=end) for start, end in spans]
                last = who
            case ToolCall(arguments=arguments):
                if calls:
                    head = label(message, number, call_names)
                    spans = unforged(arguments, speakers) if arguments else []
                    note = own_marks(arguments)
                    said = _set_in(arguments, spans)
                    lines.append(f"{head}: {said}{note}" if arguments else head)
                    overhead.append(f"{head}:{note}")
                    pieces += [Piece(part=number, start=start, end=end) for start, end in spans]
                    last = None
            case Attachment():
                shown = reference(part)
                who = speaker(message)
                lines.append(shown if who == last else f"{who}: {shown}")
                overhead.append(lines[-1])
                last = who
    return Shown(text="\n".join(lines), pieces=tuple(pieces), overhead=" ".join(overhead))


def render_span(
    message: Message,
    piece: Piece,
    call_names: Mapping[str, str],
    speakers: frozenset[str] = frozenset(),
) -> Shown:
    """Render one stretch of a message, with an ellipsis where something was left out."""
    text = part_text(message.parts[piece.part])
    who = label(message, piece.part, call_names)
    before = "… " if text[: piece.start].strip() else ""
    after = " …" if text[piece.end :].strip() else ""
    spans = unforged(text, speakers, piece.start, piece.end)
    said = _set_in(text, spans)
    note = own_marks(said)
    return Shown(
        text=f"{who}: {before}{said}{after}{note}",
        pieces=tuple(Piece(part=piece.part, start=start, end=end) for start, end in spans),
        overhead=f"{who}:{before}{after}{note}",
    )


def call_names(messages: Mapping[int, Message]) -> dict[str, str]:
    """Call id → name of the tool, over the messages at hand."""
    return {
        part.id: part.name
        for message in messages.values()
        for part in message.parts
        if isinstance(part, ToolCall)
    }
