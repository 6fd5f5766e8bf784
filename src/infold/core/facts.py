"""Facts and episodes: what is known about a scope, since when, and from where."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from infold.core.folds import Span

FactKind: TypeAlias = Literal[
    "profile", "preference", "statement", "decision", "event", "temporary"
]
FACT_KINDS: tuple[FactKind, ...] = (
    "profile",
    "preference",
    "statement",
    "decision",
    "event",
    "temporary",
)
Origin: TypeAlias = Literal["user", "assistant", "tool", "import", "program"]
ORIGINS: tuple[Origin, ...] = ("user", "assistant", "tool", "import", "program")
FactState: TypeAlias = Literal[
    "live", "superseded", "expired", "tombstoned", "quarantined", "purged"
]
EventKind: TypeAlias = Literal[
    "added",
    "repeated",
    "used",
    "pinned",
    "unpinned",
    "confirmed",
    "superseded",
    "reopened",
    "tombstoned",
    "restored",
    "quarantined",
    "released",
    "merged",
    "unmerged",
    "weighed",
]


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Slot:
    """Subject and attribute of a fact; values of one slot follow each other in time.

    Attributes:
        subject: Whose or what; `user` for the scope's user.
        attribute: Which property, such as `city`, `employer`, `port`.
    """

    subject: str
    attribute: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A statement about a scope. Its content is written once; what becomes of it are events.

    Attributes:
        text: What is said, one line.
        kind: Decides how it is kept (`infold.memory.retention`).
        slot: Subject and attribute where they can be read.
        value: Of the slot; empty where there is none.
        confidence: 0 to 1 when it was recorded; at a later moment it is computed, never stored.
        importance: 0 to 1.
        valid_from: From when it holds; None where nothing was said of it.
        valid_to: Until when, exclusive; None while it holds.
        recorded_at: When it was written.
        expires_at: From when it is hidden; None for never.
        sources: Spans of the messages that say it; empty where a program says it.
        origin: Who said it.
        trust: 0 to 1, by its origin; weighs in search.
        id: Minted by the store; empty before.
    """

    text: str
    kind: FactKind = "statement"
    slot: Slot | None = None
    value: str = ""
    confidence: float = 1.0
    importance: float = 0.5
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime | None = None
    expires_at: datetime | None = None
    sources: tuple[Span, ...] = ()
    origin: Origin = "program"
    trust: float = 1.0
    id: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactEvent:
    """Something that happened to a fact; appended, never changed.

    Attributes:
        fact: Id of the fact.
        kind: What happened.
        at: When.
        by: Who did it: `person`, `rule`, `sweep`, a model's or a program's name.
        other: Id of another fact that it is about (`superseded` and `merged`); empty else.
        data: A small value, such as an importance; empty else.
    """

    fact: str
    kind: EventKind
    at: datetime
    by: str = "program"
    other: str = ""
    data: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """A stretch of a conversation with its time.

    Attributes:
        conversation: Id of the conversation.
        first: Position of its first message.
        last: Of its last.
        since: Time of its first message; None where that has none.
        until: Of its last.
        participants: Names, else roles, in order of appearance.
        fold: Id of its fold; empty where it has none.
        id: Minted by the store; empty before.
    """

    conversation: str
    first: int
    last: int
    since: datetime | None = None
    until: datetime | None = None
    participants: tuple[str, ...] = ()
    fold: str = ""
    id: str = field(default="", compare=False)
