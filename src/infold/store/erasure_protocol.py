"""What the engine asks of a store about erasure: part of `infold.store.protocol`.

Where an argument is called `owner` it is a keyed hash of a user's name, never the name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, TypeAlias

from infold.core.forward import ForwardRow
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.store.fact_erasure_protocol import FactErasureReader, FactErasureWriter
from infold.store.removal_protocol import RemovalReader, RemovalWriter
from infold.store.scanning import Scanned

ErasureState: TypeAlias = Literal["hidden", "removed", "compacted", "gone"]
"""`hidden`: nothing shows it; `removed`: its rows are gone; `compacted`: the file was rebuilt
without them, but its log still holds pages of before; `gone`: a scan of the files found nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureRow:
    """An erasure and how far it is.

    Attributes:
        owner: Keyed hash of the user's name.
        id: Minted by the store.
        kind: What was asked for: `user`, `conversation`, `message` or `fact`.
        record: Its id; of a user the keyed hash.
        state: How far it is.
        hidden_at: When it was hidden.
        gone_at: When the files were found to be free of it.
        by: Who asked for it.
        counts: What went, by kind of record.
        data: Copies that had left the store, the scan, and notes; never content.
        sealed: What the scan looks for, enciphered; empty at the end.
        name: The user's name; empty once its rows are removed, where a whole user was erased.
        attempts: How often its removal was tried.
        number: Of the erasure among the owner's; 0 before it is stored.
    """

    owner: str
    id: str
    kind: str
    record: str
    state: ErasureState
    hidden_at: datetime
    gone_at: datetime | None = None
    by: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    sealed: bytes = b""
    name: str = ""
    attempts: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Something hidden whose rows are still there.

    Attributes:
        kind: A conversation, by its number; a blob; all facts of the user, or replies.
        ref: The conversation's id, or the blob's digest; of facts and replies `whole` where no row
            is to be left, `said` where it stays on record that they were there.
        number: Of a conversation.
    """

    kind: Literal["conversation", "blob", "facts", "replies"]
    ref: str
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyRow:
    """A copy of a user's records that left the store.

    Attributes:
        kind: `export`, or `backup` of the whole store.
        path: Where it went, as far as the store was told.
        at: When.
        conversations: Ids of those in it; empty for all.
    """

    kind: Literal["export", "backup"]
    path: str
    at: datetime
    conversations: tuple[str, ...] = ()


class ErasureReader(RemovalReader, FactErasureReader, Protocol):
    """Reads of erasures, all of one snapshot."""

    def erasures(
        self, space: str, *, owner: str | None = None, erasure: str | None = None
    ) -> list[ErasureRow]:
        """Erasures by when they were hidden; those of one owner, or the one of an id."""
        ...

    def waiting(self, scope: Scope, erasure: str) -> list[Waiting]:
        """What an erasure has hidden and not removed yet: replies, facts, conversations, blobs."""
        ...

    def has_erased(self, scope: Scope, owner: str) -> bool:
        """Whether anything of an owner must not come back."""
        ...

    def erased_among(self, scope: Scope, owner: str, hashes: Sequence[str]) -> set[str]:
        """Which of these must not come back: ids of records, or keyed hashes of texts.

        Messages and facts that are hidden and not removed yet count as well, by their ids.
        """
        ...

    def blank_positions(self, scope: Scope, conversation: str) -> list[int]:
        """Positions whose message was erased, ascending."""
        ...

    def copies(self, space: str, owner: str) -> list[CopyRow]:
        """Copies of an owner's records that left the store, and of the whole store, by time."""
        ...

    def counted(
        self, scope: Scope, conversations: Sequence[str], *, whole: bool = False
    ) -> dict[str, int]:
        """How many records of each kind hang on these conversations.

        Args:
            scope: Whose.
            conversations: Ids.
            whole: All of the user's, and what belongs to no conversation.
        """
        ...

    def facts_standing_in(self, scope: Scope, conversation: str) -> list[str]:
        """Ids of facts that stand on a message of a conversation, in order of entry."""
        ...

    def attached(self, scope: Scope) -> dict[str, list[tuple[str, int]]]:
        """Digest of each attachment → (conversation, position) of the messages that refer to it."""
        ...

    def folds_on(self, scope: Scope, conversation: str, messages: Sequence[str]) -> list[str]:
        """Ids of the folds, in any state, that have one of these messages among their sources."""
        ...

    def merges_on(self, scope: Scope, conversation: str, units: Sequence[int]) -> int:
        """How many merges joined one of these units."""
        ...

    def supersessions_on(self, scope: Scope, conversation: str, messages: Sequence[str]) -> int:
        """How many records of replaced values point into one of these messages."""
        ...

    def marks_on(self, scope: Scope, conversation: str, positions: Sequence[int]) -> list[str]:
        """Ids of marks of any state on these positions."""
        ...

    def replies_to(self, scope: Scope, records: Sequence[str]) -> list[str]:
        """Idempotency keys whose reply names one of these records."""
        ...

    def content_columns(self) -> list[tuple[str, str]]:
        """(table, column) of everything that can hold words of people, or what follows of them."""
        ...

    def other_columns(self) -> list[tuple[str, str]]:
        """(table, column) of all other words: names of kinds, ids, and those of the tables."""
        ...

    def content_of(self, table: str, column: str, *, after: int, limit: int) -> list[Any]:
        """(rowid, value) of a column behind a rowid, of all spaces and users."""
        ...


