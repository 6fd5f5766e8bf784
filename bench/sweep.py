"""Sweeping a store in which a tenth of the facts has had its time, beside the plain loop.

Users are uneven: a hundred facts on average, some over the cap of 500, one with a tenth of all and
a cap of its own. Each run sweeps a fresh copy of the store, in turn: in chunks; row by row with the
store's own calls, as a program would; and row by row in bare SQL with no values, checks of
checksums or reasons, which shows what the database itself takes. All must change the same facts.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Final

from bench.options import Options
from bench.report import Row, at_least, at_most, row
from bench.stores import Stopwatch
from bench.sweep_calls import CallLoop
from bench.sweep_loop import Loop
from bench.sweep_store import NOW, fill, retention
from infold import Infold
from infold.config import Settings
from infold.engine.sweep_records import SweepStep
from infold.testing import FrozenClock

SIZES: Final = (100_000,)
LARGE: Final = (1_000_000,)
QUICK: Final = (20_000,)
_RULED: Final = 1_000_000
"""The size for which the figures to reach are meant."""
_CHUNK: Final = 1_000
# `ru_maxrss` would inherit the parent's.
_CHILD: Final = (
    "import sys; from pathlib import Path; from bench.sweep import swept; "
    "swept(Path(sys.argv[1]), int(sys.argv[2])); "
    "print(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])"
)


def opened(path: Path, size: int) -> Infold:
    """The store, at the clock of the bench."""
    return Infold.open(
        path,
        settings=Settings(embedder="none"),
        clock=FrozenClock(NOW),
        retention=retention(size),
    )


def swept(path: Path, size: int) -> tuple[float, int, int]:
    """Sweep a store: CPU seconds, facts changed, and the most that one transaction changed."""
    steps = [0]

    def progress(step: SweepStep) -> None:
        steps.append(step.changes)

    with opened(path, size) as memory:
        plan = memory.plan_sweep(all_users=True)
        with Stopwatch() as watch:
            receipt = memory.apply(plan, progress=progress)
    largest = max(b - a for a, b in pairwise(steps))
    return watch.cpu, receipt.changes, largest


def planned(path: Path, size: int) -> tuple[float, int]:
    """Read a plan to its end: CPU seconds, and facts that it would change."""
    with opened(path, size) as memory, Stopwatch() as watch:
        totals = memory.plan_sweep(all_users=True).totals()
    return watch.cpu, totals.changes


def run(options: Options) -> list[Row]:
    """Rows of each size."""
    sizes = QUICK if options.quick else SIZES + LARGE if options.long else SIZES
    rows: list[Row] = []
    peaks: list[float] = []
    with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
        for size in sizes:
            rows += _rows(Path(folder), size, options, peaks)
    return rows


def _rows(folder: Path, size: int, options: Options, peaks: list[float]) -> list[Row]:
    store, copy = folder / f"sweep-{size}.db", folder / "copy.db"
    started = time.perf_counter()
    fill(store, size, options.seed)
    filled = time.perf_counter() - started
    ours, loops, bare, largest, changed = [], [], [], [], 0
    for _ in range(options.runs):
        shutil.copyfile(store, copy)
        spent, changed, chunk = swept(copy, size)
        ours.append(spent)
        largest.append(float(chunk))
        shutil.copyfile(store, copy)
        with opened(copy, size) as memory, Stopwatch() as watch:
            same = CallLoop(memory, NOW).run()
        assert same == changed, f"the row loop changed {same} facts, the sweep {changed}"
        loops.append(watch.cpu)
        shutil.copyfile(store, copy)
        with Stopwatch() as watch:
            same = Loop(copy, retention(size), NOW).run()
        assert same == changed, f"the bare loop changed {same} facts, the sweep {changed}"
        bare.append(watch.cpu)
    shutil.copyfile(store, copy)
    child = subprocess.run(
        [sys.executable, "-c", _CHILD, str(copy), str(size)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    peaks.append(int(child.stdout) / 1024)
    spent, would = planned(store, size)
    assert would == changed, f"the plan names {would} facts, the sweep changed {changed}"
    for path in (store, copy):
        path.unlink()
    is_ruled = size >= _RULED
    case = "sweep: TTL, idle, cap, purge"
    found = [
        row("facts that change", size, "share", "%", [100 * changed / size]),
        row(case, size, "CPU", "s", ours, at_most(10) if is_ruled else None),
        row("the row loop, by the store's own calls", size, "CPU", "s", loops),
        row("the row loop, in bare SQL", size, "CPU", "s", bare),
        row(
            "row loop / sweep", size, "CPU", "times",
            [loop / mine for loop, mine in zip(loops, ours, strict=True)],
            at_least(8) if is_ruled else None,
        ),
        row("largest transaction", size, "facts", "facts", largest, at_most(_CHUNK)),
        row("a plan read to its end", size, "CPU", "s", [spent]),
        row("peak memory of the process", size, "RSS", "MB", peaks[-1:]),
        row("filling the store", size, "time", "s", [filled]),
    ]  # fmt: skip
    if len(peaks) > 1:
        grown = peaks[-1] / peaks[0]
        found.append(
            row("peak memory, ten times the facts", size, "RSS", "times", [grown], at_most(1.25))
        )
    return found
