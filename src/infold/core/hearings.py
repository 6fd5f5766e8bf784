"""Hearings: stretches of a conversation that a model reads for facts, and what that cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from infold.core.folds import Price

__all__ = ["HEARING_STATES", "Hearing", "HearingState"]

HearingState: TypeAlias = Literal["pending", "read", "refused"]
HEARING_STATES: tuple[HearingState, ...] = ("pending", "read", "refused")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """A stretch that a model is to read for facts, or has read.

    Attributes:
        first: Position of its first message.
        last: Position of its last one.
        state: `pending`, `read`, or `refused`: no answer could be used, and what the rules found
            stands.
        facts: How many facts were recorded.
        dropped: How many the model gave beside them that stand on nothing, or were known.
        model: Name of the model; empty while it is pending.
        prompt: Id of the prompt.
        price: What it cost.
        fault: Why it was refused, or what was mended; no content.
        number: Of its entry; 0 before it is stored.
    """

    first: int
    last: int
    state: HearingState = "pending"
    facts: int = 0
    dropped: int = 0
    model: str = ""
    prompt: str = ""
    price: Price = field(default_factory=Price)
    fault: str = ""
    number: int = 0
