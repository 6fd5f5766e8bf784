"""What a text kept of the items of a transcript: law 7's outcomes, one rule for every method."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from infold.core.messages import Message, Text, ToolCall, ToolResult, part_text
from infold.fold.fidelity import Outcome, judge
from infold.fold.wanted import Wanted, literal_key
from infold.text.analysis import analyze
from infold.text.kinds import STATEMENTS, Kind, Literal, Status
from infold.text.literals import literals
from infold.trial.items import HEADLINE, Item

__all__ = ["Invented", "judge_items", "sample"]

_SAME_ERROR: Final = 0.5
"""Share of an error's words that a line has to hold, where it holds the error's name."""
_SAME_LINE: Final = 0.7
"""Share where the error has no name."""
_BRACKETS: Final = re.compile(r"\s*[(（\[][^()（）\[\]]*[)）\]]")
_ENDS: Final = re.compile(r"^\W+|\W+$")
_NAMED: Final = frozenset({Kind.PATH, Kind.IDENTIFIER, Kind.CODE, Kind.URL, Kind.COMMAND})


@dataclass(frozen=True, slots=True, kw_only=True)
class Invented:
    """A literal that a text holds and no source does."""

    kind: str
    text: str


def judge_items(
    items: Sequence[Item],
    text: str,
    sources: Sequence[Message],
    *,
    finds: Callable[[Item], bool] | None = None,
) -> tuple[tuple[Outcome, ...], tuple[Invented, ...]]:
    """Look for items in a text.

    Args:
        items: From `infold.trial.items.read_items`.
        text: What a method shows, or someone's summary.
        sources: The messages that it stands for, for what is invented; empty where that is not
            asked, and then what counts as invented means nothing.
        finds: Whether a search finds an item's message; a method without a search has none.

    Returns:
        One outcome for each item, and what is invented. A search for each item that is missing.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    literal = [item for item in items if item.group != "errors"]
    asked = {id(item.wanted): item for item in literal}

    def found(one: Wanted) -> bool:
        return finds is not None and finds(asked[id(one)])

    fidelity = judge([item.wanted for item in literal], lines, sources, finds=found)
    findings = iter(fidelity.findings)
    terms = [frozenset(analyze(line)) for line in lines]
    read = cache(_without_remarks)
    outcomes: list[Outcome] = []
    for item in items:
        if item.group != "errors":
            finding = next(findings)
            outcome = finding.outcome
            is_swapped = finding.shown is finding.status
            if outcome == "inverted" and not is_swapped and _is_told_aside(item, lines, read):
                outcome = "kept"
            outcomes.append(outcome)
        elif _tells(item.text, lines, terms):
            outcomes.append("kept")
        else:
            outcomes.append("recoverable" if finds is not None and finds(item) else "lost")
    invented = fidelity.of("invented")
    written = _all_written(sources) if any(one.kind in _NAMED for one in invented) else ""
    return tuple(outcomes), tuple(
        Invented(kind=one.kind.value, text=one.text)
        for one in invented
        if not _is_written_otherwise(one.kind, one.text, written)
    )


def _without_remarks(line: str) -> tuple[Literal, ...]:
    return tuple(literals(_BRACKETS.sub(" ", line)))


def _is_told_aside(
    item: Item, lines: Sequence[str], read: Callable[[str], Sequence[Literal]]
) -> bool:
    """A second look before an accusation: whether both sides agree, remarks in brackets left out.

    "From 8 MB (too small) to 16" says of 8 what "from 8 MB to 16" does.
    """
    wanted = item.wanted
    if wanted.kind in STATEMENTS:
        return False
    key = literal_key(wanted.kind, wanted.value)

    def is_current(text: str) -> bool | None:
        found = [
            one.status is Status.CURRENT
            for one in read(text)
            if literal_key(one.kind, one.value) == key
        ]
        return all(found) if found else None

    there = is_current(item.around)
    stands = item.status is Status.CURRENT if there is None else there
    return any(is_current(line) is stands for line in lines if wanted.text in line)


def _all_written(sources: Sequence[Message]) -> str:
    return "\n".join(
        part_text(part).casefold()
        for message in sources
        for part in message.parts
        if isinstance(part, Text | ToolCall | ToolResult)
    )


def _is_written_otherwise(kind: Kind, text: str, written: str) -> bool:
    """Whether a name of something stands in the sources but for signs at its ends."""
    core = _ENDS.sub("", text).casefold()
    return kind in _NAMED and bool(core) and core in written


def _tells(error: str, lines: Sequence[str], terms: Sequence[frozenset[str]]) -> bool:
    """Whether a line tells of an error: in its words, or by its name and half of its words."""
    plain = error.casefold()
    head, _, rest = error.partition(":")
    name = head.strip().rsplit(".", 1)[-1].casefold()
    is_named = bool(rest) and " " not in name and name not in ("error", "fatal", "panic")
    words = frozenset(analyze(rest if is_named else error))
    least = _SAME_ERROR if is_named else _SAME_LINE
    for line, known in zip(lines, terms, strict=True):
        low = " ".join(line.casefold().split())
        if plain in low:
            return True
        if is_named and name not in low:
            continue
        if len(words & known) >= least * len(words) and (words or is_named):
            return True
    return False


def sample(items: Sequence[Item], most: int) -> tuple[Item, ...]:
    """At most so many items, for transcripts in which judging all of them takes too long.

    What people said and did comes first, then values, names and references of people, then what
    stands in tools' texts alone, each evenly spaced; what no longer stands is always among them.

    Args:
        items: In order.
        most: The longest sample; for people's literals as much again, for tools' a quarter of it.

    Returns:
        In order; all of them where that is no more.
    """
    parts: tuple[list[int], list[int], list[int]] = ([], [], [])
    always: set[int] = set()
    for at, item in enumerate(items):
        part = 0 if item.group in HEADLINE and item.is_said else 1 if item.is_said else 2
        parts[part].append(at)
        if item.status is not Status.CURRENT:
            always.add(at)
    chosen = set(always)
    for indexes, limit in zip(parts, (most, most, most // 4), strict=True):
        if len(indexes) <= limit:
            chosen.update(indexes)
        else:
            chosen.update(indexes[number * len(indexes) // limit] for number in range(limit))
    return tuple(items[at] for at in sorted(chosen))
