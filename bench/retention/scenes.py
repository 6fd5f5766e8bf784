"""Parts of a session before it is laid out: what is said together, and what will be asked."""

from __future__ import annotations

from dataclasses import dataclass, field

from bench.retention.values import Question, Role
from bench.retention.wordings import Domain


@dataclass(slots=True, kw_only=True, eq=False)
class Draft:
    """A message whose place is not known yet; `tool` is set for a call and for its output."""

    role: Role
    text: str
    tool: str = ""
    index: int = -1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """Messages that follow each other, at a time between 0 and 1 of the session."""

    time: float
    domain: Domain
    drafts: list[Draft]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Planned:
    """A question with the scenes that it needs; its indexes are filled in from the drafts."""

    question: Question
    scenes: list[Scene]
    evidence: list[Draft]
    stale: list[Draft] = field(default_factory=list)
    lures: list[Draft] = field(default_factory=list)
