"""What extraction proposes: a fact with its place in a message, not yet saved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from infold.core.facts import FactKind, Origin, Slot
from infold.core.folds import Span

__all__ = ["Candidate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A fact that a message states, or a retraction of one.

    Attributes:
        text: What is said: one line in the words of the message, with the dates in brackets where
            its own words of time depend on the day on which they were said.
        kind: Of the fact.
        slot: Subject and attribute; None where none can be read.
        value: Of the slot, as written; empty where there is none.
        confidence: 0 to 1, how sure the reading is.
        importance: 0 to 1, by rules.
        valid_from: From when it holds; None where nothing is said of it.
        valid_to: Until when, exclusive; None where nothing is said of it.
        expires_at: From when it is to be hidden: the end of a temporary state; None else.
        source: Where it stands; the value stands inside.
        origin: Who said it.
        trust: 0 to 1, by its origin.
        retracts: It says that the value, or where that is empty whatever the slot holds, holds no
            more.
    """

    text: str
    kind: FactKind
    slot: Slot | None
    value: str
    confidence: float
    importance: float
    valid_from: datetime | None
    valid_to: datetime | None
    expires_at: datetime | None
    source: Span
    origin: Origin
    trust: float
    retracts: bool = False
