"""The way in: what one append costs, and how many syncs many of them share.

CPU is that of the whole process, user and system. The bare side writes the same rows into a copy
of the same store (`bench.bare`), turn by turn with Infold's side.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

from bench.append_beside import durability, slow_model, whole_life
from bench.append_growth import growth
from bench.bare import Bare
from bench.options import Options
from bench.report import Row, at_most, percentile, row
from bench.sessions import session
from bench.stores import (
    LONGEST,
    Stopwatch,
    fill,
    name,
    open_store,
    ratio,
    say,
    settings,
)
from infold import Infold, Message, Models
from infold.core.clock import SystemClock
from infold.core.tokens import RuleCounter
from infold.fold.policy import FoldPolicy
from infold.models.embedder import Embedder
from infold.models.registry import load_embedder
from infold.store.sqlite import SqliteStore

BATCH: Final = 400
"""Appends of a run."""


def run(options: Options) -> list[Row]:
    """All rows of the way in."""
    embedder = load_embedder("wordllama")
    assert embedder is not None
    embedder.embed(["warm"])
    with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
        place = Path(folder)
        if options.long:
            return growth(options, place, embedder)
        rows = _cpu(options, place, embedder)
        rows += _statements(options, place, embedder)
        rows += whole_life(options, place, embedder)
        rows += slow_model(options, place, embedder)
        rows += durability(options, place)
    return rows


# ------------------------------------------------------------ CPU


class _Side:
    """A store of one size, its bare copy, and the messages that come next."""

    def __init__(self, size: int, options: Options, place: Path, embedder: Embedder) -> None:
        self.size = size
        path = place / f"store-{size}.db"
        fill(path, size, seed=options.seed, embedder=embedder, jobs=False)
        self.path = path
        self.memory = open_store(path, embedder)
        # The last conversation goes on.
        self.chat = self.memory.conversation(name(max(0, size - 1) // LONGEST))
        self.bare = Bare(path, place / f"bare-{size}.db")
        extra = session(BATCH * (options.runs + 1), options.seed + 1000)
        self._next: Iterator[Message] = iter(extra.messages)
        self.cpu: list[float] = []
        self.wall: list[float] = []
        self.bare_cpu: list[float] = []

    def step(self) -> None:
        """Append once, and once barely."""
        message = next(self._next)
        with Stopwatch() as watch:
            say(self.chat, message)
        self.cpu.append(watch.cpu)
        self.wall.append(watch.wall)
        self.bare_cpu.append(self.bare.write(self.bare.changes()).cpu)

    def runs(self, values: list[float]) -> list[list[float]]:
        """The values by run, without the first one, which warmed up."""
        return [values[at : at + BATCH] for at in range(BATCH, len(values), BATCH)]

    def close(self) -> None:
        self.bare.assert_equal()
        self.bare.close()
        self.memory.close()


def _cpu(options: Options, place: Path, embedder: Embedder) -> list[Row]:
    sides = [_Side(size, options, place, embedder) for size in options.sizes]
    for _ in range(BATCH * (options.runs + 1)):
        for side in sides:
            side.step()
    rows = []
    for side in sides:
        own, bare = side.runs(side.cpu), side.runs(side.bare_cpu)
        half, bare_half = [median(r) for r in own], [median(r) for r in bare]
        means = ratio([mean(r) for r in own], [mean(r) for r in bare])
        tails = [percentile(r, 0.99) / median(r) for r in own]
        walls = [1e3 * percentile(r, 0.95) for r in side.runs(side.wall)]
        rows += [
            row("append", side.size, "CPU p50", "ms", [1e3 * x for x in half]),
            row("bare transaction, same rows", side.size, "CPU p50", "ms",
                [1e3 * x for x in bare_half]),
            row("append / bare transaction", side.size, "CPU p50", "x",
                ratio(half, bare_half), at_most(4)),
            row("append / bare transaction", side.size, "CPU mean", "x", means),
            row("append", side.size, "CPU p99 / p50", "x", tails, at_most(5)),
            row("append", side.size, "wall p95", "ms", walls),
        ]  # fmt: skip
    if len(sides) > 1:
        small, large = sides[0], sides[-1]
        grown = ratio(
            [percentile(r, 0.95) for r in large.runs(large.cpu)],
            [percentile(r, 0.95) for r in small.runs(small.cpu)],
        )
        case = f"append, {large.size:,} / {small.size:,} messages"
        rows.append(row(case, large.size, "CPU p95", "x", grown, at_most(1.5)))
    for side in sides:
        side.close()
    return rows


# ------------------------------------------------------------ statements


def _statements(options: Options, place: Path, embedder: Embedder) -> list[Row]:
    """Statements of an append, on all connections, besides transaction control."""
    path = place / f"store-{options.sizes[0]}.db"
    seen: list[str] = []

    def connect(*arguments: Any, **named: Any) -> sqlite3.Connection:  # noqa: ANN401 - passed on
        connection: sqlite3.Connection = sqlite3.connect(*arguments, **named)
        connection.set_trace_callback(seen.append)
        return connection

    counts: list[float] = []
    control = ("BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA")
    with _infold(SqliteStore.open(path, connect=connect), embedder) as memory:
        chat = memory.conversation(name(0))
        for message in session(BATCH, options.seed + 2000).messages:
            seen.clear()
            say(chat, message)
            # A comment marks what a statement runs inside itself, such as a trigger's.
            mine = [sql for sql in seen if not sql.lstrip().upper().startswith((*control, "--"))]
            counts.append(len(mine))
    return [
        row("append", options.sizes[0], "statements, usual", "", [median(counts)]),
        row("append", options.sizes[0], "statements, most", "", [max(counts)], at_most(8)),
    ]


def _infold(store: SqliteStore, embedder: Embedder) -> Infold:
    return Infold(
        store,
        settings=settings(),
        embedder=embedder,
        models=Models(),
        policy=FoldPolicy(),
        counter=RuleCounter(),
        clock=SystemClock(),
    )
