"""What a rule is that reads a fact from a clause, and how its pattern is written.

A pattern stands for a whole clause's beginning: it is matched where a clause begins, behind small
words that open one. In it `<v>` is the value, `<who>` a relation of the speaker's ("daughter"),
`<verb>` the words of a taste, `<ends>` a negation that says that the value holds no more, `<past>`
a time that is over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from infold.core.facts import FactKind

__all__ = ["Language", "Rule", "rules"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Reads one attribute of the speaker, or of somebody near to him.

    Attributes:
        attribute: Of the slot; `{v}` stands for the value where there may be several,
            `{what}` and `{when}` for what the pattern names so, `{pair}` for the value and
            what it is preferred to, in one order.
        kind: Of the fact.
        pattern: Matched at the beginning of a clause.
        ends: It says that a value holds no more.
        changes: It tells a change: a time beside it is when the value begins.
        is_dated: Its value is a time; words of time are left in place.
        is_intro: It is read only where the message greets: "Hi, I'm Dana".
        is_past: It tells what was: it is read only where a time is named.
        is_state: It holds only for a time: it is read where a time is named, or `now` is.
    """

    attribute: str
    kind: FactKind
    pattern: re.Pattern[str]
    ends: bool = False
    changes: bool = False
    is_dated: bool = False
    is_state: bool = False
    is_intro: bool = False
    is_past: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The rules of a language.

    Attributes:
        rules: In order; the first that matches a clause for an attribute wins.
        openers: What may stand before a clause's own words; matched at its beginning.
        relations: Words for people and animals near to the speaker, and the one word for each.
        trim: What is taken off a value at its ends.
    """

    rules: tuple[Rule, ...]
    openers: re.Pattern[str]
    relations: Mapping[str, str]
    trim: re.Pattern[str]


_PART: Final = re.compile(r"(?<!\?P)<([a-z]+)>")
_KINDS: Final[Mapping[str, FactKind]] = {
    "profile": "profile",
    "preference": "preference",
    "temporary": "temporary",
    "statement": "statement",
    "event": "event",
}


def rules(table: str, *, prefix: str = "", **parts: str) -> tuple[Rule, ...]:
    """Read rules from a table.

    Args:
        table: One rule a line: flags and kind, attribute, pattern, with ` | ` between them. A
            line that begins with `...` goes on with the pattern before it.
        prefix: Put before every pattern.
        parts: What stands for `<name>` in patterns.

    Returns:
        Rules in the order of the table.
    """
    return tuple(_rule(line, prefix, parts) for line in _lines(table))


def _lines(table: str) -> Iterator[str]:
    whole = ""
    for raw in table.strip().splitlines():
        line = raw.strip()
        if line.startswith("..."):
            whole += line[3:]
            continue
        if whole:
            yield whole
        whole = line
    if whole:
        yield whole


def _rule(line: str, prefix: str, parts: Mapping[str, str]) -> Rule:
    head, attribute, pattern = (cell.strip() for cell in line.split(" | ", 2))
    kind = head.lstrip("-+@~!=")
    flags = head[: len(head) - len(kind)]
    while (filled := _PART.sub(lambda match: parts[match[1]], pattern)) != pattern:
        pattern = filled
    return Rule(
        attribute=attribute,
        kind=_KINDS[kind],
        pattern=re.compile(prefix + pattern, re.IGNORECASE),
        ends="-" in flags,
        changes="+" in flags,
        is_dated="@" in flags,
        is_state="~" in flags,
        is_intro="!" in flags,
        is_past="=" in flags,
    )
