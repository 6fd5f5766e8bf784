"""A conversation as a graph of its turns: what the scan, the frontier and the runs are read off.

A turn of more than four atoms is read as its steps, one after another, as everywhere else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from infold.core.folds import FOLD_AUTHOR
from infold.core.marks import Mark
from infold.core.messages import Attachment, Dropped, Message, ToolCall, ToolResult
from infold.core.missing import no_message
from infold.graph.answers import unshown_answers
from infold.graph.nodes import Node
from infold.graph.turns import Turn, turns
from infold.graph.units import MOST_ATOMS

__all__ = ["Node", "TurnGraph", "read_turn_graph"]


@dataclass(frozen=True, eq=False)
class TurnGraph:
    """Turns and the ways between them. Nodes are numbered by their first message.

    Attributes:
        nodes: By position of their first message.
        parents: For each node the nodes that lead to it through `continue` wires, ascending.
        references: (quoted node, quoting node) of each `reference` wire, sorted.
        messages: By position.
        marks: For each position the marks that hold there.
        owner: For each position the number of its node.
        folded: Nodes that stand in a fold already.
        versioned: Nodes with a message in whose place another version is shown, or with that one.
        elsewhere: Of them, those that only hold versions which are shown in other nodes.
        prompted: Nodes on which a role prompt stands.
        away: Positions of messages that contribute nothing, besides those that a mark archives.
        unshown: Positions of messages that are not shown where they stand: of several answers to a
            question those that nothing goes on from, and what gave way to another version.
        versions: Position → that of the version that is shown in its place.
    """

    nodes: tuple[Node, ...]
    parents: tuple[tuple[int, ...], ...]
    references: tuple[tuple[int, int], ...]
    messages: Sequence[Message]
    marks: Mapping[int, tuple[Mark, ...]]
    owner: Sequence[int]
    folded: frozenset[int] = frozenset()
    versioned: frozenset[int] = frozenset()
    elsewhere: frozenset[int] = frozenset()
    prompted: frozenset[int] = frozenset()
    away: frozenset[int] = frozenset()
    unshown: frozenset[int] = frozenset()
    versions: Mapping[int, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each node those that it leads to, ascending."""
        return children_of(self.parents)

    @cached_property
    def marked(self) -> Mapping[int, tuple[Mark, ...]]:
        """Node → the marks on its messages, by position; without those that have none."""
        found: dict[int, list[Mark]] = {}
        for position in sorted(self.marks):
            found.setdefault(self.owner[position], []).extend(self.marks[position])
        return {node: tuple(marks) for node, marks in found.items()}

    @cached_property
    def _archived(self) -> frozenset[int]:
        """Positions of messages that are archived, by a mark or otherwise."""
        return self.away | frozenset(
            position
            for position, marks in self.marks.items()
            if any(mark.kind == "archive" for mark in marks)
        )

    @cached_property
    def archived(self) -> frozenset[int]:
        """Nodes of which every message is archived: they contribute nothing."""
        away = self._archived
        return frozenset(
            number
            for number in {self.owner[position] for position in away}
            if all(map(away.__contains__, self.nodes[number].members))
        )

    @cached_property
    def live_leaves(self) -> tuple[int, ...]:
        """Nodes that are shown and lead to none that is, not even through archived ones."""
        away = self.passed
        if not away:
            return tuple(number for number, below in enumerate(self.children) if not below)
        above: set[int] = set()
        stack = [p for node, found in enumerate(self.parents) if node not in away for p in found]
        while stack:
            node = stack.pop()
            if node not in above:
                above.add(node)
                if node in away:
                    stack += self.parents[node]
        return tuple(n for n in range(len(self)) if n not in away and n not in above)

    @cached_property
    def passed(self) -> frozenset[int]:
        """Nodes that are not shown themselves, and let ancestry pass."""
        return self.archived | self.elsewhere

    @cached_property
    def _away(self) -> frozenset[int]:
        """Positions of messages that contribute nothing where they stand."""
        return self.unshown | self._archived

    @cached_property
    def _partial(self) -> frozenset[int]:
        return frozenset(self.owner[position] for position in self._away)

    def shown(self, node: int) -> tuple[int, ...]:
        """Positions of a node's messages that are shown: neither archived nor another version."""
        members = self.nodes[node].members
        if node not in self._partial:
            return members
        return tuple(position for position in members if position not in self._away)

    def said(self, node: int) -> tuple[int, ...]:
        """Positions of what is said at a node: what is shown of it, or in the place of it."""
        archived = self._archived
        return tuple(
            dict.fromkeys(
                self.versions.get(position, position)
                for position in self.nodes[node].members
                if position not in archived
                and (position in self.versions or position not in self.unshown)
            )
        )

    def shown_of(self, nodes: Iterable[int]) -> list[int]:
        """Positions of what is shown of some nodes, one after another."""
        if not self._partial:
            return [position for node in nodes for position in self.nodes[node].members]
        return [position for node in nodes for position in self.shown(node)]

    def shown_tokens(self, nodes: Iterable[int]) -> int:
        """Tokens of what is shown of some nodes."""
        partial = self._partial
        if not partial:
            return sum(self.nodes[node].tokens for node in nodes)
        return sum(
            self.nodes[node].tokens
            if node not in partial
            else sum(max(0, self.messages[position].tokens) for position in self.shown(node))
            for node in nodes
        )

    def live_beside(self, node: int, *, below: bool) -> list[int]:
        """What a node leads to, or what leads to it, archived nodes passed through.

        Args:
            node: The node.
            below: What it leads to.
        """
        ways = self.children if below else self.parents
        found = ways[node]
        away = self.passed
        if away.isdisjoint(found):
            return list(found)
        out: list[int] = []
        queue = list(found)
        met = set(queue)
        for one in queue:  # grows while it is walked
            if one not in away:
                out.append(one)
                continue
            fresh = [other for other in ways[one] if other not in met]
            met.update(fresh)
            queue += fresh
        return sorted(out)

    @cached_property
    def quoted_or_quoting(self) -> frozenset[int]:
        """Nodes at either end of a `reference` wire."""
        return frozenset(node for wire in self.references for node in wire)

    @cached_property
    def with_role(self) -> frozenset[int]:
        """Nodes that hold a system message, or on which a role prompt stands."""
        return self.prompted | frozenset(
            self.owner[position]
            for position, message in enumerate(self.messages)
            if message.role == "system" and message.author != FOLD_AUTHOR
        )

    @cached_property
    def with_attachment(self) -> frozenset[int]:
        """Nodes that hold an image or file."""
        return frozenset(
            self.owner[position]
            for position, message in enumerate(self.messages)
            for part in message.parts
            if type(part) is Attachment
        )

    @cached_property
    def with_dropped(self) -> frozenset[int]:
        """Nodes with a message whose text was dropped."""
        return frozenset(
            self.owner[position]
            for position, message in enumerate(self.messages)
            for part in message.parts
            if type(part) is Dropped
        )

    @cached_property
    def _positions(self) -> Mapping[str, int]:
        return {message.id: position for position, message in enumerate(self.messages)}

    def at(self, message: str) -> int:
        """Position of a message.

        Raises:
            NotFound: It is none of this conversation.
        """
        position = self._positions.get(message)
        if position is None:
            raise no_message(message, hint="Name a message of this conversation by its id.")
        return position

    def marks_of(self, node: int) -> tuple[Mark, ...]:
        """The marks on a node's messages, by position."""
        return self.marked.get(node, ())


