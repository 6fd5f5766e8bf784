"""What the engine asks of a store. Every call takes a `Scope`; nothing is read without one.

A store has one writer a process: `write` runs a command on it, inside a savepoint, and returns
when the transaction that holds it is on disk. `read` opens a snapshot that sees one state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from infold.core.folds import Claim, ClaimColumns, Fold, FoldKey, FoldState, Merge
from infold.core.forward import ForwardColumns, ForwardRow
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.supersessions import Linked, Supersession
from infold.store.erasure_protocol import ErasureReader, ErasureWriter, RebuiltStore
from infold.store.graph_protocol import GraphReader, GraphWriter
from infold.store.hearing_protocol import HearingReader, HearingWriter
from infold.store.merge_protocol import MergeReader
from infold.store.node_protocol import NodeReader, NodeWriter
from infold.store.sweep_protocol import SweepReader, SweepWriter

T = TypeVar("T")

IdKind: TypeAlias = Literal["message", "fold", "claim"]
JobState: TypeAlias = Literal["waiting", "running", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationRow:
    """A conversation without its messages.

    Attributes:
        leaf: Position of the current leaf: the source's own, else the newest; -1 while empty.
        messages: How many there are; the next position.
        turns: Messages that open a turn.
        branches: Leaves.
        first: Time of the earliest dated message.
        last: Time of the latest dated message.
        archived: When it was archived; None for one that is listed and searched.
        hot_from: Position at which the hot window starts: everything before has graduated.
        hot_tokens: Tokens from there on.
        embedded_to: Position up to which messages have been given to the embedder.
        placed_to: Position up to which graduated units stand in the forest.
        heard_to: Position up to which facts were looked for, or are not to be.
        generation: Raised by every change to the forest or the folds.
        leaf_id: Id of the message at `leaf`; read only, empty while there is none.
    """

    id: str
    key: str
    title: str = ""
    format: str = ""
    agent: str | None = None
    session: str | None = None
    leaf: int = -1
    messages: int = 0
    turns: int = 0
    branches: int = 0
    first: datetime | None = None
    last: datetime | None = None
    archived: datetime | None = None
    hot_from: int = 0
    hot_tokens: int = 0
    embedded_to: int = 0
    placed_to: int = 0
    heard_to: int = 0
    generation: int = 0
    leaf_id: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WireRow:
    """A wire by positions in its conversation."""

    parent: int
    child: int
    kind: Literal["continue", "reference"] = "continue"
    inferred: bool = False
    cut: bool = False
    chain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeVersion:
    """What a cache compares before it serves.

    `version` rises with every write, `erase_epoch` with every removal, `index_version` when another
    embedder takes over.
    """

    version: int = 0
    erase_epoch: int = 0
    index_version: int = 0

    def is_before(self, other: ScopeVersion) -> bool:
        """Whether a snapshot of this version is older than one of the other."""
        return (self.erase_epoch, self.version) < (other.erase_epoch, other.version)


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentKind:
    """What a segment must be of to be read: whatever differs makes it stale.

    Attributes:
        embedder: Id of the embedder whose vectors it holds; empty for none.
        analysis: `infold.recall.segments.ANALYSIS` when it was written.
        erase_epoch: Of the scope.
        index_version: Of the scope.
    """

    embedder: str
    analysis: int
    erase_epoch: int = 0
    index_version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentKey:
    """The messages of a segment: `count` of them from position `first` on."""

    first: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentSizes:
    """How many segments there are, and the bytes that they take."""

    count: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A piece of work off the critical path.

    Attributes:
        kind: `fold` tends a conversation: embeds, places, folds.
        subject: Id of what it works on.
        attempts: How often it was begun, this time included.
        token: Proves the lease; `finish_job` and `fail_job` ask for it.
    """

    id: int
    scope: Scope
    kind: str
    subject: str
    attempts: int
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRow:
    """How a job stands, for `doctor` and `worker`. `id` counts the jobs of a user.

    `leased_to` says when the lease of a running job ends; one that is renewed is the same job.
    """

    id: int
    scope: Scope
    kind: str
    subject: str
    state: JobState
    attempts: int
    due: datetime
    error: str
    leased_to: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredReply:
    """What an idempotency key was used for: a hash of the request and the reply to it."""

    request: str
    reply: str


