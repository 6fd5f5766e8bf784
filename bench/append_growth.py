"""How an append grows: stores of 1,000 messages and of very many, of one user and of many.

Both sides append turn by turn, so that whatever else the machine does falls on both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Final

from bench.filling import SHAPES, Shape, how, last, pour, user
from bench.options import Options
from bench.report import Row, at_most, percentile, row
from bench.sessions import session
from bench.stores import Stopwatch, name, open_store, ratio, say
from infold import Message
from infold.models.embedder import Embedder

BATCH: Final = 400
"""Appends of a run."""
SMALL: Final = 1_000


def growth(options: Options, place: Path, embedder: Embedder) -> list[Row]:
    """Rows of each size and shape, beside 1,000 messages of the same shape."""
    rows = []
    for shape in SHAPES:
        for size in options.sizes:
            rows += _grown(size, shape, options, place, embedder)
    return rows


class _Side:
    def __init__(
        self, size: int, shape: Shape, options: Options, place: Path, embedder: Embedder
    ) -> None:
        self._path = place / f"grown-{size}.db"
        with Stopwatch() as watch:
            pour(self._path, size, shape, seed=options.seed, embedder=embedder, kept=options.stores)
        self.filled = watch.wall
        self.memory = open_store(self._path, embedder)
        number = last(size, shape)
        self._chat = self.memory.conversation(name(number), user=user(shape, number))
        extra = session(BATCH * (options.runs + 1), options.seed + 1000)
        self.next: Iterator[Message] = iter(extra.messages)

    def step(self) -> float:
        message = next(self.next)
        with Stopwatch() as watch:
            say(self._chat, message)
        return 1e3 * watch.cpu

    def close(self) -> None:
        """Close the store and make room on the disk for the next one."""
        self.memory.close()
        for file in self._path.parent.glob(f"{self._path.name}*"):
            file.unlink()


def _grown(size: int, shape: Shape, options: Options, place: Path, embedder: Embedder) -> list[Row]:
    small = _Side(SMALL, shape, options, place, embedder)
    large = _Side(size, shape, options, place, embedder)
    halves: list[list[float]] = []
    tails: list[list[float]] = []
    for turn in range(options.runs + 1):
        both = list(islice(((small.step(), large.step()) for _ in range(BATCH)), BATCH))
        if turn:  # the first run warmed up
            sides = list(zip(*both, strict=True))
            halves.append([median(side) for side in sides])
            tails.append([percentile(side, 0.95) for side in sides])
    filled = large.filled
    small.close()
    large.close()
    of = f"{shape}, {how(size)}"
    rows = [
        row(f"append, {of}", size, "CPU p50", "ms", [run[1] for run in halves]),
        row(f"append, {of}", size, "CPU p95", "ms", [run[1] for run in tails]),
        row(f"append, {shape}, {size:,} / {SMALL:,} messages", size, "CPU p95", "x",
            ratio([run[1] for run in tails], [run[0] for run in tails]), at_most(1.5)),
    ]  # fmt: skip
    if options.stores is None:  # else it may have been copied
        rows.append(row(f"making the store, {of}", size, "wall", "s", [filled]))
    return rows
