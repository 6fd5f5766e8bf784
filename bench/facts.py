"""Facts: searching those of one user among many, with the user known to the process, and not.

The store holds users of 500 facts each. Those of the first are recorded one by one, as a program
would; the others are copies of its rows under names of their own: a million take minutes.
"""

from __future__ import annotations

import random
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Final

from bench.options import Options
from bench.report import Row, at_most, percentile, row
from bench.stores import Stopwatch, open_store
from infold import Infold
from infold.models.embedder import Embedder
from infold.models.registry import load_embedder

EACH: Final = 500
"""Facts of a user."""
SIZES: Final = (100_000,)
LARGE: Final = (1_000_000,)
ASKED: Final = 100
"""Questions of a run to the user that is known."""
UNSEEN: Final = 20
"""Users of a run that the process has not seen."""
_TABLES: Final = (
    *("facts", "fact_events", "fact_states", "fact_totals", "fact_terms", "fact_vectors"),
    "scopes",
)
_THINGS: Final = (
    "router laptop guitar bicycle oven camera printer tent kayak piano blender drone projector "
    "keyboard heater lamp garden balcony workshop garage pantry attic"
)
_STATES: Final = (
    "was repaired in {month}|came from {place}|costs {number} euros a year|has the label {code}"
    "|belongs to {name}|is kept in {place}|runs firmware {number}.{small}|was lent to {name}"
    "|needs {small} batteries|is insured until {year}"
)
_PLACES: Final = (
    "Porto",
    "Oslo",
    "Lisbon",
    "Kyoto",
    "Busan",
    "Jakarta",
    "Vienna",
    "Lyon",
    "Bergen",
    "Turin",
)
_NAMES: Final = ("Ana", "Budi", "Chen", "Dewi", "Emil", "Farah", "Goran", "Hana", "Ines", "Jonas")
_MONTHS: Final = ("January", "March", "May", "July", "September", "November")


def user(number: int) -> str:
    """Name of a user of the store."""
    return f"user-{number}"


def statements(seed: int) -> list[str]:
    """The statements of a user, no two alike."""
    drawn = random.Random(seed)
    made: dict[str, None] = {}
    while len(made) < EACH:
        thing, state = drawn.choice(_THINGS.split()), drawn.choice(_STATES.split("|"))
        said = state.format(
            month=drawn.choice(_MONTHS),
            place=drawn.choice(_PLACES),
            name=drawn.choice(_NAMES),
            number=drawn.randrange(10, 9_999),
            small=drawn.randrange(2, 40),
            year=drawn.randrange(2026, 2040),
            code=f"{drawn.choice('ABCDEF')}-{drawn.randrange(1_000)}",
        )
        made[f"The {thing} number {drawn.randrange(900)} {said}"] = None
    return list(made)


def fill(path: Path, size: int, *, seed: int, embedder: Embedder) -> list[float]:
    """Make a store of `size` facts; CPU milliseconds of each fact that was recorded by itself."""
    spent = []
    with open_store(path, embedder, synchronous="NORMAL") as memory:
        for text in statements(seed):
            with Stopwatch() as watch:
                memory.add(text, user=user(0), origin="user")
            spent.append(1e3 * watch.cpu)
        while memory.run_job() is not None:
            pass
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for table in _TABLES:
            columns = [str(one[1]) for one in connection.execute(f"PRAGMA table_info({table})")]
            others = ", ".join(name for name in columns if name != "user_id")
            connection.executemany(
                f"INSERT INTO {table} (user_id, {others}) "
                f"SELECT ?, {others} FROM {table} "
                f"WHERE space_id = 'default' AND user_id = '{user(0)}'",
                ((user(number),) for number in range(1, size // EACH)),
            )
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
    return spent


def run(options: Options) -> list[Row]:
    """Rows of each size."""
    embedder = load_embedder("wordllama")
    assert embedder is not None
    embedder.embed(["warm"])
    sizes = SIZES + LARGE if options.long else SIZES
    if options.quick:
        sizes = (10_000,)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
        for size in sizes:
            path = Path(folder) / f"facts-{size}.db"
            started = time.perf_counter()
            spent = fill(path, size, seed=options.seed, embedder=embedder)
            rows.append(
                row("adding one fact, alone in its transaction", size, "CPU p50", "ms",
                    [percentile(spent, 0.5)])
            )  # fmt: skip
            rows.append(
                row("filling the store", size, "time", "s", [time.perf_counter() - started])
            )
            with open_store(path, embedder) as memory:
                rows += _asked(memory, size, options)
            path.unlink()
    return rows


def _asked(memory: Infold, size: int, options: Options) -> list[Row]:
    drawn = random.Random(options.seed)
    texts = statements(options.seed)
    known, unseen = [], []
    fresh = iter(drawn.sample(range(1, size // EACH), min(size // EACH - 1, UNSEEN * 50)))
    for turn in range(options.runs + 1):
        spent = []
        for _ in range(ASKED):
            question = _question(drawn, texts)
            with Stopwatch() as watch:
                hits = memory.search(question, user=user(0), kinds=("fact",))
            assert hits, question
            spent.append(1e3 * watch.cpu)
        if turn:  # the first one warmed up
            known.append(percentile(spent, 0.95))
        spent = []
        for _ in range(UNSEEN):
            number = next(fresh, None)
            if number is None:
                break
            question = _question(drawn, texts)
            with Stopwatch() as watch:
                hits = memory.search(question, user=user(number), kinds=("fact",))
            assert hits, question
            spent.append(1e3 * watch.cpu)
        if turn and spent:
            unseen.append(percentile(spent, 0.95))
    case = f"search in {EACH} facts of a user"
    rows = [row(f"{case} that is known", size, "CPU p95", "ms", known, at_most(10))]
    if unseen:
        rows.append(
            row(f"{case} that the process has not seen", size, "CPU p95", "ms", unseen, at_most(50))
        )
    return rows


def _question(drawn: random.Random, texts: list[str]) -> str:
    words = drawn.choice(texts).rstrip(".").split()
    return f"What of the {words[1]} {' '.join(drawn.sample(words[4:], 2))}?"