class Reader(
    HearingReader, MergeReader, GraphReader, NodeReader, SweepReader, ErasureReader, Protocol
):
    """One snapshot of a store."""

    def secret(self, scope: Scope) -> bytes:
        """The secret of the scope's space."""
        ...

    def embedder(self, scope: Scope) -> str:
        """Id of the embedder that the space was made with; empty for none yet."""
        ...

    def scopes(self, space: str) -> list[Scope]:
        """A scope for each user of a space, sorted: for `verify`, `doctor` and export."""
        ...

    def scope_version(self, scope: Scope) -> ScopeVersion:
        """Versions of the scope's user."""
        ...

    def conversation(self, scope: Scope, conversation: str) -> ConversationRow | None:
        """A conversation by its id."""
        ...

    def conversation_by_key(self, scope: Scope, key: str) -> ConversationRow | None:
        """A conversation by its key."""
        ...

    def conversations(
        self, scope: Scope, *, after: str = "", limit: int | None = None
    ) -> list[ConversationRow]:
        """Conversations in order of creation, those after the one of id `after`."""
        ...

    def messages(
        self,
        scope: Scope,
        conversation: str,
        positions: Sequence[int] | None = None,
        *,
        first: int = 0,
        last: int | None = None,
    ) -> list[Message]:
        """Messages by position: the ones named, else `first` to `last` (inclusive), in order."""
        ...

    def messages_below(
        self, scope: Scope, conversation: str, *, first: int = 0, last: int | None = None
    ) -> list[tuple[Message, int]]:
        """Messages from `first` to `last` (inclusive), each with its latest parent; -1 for none."""
        ...

    def digests(self, scope: Scope, conversation: str) -> dict[int, str]:
        """Position → content hash of messages whose ids were not minted here."""
        ...

    def locate(self, scope: Scope, messages: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Message id → (conversation id, position), for those that exist."""
        ...

    def wires(self, scope: Scope, conversation: str, *, first: int = 0) -> list[WireRow]:
        """Wires whose child stands at `first` or later, ordered by child, then parent."""
        ...

    def children(self, scope: Scope, conversation: str, position: int) -> list[int]:
        """Positions of a message's children through `continue` wires; of -1, the roots."""
        ...

    def forward(self, scope: Scope, conversation: str, *, first: int = 0) -> ForwardColumns:
        """Forward rows from position `first` on."""
        ...

    def vectors(
        self, scope: Scope, conversation: str, embedder: str, *, first: int = 0
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Positions (n,) and unit vectors (n, dim) of messages embedded by `embedder`."""
        ...

    def forward_at(
        self, scope: Scope, conversation: str, positions: Sequence[int]
    ) -> ForwardColumns:
        """Forward rows of the positions named, ascending."""
        ...

    def vectors_at(
        self, scope: Scope, conversation: str, embedder: str, positions: Sequence[int]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """What `vectors` gives, of the positions named."""
        ...

    def segment_keys(
        self, scope: Scope, conversation: str, kind: SegmentKind, *, first: int = 0
    ) -> list[SegmentKey]:
        """Where a conversation's segments of a kind begin, from `first` on, ascending."""
        ...

    def segment(
        self, scope: Scope, conversation: str, kind: SegmentKind, first: int
    ) -> bytes | None:
        """The segment of a kind that begins at `first`; None where it is missing or damaged."""
        ...

    def segment_sizes(self, scope: Scope) -> SegmentSizes:
        """How many segments the scope's user has, of any kind, and their bytes."""
        ...

    def placements(self, scope: Scope, conversation: str) -> dict[int, int]:
        """Position of a placed message → position of its unit's first message."""
        ...

    def merges(self, scope: Scope, conversation: str) -> list[Merge]:
        """The merge log, in order of entry, withdrawn ones included."""
        ...

    def folds(
        self,
        scope: Scope,
        conversation: str,
        states: Sequence[FoldState] = ("ready",),
        *,
        of_views: bool = False,
    ) -> list[Fold]:
        """Folds with their claims and spans, by root, then order of making.

        Those of the chat's forest and of other tools; with `of_views` those of views and drafts,
        too.
        """
        ...

    def folds_over(
        self, scope: Scope, conversation: str, messages: Sequence[str]
    ) -> list[tuple[str, int, list[str]]]:
        """Ready folds with sources among these messages: id, root, and those sources; by root."""
        ...

    def foreign_texts(self, scope: Scope, conversation: str) -> list[tuple[str, int, str]]:
        """Ready folds of other tools that can be read: id, root and summary; by root."""
        ...

    def fold_keys(
        self, scope: Scope, conversation: str, states: Sequence[FoldState]
    ) -> list[FoldKey]:
        """Ids, roots and generations of folds, without their claims; foreign ones are left out."""
        ...

    def ids(self, scope: Scope, kind: IdKind, start: str, limit: int) -> list[str]:
        """Ids of records, in any state, that begin with a text; at most `limit`, sorted."""
        ...

    def claim_columns(self, scope: Scope, conversation: str) -> ClaimColumns:
        """Claims of ready and pending folds, column by column, by root, fold and number."""
        ...

    def claims_at(
        self, scope: Scope, conversation: str, keys: Sequence[tuple[int, int]]
    ) -> list[tuple[str, Claim]]:
        """(fold id, claim) for each (fold, number) of `claim_columns`, in the order asked for."""
        ...

    def fold(self, scope: Scope, fold: str) -> tuple[str, Fold] | None:
        """(conversation id, fold) by the fold's id."""
        ...

    def claim(self, scope: Scope, claim: str) -> tuple[str, str] | None:
        """(conversation id, fold id) by the claim's id."""
        ...

    def claims_from(self, scope: Scope, messages: Sequence[str]) -> list[str]:
        """Ids of the claims, of folds in any state, with a span in one of these messages."""
        ...

    def linked(self, scope: Scope, conversation: str) -> Linked | None:
        """How far a conversation's messages are linked; None where no job has begun."""
        ...

    def supersessions(
        self, scope: Scope, conversation: str, *, after: int = 0
    ) -> list[Supersession]:
        """Superseded values in order of entry, withdrawn ones included, without the first ones."""
        ...

    def blob(self, scope: Scope, digest: str) -> bytes | None:
        """Bytes of an image or file by its SHA-256 (hex)."""
        ...

    def blobs(self, scope: Scope) -> list[str]:
        """Digests of all blobs of the scope's user, sorted."""
        ...

    def behind(self, space: str) -> tuple[Scope, str] | None:
        """A conversation with messages that the embedder has not seen, and no job; the first."""
        ...

    def reply(self, scope: Scope, key: str) -> StoredReply | None:
        """What an idempotency key was used for."""
        ...

    def jobs(self, space: str) -> list[JobRow]:
        """Jobs that wait, run or failed, oldest first."""
        ...


class Writer(Reader, HearingWriter, GraphWriter, NodeWriter, SweepWriter, ErasureWriter, Protocol):
    """A reader inside the writing transaction that also changes rows."""

    def bind_embedder(self, scope: Scope, embedder: str) -> None:
        """Record the space's embedder."""
        ...

    def add_conversation(self, scope: Scope, row: ConversationRow) -> None:
        """Add a conversation."""
        ...

    def save_conversation(self, scope: Scope, row: ConversationRow) -> None:
        """Replace a conversation's changeable fields."""
        ...

    def add_message(
        self,
        scope: Scope,
        conversation: str,
        message: Message,
        wires: Sequence[WireRow],
        forward: ForwardRow,
        *,
        digest: str | None = None,
    ) -> None:
        """Add a message (its id, position and tokens set), its wires and its forward row.

        Args:
            scope: Whose.
            conversation: Id of its conversation.
            message: The message.
            wires: Those that end in it.
            forward: Its forward row.
            digest: Its content hash, where its id was not minted here: `verify` checks that.

        Raises:
            IntegrityError: Its id or position is taken.
            NotFound: The scope has no such conversation.
        """
        ...

    def add_wires(self, scope: Scope, conversation: str, wires: Sequence[WireRow]) -> None:
        """Add wires between messages that are there already."""
        ...

    def touch(self, scope: Scope) -> None:
        """Raise the scope's version: once a command that changed something."""
        ...

    def touch_removed(self, scope: Scope) -> None:
        """Raise version and erase epoch: once a command that removed content. Caches start anew."""
        ...

    def add_vectors(
        self,
        scope: Scope,
        conversation: str,
        embedder: str,
        positions: Sequence[int],
        vectors: NDArray[np.float32],
    ) -> None:
        """Store vectors (n, dim); rows that are there already stay."""
        ...

    def keep_segment(
        self, scope: Scope, conversation: str, kind: SegmentKind, key: SegmentKey, data: bytes
    ) -> None:
        """Keep a segment; one that is there already is replaced. No version rises."""
        ...

    def drop_old_segments(self, scope: Scope, conversation: str, kind: SegmentKind) -> None:
        """Remove a conversation's segments of every other kind."""
        ...

    def add_placements(self, scope: Scope, conversation: str, units: dict[int, int]) -> None:
        """Record the unit of each newly placed message (position → unit)."""
        ...

    def add_merges(self, scope: Scope, conversation: str, merges: Sequence[Merge]) -> None:
        """Append to the merge log; `id`s are set."""
        ...

    def withdraw_merge(self, scope: Scope, merge: str, by: str) -> None:
        """Mark a merge as withdrawn."""
        ...

    def add_folds(self, scope: Scope, conversation: str, folds: Sequence[Fold]) -> None:
        """Add folds with their claims and spans; ids, tokens and positions are set."""
        ...

    def set_fold_state(self, scope: Scope, folds: Sequence[str], state: FoldState) -> None:
        """Change the state of folds."""
        ...

    def add_supersessions(
        self, scope: Scope, conversation: str, records: Sequence[Supersession]
    ) -> None:
        """Append records of superseded values; ids and positions are set."""
        ...

    def save_linked(self, scope: Scope, conversation: str, linked: Linked) -> None:
        """Record how far messages are linked."""
        ...

    def drop_supersessions(self, scope: Scope, conversation: str) -> None:
        """Remove all records of superseded values of a conversation."""
        ...

    def withdraw_supersession(
        self, scope: Scope, conversation: str, supersession: str, by: str
    ) -> None:
        """Mark a record of a superseded value as withdrawn."""
        ...

    def add_blob(self, scope: Scope, digest: str, data: bytes) -> None:
        """Keep the bytes of an image or file; the same bytes are kept once."""
        ...

    def keep_reply(self, scope: Scope, key: str, reply: StoredReply) -> None:
        """Record what an idempotency key was used for."""
        ...

    def queue_job(self, scope: Scope, kind: str, subject: str, due: datetime) -> None:
        """Queue a job, unless one of this kind and subject waits already."""
        ...

    def claim_job(
        self, space: str, now: datetime, lease_seconds: float, *, kinds: Sequence[str]
    ) -> Job | None:
        """Take the oldest job of some kinds that is due and free, or whose lease has run out."""
        ...

    def renew_job(self, job: Job, now: datetime, lease_seconds: float) -> bool:
        """Extend a lease; False where it was lost."""
        ...

    def finish_job(self, job: Job) -> bool:
        """Remove a job that is done; False where the lease was lost."""
        ...

    def fail_job(self, job: Job, error: str, retry: datetime | None) -> bool:
        """Put a job back for later, or mark it failed; False where the lease was lost."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """Bytes of a store's files.

    Attributes:
        database: The file itself.
        journal: Its write-ahead log.
        free: Of `database`: pages that hold nothing and are used again.
    """

    database: int
    journal: int
    free: int = 0


class Store(RebuiltStore, Protocol):
    """A store that is open."""

    @property
    def path(self) -> Path:
        """Its file."""
        ...

    @property
    def is_writable(self) -> bool:
        """False where it was opened on a medium or in a folder that cannot be written."""
        ...

    def read(self) -> AbstractContextManager[Reader]:
        """Open a snapshot. Safe from any thread; snapshots do not stop the writer."""
        ...

    def write(self, command: Callable[[Writer], T]) -> T:
        """Run a command, alone or with others that gathered, and wait until it is on disk.

        It may run on the thread of another caller.

        An error inside undoes the command alone and is raised here.

        Raises:
            StoreBusy: Another process held the store for too long.
            StoreError: The disk is full, the file cannot be written, or it is damaged.
        """
        ...

    def check(self) -> list[str]:
        """What the database itself finds wrong with its file; empty for a sound one. Linear."""
        ...

    def sizes(self) -> Sizes:
        """Bytes of its files."""
        ...

    def shorten_log(self) -> bool:
        """Move the write-ahead log into the database; False where a reader is in the way."""
        ...

    def close(self) -> None:
        """Finish what was accepted and close. A second call does nothing."""
        ...
