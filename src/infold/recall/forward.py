"""Reading a message once: the forward row that search keeps of it."""

from __future__ import annotations

import math

from infold.core.forward import ROLE_CODE, TELLS, Flag, ForwardRow
from infold.core.messages import Attachment, Message, ToolCall
from infold.recall.terms import term_hashes
from infold.text.analysis import analyze
from infold.text.filler import is_filler
from infold.text.telling import tells

_ASKS = ("?", "？", "؟")


def searchable(message: Message) -> str:
    """What search reads of a message: its texts, and its calls' names and arguments."""
    calls = [
        f"{part.name} {part.arguments}" for part in message.parts if isinstance(part, ToolCall)
    ]
    names = [part.name for part in message.parts if isinstance(part, Attachment) and part.name]
    return "\n".join([message.text, *calls, *names]) if calls or names else message.text


def forward_row(message: Message, *, parent: int, instead: str = "") -> ForwardRow:
    """Read a message that has its position and tokens into its forward row.

    Args:
        message: The message; `position` and `tokens` are set.
        parent: Position of its parent, -1 for none, `SEVERAL` for several.
        instead: Of a message whose text was dropped, what the claims say that stand on it: by these
            words it is found.

    Returns:
        The row. Cost: linear in the text, some 60 µs for fifty words.
    """
    text = message.text
    flags = Flag(0)
    if message.calls:
        flags |= Flag.CALLS
    if message.answers:
        flags |= Flag.RESULTS
    if any(isinstance(part, Attachment) for part in message.parts):
        flags |= Flag.ATTACHMENT
    if message.dropped is not None:
        flags |= Flag.DROPPED
    if not flags and is_filler(text):
        flags |= Flag.FILLER
    if text.rstrip().endswith(_ASKS):
        flags |= Flag.QUESTION
    flags |= Flag(int(tells(text)) << TELLS)
    words = instead if message.dropped is not None else searchable(message)
    return ForwardRow(
        position=message.position,
        parent=parent,
        role=ROLE_CODE[message.role],
        author=message.author or "",
        at=message.at.timestamp() if message.at else math.nan,
        tokens=message.tokens,
        flags=int(flags),
        terms=term_hashes(analyze(words)).tobytes(),
    )
