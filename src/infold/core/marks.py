"""Marks: what a person, a rule or a model says of a message or a stretch of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

MarkKind: TypeAlias = Literal["landmark", "highlight", "pin", "archive"]
MARK_KINDS: tuple[MarkKind, ...] = ("landmark", "highlight", "pin", "archive")
Landmark: TypeAlias = Literal["ruled_out", "decided", "pivoted"]
LANDMARKS: tuple[Landmark, ...] = ("ruled_out", "decided", "pivoted")
By: TypeAlias = Literal["person", "rule", "model"]
BY: tuple[By, ...] = ("person", "rule", "model")
"""In this order of authority."""
MarkState: TypeAlias = Literal["suggested", "confirmed", "withdrawn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A record of its own that points at a message; the message never changes.

    Attributes:
        kind: `landmark` (a turn that must stay whole), `highlight` (words that survive every fold),
            `pin` (stays in every context), or `archive` (contributes nothing, lets ancestry pass).
        label: Of a landmark, which: `ruled_out`, `decided` or `pivoted`; else empty.
        message: Id of the message.
        part: Of a highlight, index of the part; else 0.
        start: Of a highlight, where it begins in the part's text, in characters; else 0.
        end: One after its last character; else 0.
        text: Of a highlight, the exact words: what is checked against the message.
        by: Who marked it. What a model marks is a suggestion until a person or a rule confirms it.
        state: `suggested`, `confirmed` or `withdrawn`.
        evidence: Why, in words: the sentence that a rule or model read.
        id: Minted by the store; empty before.
    """

    kind: MarkKind
    message: str
    label: Landmark | Literal[""] = ""
    part: int = 0
    start: int = 0
    end: int = 0
    text: str = ""
    by: By = "person"
    state: MarkState = "confirmed"
    evidence: str = ""
    id: str = field(default="", compare=False)

    @property
    def holds(self) -> bool:
        """Whether it counts: a suggestion does not, whoever made it."""
        return self.state == "confirmed"
