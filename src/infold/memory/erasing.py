"""What an erasure would take, as data: each record with its reason, counts by kind, what stays."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, get_args

from infold.core.ids import canonical

__all__ = ["KINDS_OF_RECORDS", "EraseItem", "EraseKind", "ErasePlan", "RecordKind", "in_words"]

EraseKind: TypeAlias = Literal["user", "conversation", "message", "fact"]
RecordKind: TypeAlias = Literal[
    "fact",
    "event",
    "conversation",
    "message",
    "fold",
    "claim",
    "merge",
    "supersession",
    "mark",
    "view",
    "change",
    "material",
    "attachment",
    "reply",
    "job",
    "vector",
    "segment",
]
KINDS_OF_RECORDS: Final[tuple[RecordKind, ...]] = get_args(RecordKind)
_WORDS: Final[Mapping[RecordKind, tuple[str, str]]] = {
    "fact": ("fact", "facts"),
    "event": ("entry in the history of facts", "entries in the history of facts"),
    "conversation": ("conversation", "conversations"),
    "message": ("message", "messages"),
    "fold": ("fold", "folds"),
    "claim": ("claim of folds", "claims of folds"),
    "merge": ("merge of clusters", "merges of clusters"),
    "supersession": ("record of a replaced value", "records of replaced values"),
    "mark": ("mark", "marks"),
    "view": ("view", "views"),
    "change": ("step that could be undone", "steps that could be undone"),
    "material": ("material", "materials"),
    "attachment": ("image or file", "images and files"),
    "reply": ("remembered reply to a key", "remembered replies to keys"),
    "job": ("job", "jobs"),
    "vector": ("vector", "vectors"),
    "segment": ("search segment", "search segments"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EraseItem:
    """A record that would go, or come back.

    Attributes:
        kind: What it is.
        id: Its id.
        reason: Why, in words.
    """

    kind: RecordKind
    id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasePlan:
    """What an erasure would take. Nothing is changed by it.

    Attributes:
        kind: What was asked for.
        record: Its id; empty for a user.
        user: Whose.
        agent: Narrows a user's erasure.
        session: Likewise.
        messages: Whether messages go, or facts alone.
        items: Facts, conversations, and single messages, folds and marks that go, with reasons.
            What hangs on a whole conversation is only counted.
        back: Facts that come back: what stood for them goes, and they hold by themselves again.
        counts: How many records of each kind go.
        copies: Exports and backups that left the store: they are not erased with it.
        notes: What stays and says the same, in words.
    """

    kind: EraseKind
    record: str
    user: str
    agent: str | None = None
    session: str | None = None
    messages: bool = True
    items: tuple[EraseItem, ...] = ()
    back: tuple[EraseItem, ...] = ()
    counts: Mapping[RecordKind, int] = field(default_factory=dict)
    copies: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """How many records go."""
        return sum(self.counts.values())

    @property
    def digest(self) -> str:
        """A hash of what goes: another one says that something has come or gone since."""
        items = sorted((item.kind, item.id) for item in self.items)
        told = ("fact", "conversation", "message")
        counts = sorted((kind, count) for kind, count in self.counts.items() if kind in told)
        where = [self.kind, self.record, self.user, self.agent, self.session, self.messages]
        back = sorted((item.kind, item.id) for item in self.back)
        return hashlib.sha256(canonical([where, items, back, counts]).encode()).hexdigest()

    def of(self, kind: RecordKind) -> list[EraseItem]:
        """The items of a kind, in their order."""
        return [item for item in self.items if item.kind == kind]


def in_words(counts: Mapping[RecordKind, int] | Mapping[str, int]) -> list[str]:
    """Counts by kind, each in words; what there is none of is left out."""
    out = []
    given = {str(kind): count for kind, count in counts.items()}
    for kind in KINDS_OF_RECORDS:
        count = given.get(kind, 0)
        if count:
            one, many = _WORDS[kind]
            out.append(f"{count:,} {one if count == 1 else many}")
    return out