def read_turn_graph(
    messages: Sequence[Message],
    parents: Sequence[tuple[int, ...]],
    *,
    references: Iterable[tuple[int, int]] = (),
    marks: Iterable[tuple[int, Mark]] = (),
    folded: Collection[int] = (),
    versions: Iterable[tuple[int, int]] = (),
    prompted: Collection[int] = (),
    archived: Collection[int] = (),
    leaf: int = -1,
) -> TurnGraph:
    """Read a conversation as a graph of turns. Linear, and the same in whatever order wires stand.

    Args:
        messages: All of it, by position from 0.
        parents: For each message the positions of its parents through `continue` wires.
        references: (quoted, quoting) positions of `reference` wires.
        marks: (position, mark); those that do not hold are passed over.
        folded: Positions of messages that stand in a fold already.
        versions: (message, version shown in its place) positions.
        prompted: Positions of messages on which a role prompt stands.
        archived: Positions of messages that contribute nothing, whether a mark says so or not.
        leaf: Position of the current leaf: of answers that nothing goes on from it says which one
            is shown, else the newest is.
    """
    nodes = _plain(messages, parents)
    if nodes is None:
        nodes = [node for turn in turns(messages, parents) for node in _nodes(turn, messages)]
    nodes.sort()
    owner = [0] * len(messages)
    for number, node in enumerate(nodes):
        for position in node.members:
            owner[position] = number
    above: list[tuple[int, ...]] = []
    for number, node in enumerate(nodes):
        if len(node.members) == 1 or parents[node.members[1]] == (node.first,):
            wired = parents[node.first]
            if len(wired) <= 1 and len(node.members) <= 2:  # most turns: one way in
                above.append((owner[wired[0]],) if wired else ())
                continue
        found = {owner[p] for position in node.members for p in parents[position]}
        found.discard(number)
        above.append(tuple(sorted(found)))
    replaced = tuple(versions)
    held: dict[int, list[Mark]] = {}
    for position, mark in marks:
        if mark.holds:
            held.setdefault(position, []).append(mark)
    away = frozenset(archived).union(
        p for p, found in held.items() if any(mark.kind == "archive" for mark in found)
    )
    return TurnGraph(
        nodes=tuple(nodes),
        parents=tuple(above),
        references=tuple(
            sorted({(owner[quoted], owner[quoting]) for quoted, quoting in references})
        ),
        messages=messages,
        marks={position: tuple(found) for position, found in held.items()},
        owner=owner,
        folded=frozenset(owner[position] for position in folded),
        versioned=frozenset(owner[position] for pair in replaced for position in pair),
        elsewhere=frozenset(
            owner[new]
            for old, new in replaced
            if owner[new] != owner[old] and nodes[owner[new]].members == (new,)
        ),
        prompted=frozenset(owner[position] for position in prompted),
        away=frozenset(archived),
        unshown=unshown_answers(nodes, owner, messages, parents, away, replaced, leaf),
        versions=dict(replaced),
    )