class ErasureWriter(ErasureReader, RemovalWriter, FactErasureWriter, Protocol):
    """Changes that remove content for good."""

    def add_erasure(self, row: ErasureRow, space: str) -> ErasureRow:
        """Add an erasure; it comes back with its number."""
        ...

    def save_erasure(self, row: ErasureRow, space: str) -> None:
        """Replace what changes of an erasure."""
        ...

    def block(self, scope: Scope, owner: str, erasure: str, hashes: Sequence[str]) -> None:
        """Let these never come back: ids of records, keyed hashes of texts."""
        ...

    def let_back(self, space: str, owner: str, erasure: str) -> int:
        """Take back what `block` did for an erasure; how many hashes that were."""
        ...

    def hide_conversation(self, scope: Scope, conversation: str, erasure: str) -> None:
        """Hide a conversation with all that hangs on it. Its rows wait for `remove_rows`."""
        ...

    def hide_conversations(self, scope: Scope, erasure: str) -> None:
        """Hide all conversations of a user, whatever the scope's agent and session."""
        ...

    def hide_blob(self, scope: Scope, digest: str, erasure: str) -> None:
        """Hide the bytes of an attachment."""
        ...

    def remove_rows(self, scope: Scope, table: str, number: int, limit: int) -> list[Any]:
        """Remove rows of a hidden conversation; what they held (`content_columns`), row by row."""
        ...

    def remove_blob(self, scope: Scope, digest: str) -> bytes:
        """Remove the bytes of a hidden attachment; how they begin."""
        ...

    def done_waiting(self, scope: Scope, one: Waiting) -> None:
        """Record that nothing is left of it."""
        ...

    def remove_user(self, scope: Scope, limit: int) -> list[tuple[str, list[Any]]]:
        """Remove what of a user is neither said nor known; for each table what some held."""
        ...

    def drop_user(self, scope: Scope) -> bool:
        """Forget the user's name where nothing of the user is left; whether that is so."""
        ...

    def blank_message(
        self, scope: Scope, conversation: str, message: Message, forward: ForwardRow
    ) -> None:
        """Empty a message: its position, id and role stay. `message` is as it is afterwards."""
        ...

    def blank_vector(
        self, scope: Scope, conversation: str, position: int, embedder: str, vector: bytes
    ) -> None:
        """Replace the vector of an emptied message, where it has one; others' embedders' go."""
        ...

    def drop_folds_on(
        self, scope: Scope, conversation: str, messages: Sequence[str]
    ) -> list[tuple[str, list[str]]]:
        """Remove the folds that have one of these as a source: (id, what its claims said)."""
        ...

    def blank_merges(self, scope: Scope, conversation: str, units: Sequence[int]) -> int:
        """Remove the scores of merges that joined one of these units; how many there are."""
        ...

    def drop_links(self, scope: Scope, conversation: str, messages: Sequence[str]) -> list[str]:
        """Remove all records of replaced values that a job derives anew; what they held.

        What a person withdrew stays, where it points into none of these messages.
        """
        ...

    def drop_marks_on(
        self, scope: Scope, conversation: str, positions: Sequence[int]
    ) -> list[tuple[str, list[str]]]:
        """Remove marks: (id, what they held)."""
        ...

    def drop_settings(self, scope: Scope, conversation: str, messages: Sequence[str]) -> None:
        """Remove settings of messages and those that name one, and how they were asked for."""
        ...

    def drop_segments(self, scope: Scope, conversation: str) -> None:
        """Remove all segments of a conversation."""
        ...

    def forget_in_changes(
        self, scope: Scope, conversation: str, records: Sequence[str], messages: Sequence[str]
    ) -> None:
        """Take what steps did to these records, and the settings of messages, out of the steps."""
        ...

    def drop_replies(self, scope: Scope, records: Sequence[str]) -> list[str]:
        """Remove idempotency replies that name one of these records; their keys."""
        ...

    def drop_jobs_of(self, scope: Scope, subject: str | None) -> int:
        """Remove jobs of a user, or those of one subject; never those that erase."""
        ...

    def drop_fact_spans_of(self, scope: Scope, fact: int, messages: Sequence[str]) -> None:
        """Let a fact no longer point into these messages."""
        ...

    def add_copy(self, space: str, owner: str, copy: CopyRow) -> None:
        """Record that a copy left the store; an empty owner for one of the whole store."""
        ...


class RebuiltStore(Protocol):
    """What is done to the files of a store so that nothing erased is left in them."""

    @property
    def readings(self) -> int:
        """How many snapshots this process has open: they keep its log from being emptied."""
        ...

    def compact(self) -> None:
        """Build the database anew without what was removed."""
        ...

    def scan(
        self, needles: Sequence[bytes], *, progress: Callable[[int], None] | None = None
    ) -> Scanned:
        """Look for byte strings of four bytes or more in all files."""
        ...
