"""What the sources say last of each value, and what a text shows of it.

A fold may show a value that was taken back, but never without saying so. So whoever chooses what
stands in it must know which values no longer stand, and which of them a text shows as if they did.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from infold.core.folds import Span
from infold.core.messages import Message, Text, ToolCall, part_text
from infold.core.supersessions import Supersession
from infold.fold.reading import Passage
from infold.fold.replacing import NONE_REPLACED, Mention, Replacements, settle
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
        gone: Values that were replaced by words that do not name them → index of the message that
            does so.
        by: The same by what names them → the words that do so.
    """

    current: Mapping[Key, bool]
    said: frozenset[Key]
    wanted: tuple[Wanted, ...]
    gone: Mapping[str, int]
    by: Mapping[Key, Passage]

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


def read_standing(
    messages: Sequence[Message],
    passages: Sequence[Sequence[Passage]],
    replaced: Replacements = NONE_REPLACED,
) -> Standing:
    """Read what is said last of each value.

    Args:
        messages: Of one cluster, by position.
        passages: For each message what `read_message` found.
        replaced: What later ones replaced without naming it.

    Returns:
        It. Of tool calls the first 2,000 characters are read where they hold a value that was taken
        back before.
    """
    said: dict[Key, tuple[Passage, Literal]] = {}
    asked: dict[Key, tuple[Passage, Literal]] = {}
    gone = _gone(messages, passages, replaced)
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
    current = {
        key: literal.status is Status.CURRENT and key not in gone
        for key, (_, literal) in said.items()
    }
    index = {message.id: number for number, message in enumerate(messages)}
    taken_back = [
        (key, literal, (passage.message, passage.part))
        if key not in gone
        else (key, literal, (index[gone[key].new.message], gone[key].new.part))
        for key, (passage, literal) in said.items()
        if not current[key]
    ]
    for key in _used_again(messages, taken_back):
        current[key] = True
    by = {
        key: found
        for key, one in gone.items()
        if not current[key]
        for found in _saying(passages[index[one.new.message]], one.new)
    }
    return Standing(
        current=current,
        said=outside,
        wanted=tuple(
            Wanted(
                kind=literal.kind,
                text=literal.text,
                value=literal.value,
                status=_status(literal, is_current=current[key]),
                message=messages[passage.message].id,
                part=passage.part,
                start=literal.start,
                end=literal.end,
                role=messages[passage.message].role,
                around=passage.text,
                near="",
                by=gone[key].new if key in gone and not current[key] else None,
                because=by[key].text if key in by else "",
            )
            for key, (passage, literal) in said.items()
        ),
        gone={
            said[key][1].value: index[one.new.message]
            for key, one in gone.items()
            if not current[key]
        },
        by=by,
    )


def _saying(found: Sequence[Passage], new: Span) -> list[Passage]:
    """The words in which something is said."""
    return [one for one in found if one.part == new.part and one.start <= new.start < one.end][:1]


def _status(literal: Literal, *, is_current: bool) -> Status:
    if is_current:
        return Status.CURRENT
    return Status.REPLACED if literal.status is Status.CURRENT else literal.status


def _gone(
    messages: Sequence[Message],
    passages: Sequence[Sequence[Passage]],
    replaced: Replacements,
) -> dict[Key, Supersession]:
    """Values that later ones replaced without naming them, each with the record of that."""
    if not replaced:
        return {}
    mentions: defaultdict[Key, list[Mention]] = defaultdict(list)
    for passage in (one for found in passages for one in found if not one.asks):
        message = messages[passage.message]
        is_text = isinstance(message.parts[passage.part], Text)
        for literal in passage.literals:
            if literal.kind not in STATEMENTS:
                mentions[literal_key(literal.kind, literal.value)].append(
                    Mention(
                        position=message.position,
                        role=message.role if is_text else "tool",
                        status=literal.status,
                        text=passage.text,
                        record=replaced.of(message.id, passage.part, literal),
                    )
                )
    found = {}
    for key, every in mentions.items():
        at = settle(every)
        record = None if at is None else every[at].record
        if record is not None:
            found[key] = record
    return found


def _used_again(
    messages: Sequence[Message], gone: Sequence[tuple[Key, Literal, tuple[int, int]]]
) -> Iterable[Key]:
    """Values that were taken back at a place and that a later tool call uses all the same."""
    if not gone:
        return
    for index, message in enumerate(messages):
        for number, part in enumerate(message.parts):
            if not isinstance(part, ToolCall):
                continue
            text = part_text(part)[:_READ]
            after = [(key, literal) for key, literal, place in gone if (index, number) > place]
            if any(has_literal(text, literal) for _, literal in after):
                held = {
                    literal_key(one.kind, one.value)
                    for one in literals(text)
                    if one.status is Status.CURRENT
                }
                yield from (key for key, _ in after if key in held)
