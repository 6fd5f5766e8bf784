"""Condensing large graphs: the scan, the difference of two views, contexts and staleness of nodes.

Graphs are of turns of two messages: a chain, a bushy tree (a branch of four turns every eighth one)
and a ladder of diamonds (every fourth turn joins two paths). All is pure: no store is read.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Final, TypeAlias

from bench.condense_nodes import works
from bench.options import Options
from bench.report import Row, at_most, row
from infold.core.messages import Message, Text
from infold.graph.condense import CondensePlan, plan_condense
from infold.graph.lineage import ancestors
from infold.graph.turn_graph import read_turn_graph
from infold.graph.views import difference, show

SIZES: Final = (1_000, 10_000, 100_000)
MOST_SECONDS: Final = 1.0
MOST_GROWTH: Final = 15.0
Parents: TypeAlias = list[tuple[int, ...]]


def run(options: Options) -> list[Row]:
    """Rows of each shape and size; at 100,000 turns also how the time has grown since 10,000."""
    sizes = SIZES if options.sizes == Options().sizes else options.sizes
    rows: list[Row] = []
    for name, shape in SHAPES.items():
        taken: dict[tuple[str, int], list[float]] = {}
        for size in sizes:
            messages, parents = shape(size)
            for _ in range(options.runs + 1):
                for metric, seconds in _times(messages, parents).items():
                    taken.setdefault((metric, size), []).append(seconds)
        for (metric, size), times in taken.items():
            times.pop(0)  # it warmed up
            target = at_most(MOST_SECONDS) if size == SIZES[-1] else None
            rows.append(row(name, size, metric, "s", times, target=target))
            before = taken.get((metric, SIZES[1]))
            if size == SIZES[-1] and before:
                growth = [one / median(before) for one in times]
                target = at_most(MOST_GROWTH)
                rows.append(row(name, size, f"{metric}, to 10,000", "x", growth, target=target))
    return rows


def _times(messages: list[Message], parents: Parents) -> dict[str, float]:
    """CPU seconds of each piece of work."""
    made: list[CondensePlan] = []

    def plan() -> None:
        made.append(plan_condense(read_turn_graph(messages, parents)))

    def views() -> None:
        graph = made[0].graph
        folds = [
            (one.id, [p for node in one.nodes for p in graph.nodes[node].members], 9)
            for one in made[0].runs
        ]
        difference(show(graph, ()), show(graph, folds))

    def path() -> None:
        ancestors(parents, len(parents) - 1)

    done = {"plan": plan, "difference of views": views, "path to a node": path}
    return {name: _cpu(work) for name, work in (done | works(messages, parents)).items()}


def _cpu(work: Callable[[], None]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


class _Talk:
    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.parents: Parents = []

    def turn(self, *above: int) -> int:
        """Add a turn below some messages; the position of its answer."""
        for role, parents in (("user", above), ("assistant", (len(self.messages),))):
            at = len(self.messages)
            self.messages.append(
                Message(
                    role="user" if role == "user" else "assistant",
                    parts=(Text(text=f"{role} {at}"),),
                    id=f"m{at}",
                    position=at,
                    tokens=60,
                )
            )
            self.parents.append(tuple(sorted(parents)))
        return len(self.messages) - 1


def _chain(turns: int) -> tuple[list[Message], Parents]:
    talk = _Talk()
    last = talk.turn()
    for _ in range(turns - 1):
        last = talk.turn(last)
    return talk.messages, talk.parents


def _bushy(turns: int) -> tuple[list[Message], Parents]:
    talk = _Talk()
    last = talk.turn()
    while len(talk.messages) < 2 * turns:
        for _ in range(8):
            last = talk.turn(last)
        side = last
        for _ in range(4):
            side = talk.turn(side)
    return talk.messages[: 2 * turns], talk.parents[: 2 * turns]


def _diamonds(turns: int) -> tuple[list[Message], Parents]:
    talk = _Talk()
    last = talk.turn()
    while len(talk.messages) < 2 * turns:
        left, right = talk.turn(last), talk.turn(last)
        last = talk.turn(talk.turn(left, right))
    return talk.messages[: 2 * turns], talk.parents[: 2 * turns]


SHAPES: Final = {"chain": _chain, "bushy": _bushy, "diamonds": _diamonds}
