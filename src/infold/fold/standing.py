"""What the sources say last of each value, and what a text shows of it.

A fold may show a value that was taken back, but never without saying so. So whoever chooses what
stands in it must know which values no longer stand, and which of them a text shows as if they did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from infold.core.messages import Message, ToolCall, part_text
from infold.fold.reading import Passage
from infold.fold.wanted import Wanted, literal_key
from infold.text.containing import has_literal
from infold.text.kinds import STATEMENTS, Literal, Status
from infold.text.literals import literals

__all__ = ["Key", "Standing", "read_standing", "statement_key"]

Key = tuple[str, str]
"""What names a value or a statement; see `infold.fold.wanted.literal_key`."""

_READ: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What the sources say of their values.

    Attributes:
        current: For each value whether its last mention says that it stands. What is asked counts
            only where nothing else mentions it.
        said: Values that somebody mentions outside a question.
        wanted: Their last mentions, in order, as `infold.fold.wanted` has them.
    """

    current: Mapping[Key, bool]
    said: frozenset[Key]
    wanted: tuple[Wanted, ...]

    def shown(self, found: Iterable[Literal]) -> tuple[set[Key], set[Key]]:
        """Values that literals of a text show as the sources do, and those that they invert."""
        right: set[Key] = set()
        wrong: set[Key] = set()
        for literal in found:
            if literal.kind in STATEMENTS:
                continue
            key = literal_key(literal.kind, literal.value)
            stands = self.current.get(key)
            if stands is not None:
                (right if stands is (literal.status is Status.CURRENT) else wrong).add(key)
        return right, wrong - right


def statement_key(literal: Literal) -> Key:
    """What names a statement."""
    return (literal.kind.value, literal.value)


def read_standing(messages: Sequence[Message], passages: Sequence[Sequence[Passage]]) -> Standing:
    """Read what is said last of each value.

    Args:
        messages: Of one cluster, by position.
        passages: For each message what `read_message` found.

    Returns:
        It. Of tool calls the first 2,000 characters are read where they hold a value that was taken
        back before.
    """
    said: dict[Key, tuple[Passage, Literal]] = {}
    asked: dict[Key, tuple[Passage, Literal]] = {}
    for found in passages:
        for passage in found:
            into = asked if passage.asks else said
            for literal in passage.literals:
                if literal.kind not in STATEMENTS:
                    key = literal_key(literal.kind, literal.value)
                    into.pop(key, None)
                    into[key] = (passage, literal)
    outside = frozenset(said)
    for key, one in asked.items():
        said.setdefault(key, one)
    current = {key: literal.status is Status.CURRENT for key, (_, literal) in said.items()}
    for key in _used_again(messages, said):
        current[key] = True
    return Standing(
        current=current,
        said=outside,
        wanted=tuple(
            Wanted(
                kind=literal.kind,
                text=literal.text,
                value=literal.value,
                status=Status.CURRENT if current[key] else literal.status,
                message=messages[passage.message].id,
                part=passage.part,
                start=literal.start,
                end=literal.end,
                role=messages[passage.message].role,
                around=passage.text,
                near="",
            )
            for key, (passage, literal) in said.items()
        ),
    )


def _used_again(
    messages: Sequence[Message], said: Mapping[Key, tuple[Passage, Literal]]
) -> Iterable[Key]:
    """Values that were taken back and that a later tool call uses all the same."""
    gone = [
        (key, passage, literal)
        for key, (passage, literal) in said.items()
        if literal.status is not Status.CURRENT
    ]
    if not gone:
        return
    for index, message in enumerate(messages):
        for number, part in enumerate(message.parts):
            if not isinstance(part, ToolCall):
                continue
            text = part_text(part)[:_READ]
            after = [
                (key, literal)
                for key, passage, literal in gone
                if (index, number) > (passage.message, passage.part)
            ]
            if any(has_literal(text, literal) for _, literal in after):
                held = {
                    literal_key(one.kind, one.value)
                    for one in literals(text)
                    if one.status is Status.CURRENT
                }
                yield from (key for key, _ in after if key in held)
