"""What messages state, and what linking asks of those before one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from infold.core.folds import Span
from infold.core.messages import Message, Text
from infold.core.supersessions import How, Supersession
from infold.fold.slots import Rarity
from infold.text.slots import Statement, Value, read_statements

__all__ = [
    "SURE",
    "Before",
    "Old",
    "Said",
    "head_of",
    "holds",
    "old_of",
    "read_said",
    "record",
    "record_words",
    "span_of",
    "taken_back",
]

_ESSAY: Final = 90
"""Words of an assistant's message beyond which it is advice, and states nothing of the talk."""
_PASTED: Final = 220
_MOST_CHAIN: Final = 64
SURE: Final = 0.8
"""Score of what is put away by its name, or in so many words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What one message states.

    Attributes:
        message: Its id.
        position: Of the message.
        speaker: The author's name, else the role.
        role: As a model's interface sees it.
        statements: By part: index of the part, and what it states.
    """

    message: str
    position: int
    speaker: str
    role: str
    statements: tuple[tuple[int, Statement], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Old:
    """A value that may be superseded: where it stands and what it is.

    Attributes:
        span: Its place.
        at: Position of its message.
        norm: Its form for comparison.
        text: As written.
    """

    span: Span
    at: int
    norm: str
    text: str


class Before(Protocol):
    """The ancestors of a message, as far as linking asks for them."""

    def rarity(self, statement: Statement) -> Rarity:
        """How many of them hold each term of a statement."""
        ...

    def candidates(self, statement: Statement, value: Value | None) -> Sequence[Said]:
        """Those that share its rarer words, the latest first; bounded."""
        ...

    def holding(self, terms: frozenset[str]) -> Sequence[Said]:
        """Those that hold one of some search terms and a digit; none where they are many."""
        ...

    def latest(self, count: int) -> Sequence[Said]:
        """The last `count` of them, the latest first."""
        ...

    def superseded(self, old: Span) -> Supersession | None:
        """By what a span was superseded among them; withdrawn records do not count."""
        ...


def read_said(message: Message) -> Said:
    """Read what a message states: nothing for tools, instructions, advice and pasted texts."""
    found: list[tuple[int, Statement]] = []
    if message.role in ("user", "assistant") and not message.answers:
        most = _ESSAY if message.role == "assistant" else _PASTED
        for number, part in enumerate(message.parts):
            if isinstance(part, Text) and len(part.text.split(maxsplit=most)) <= most:
                found += [(number, one) for one in read_statements(part.text)]
    return Said(
        message=message.id,
        position=message.position,
        speaker=message.author or message.role,
        role=message.role,
        statements=tuple(found),
    )


def head_of(span: Span, before: Before) -> Supersession | None:
    """The last record of the chain that begins at a span; None where nothing superseded it."""
    head = before.superseded(span)
    for _ in range(_MOST_CHAIN):
        after = before.superseded(head.new) if head is not None else None
        if after is None:
            break
        head = after
    return head


def holds(span: Span, norm: str, before: Before) -> bool:
    """Whether a value still holds: nothing superseded it, or it was asserted again since."""
    head = head_of(span, before)
    return head is None or head.now == norm


def span_of(said: Said, part: int, value: Value | Statement) -> Span:
    """Where a value stands."""
    return Span(message=said.message, part=part, start=value.start, end=value.end)


def old_of(said: Said, part: int, value: Value) -> Old:
    """A value of a statement as one that may be superseded."""
    span = span_of(said, part, value)
    return Old(span=span, at=said.position, norm=value.norm, text=value.text)


def record(
    said: Said, part: int, value: Value, old: Old, score: float, reason: How
) -> Supersession:
    """The record of a value that supersedes another."""
    return Supersession(
        old=old.span,
        new=span_of(said, part, value),
        was=old.norm,
        now=value.norm,
        written=old.text,
        shown=value.text,
        score=round(score, 3),
        reason=reason,
        old_at=old.at,
        new_at=said.position,
    )


def record_words(
    said: Said, new: Span, held: Old, now: str, shown: str, reason: How
) -> Supersession:
    """A record of a value in whose place words stand.

    Args:
        said: The later message.
        new: Its words.
        held: The earlier value.
        now: What holds now, in its form for comparison; empty where nothing does.
        shown: The same as it was written.
        reason: By which rule.
    """
    return Supersession(
        old=held.span, new=new, was=held.norm, now=now, written=held.text, shown=shown,
        score=SURE, reason=reason, old_at=held.at, new_at=said.position,
    )  # fmt: skip


def taken_back(said: Said, part: int, statement: Statement, held: Old) -> Supersession:
    """A record of a value that a statement takes back without a new one."""
    return record_words(said, span_of(said, part, statement), held, "", "", "retracted")
