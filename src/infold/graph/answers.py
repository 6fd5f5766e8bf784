"""Which of several answers to a question is shown."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from infold.core.messages import Message
from infold.graph.nodes import Node

__all__ = ["unshown_answers"]


def unshown_answers(
    nodes: Sequence[Node],
    owner: Sequence[int],
    messages: Sequence[Message],
    parents: Sequence[tuple[int, ...]],
    away: Collection[int],
    versions: Sequence[tuple[int, int]],
    leaf: int,
) -> frozenset[int]:
    """Messages of turns that are not shown where they stand.

    Of answers with the same parents those are shown from which the conversation goes on; where it
    goes on from none, the one that leads to the leaf, else the newest.

    Args:
        nodes: The turns.
        owner: For each position the number of its node.
        messages: All of the conversation, by position.
        parents: For each message those that lead to it, all of them older.
        away: Positions of archived messages.
        versions: (message, version shown in its place) positions.
        leaf: Position of the current leaf; -1 for none.

    Returns:
        Positions: those answers, what goes on from them inside their turn, and what gave way to
        another version. Linear.
    """
    replaced = {old for old, _ in versions}
    groups = [
        (node, sorted(group))
        for node in nodes
        if len(node.members) > 2
        for group in _answers(node, messages, parents)
    ]
    found = set(replaced)
    if not groups:
        return frozenset(found)
    leads = _leading(owner, parents, away)
    way = {leaf}
    for at in range(leaf, -1, -1):
        if at in way:
            way.update(p for p in parents[at] if owner[p] == owner[leaf])
    for node, group in groups:
        rest = [one for one in group if one not in replaced and one not in away]
        shown = [one for one in rest if leads[one]] or [one for one in rest if one in way]
        gone = set(rest).difference(shown or rest[-1:])
        for one in node.members:
            inside = [p for p in parents[one] if owner[p] == owner[one]]
            if inside and gone.issuperset(inside):
                gone.add(one)
        found |= gone
    return frozenset(found)


def _answers(
    node: Node, messages: Sequence[Message], parents: Sequence[tuple[int, ...]]
) -> list[list[int]]:
    """The answers of a turn that have the same parents, where there are several."""
    beside: dict[tuple[int, ...], list[int]] = {}
    for one in node.members:
        if messages[one].role == "assistant" and parents[one]:
            beside.setdefault(tuple(sorted(parents[one])), []).append(one)
    return [group for group in beside.values() if len(group) > 1]


def _leading(
    owner: Sequence[int], parents: Sequence[tuple[int, ...]], away: Collection[int]
) -> bytearray:
    """For each position whether a way leads from it to a message of another turn that is shown."""
    leads = bytearray(len(parents))
    lives = bytearray(len(parents))  # whether something that is not archived stands below
    for child in range(len(parents) - 1, -1, -1):
        is_live = child not in away or lives[child]
        for parent in parents[child]:
            if is_live:
                lives[parent] = 1
                if owner[parent] != owner[child] or leads[child]:
                    leads[parent] = 1
    return leads
