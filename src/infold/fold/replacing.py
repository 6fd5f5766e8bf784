"""Which values of some sources a later message of them replaced without naming them.

The records are those that a context marks by (`infold.fold.superseding`). Precision first: a value
that somebody still states elsewhere, of another thing, stands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from infold.core.folds import Span
from infold.core.messages import Message
from infold.core.supersessions import Supersession
from infold.recall.replaced import Chains
from infold.text.analysis import analyze
from infold.text.kinds import NUMERIC, STATEMENTS, Kind, Literal, Status

__all__ = ["NONE_REPLACED", "Mention", "Replacements", "replaced_among", "settle"]

_MORE: Final = 12
"""Characters by which what is read as a literal may differ from what was replaced: "port", units"""
_WIDER: Final = NUMERIC | {Kind.DATE, Kind.TIME, Kind.NAME, Kind.IDENTIFIER}
_ANSWERS: Final = frozenset(
    analyze("ok okay noted got gotcha understood sure right done alright thanks")
)


class Replacements:
    """Records, by what they replaced.

    Args:
        records: Of chains that did not lead back: the first value as old, the last as new.
    """

    def __init__(self, records: Iterable[Supersession] = ()) -> None:
        self._by_part: defaultdict[tuple[str, int], list[Supersession]] = defaultdict(list)
        for one in records:
            self._by_part[one.old.message, one.old.part].append(one)

    def __bool__(self) -> bool:
        return bool(self._by_part)

    def of(self, message: str, part: int, literal: Literal) -> Supersession | None:
        """By what a value that stands in a message was replaced; None for statements."""
        if literal.kind in STATEMENTS:
            return None
        for one in self._by_part.get((message, part), ()):
            if _is_same(one.old, literal):
                return one
        return None


NONE_REPLACED: Final = Replacements()


def replaced_among(chains: Chains, sources: Sequence[Message]) -> Replacements:
    """What some messages say and others of them replaced: both ends of a record are among them.

    Args:
        chains: The records of the conversation.
        sources: Messages, with their ids and positions.
    """
    if not len(chains) or not sources:
        return NONE_REPLACED
    positions = [message.position for message in sources]
    inside = np.zeros(max(positions) + 1, np.bool_)
    inside[positions] = True
    last: dict[Span, Supersession] = {}
    return Replacements(
        replace(head, old=first.old, was=first.was, written=first.written, old_at=first.old_at)
        for position in positions
        for first, head in chains.gone(position, inside, last)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """That a message mentions a value.

    Attributes:
        position: Of the message.
        role: Who says it.
        status: As its own clause has it.
        text: The sentence.
        record: By what it was replaced there.
    """

    position: int
    role: str
    status: Status
    text: str
    record: Supersession | None


def settle(mentions: Sequence[Mention]) -> int | None:
    """Which mention of a value was replaced, so that the value stands no more.

    Args:
        mentions: All of one value outside of questions, in order.

    Returns:
        The index of the last that was replaced; None where the value stands, or where its last
        mention says itself that it does not.
    """
    gone = [at for at, one in enumerate(mentions) if one.record is not None]
    if not gone or mentions[-1].status is not Status.CURRENT:
        return None
    since = max(record.new_at for one in mentions if (record := one.record) is not None)
    for one in mentions:
        if one.record is not None or one.status is not Status.CURRENT:
            continue
        if one.position > since or (
            one.role != "tool" and not any(_repeats(one, mentions[at]) for at in gone)
        ):
            return None
    return gone[-1]


def _repeats(one: Mention, said: Mention) -> bool:
    """Whether an answer only says back what somebody said right before."""
    if one.role != "assistant" or not 0 < one.position - said.position <= 1:
        return False
    return set(analyze(one.text)) - _ANSWERS <= set(analyze(said.text))


def _is_same(old: Span, literal: Literal) -> bool:
    """Whether a literal is what was replaced, a word or a unit more or less."""
    if old.start <= literal.start and literal.end <= old.end:
        return (old.end - old.start) - (literal.end - literal.start) <= _MORE
    if literal.kind in _WIDER and literal.start <= old.start and old.end <= literal.end:
        return (literal.end - literal.start) - (old.end - old.start) <= _MORE
    return False
