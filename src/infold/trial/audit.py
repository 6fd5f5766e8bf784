"""An audit as a value: what each method kept of a transcript, at each budget, and how it counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from infold.fold.fidelity import Outcome
from infold.trial.items import GROUPS, HEADLINE, ORIGINS, WAYS, Group, Item, Origin, Way
from infold.trial.judging import Invented

__all__ = [
    "METHODS",
    "Audit",
    "Damage",
    "Foreign",
    "Kept",
    "Method",
    "Row",
    "Score",
    "rows",
    "score",
]

Method: TypeAlias = Literal["flat", "moving", "last", "classic", "infold"]
METHODS: Final[tuple[Method, ...]] = ("flat", "moving", "last", "classic", "infold")
"""In the order in which tables show them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How many items had which outcome, and where those that are not kept still stand.

    Attributes:
        total: Items judged.
        kept: In the text, with their status.
        recoverable: Not in the text; a search finds their message.
        lost: Neither.
        inverted: In the text, as if they still held, or as if they did not.
        ways: Of what is recoverable or lost: way → count.
    """

    total: int
    kept: int
    recoverable: int
    lost: int
    inverted: int
    ways: dict[Way, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What one method kept at one budget.

    Attributes:
        method: Which one.
        budget: Tokens that it had.
        tokens: Tokens that it took.
        outcomes: One for each item of the audit.
    """

    method: Method
    budget: int
    tokens: int
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """Someone else's compaction, judged against what it replaced.

    Attributes:
        name: What made it: a tool, by the name of its format, or `summary`.
        file: The file of its own that it stands in; empty where that is the transcript.
        verdict: `judged`; `unreadable` (encrypted or empty: what it kept cannot be known);
            `gone` (the transcript does not hold what it replaced: nothing to compare with).
        position: Of the message that holds it; None where it stands in a file of its own.
        messages: How many it replaced; None where that is not known.
        source_tokens: Of these messages.
        tokens: Of its text.
        text: What it says.
        items: What the messages held.
        outcomes: One for each item.
        invented: What it says and they do not.
        unread: How many of its lines are in a language of which values are read, but not what is
            said of them: what stands in these alone counts as kept.
    """

    name: str
    verdict: Literal["judged", "unreadable", "gone"]
    file: str = ""
    position: int | None = None
    messages: int | None = None
    source_tokens: int = 0
    tokens: int = 0
    text: str = ""
    items: tuple[Item, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    invented: tuple[Invented, ...] = ()
    unread: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """Something of the transcript that could not be read, or only after a repair.

    Attributes:
        file: Which file it stands in.
        line: The line, from 1; None where it is not known.
        reason: What is wrong with it.
    """

    file: str
    line: int | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What each method kept of one conversation.

    Attributes:
        file: The transcript's name.
        format: Its format.
        title: Of the conversation.
        conversations: How many the file holds; the one audited is the longest, or the one named.
        messages: Of the conversation, as an import counts them.
        audited: Of them, those on the way to its last one; without system messages and without
            summaries of what is there itself.
        turns: Of those, how many a user opens.
        tokens: Of all of those.
        found: How many items they hold.
        items: Those that were judged: all of them, or an even sample.
        kept: By budget, then in the order of `METHODS`.
        foreign: Compactions of others, in the order of the file.
        damage: What of the file could not be read, so that nothing is known of it.
        redacted: Whether texts are replaced by their shapes.
    """

    file: str
    format: str
    title: str
    conversations: int
    messages: int
    audited: int
    turns: int
    tokens: int
    found: int
    items: tuple[Item, ...]
    kept: tuple[Kept, ...]
    foreign: tuple[Foreign, ...] = ()
    damage: tuple[Damage, ...] = ()
    redacted: bool = False

    @property
    def budgets(self) -> tuple[int, ...]:
        """The budgets, in the order asked for."""
        return tuple(dict.fromkeys(one.budget for one in self.kept))

    def at(self, budget: int) -> tuple[Kept, ...]:
        """What the methods kept at a budget."""
        return tuple(one for one in self.kept if one.budget == budget)


def score(
    items: Sequence[Item], outcomes: Sequence[Outcome], among: Callable[[Item], bool]
) -> Score:
    """Count the outcomes of some items.

    Args:
        items: All of them.
        outcomes: One for each.
        among: Says which of them count.
    """
    counts: Counter[Outcome] = Counter()
    ways: Counter[Way] = Counter()
    for item, outcome in zip(items, outcomes, strict=True):
        if among(item):
            counts[outcome] += 1
            if outcome in ("recoverable", "lost"):
                ways[item.way] += 1
    return Score(
        total=sum(counts.values()),
        kept=counts["kept"],
        recoverable=counts["recoverable"],
        lost=counts["lost"],
        inverted=counts["inverted"],
        ways={way: ways[way] for way in WAYS},
    )


Section: TypeAlias = Literal["headline", "group", "origin", "kind"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a table: which items count in it.

    Attributes:
        section: `headline`, `group`, `origin` or `kind`.
        name: As JSON has it.
        total: How many items it counts.
        has: Whether an item counts.
    """

    section: Section
    name: str
    total: int
    has: Callable[[Item], bool]


def rows(items: Sequence[Item]) -> list[Row]:
    """The rows of a table for items, those that count nothing left out but for the headline."""
    return [row for row in _rows(items) if row.section == "headline" or row.total]


def _rows(items: Sequence[Item]) -> Iterator[Row]:
    tests: list[tuple[Section, str, Callable[[Item], bool]]] = [("headline", "said", _is_headline)]
    tests += [("group", group, _in_group(group)) for group in GROUPS]
    tests += [("origin", origin, _from(origin)) for origin in ORIGINS]
    tests += [("kind", kind, _of_kind(kind)) for kind in dict.fromkeys(one.kind for one in items)]
    for section, name, has in tests:
        yield Row(section=section, name=name, total=sum(map(has, items)), has=has)


def _is_headline(item: Item) -> bool:
    return item.is_said and item.group in HEADLINE


def _in_group(group: Group) -> Callable[[Item], bool]:
    return lambda item: item.is_said and item.group == group


def _from(origin: Origin) -> Callable[[Item], bool]:
    if origin == "tool":
        return lambda item: not item.is_said
    return lambda item: item.origin == origin


def _of_kind(kind: str) -> Callable[[Item], bool]:
    return lambda item: item.is_said and item.kind == kind
