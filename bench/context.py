"""The way out: what a context costs, what opening costs, how much memory, and the clusters.

CPU is that of the whole process, user and system, with the embedder's weights loaded; the memory
row starts a process of its own and counts everything.
"""

from __future__ import annotations

import gc
import random
import shutil
import sqlite3
import tempfile
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Final

from bench import children
from bench.clusters import classic_rows, default_rows
from bench.context_large import large
from bench.options import Options
from bench.report import Row, at_most, percentile, row
from bench.sessions import Session, session
from bench.stores import LONGEST, Stopwatch, fill, name, open_store, ratio, run_jobs, say
from infold.models.embedder import Embedder
from infold.models.registry import load_embedder

BUDGET: Final = 2000
ASKED: Final = 60
"""Questions of a run."""
GOES_ON: Final = 100
"""Messages of a run that come after a store was filled."""
OPENED: Final = 20
"""Openings of a run."""

_OURS: Final = "space_id = :space AND user_id = :user AND conversation = :number"
_SEEN: Final = f"(SELECT number FROM folds WHERE {_OURS} AND state = 'ready')"
_READ: Final = (
    f"SELECT position, parent, role, author, at, tokens, flags, terms FROM forward WHERE {_OURS}",
    f"SELECT position, vector FROM vectors WHERE {_OURS}",
    f"SELECT number, id, root, sources, generation FROM folds WHERE {_OURS} AND state = 'ready'",
    f"SELECT fold, number, id, level, text FROM claims WHERE {_OURS} AND fold IN {_SEEN}",
    f"SELECT fold, claim, message, part, starts, ends FROM spans WHERE {_OURS} AND fold IN {_SEEN}",
)


def run(options: Options) -> list[Row]:
    """All rows of the way out."""
    embedder = load_embedder("wordllama")
    assert embedder is not None
    embedder.embed(["warm"])
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
        place = Path(folder)
        if options.long:
            return large(options, place, embedder)
        paths = {size: place / f"store-{size}.db" for size in options.sizes}
        for size, path in paths.items():
            sessions = fill(path, size, seed=options.seed, embedder=embedder, jobs=True)
            # The sessions are the bench's own: a full collection that walks them took 80 ms, and
            # fell into the first context or beside it by chance.
            gc.collect()
            gc.freeze()
            rows += _warm(path, size, sessions, options, embedder)
            rows += _first(path, size, sessions, options, embedder)
            with open_store(path, embedder) as memory:
                rows += default_rows(size, [(memory, sessions)])
            rows += _jobs(path, size, options, embedder)
            rows += classic_rows(size, options, place, embedder)
        rows += _open(paths, options, embedder)
        for size, path in paths.items():
            # Last, since the child goes on writing to the store.
            peaks = [children.call("use", str(path), str(options.seed + 5000)) for _ in range(2)]
            rows.append(
                row("a process that appends, folds and asks", size, "peak of memory", "MB",
                    [peak["peak_mb"] for peak in peaks], at_most(250))
            )  # fmt: skip
    return rows


def _warm(
    path: Path, size: int, sessions: list[Session], options: Options, embedder: Embedder
) -> list[Row]:
    """Contexts for questions that were not asked before, from an index that is built."""
    rng = random.Random(options.seed)
    number = len(sessions) - 1
    asked = list(sessions[number].questions)
    # Where a session has too few questions, texts of its messages are asked beside them.
    texts = [question.text for question in asked]
    texts += [m.text[:200] for m in sessions[number].messages if m.role == "user"]
    texts = list(dict.fromkeys(texts))
    rng.shuffle(texts)
    halves, tails, walls = [], [], []
    with open_store(path, embedder) as memory:
        chat = memory.conversation(name(number))
        for _ in range(20):
            chat.context(texts.pop(), budget=BUDGET)
        for _ in range(options.runs):
            watches = []
            for _ in range(ASKED):
                question = texts.pop()
                with Stopwatch() as watch:
                    chat.context(question, budget=BUDGET)
                watches.append(watch)
            halves.append(1e3 * median(w.cpu for w in watches))
            tails.append(1e3 * percentile([w.cpu for w in watches], 0.95))
            walls.append(1e3 * percentile([w.wall for w in watches], 0.95))
    case = f"context of {BUDGET:,} tokens, warm index, unseen question"
    return [
        row(case, size, "CPU p50", "ms", halves),
        row(case, size, "CPU p95", "ms", tails, at_most(25)),
        row(case, size, "wall p95", "ms", walls),
    ]


