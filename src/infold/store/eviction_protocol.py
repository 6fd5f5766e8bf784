"""What the engine asks of a store about evicted conversations: part of `sweep_protocol`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, TypeAlias

from infold.core.forward import ForwardRow
from infold.core.messages import Message
from infold.core.scope import Scope

EvictionKind: TypeAlias = Literal["archive", "demote", "export", "drop"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvictionRow:
    """One time that something of a conversation was evicted.

    Attributes:
        conversation: Id of the conversation.
        kind: What was done.
        at: When.
        by: Who did it.
        reason: Why, in words.
        fold: Id of the fold whose cluster was demoted, or of whose sources some were dropped; empty
            where it is the whole conversation.
        sweep: Id of the sweep that did it; empty where a person did.
        data: Numbers, and of an export its file; of dropped sources, where they stood, and the file
            that was written of them before. Never content.
        number: Its order in the conversation; 0 before it is stored.
        ended: When it was taken back; None while it stands.
        ended_by: Who took it back.
    """

    conversation: str
    kind: EvictionKind
    at: datetime
    by: str
    reason: str
    fold: str = ""
    sweep: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    number: int = 0
    ended: datetime | None = None
    ended_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldAge:
    """A fold that stands, and when the newest of its messages was said.

    Attributes:
        id: Of the fold.
        number: In its conversation.
        sources: How many messages it folds.
        claims: How many claims it has.
        newest: Time of the newest dated message; None where none is dated.
        line: Its first claim.
    """

    id: str
    number: int
    sources: int
    claims: int
    newest: datetime | None
    line: str


class EvictionReader(Protocol):
    """Reads of evictions, all of one snapshot."""

    def users_after(self, space: str, after: str | None, *, limit: int) -> list[str]:
        """Names of users of whom anything is kept, in order, those after a name."""
        ...

    def evictions(
        self, scope: Scope, conversation: str | None = None, *, ended: bool = False
    ) -> list[EvictionRow]:
        """What is evicted of a user or of one conversation, in order; on request what was once."""
        ...

    def fold_ages(self, scope: Scope, conversation: str) -> list[FoldAge]:
        """The folds of the chat's own clusters that are ready, by root. Linear in their sources."""
        ...

    def users_evicted_by(
        self, space: str, sweep: str, after: str | None, *, limit: int
    ) -> list[str]:
        """Users of whom a sweep hid anything that is not taken back, in order."""
        ...

    def has_evicted(self, scope: Scope, sweep: str) -> bool:
        """Whether a sweep evicted anything of a user's, taken back or not."""
        ...

    def evicted_by(self, scope: Scope, sweep: str, *, limit: int) -> list[EvictionRow]:
        """What a sweep hid of a user's and is not taken back, in order; exports hide nothing."""
        ...


class EvictionWriter(EvictionReader, Protocol):
    """Changes of evictions."""

    def add_evictions(self, scope: Scope, rows: Sequence[EvictionRow]) -> None:
        """Record what was evicted; numbers are given here."""
        ...

    def end_eviction(self, scope: Scope, row: EvictionRow, *, at: datetime, by: str) -> bool:
        """Record that an eviction was taken back; False where it was before."""
        ...

    def drop_text(
        self, scope: Scope, conversation: str, message: Message, forward: ForwardRow
    ) -> None:
        """Let `Dropped` stand in the place of what a message says; all else of it stays.

        Args:
            scope: Whose.
            conversation: Its id.
            message: As it is afterwards; one that was erased stays as it is.
            forward: Its search row.
        """
        ...

    def set_terms(self, scope: Scope, conversation: str, forward: ForwardRow) -> None:
        """Let a message be found by the words of a search row; all else of its own row stays."""
        ...

    def drop_other_folds(
        self, scope: Scope, conversation: str, messages: Sequence[str], kept: Sequence[str]
    ) -> None:
        """Remove the folds, in every state, that have one of these messages as a source, but some.

        Args:
            scope: Whose.
            conversation: Its id.
            messages: Their ids.
            kept: Ids of the folds that stay.
        """
        ...
