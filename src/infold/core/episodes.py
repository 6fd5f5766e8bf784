"""Episodes: stretches of a conversation with their time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

__all__ = ["Episode"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """A stretch of a conversation that was one sitting, and not too long a one.

    It holds no text: it points at its messages.

    Attributes:
        id: Of the episode; the same as long as its first message is.
        conversation: Id of the conversation.
        first: Position of its first message.
        last: Position of its last one; grows while it is the newest of its conversation.
        at_from: Time of its earliest dated message; None where none is dated.
        at_to: Time of its latest one.
        participants: Who spoke, in order: authors, else `user` and `assistant`.
        fold: Id of the fold that stands on most of its messages; empty while there is none.
    """

    id: str
    conversation: str
    first: int
    last: int
    at_from: datetime | None = None
    at_to: datetime | None = None
    participants: tuple[str, ...] = ()
    fold: str = ""
