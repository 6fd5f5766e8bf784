"""Units: the turns and steps that graduate, are placed and are folded as one.

A unit is a stretch of positions. It is read from left to right, and where one begins depends only
on what stands before it; so blocks, chunks of jobs and imports all see the same units. That is
why a unit is read by what stands next to each other, while `infold.graph.turns` follows wires
wherever they lead: a new version of an old answer is a unit of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from infold.core.messages import Message, Role
from infold.graph.turns import opens_turn

__all__ = ["MOST_ATOMS", "Outline", "Stretch", "Unit", "outline", "stretches", "units"]

MOST_ATOMS = 4
"""A turn of more atoms is read as its steps."""

_PARALLEL = 16
"""Messages whose calls wait for results side by side, in one step, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What the reading of turns and windows needs to know of a message: no text.

    Attributes:
        position: Of the message.
        parent: Position of its latest parent through a `continue` wire; -1 for a root.
        tokens: Of its parts.
        role: As in the message.
        opens: Whether it opens a turn.
        calls: Ids of the calls that it makes.
        answers: Ids of the calls whose results it brings.
    """

    position: int
    parent: int
    tokens: int
    role: Role
    opens: bool = False
    calls: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A turn, or one step of a turn of more than four atoms.

    Attributes:
        first: Position of its first message, which names it.
        members: Its positions, ascending and without a gap.
    """

    first: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A turn as it stands, or the rest of one.

    Attributes:
        steps: Indexes of the messages that begin its steps; the opening belongs to the first.
        end: Index after its last message.
        is_split: Whether each step is a unit of its own: the turn has more than four atoms, or
            the stretch goes on with a turn that began elsewhere.
    """

    steps: tuple[int, ...]
    end: int
    is_split: bool

    @property
    def starts(self) -> tuple[int, ...]:
        """Indexes at which its units begin."""
        return self.steps if self.is_split else self.steps[:1]


def outline(message: Message, parents: Sequence[int], *, position: int | None = None) -> Outline:
    """The outline of a message that stands in a conversation.

    Args:
        message: Its tokens count as 0 where they are not known.
        parents: Positions of its parents through `continue` wires.
        position: Where it stands; by default its own position.
    """
    return Outline(
        position=message.position if position is None else position,
        parent=max(parents, default=-1),
        tokens=max(0, message.tokens),
        role=message.role,
        opens=opens_turn(message),
        calls=message.calls,
        answers=message.answers,
    )


def stretches(hot: Sequence[Outline]) -> list[Stretch]:
    """Read messages of consecutive positions as turns and their steps. Linear.

    A step is a message, or a message that calls tools with what follows it at once: further
    callers while no result has come, then results that name one of the calls, or none.

    Args:
        hot: Outlines in order, the first where a unit begins.
    """
    found: list[Stretch] = []
    steps: list[int] = []
    is_rest = False
    waiting: set[str] = set()  # calls of the step at hand
    callers = 0
    is_answered = False
    for index, message in enumerate(hot):
        is_result = not message.opens and (message.role == "tool" or bool(message.answers))
        if is_result and callers and (not message.answers or waiting & {*message.answers}):
            is_answered = True
            waiting.update(message.calls)
            continue
        if not steps or message.opens or message.parent < hot[steps[0]].position:
            if steps:
                found.append(_stretch(steps, index, is_rest=is_rest))
            steps = [index]
            is_rest = not message.opens and message.parent >= 0
        elif (
            message.calls
            and 0 < callers < _PARALLEL
            and not is_answered
            and message.parent >= hot[steps[-1]].position
        ):
            callers += 1
            waiting.update(message.calls)
            continue
        elif not (index == steps[0] + 1 and hot[steps[0]].opens):
            steps.append(index)
        waiting = set(message.calls)
        callers = 1 if message.calls else 0
        is_answered = False
    if steps:
        found.append(_stretch(steps, len(hot), is_rest=is_rest))
    return found


def _stretch(steps: Sequence[int], end: int, *, is_rest: bool) -> Stretch:
    return Stretch(steps=tuple(steps), end=end, is_split=is_rest or len(steps) > MOST_ATOMS)


def units(
    messages: Sequence[Message],
    parents: Sequence[tuple[int, ...]],
    *,
    first: int = 0,
    end: int | None = None,
) -> list[Unit]:
    """Read units off consecutive messages. Linear.

    Args:
        messages: From position `first` on, where a unit begins: a block, many blocks, or a whole
            conversation. Give all that is there: what follows `end` decides whether the last turn
            is read as its steps.
        parents: For each message the positions of its parents.
        first: Position of the first message.
        end: Units that begin here or later are left out; by default none are.

    Returns:
        Units by position. Every message before `end` is in exactly one.
    """
    hot = [
        outline(message, above, position=first + index)
        for index, (message, above) in enumerate(zip(messages, parents, strict=True))
    ]
    last = first + len(hot) if end is None else end
    found: list[Unit] = []
    for stretch in stretches(hot):
        bounds = [*stretch.starts, stretch.end]
        for begin, after in pairwise(bounds):
            if first + begin < last:
                found.append(
                    Unit(first=first + begin, members=tuple(range(first + begin, first + after)))
                )
    return found
