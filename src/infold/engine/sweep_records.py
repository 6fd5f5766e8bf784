"""What is told of a sweep: its receipt, and how far it has come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypeAlias

from infold.store.sweep_protocol import SweepRow, SweepState

__all__ = ["SWEEPS", "SweepProgress", "SweepReceipt", "SweepStep", "receipt"]

SWEEPS: Final = "sweep"
"""By whom a sweep's events are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepReceipt:
    """What a sweep did, in numbers; never what a fact says.

    Attributes:
        id: Of the sweep; `undo` takes it.
        user: Whose facts; None where it was of all users.
        at: Its clock.
        state: `running` (or broken off), `done`, `undoing`, `undone`.
        started: When it began.
        finished: When it was done, or undone; None before.
        scheduled: When the schedule asked for it; None where a person or a program did.
        counts: How many facts: `expired`, `idle` (let go), `capped`, `with_newer` (older values let
            go with the newer one of their slot), `purged`, `kept` (that would have brought back an
            older value that is pinned). How many conversations: `archived`, `exported`, `failed`
            (that could not be exported); how many clusters: `demoted`; how many messages:
            `dropped` (their texts: no undo brings them back). After an undo `restored`,
            `gone` (purged meanwhile) and `left` (changed by somebody since). And `users`: how many
            had anything to be done.
        chunks: How many transactions it took.
        in_log: Whether old pages of what was purged or dropped may still stand in the write-ahead
            log, because another program is reading; `infold purge` or the next sweep empties it.
    """

    id: str
    user: str | None
    at: datetime
    state: SweepState
    started: datetime
    finished: datetime | None
    scheduled: datetime | None
    counts: Mapping[str, int] = field(default_factory=dict)
    chunks: int = 0
    in_log: bool = False

    @property
    def changes(self) -> int:
        """How many records it changed."""
        told = (
            "expired",
            "idle",
            "capped",
            "with_newer",
            "purged",
            "archived",
            "demoted",
            "exported",
            "dropped",
        )
        return sum(self.counts.get(name, 0) for name in told)


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepStep:
    """How far a sweep has come.

    Attributes:
        users: Users looked at.
        changes: Records changed.
    """

    users: int
    changes: int


SweepProgress: TypeAlias = Callable[[SweepStep], None]


def receipt(row: SweepRow, *, in_log: bool = False) -> SweepReceipt:
    """The receipt of a sweep from its record."""
    return SweepReceipt(
        id=row.id,
        user=None if row.whole else row.scope.user,
        at=row.at,
        state=row.state,
        started=row.started,
        finished=row.finished,
        scheduled=row.scheduled,
        counts=row.counts,
        chunks=row.chunks,
        in_log=in_log,
    )