def _plain(messages: Sequence[Message], parents: Sequence[tuple[int, ...]]) -> list[Node] | None:
    """The nodes of a conversation without tools, in which every message is an atom; else None.

    What `turns` gives, in one pass and with few objects: it is most of a scan's time.
    """
    owner = [0] * len(messages)
    nodes: list[Node] = []
    late: dict[int, list[int]] = {}  # turns that go on after another has begun
    at = -1
    members: list[int] = []
    for place, message in enumerate(messages):
        for part in message.parts:
            if type(part) is ToolCall or type(part) is ToolResult:
                return None
        first = place
        if message.role != "user":
            wired = parents[place]
            above = wired[0] if len(wired) == 1 else max(wired, default=-1)
            if above >= place:
                above = max((p for p in wired if p < place), default=-1)
            if above >= 0:
                first = owner[above]
        owner[place] = first
        if first == at:
            members.append(place)
        elif first == place:
            _close(members, messages, nodes)
            at, members = place, [place]
        else:
            late.setdefault(first, []).append(place)
    _close(members, messages, nodes)
    if late:
        begun: dict[int, list[int]] = {first: [] for first in late}
        kept = []
        for node in nodes:
            first = owner[node.first]
            if first in begun:
                begun[first] += node.members
            else:
                kept.append(node)
        nodes = kept
        for first, more in late.items():
            _close([*begun[first], *more], messages, nodes)
    return nodes


def _close(members: Sequence[int], messages: Sequence[Message], nodes: list[Node]) -> None:
    """Add the nodes of a turn: itself, or its steps where it has more than four atoms."""
    if not members:
        return
    opening = members[0] if messages[members[0]].role == "user" else None
    most = MOST_ATOMS if opening is None else MOST_ATOMS + 1
    if len(members) <= most:
        nodes.append(_node(tuple(members), opening, messages))
        return
    begin = 1 if opening is None else 2
    nodes.append(_node(tuple(members[:begin]), opening, messages))
    nodes += [_node((member,), None, messages) for member in members[begin:]]


def children_of(parents: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """For each node those that it leads to, ascending.

    Few lists are made: most nodes lead to one other, and a hundred thousand lists alive would have
    the garbage collector walk all that the program holds.
    """
    below: list[tuple[int, ...]] = [()] * len(parents)
    several: dict[int, list[int]] = {}
    for child, above in enumerate(parents):
        for parent in above:
            if not below[parent]:
                below[parent] = (child,)
            elif parent in several:
                several[parent].append(child)
            else:
                several[parent] = [*below[parent], child]
    for parent, found in several.items():
        below[parent] = tuple(found)
    return tuple(below)


def _nodes(turn: Turn, messages: Sequence[Message]) -> list[Node]:
    opening = () if turn.opening is None else (turn.opening,)
    groups: list[tuple[int, ...]]
    if len(turn.atoms) <= MOST_ATOMS:
        groups = [turn.members]
    else:
        steps = [atom.members for atom in turn.atoms]
        groups = [(*opening, *steps[0]), *steps[1:]]
    return [
        _node(tuple(sorted(group)), turn.opening if turn.opening in group else None, messages)
        for group in groups
    ]


def _node(members: tuple[int, ...], opening: int | None, messages: Sequence[Message]) -> Node:
    is_answered = False
    tokens = 0
    for position in members:
        message = messages[position]
        if message.role == "assistant":
            is_answered = True
        if message.tokens > 0:
            tokens += message.tokens
    return Node(members[0], members, opening, is_answered, tokens)
