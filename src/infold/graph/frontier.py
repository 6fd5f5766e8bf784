"""What stands too near to a live end of a conversation to be folded."""

from __future__ import annotations

from infold.graph.turn_graph import TurnGraph

__all__ = ["DEPTH", "frontier"]

DEPTH = 3
"""Turns above a live leaf that stay as they are."""


def frontier(graph: TurnGraph, depth: int = DEPTH) -> frozenset[int]:
    """Nodes within so many steps above any live leaf, through all parents.

    Args:
        graph: The turns.
        depth: 0 for the leaves alone. Nodes that are not shown themselves, archived ones and
            versions that stand elsewhere, let ancestry pass and count as no step.

    Returns:
        Their numbers, leaves included, answered or not. Linear: each node is met once for each step
        by which it comes nearer to a leaf, at most `depth` times.
    """
    best: dict[int, int] = {}
    queue = [(leaf, 0) for leaf in graph.live_leaves]
    while queue:
        following: list[tuple[int, int]] = []
        for node, steps in queue:
            if steps > depth or best.get(node, depth + 1) <= steps:
                continue
            best[node] = steps
            step = 0 if node in graph.passed else 1
            following += [(parent, steps + step) for parent in graph.parents[node]]
        queue = following
    return frozenset(node for node in best if node not in graph.passed)
