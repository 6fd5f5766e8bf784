"""Values that a later one replaced: which stretch says the old, which the new."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from infold.core.folds import Span

LINKING_RULES: Final = 5
"""Raised when the rules change: what older ones found is then found anew."""

How: TypeAlias = Literal["stated", "elliptic", "rejected", "ended", "opposite", "retracted"]
"""By which rule: `stated` in full again; `elliptic`, in a few words; `rejected` by its name; a
state that has `ended`, or became its `opposite`; `retracted` without a new value."""


HOWS: Final[tuple[How, ...]] = (
    "stated",
    "elliptic",
    "rejected",
    "ended",
    "opposite",
    "retracted",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Supersession:
    """A later statement that supersedes an earlier one: a derived record, told by its two spans.

    Attributes:
        old: The value that was replaced.
        new: The value in its place; of a retraction the words that take it back.
        was: The old value in its form for comparison.
        now: The new one in that form; empty for a retraction.
        written: The old value as it was written.
        shown: The new one as it was; empty for a retraction.
        score: How surely, 0 to 1, rounded to 3 places.
        reason: By which rule.
        withdrawn_by: Who withdrew it; empty while it holds.
        id: Minted by the store; empty before.
        old_at: Position of the old message; -1 before it is known.
        new_at: Position of the new message.
    """

    old: Span
    new: Span
    was: str
    now: str
    written: str
    shown: str
    score: float
    reason: How
    withdrawn_by: str = ""
    id: str = field(default="", compare=False)
    old_at: int = field(default=-1, compare=False)
    new_at: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """How far the messages of a conversation are linked.

    Attributes:
        to: Those before this position are.
        rules: By which rules (`LINKING_RULES`).
        changes: Raised when records are withdrawn.
    """

    to: int = 0
    rules: int = LINKING_RULES
    changes: int = 0