def _first(
    path: Path, size: int, sessions: list[Session], options: Options, embedder: Embedder
) -> list[Row]:
    """The first context after opening, beside plain reading of the rows that it needs.

    Those are the conversation's forward rows and vectors, and its ready folds with their claims
    and spans, by bare sqlite3.
    """
    number = len(sessions) - 1
    firsts, reads = [], []
    for turn in range(options.runs + 1):
        question = sessions[number].questions[turn].text
        with open_store(path, embedder) as memory:
            chat = memory.conversation(name(number))
            with Stopwatch() as watch:
                chat.context(question, budget=BUDGET)
            firsts.append(1e3 * watch.cpu)
        reads.append(1e3 * _read(path, number).cpu)
    del firsts[0], reads[0]  # the first run warmed up
    messages = min(size, LONGEST)
    # In a short conversation the choosing costs more than the reading: the figure is for long ones.
    target = at_most(2) if messages >= LONGEST else None
    return [
        row("first context after open", messages, "CPU", "ms", firsts),
        row("bare reading of its rows", messages, "CPU", "ms", reads),
        row("first context / bare reading", messages, "CPU", "x", ratio(firsts, reads), target),
    ]


def _jobs(path: Path, size: int, options: Options, embedder: Embedder) -> list[Row]:
    """The same chat going on, with a job run after every turn: what that costs a message."""
    copy = path.with_name(f"goes-on-{size}.db")
    shutil.copyfile(path, copy)
    messages = iter(session(GOES_ON * options.runs, options.seed + 4000).messages)
    spent = []
    with open_store(copy, embedder) as memory:
        chat = memory.conversation(name(max(0, size - 1) // LONGEST))
        for _ in range(options.runs):
            cpu = 0.0
            for message in islice(messages, GOES_ON):
                say(chat, message)
                if message.role == "user":
                    with Stopwatch() as watch:
                        run_jobs(memory)
                    cpu += watch.cpu
            spent.append(1e3 * cpu / GOES_ON)
    case = "jobs of a chat that goes on, one run after every turn"
    return [row(case, size, "CPU a message, with embedding", "ms", spent)]


def _read(path: Path, number: int) -> Stopwatch:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        space, user, conversation = connection.execute(
            "SELECT space_id, user_id, number FROM conversations WHERE key = ?", (name(number),)
        ).fetchone()
        ours = {"space": space, "user": user, "number": conversation}
        with Stopwatch() as watch:
            connection.execute("BEGIN")
            rows = [connection.execute(sql, ours).fetchall() for sql in _READ]
            connection.execute("COMMIT")
        assert all(rows), "a table had nothing to read"
        return watch
    finally:
        connection.close()


def _open(paths: dict[int, Path], options: Options, embedder: Embedder) -> list[Row]:
    """Opening and closing stores of all sizes, in turn."""
    runs: dict[int, list[float]] = {size: [] for size in paths}
    for turn in range(options.runs + 1):
        spent: dict[int, list[float]] = {size: [] for size in paths}
        for _ in range(OPENED):
            for size, path in paths.items():
                with Stopwatch() as watch:
                    open_store(path, embedder).close()
                spent[size].append(1e3 * watch.cpu)
        if turn:  # the first one warmed up
            for size, values in spent.items():
                runs[size].append(median(values))
    rows = [row("open and close", size, "CPU", "ms", values) for size, values in runs.items()]
    small, large = min(paths), max(paths)
    if small < large:
        case = f"open and close, {large:,} / {small:,} messages"
        rows.append(row(case, large, "CPU", "x", ratio(runs[large], runs[small]), at_most(1.5)))
    return rows
