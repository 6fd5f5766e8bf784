"""How much a store takes of each thing: refused at the door, where the caller can still act.

docs/reference/limits.md says the same to people; a test compares the two.
"""

from __future__ import annotations

from typing import Final

from infold.errors import UsageError

MESSAGE_BYTES: Final = 64 * 1024 * 1024
"""Bytes of all parts of one message, as they are stored."""
PARTS: Final = 10_000
"""Parts of one message."""
WIRES: Final = 10_000
"""Wires that end in one message."""
MESSAGES: Final = 2**31 - 1
"""Messages of one conversation: positions are kept in 32 bits."""
FILE_BYTES: Final = 512 * 1024 * 1024
"""Bytes of one image or file."""
FACT_CHARACTERS: Final = 4096
"""Characters of a fact: one statement, not a document."""
NAME_CHARACTERS: Final = 4096
"""Characters of the name (key) of a conversation."""

_MIB: Final = 1024 * 1024


def require_message(message: str, position: int, parts: int, wires: int) -> None:
    """Refuse a message of too many parts or wires, or one too many.

    Raises:
        UsageError: It says which bound, and what to do.
    """
    if parts > PARTS:
        raise UsageError(
            f"The message {message} has {parts:,} parts; the most is {PARTS:,}.",
            hint="Split it into several messages.",
            records=[message],
        )
    if wires > WIRES:
        raise UsageError(
            f"The message {message} answers {wires:,} others; the most is {WIRES:,}.",
            hint="Wire it to the last messages only.",
            records=[message],
        )
    if position >= MESSAGES:
        raise UsageError(
            f"The conversation is full: it holds {MESSAGES:,} messages.",
            hint="Go on in another conversation.",
        )


def require_size(message: str, stored: str) -> None:
    """Refuse a message whose parts are too large. Counts characters first: most are far below.

    Raises:
        UsageError: It is larger than `MESSAGE_BYTES`.
    """
    if len(stored) * 4 <= MESSAGE_BYTES:
        return
    size = len(stored.encode("utf-8", "surrogatepass"))
    if size > MESSAGE_BYTES:
        raise UsageError(
            f"The message {message} takes {size / _MIB:,.1f} MiB; the most is "
            f"{MESSAGE_BYTES // _MIB} MiB.",
            hint="Split the text, or keep it as a file: memory.attach(data, media_type=…).",
            records=[message],
        )


def require_file(digest: str, size: int) -> None:
    """Refuse an image or file that is too large.

    Raises:
        UsageError: It is larger than `FILE_BYTES`.
    """
    if size > FILE_BYTES:
        raise UsageError(
            f"The file {digest[:16]} takes {size / _MIB:,.1f} MiB; the most is "
            f"{FILE_BYTES // _MIB} MiB.",
            hint="Keep it elsewhere and refer to it by its address (`uri`).",
        )


def require_fact(text: str) -> None:
    """Refuse a fact that is too long.

    Raises:
        UsageError: It is longer than `FACT_CHARACTERS`.
    """
    if len(text) > FACT_CHARACTERS:
        raise UsageError(
            f"The fact {text[:40]!r}… has {len(text):,} characters; the most is "
            f"{FACT_CHARACTERS:,}.",
            hint="Add one statement at a time; append what is longer to a conversation.",
        )


def require_name(key: str) -> None:
    """Refuse a conversation's name that is too long.

    Raises:
        UsageError: It is longer than `NAME_CHARACTERS`.
    """
    if len(key) > NAME_CHARACTERS:
        raise UsageError(
            f"The name {key[:40]!r}… has {len(key):,} characters; the most is {NAME_CHARACTERS:,}.",
            hint="Give a shorter name.",
        )
