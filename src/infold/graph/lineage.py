"""Walks over an acyclic graph of positions: ancestors, leaves, roots, order, cycles.

All of them are iterative and linear in messages and wires, and give the same result whatever the
order in which parents or edges are listed.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Sequence

from infold.errors import GraphError

__all__ = ["ancestors", "cycles", "leaves", "reading_order", "roots", "topological"]


def ancestors(parents: Sequence[tuple[int, ...]], leaf: int) -> list[int]:
    """All messages from which a way leads to `leaf`, itself included.

    Args:
        parents: For each position the positions of its parents through `continue` wires.
        leaf: A position.

    Returns:
        Positions in ascending order.

    Raises:
        IndexError: `leaf` is no position.
    """
    if not 0 <= leaf < len(parents):
        raise IndexError(f"no message at position {leaf}")
    # Most conversations are chains: step down while the only parent is the one before.
    at = leaf
    while parents[at] == (at - 1,):
        at -= 1
    straight = range(at, leaf + 1)
    if not parents[at]:
        return list(straight)
    seen = {at}
    stack = [at]
    while stack:
        for parent in parents[stack.pop()]:
            if parent not in seen:
                seen.add(parent)
                stack.append(parent)
    seen.update(straight)
    return sorted(seen)


def reading_order(parents: Sequence[tuple[int, ...]], ends: Iterable[int]) -> list[int]:
    """The ancestors of some messages and these, as one reads them: each branch in one piece.

    Args:
        parents: For each position the positions of its parents through `continue` wires.
        ends: Positions.

    Returns:
        Positions, each after its parents; of several branches that meet, the one whose last message
        is older comes first. Linear, and the same in whatever order parents and ends are listed.
    """
    order: list[int] = []
    seen = bytearray(len(parents))
    stretches: list[list[int]] = []
    stack = sorted(set(ends), reverse=True)
    while stack:
        at = stack.pop()
        if at < 0:
            order += reversed(stretches[~at])
            continue
        if seen[at]:
            continue
        # Up a straight stretch at once: it is read after what leads to its first message.
        stretch = []
        while True:
            seen[at] = 1
            stretch.append(at)
            above = parents[at]
            if len(above) != 1 or seen[above[0]]:
                break
            at = above[0]
        if len(above) < 2:
            order += reversed(stretch)
            continue
        stack.append(~len(stretches))
        stretches.append(stretch)
        stack.extend(sorted(set(above), reverse=True))
    return order


def leaves(parents: Sequence[tuple[int, ...]]) -> list[int]:
    """Positions without a child, ascending."""
    childless = bytearray(b"\1") * len(parents)
    for above in parents:
        for parent in above:
            childless[parent] = 0
    return [position for position, free in enumerate(childless) if free]


def roots(parents: Sequence[tuple[int, ...]]) -> list[int]:
    """Positions without a parent, ascending."""
    return [position for position, above in enumerate(parents) if not above]


def topological(
    n: int, edges: Iterable[tuple[int, int]], *, names: Sequence[str] | None = None
) -> list[int]:
    """Order messages so that each comes after its parents; ties by position.

    Args:
        n: Count of messages, positions 0 to n - 1.
        edges: (parent, child) pairs, in any order; repeated ones count once.
        names: What to call the messages in an error; their positions by default.

    Returns:
        All positions. The order is the smallest such one: where parents come first already it is
        0 to n - 1, found in linear time; else a heap makes it O((n + edges) log n).

    Raises:
        GraphError: There is a cycle; `records` names its members along the way.
    """
    unique = set(edges)
    if all(parent < child for parent, child in unique):
        return list(range(n))
    below: list[list[int]] = [[] for _ in range(n)]
    missing = [0] * n
    for parent, child in unique:
        below[parent].append(child)
        missing[child] += 1
    ready = [position for position in range(n) if not missing[position]]
    order: list[int] = []
    while ready:
        position = heapq.heappop(ready)
        order.append(position)
        for child in below[position]:
            missing[child] -= 1
            if not missing[child]:
                heapq.heappush(ready, child)
    if len(order) < n:
        found = cycles(n, unique)[0]
        called = [names[position] if names else str(position) for position in found]
        raise GraphError(
            f"The wires make a cycle: {' -> '.join([*called, called[0]])}.",
            hint="Remove one of its wires.",
            records=called,
        )
    return order


def cycles(n: int, edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """One shortest cycle for each knot of messages that reach one another.

    Args:
        n: Count of messages.
        edges: (parent, child) pairs; a self wire is a cycle of one.

    Returns:
        Each cycle from its smallest position along the wires, ordered by that position. Linear:
        knots are the strongly connected components (Tarjan 1972, without recursion).
    """
    below: list[list[int]] = [[] for _ in range(n)]
    for parent, child in sorted(set(edges)):
        below[parent].append(child)
    return sorted(_shortest(below, knot) for knot in _knots(below))


def _knots(below: Sequence[Sequence[int]]) -> list[set[int]]:
    n = len(below)
    number = [0] * n  # order of discovery from 1; 0 while unseen
    low = [0] * n
    waiting: list[int] = []
    is_waiting = bytearray(n)
    count = 0
    found: list[set[int]] = []
    for start in range(n):
        if number[start]:
            continue
        walk = [(start, 0)]
        while walk:
            node, child = walk.pop()
            if child == 0:
                count += 1
                number[node] = low[node] = count
                waiting.append(node)
                is_waiting[node] = 1
            else:
                low[node] = min(low[node], low[below[node][child - 1]])
            for index in range(child, len(below[node])):
                other = below[node][index]
                if not number[other]:
                    walk += [(node, index + 1), (other, 0)]
                    break
                if is_waiting[other]:
                    low[node] = min(low[node], number[other])
            else:
                if low[node] == number[node]:
                    knot: set[int] = set()
                    while node not in knot:
                        member = waiting.pop()
                        is_waiting[member] = 0
                        knot.add(member)
                    if len(knot) > 1 or node in below[node]:
                        found.append(knot)
    return found


def _shortest(below: Sequence[Sequence[int]], knot: set[int]) -> list[int]:
    start = min(knot)
    came: dict[int, int] = {}
    queue = deque([start])
    while start not in came:
        node = queue.popleft()
        for child in below[node]:
            if child in knot and child not in came:
                came[child] = node
                queue.append(child)
    way = [start]
    while came[way[-1]] != start:
        way.append(came[way[-1]])
    return [start, *reversed(way[1:])]
