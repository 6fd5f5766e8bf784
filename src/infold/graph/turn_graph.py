"""A conversation as a graph of its turns: what the scan, the frontier and the runs are read off.

A turn of more than four atoms is read as its steps, one after another, as everywhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from infold.core.marks import Mark
from infold.core.messages import Message
from infold.graph.turns import Turn, turns
from infold.graph.units import MOST_ATOMS

__all__ = ["Node", "TurnGraph", "read_turn_graph"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A turn, or one step of a long one.

    Attributes:
        first: Position of its first message, which names it.
        members: Positions of its messages, ascending; versions of an answer are among them.
        opening: Position of the user message that opens it; None for steps after the first, and
            for what comes before any user message.
        is_answered: Whether an assistant answers in it.
        tokens: Of its messages.
    """

    first: int
    members: tuple[int, ...]
    opening: int | None
    is_answered: bool
    tokens: int


@dataclass(frozen=True, eq=False)
class TurnGraph:
    """Turns and the ways between them. Nodes are numbered by their first message.

    Attributes:
        nodes: By position of their first message.
        parents: For each node the nodes that lead to it through `continue` wires, ascending.
        references: (quoted node, quoting node) of each `reference` wire, sorted.
        messages: By position.
        marks: For each position the marks that hold there.
    """

    nodes: tuple[Node, ...]
    parents: tuple[tuple[int, ...], ...]
    references: tuple[tuple[int, int], ...]
    messages: Sequence[Message]
    marks: Mapping[int, tuple[Mark, ...]]

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each node those that it leads to, ascending."""
        below: list[list[int]] = [[] for _ in self.nodes]
        for child, above in enumerate(self.parents):
            for parent in above:
                below[parent].append(child)
        return tuple(map(tuple, below))

    @cached_property
    def archived(self) -> frozenset[int]:
        """Nodes of which every message is archived: they contribute nothing."""
        return frozenset(
            number
            for number, node in enumerate(self.nodes)
            if all(any(m.kind == "archive" for m in self.marks.get(p, ())) for p in node.members)
        )

    @cached_property
    def live_leaves(self) -> tuple[int, ...]:
        """Nodes that are not archived and lead to none that is not, ascending."""
        return tuple(
            number
            for number in range(len(self.nodes))
            if number not in self.archived
            and all(child in self.archived for child in self.children[number])
        )

    @cached_property
    def quoted_or_quoting(self) -> frozenset[int]:
        """Nodes at either end of a `reference` wire."""
        return frozenset(node for wire in self.references for node in wire)

    def marks_of(self, node: int) -> list[Mark]:
        """The marks on a node's messages, by position."""
        return [mark for p in self.nodes[node].members for mark in self.marks.get(p, ())]


def read_turn_graph(
    messages: Sequence[Message],
    parents: Sequence[tuple[int, ...]],
    *,
    references: Iterable[tuple[int, int]] = (),
    marks: Iterable[tuple[int, Mark]] = (),
) -> TurnGraph:
    """Read a conversation as a graph of turns. Linear, and the same in whatever order wires stand.

    Args:
        messages: All of it, by position from 0.
        parents: For each message the positions of its parents through `continue` wires.
        references: (quoted, quoting) positions of `reference` wires.
        marks: (position, mark); those that do not hold are passed over.
    """
    nodes: list[Node] = []
    for turn in turns(messages, parents):
        nodes += _nodes(turn, messages)
    nodes.sort(key=lambda node: node.first)
    owner = [0] * len(messages)
    for number, node in enumerate(nodes):
        for position in node.members:
            owner[position] = number
    above: list[set[int]] = [set() for _ in nodes]
    for position, wired in enumerate(parents):
        for parent in wired:
            if owner[parent] != owner[position]:
                above[owner[position]].add(owner[parent])
    held: dict[int, list[Mark]] = {}
    for position, mark in marks:
        if mark.holds:
            held.setdefault(position, []).append(mark)
    return TurnGraph(
        nodes=tuple(nodes),
        parents=tuple(tuple(sorted(one)) for one in above),
        references=tuple(
            sorted({(owner[quoted], owner[quoting]) for quoted, quoting in references})
        ),
        messages=messages,
        marks={position: tuple(found) for position, found in held.items()},
    )


def _nodes(turn: Turn, messages: Sequence[Message]) -> list[Node]:
    opening = () if turn.opening is None else (turn.opening,)
    groups: list[tuple[int, ...]]
    if len(turn.atoms) <= MOST_ATOMS:
        groups = [turn.members]
    else:
        steps = [atom.members for atom in turn.atoms]
        groups = [(*opening, *steps[0]), *steps[1:]]
    return [
        Node(
            first=min(group),
            members=tuple(sorted(group)),
            opening=turn.opening if turn.opening in group else None,
            is_answered=any(messages[position].role == "assistant" for position in group),
            tokens=sum(max(0, messages[position].tokens) for position in group),
        )
        for group in groups
    ]
