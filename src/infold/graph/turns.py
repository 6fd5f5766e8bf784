"""Atoms, turns and their answer versions, read off the messages and their wires.

What may be read of a stretch of a conversation, block by block, stands in
`infold.graph.units`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from infold.core.messages import Attachment, Dropped, Message, Text

__all__ = ["Atom", "Turn", "atoms", "opens_turn", "turns"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Atom:
    """The smallest group that is never split.

    Attributes:
        first: Position of its first message.
        members: Its positions, ascending: a message that calls tools with all results of its
            calls, else one message.
        orphan: True for a tool result whose call is not there.
    """

    first: int
    members: tuple[int, ...]
    orphan: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """An opening message with the atoms that answer it.

    Attributes:
        opening: Position of the user message; None for what comes before any.
        atoms: The atoms that answer it, by position; the opening is none of them.
        versions: Answers among which one was chosen: positions of assistant messages that are
            children of one message of the turn, two or more in each group, by position.
    """

    opening: int | None
    atoms: tuple[Atom, ...]
    versions: tuple[tuple[int, ...], ...] = ()

    @property
    def members(self) -> tuple[int, ...]:
        """All positions of the turn, ascending."""
        rest = [position for atom in self.atoms for position in atom.members]
        return tuple(sorted([*rest, self.opening] if self.opening is not None else rest))


def opens_turn(message: Message) -> bool:
    """Say whether a message opens a turn: one of a user that does not only bring tool results."""
    if message.role != "user":
        return False
    said = any(
        isinstance(part, Attachment | Dropped)
        or (isinstance(part, Text) and not part.text.isspace())
        for part in message.parts
    )
    return said or not message.answers


def atoms(
    messages: Sequence[Message],
    parents: Sequence[tuple[int, ...]],
    *,
    positions: Sequence[int] | None = None,
) -> list[Atom]:
    """Group messages into atoms. Linear.

    A result belongs to the message that makes its call, however far above. Where several messages
    make a call of that id, it is the nearest above it, else the latest before it. A message that
    brings results of several callers joins their atoms into one.

    Args:
        messages: In order of position: a conversation, a block of it, or the messages of a scope.
        parents: For each message the positions of its parents; those that are not among the
            messages are treated as absent.
        positions: Of the messages, ascending; 0, 1, … by default.

    Returns:
        Atoms by their first position. Each message is in exactly one.
    """
    places = range(len(messages)) if positions is None else positions
    callers: dict[str, list[int]] = defaultdict(list)
    group = list(range(len(messages)))  # index of the first message of the atom, or a way to it
    is_orphan = bytearray(len(messages))
    is_above: Callable[[int, int], bool] | None = None

    def first_of(index: int) -> int:
        while group[index] != index:
            group[index] = group[group[index]]
            index = group[index]
        return index

    for index, message in enumerate(messages):
        matched = False
        for call in message.answers:
            candidates = callers.get(call)
            if not candidates:
                continue
            caller = candidates[-1]
            if len(candidates) > 1:
                if is_above is None:
                    is_above = _above(parents, places)
                caller = next((c for c in reversed(candidates) if is_above(c, index)), caller)
            one, other = sorted((first_of(index), first_of(caller)))
            group[other] = one
            matched = True
        # A message that makes the call and brings its result holds a whole atom by itself.
        if message.answers and not matched and not set(message.answers) & set(message.calls):
            is_orphan[index] = 1
        for call in message.calls:
            callers[call].append(index)
    members: dict[int, list[int]] = {}
    for index in range(len(messages)):
        members.setdefault(first_of(index), []).append(places[index])
    return [
        Atom(first=found[0], members=tuple(found), orphan=bool(is_orphan[index]))
        for index, found in members.items()
    ]


def turns(
    messages: Sequence[Message],
    parents: Sequence[tuple[int, ...]],
    *,
    positions: Sequence[int] | None = None,
) -> list[Turn]:
    """Read a conversation as turns. Linear.

    An atom belongs to the turn of its first message's latest parent, wherever that stands, so that
    a new version of an old answer is found in the old turn.

    Args:
        messages: As for `atoms`.
        parents: As for `atoms`.
        positions: As for `atoms`.

    Returns:
        Turns by their first position. Each message is in exactly one.
    """
    places = range(len(messages)) if positions is None else positions
    index_of = {position: index for index, position in enumerate(places)}
    owner: list[int] = []  # index of the first message of the turn
    opening = [opens_turn(message) for message in messages]
    atom_at = {atom.first: atom for atom in atoms(messages, parents, positions=places)}
    atom_of = {place: atom.first for atom in atom_at.values() for place in atom.members}
    answers: dict[int, list[int]] = defaultdict(list)
    for index, message in enumerate(messages):
        place = places[index]
        if atom_of[place] != place:
            owner.append(owner[index_of[atom_of[place]]])
        elif opening[index]:
            owner.append(index)
        else:
            above = [index_of[p] for p in parents[index] if p in index_of and p < place]
            owner.append(owner[max(above)] if above else index)
        if message.role == "assistant":
            for parent in parents[index]:
                if parent in index_of:
                    answers[parent].append(place)
    found: dict[int, list[Atom]] = {}
    versions: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for index, place in enumerate(places):
        of_turn = found.setdefault(owner[index], [])
        if place in atom_at and not opening[index]:
            of_turn.append(atom_at[place])
        if len(answers[place]) > 1:
            versions[owner[index]].append(tuple(answers[place]))
    return [
        Turn(
            opening=places[first] if opening[first] else None,
            atoms=tuple(of_turn),
            versions=tuple(versions[first]),
        )
        for first, of_turn in found.items()
    ]


def _above(parents: Sequence[tuple[int, ...]], places: Sequence[int]) -> Callable[[int, int], bool]:
    """A test whether one index stands above another, in the tree of latest parents."""
    index_of = {position: index for index, position in enumerate(places)}
    below: list[list[int]] = [[] for _ in places]
    tops: list[int] = []
    for index, place in enumerate(places):
        above = [index_of[p] for p in parents[index] if p in index_of and p < place]
        (below[max(above)] if above else tops).append(index)
    enter, leave = [0] * len(places), [0] * len(places)
    for step, (index, is_entry) in enumerate(_walk(tops, below)):
        (enter if is_entry else leave)[index] = step
    return lambda one, other: enter[one] <= enter[other] and leave[other] <= leave[one]


def _walk(tops: Sequence[int], below: Sequence[Sequence[int]]) -> Iterable[tuple[int, bool]]:
    stack = [(index, True) for index in reversed(tops)]
    while stack:
        index, is_entry = stack.pop()
        yield index, is_entry
        if is_entry:
            stack.append((index, False))
            stack.extend((child, True) for child in reversed(below[index]))
