"""What is said of a message that is not there."""

from __future__ import annotations

from typing import Final

from infold.errors import NotFound

__all__ = ["MESSAGE_IDS", "no_message"]

MESSAGE_IDS: Final = "infold show CONVERSATION --json lists their ids."
"""What to do about it."""


def no_message(*messages: str, hint: str = MESSAGE_IDS) -> NotFound:
    """The error for ids that name no message of a conversation.

    Args:
        messages: The ids; the first is named.
        hint: What to do.
    """
    return NotFound(
        f"No message {messages[0]:.60} in this conversation.", hint=hint, records=list(messages)
    )
