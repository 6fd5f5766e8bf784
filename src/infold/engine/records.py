"""What the engine hands out about records: sources, hits, conversations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from infold.core.episodes import Episode
from infold.core.messages import Message
from infold.memory.standing import KnownFact
from infold.recall.replaced import Mark

RecordKind: TypeAlias = Literal["message", "fold", "conversation", "episode", "fact"]


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
        note: Where the text was dropped: since when. `text` is empty then.
    """

    conversation: str
    message: Message
    part: int
    start: int
    end: int
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One thing that search found.

    Attributes:
        kind: What it is.
        id: Of the record.
        conversation: Id of the conversation that it belongs to; empty for facts.
        title: Of that conversation; of a fact its kind.
        text: That of a message, fold or fact; of a conversation its title and where it matched; of
            an episode the claims of its fold and its best message.
        score: Above 0; comparable within one answer only.
        position: Of the message in its conversation; of a fold, its root; of an episode, its first
            message; -1 for conversations.
        at: When it was said, where that is known.
        episode: Of an episode, its record.
        fact: Of a fact, how it is seen at the moment that is asked of.
        parts: Of a fact, what its score is made of, where that was asked for: `relevance` (0 to 1),
            and what takes at most 15 % of it away: `confidence`, `importance`, `recency`, `trust`.
        replaced: Of a message, what it says that no longer holds, on the path of the conversation.
    """

    kind: RecordKind
    id: str
    conversation: str
    title: str
    text: str
    score: float
    position: int = -1
    at: datetime | None = None
    episode: Episode | None = None
    fact: KnownFact | None = None
    parts: Mapping[str, float] | None = None
    replaced: tuple[Mark, ...] = ()


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
        archived: When it was archived; None for one that is listed and searched.
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
    archived: datetime | None = None
