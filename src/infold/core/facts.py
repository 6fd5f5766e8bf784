"""Facts: what is known about a scope, since when, and from where."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from infold.core.folds import Span

FactKind: TypeAlias = Literal[
    "profile", "preference", "statement", "decision", "event", "temporary"
]
FACT_KINDS: tuple[FactKind, ...] = (
    "profile",
    "preference",
    "statement",
    "decision",
    "event",
    "temporary",
)
Origin: TypeAlias = Literal["user", "assistant", "tool", "import", "program"]
ORIGINS: tuple[Origin, ...] = ("user", "assistant", "tool", "import", "program")
FactState: TypeAlias = Literal[
    "live", "superseded", "expired", "tombstoned", "quarantined", "purged"
]
EventKind: TypeAlias = Literal[
    "added",
    "repeated",
    "used",
    "pinned",
    "unpinned",
    "confirmed",
    "superseded",
    "reopened",
    "expired",
    "tombstoned",
    "restored",
    "quarantined",
    "released",
    "merged",
    "unmerged",
    "weighed",
    "purged",
]


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Slot:
    """Subject and attribute of a fact; values of one slot follow each other in time.

    Attributes:
        subject: Whose or what; `user` for the scope's user.
        attribute: Which property, such as `city`, `employer`, `port`.
    """

    subject: str
    attribute: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A statement about a scope. Its content is written once; what becomes of it are events.

    Attributes:
        text: What is said, one line.
        kind: Decides how it is kept (`infold.memory.retention`).
        slot: Subject and attribute where they can be read.
        value: Of the slot; empty where there is none.
        retracts: It says that the value holds no more; an empty value then stands for any.
        confidence: 0 to 1 when it was recorded; at a later moment it is computed, never stored.
        importance: 0 to 1.
        valid_from: From when it holds; None where nothing was said of it.
        valid_to: Until when, exclusive; None while it holds.
        recorded_at: When it was written.
        expires_at: From when it is hidden; None for never.
        sources: Spans of the messages that say it; empty where a program says it.
        origin: Who said it.
        trust: 0 to 1, by its origin; weighs in search.
        id: Minted by the store; empty before.
    """

    text: str
    kind: FactKind = "statement"
    slot: Slot | None = None
    value: str = ""
    retracts: bool = False
    confidence: float = 1.0
    importance: float = 0.5
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime | None = None
    expires_at: datetime | None = None
    sources: tuple[Span, ...] = ()
    origin: Origin = "program"
    trust: float = 1.0
    id: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactEvent:
    """Something that happened to a fact; appended, never changed.

    Attributes:
        fact: Id of the fact.
        kind: What happened.
        at: When.
        by: Who did it: `person`, `rule`, `sweep`, a model's or a program's name.
        other: Id of another fact that it is about: `superseded` by which, `merged` into which,
            `unmerged` from which, `quarantined` because it contradicts which; empty else.
        data: A small value, empty else: of `weighed` the importance, of `confirmed` the confidence
            where one was given, of `repeated` who said it and what that changes
            (`infold.memory.repetition`), of `superseded`
            from when on where that is not the moment itself, of `quarantined` and `tombstoned` the
            reason in words, of `restored` the state that it comes back to, where that is not
            `live`.
        sources: Of `added` and `repeated`: the spans that say it.
    """

    fact: str
    kind: EventKind
    at: datetime
    by: str = "program"
    other: str = ""
    data: str = ""
    sources: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """A time in which what a fact says is so.

    Attributes:
        begins: From when; None where nobody knows.
        ends: Until when, exclusive; None while nothing ends it.
        by: Id of the fact that ends it; empty where its own words do, or nothing does.
    """

    begins: datetime | None
    ends: datetime | None = None
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a fact stands by its events, apart from the clock; kept beside it and derived anew.

    Attributes:
        state: `live`, `expired` (a sweep has noted it), `superseded` (merged into another),
            `tombstoned`, `quarantined` or `purged`. What the clock alone ends (expiry, validity) is
            not in it: see `infold.memory.standing.state_at`.
        pinned: Somebody pinned it.
        confirmed_at: When it was said, said again or confirmed last.
        confidence: At that moment.
        importance: 0 to 1.
        expires_at: From when it is hidden; None for never.
        last_used: When it was used last; None for never.
        uses: How often.
        repeats: How often it was said again.
        origin: Who said it, of those who did the most trusted; of equals the first.
        trust: In that one, 0 to 1; weighs in search and in contradictions.
        superseded_by: Id of the fact that ended it last; empty for none.
        tombstoned_at: When it was deleted, or a sweep noted that it has expired: its grace period
            counts from then. None while neither is so.
        holds: When what it says is so, in order; none where other facts leave it no time.
        events: How many events it has.
    """

    state: FactState = "live"
    pinned: bool = False
    confirmed_at: datetime
    confidence: float
    importance: float
    expires_at: datetime | None = None
    last_used: datetime | None = None
    uses: int = 0
    repeats: int = 0
    origin: Origin = "program"
    trust: float = 1.0
    superseded_by: str = ""
    tombstoned_at: datetime | None = None
    holds: tuple[Hold, ...] = ()
    events: int = 0
