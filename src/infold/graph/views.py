"""A graph of turns as it is seen through folds, and how two such readings differ."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from infold.errors import GraphError
from infold.graph.turn_graph import TurnGraph

__all__ = ["Difference", "Shown", "ViewGraph", "difference", "require_nested", "show"]


class Shown(NamedTuple):
    """What stands in one place of a view: a turn, or a fold in the place of its turns.

    Attributes:
        fold: Id of the fold; empty for a turn.
        nodes: Numbers of the turns, ascending.
        tokens: What it takes: of the fold's claims, or of the turn.
    """

    fold: str
    nodes: tuple[int, ...]
    tokens: int


class ViewGraph:
    """A graph seen through folds. What is shown is listed when it is first asked for.

    Attributes:
        graph: The turns. What is not folded is shared with every other view.
        folds: What stands in the place of turns, by the first of them.
    """

    def __init__(self, graph: TurnGraph, folds: Sequence[Shown]) -> None:
        self.graph = graph
        self.folds = tuple(folds)

    @cached_property
    def shown(self) -> tuple[Shown, ...]:
        """Turns and folds, by their first turn. Linear."""
        folded = {node for one in self.folds for node in one.nodes}
        turns = [
            Shown("", (number,), node.tokens)
            for number, node in enumerate(self.graph.nodes)
            if number not in folded
        ]
        return tuple(sorted([*self.folds, *turns], key=lambda one: one.nodes[0]))

    @cached_property
    def parents(self) -> tuple[tuple[int, ...], ...]:
        """For each of what is shown the numbers of those that lead to it, ascending. Linear."""
        if not self.folds:
            return self.graph.parents
        at = [0] * len(self.graph)
        for number, one in enumerate(self.shown):
            for node in one.nodes:
                at[node] = number
        parents: list[tuple[int, ...]] = []
        for number, one in enumerate(self.shown):
            wired = self.graph.parents[one.nodes[0]]
            if len(one.nodes) == 1 and len(wired) <= 1:  # most turns: one way in
                parents.append((at[wired[0]],) if wired else ())
                continue
            above = {at[parent] for node in one.nodes for parent in self.graph.parents[node]}
            above.discard(number)
            parents.append(tuple(sorted(above)))
        return tuple(parents)

    @property
    def tokens(self) -> int:
        """Of all that is shown."""
        return sum(one.tokens for one in self.shown)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Difference:
    """How two readings of one graph differ; of turns the numbers, so that it costs what it names.

    Attributes:
        same: How many turns and folds both show alike.
        left_folds: What the first alone shows as folds.
        right_folds: What the second alone shows as folds.
        left_turns: Numbers of the turns that the first alone shows as they are, ascending.
        right_turns: Those of the second.
        saving: Tokens by which the second is shorter than the first.
        graph: The turns.
    """

    same: int
    left_folds: tuple[Shown, ...]
    right_folds: tuple[Shown, ...]
    left_turns: tuple[int, ...]
    right_turns: tuple[int, ...]
    saving: int
    graph: TurnGraph

    @property
    def only_left(self) -> tuple[Shown, ...]:
        """What the first alone shows, by its first turn; listed when it is asked for."""
        return self._listed(self.left_folds, self.left_turns)

    @property
    def only_right(self) -> tuple[Shown, ...]:
        """What the second alone shows."""
        return self._listed(self.right_folds, self.right_turns)

    def _listed(self, folds: Iterable[Shown], turns: Iterable[int]) -> tuple[Shown, ...]:
        nodes = self.graph.nodes
        alone = (Shown("", (number,), nodes[number].tokens) for number in turns)
        return tuple(sorted([*folds, *alone], key=lambda one: one.nodes[0]))


def show(graph: TurnGraph, folds: Iterable[tuple[str, Collection[int], int]]) -> ViewGraph:
    """Show a graph through closed folds that are disjoint. Linear in the messages of the folds.

    Args:
        graph: The turns.
        folds: (id, positions of its messages, tokens of its claims). A turn of which only a part
            of what is shown stands in a fold is shown as it is.
    """
    whole: list[Shown] = []
    for fold, positions, tokens in folds:
        inside = set(positions)
        nodes = sorted({graph.owner[p] for p in inside if p < len(graph.owner)})
        kept = tuple(
            n for n in nodes if inside.issuperset(graph.shown(n) or graph.nodes[n].members)
        )
        if kept:
            whole.append(Shown(fold, kept, tokens))
    whole.sort(key=lambda one: one.nodes[0])
    return ViewGraph(graph, whole)


def difference(left: ViewGraph, right: ViewGraph) -> Difference:
    """What two readings of one graph do not share. Linear in the turns of the folds that differ."""
    shared = set(left.folds).intersection(right.folds)
    here = tuple(one for one in left.folds if one not in shared)
    there = tuple(one for one in right.folds if one not in shared)
    inside_here = {node for one in here for node in one.nodes}
    inside_there = {node for one in there for node in one.nodes}
    # Folds that both have cannot meet one that only one has: those of a view are disjoint.
    left_turns = tuple(sorted(inside_there - inside_here))
    right_turns = tuple(sorted(inside_here - inside_there))
    folded = sum(len(one.nodes) for one in shared)
    alone = len(left.graph) - folded - len(inside_here | inside_there)
    nodes = left.graph.nodes
    saving = sum(one.tokens for one in here) - sum(one.tokens for one in there)
    saving += sum(nodes[n].tokens for n in left_turns) - sum(nodes[n].tokens for n in right_turns)
    return Difference(
        same=len(shared) + alone,
        left_folds=here,
        right_folds=there,
        left_turns=left_turns,
        right_turns=right_turns,
        saving=saving,
        graph=left.graph,
    )


def require_nested(folds: Mapping[str, Sequence[str]]) -> None:
    """Check that folds nest or are disjoint. Linear in their sources.

    Args:
        folds: Fold → ids of its messages.

    Raises:
        GraphError: Two of them share messages, and neither holds the other.
    """
    order = sorted(folds, key=lambda fold: (-len(folds[fold]), fold))
    holder: dict[str, str] = {}  # message → the smallest fold so far that holds it
    for fold in order:
        around = {holder.get(message, "") for message in folds[fold]}
        if len(around) > 1:
            other = min(around - {""})
            raise GraphError(
                f"The folds {other} and {fold} share messages, and neither holds the other.",
                hint="Folds nest or are apart: leave one of them out.",
                records=[other, fold],
            )
        holder |= dict.fromkeys(folds[fold], fold)
