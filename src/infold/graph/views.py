"""A graph of turns as it is seen through folds, and how two such readings differ."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ViewGraph:
    """A graph seen through folds.

    Attributes:
        shown: By their first turn. What is not folded is shared with every other view.
        parents: For each the numbers of those that lead to it, ascending.
    """

    shown: tuple[Shown, ...]
    parents: tuple[tuple[int, ...], ...]

    @property
    def tokens(self) -> int:
        """Of all that is shown."""
        return sum(one.tokens for one in self.shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How two readings of one graph differ.

    Attributes:
        same: What both show alike.
        only_left: What the first alone shows.
        only_right: What the second alone shows.
    """

    same: int
    only_left: tuple[Shown, ...]
    only_right: tuple[Shown, ...]

    @property
    def saving(self) -> int:
        """Tokens by which the second is shorter than the first."""
        return sum(one.tokens for one in self.only_left) - sum(
            one.tokens for one in self.only_right
        )


def show(graph: TurnGraph, folds: Iterable[tuple[str, Collection[int], int]]) -> ViewGraph:
    """Show a graph through closed folds that are disjoint. Linear.

    Args:
        graph: The turns.
        folds: (id, positions of its messages, tokens of its claims). A turn of which only a part
            stands in a fold is shown as it is.
    """
    whole: list[tuple[str, tuple[int, ...], int]] = []
    for fold, positions, tokens in folds:
        inside = set(positions)
        nodes = sorted({graph.owner[p] for p in inside if p < len(graph.owner)})
        whole.append(
            (fold, tuple(n for n in nodes if inside.issuperset(graph.nodes[n].members)), tokens)
        )
    folded = {node for _, nodes, _ in whole for node in nodes}
    shown = [Shown(fold, nodes, tokens) for fold, nodes, tokens in whole if nodes]
    shown += [
        Shown("", (number,), node.tokens)
        for number, node in enumerate(graph.nodes)
        if number not in folded
    ]
    if not whole:
        return ViewGraph(shown=tuple(shown), parents=graph.parents)
    shown.sort(key=lambda one: one.nodes[0])
    at = [0] * len(graph)
    for number, one in enumerate(shown):
        for node in one.nodes:
            at[node] = number
    parents: list[tuple[int, ...]] = []
    for number, one in enumerate(shown):
        wired = graph.parents[one.nodes[0]]
        if len(one.nodes) == 1 and len(wired) <= 1:  # most turns: one way in
            parents.append((at[wired[0]],) if wired else ())
            continue
        above = {at[parent] for node in one.nodes for parent in graph.parents[node]}
        above.discard(number)
        parents.append(tuple(sorted(above)))
    return ViewGraph(shown=tuple(shown), parents=tuple(parents))


def difference(left: ViewGraph, right: ViewGraph) -> Difference:
    """What two readings of one graph do not share. Linear: both are walked side by side."""
    same = 0
    only: tuple[list[Shown], list[Shown]] = ([], [])
    i = j = 0
    while i < len(left.shown) or j < len(right.shown):
        one = left.shown[i] if i < len(left.shown) else None
        other = right.shown[j] if j < len(right.shown) else None
        if one is not None and one == other:
            same, i, j = same + 1, i + 1, j + 1
        elif other is None or (one is not None and one.nodes[0] <= other.nodes[0]):
            assert one is not None
            only[0].append(one)
            i += 1
        else:
            only[1].append(other)
            j += 1
    return Difference(same=same, only_left=tuple(only[0]), only_right=tuple(only[1]))


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
