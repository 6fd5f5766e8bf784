"""What the engine hands out about records: sources, hits, conversations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from infold.core.messages import Message

RecordKind: TypeAlias = Literal["message", "fold", "conversation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A stretch of a message on which a record stands.

    Attributes:
        conversation: Id of the conversation.
        message: The whole message, as it was written.
        part: Index of the part that the offsets point into.
        start: First character.
        end: Character after the last.
        text: The stretch itself.
    """

    conversation: str
    message: Message
    part: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One thing that search found.

    Attributes:
        kind: What it is.
        id: Of the record.
        conversation: Id of the conversation that it belongs to.
        title: Of that conversation.
        text: The message's or fold's text, or the conversation's title and where it matched.
        score: Above 0; comparable within one answer only.
        position: Of the message in its conversation; of a fold, its root; -1 for conversations.
        at: When it was said, where that is known.
    """

    kind: RecordKind
    id: str
    conversation: str
    title: str
    text: str
    score: float
    position: int = -1
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationInfo:
    """A conversation in a list.

    Attributes:
        id: Of the conversation.
        title: As its source names it, else its key.
        messages: How many it has.
        turns: How many of them open a turn.
        branches: How many leaves it has.
        first: Time of the earliest dated message.
        last: Time of the latest dated message.
        user: Whose it is.
        key: The name by which it is opened.
    """

    id: str
    title: str
    messages: int
    turns: int
    branches: int
    first: datetime | None
    last: datetime | None
    user: str
    key: str
