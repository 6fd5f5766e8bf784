"""The way out of very large stores: jobs have run for the one conversation that is asked.

`python -m bench context --long` asks it warm and across all; `python -m bench open` opens the store
in processes of their own and counts what they read.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from bench import children
from bench.filling import SHAPES, Shape, asked, how, pour, user
from bench.options import Options
from bench.report import Row, at_most, percentile, row
from bench.stores import Stopwatch, name, open_store
from infold.models.embedder import Embedder

BUDGET: Final = 2000
ASKED: Final = 40
"""Questions of a run."""
SEARCHED: Final = 12
"""Questions to everything that a user has said."""


def prepared(path: Path, size: int, shape: Shape, options: Options, embedder: Embedder) -> None:
    """A filled store whose first conversation has been embedded and folded."""
    kept = options.stores
    ready = None if kept is None else kept / f"asked-{shape.replace(' ', '-')}-{size}.db"
    if ready is not None and ready.exists():
        path.write_bytes(ready.read_bytes())
        return
    pour(path, size, shape, seed=options.seed, embedder=embedder, kept=kept)
    with open_store(path, embedder, synchronous="NORMAL") as memory:
        chat = memory.conversation(name(0), user=user(shape, 0))
        done = memory.run_job()
        assert done is not None
        assert done.subject == chat.id, "the first conversation's job was queued first"
        assert done.done, done.error
    if ready is not None:
        ready.write_bytes(path.read_bytes())


def large(options: Options, place: Path, embedder: Embedder) -> list[Row]:
    """Warm contexts, and search over all that a user has said."""
    rows = []
    for shape in SHAPES:
        for size in options.sizes:
            path = place / f"{shape.replace(' ', '-')}-{size}.db"
            prepared(path, size, shape, options, embedder)
            rows += _warm(path, size, shape, options, embedder)
            rows += _search(path, size, shape, options)
            for file in place.glob(f"{path.name}*"):
                file.unlink()
    return rows


def _warm(path: Path, size: int, shape: Shape, options: Options, embedder: Embedder) -> list[Row]:
    made = asked(size, shape, options.seed)
    texts = [question.text for question in made.questions]
    texts += [m.text[:200] for m in made.messages if m.role == "user"]
    texts = list(dict.fromkeys(texts))
    random.Random(options.seed).shuffle(texts)
    tails = []
    with open_store(path, embedder) as memory:
        chat = memory.conversation(name(0), user=user(shape, 0))
        messages = chat.info().messages
        for _ in range(20):
            chat.context(texts.pop(), budget=BUDGET)
        for _ in range(options.runs):
            spent = []
            for _ in range(ASKED):
                question = texts.pop()
                with Stopwatch() as watch:
                    chat.context(question, budget=BUDGET)
                spent.append(1e3 * watch.cpu)
            tails.append(percentile(spent, 0.95))
    case = f"context of {BUDGET:,} tokens from a chat of {messages:,}, {shape}, {how(size)}"
    return [row(case, size, "CPU p95", "ms", tails, at_most(25))]


def _search(path: Path, size: int, shape: Shape, options: Options) -> list[Row]:
    questions = [question.text for question in asked(size, shape, options.seed).questions]
    random.Random(options.seed).shuffle(questions)
    found = children.call("find", str(path), user(shape, 0), *questions[:SEARCHED])
    first, *rest = found["spent_ms"]
    case = f"search over all of a user, {shape}"
    return [
        row(case, size, "CPU of the first", "ms", [first]),
        row(case, size, "CPU of the next", "ms", rest),
        row(case, size, "kept", "MB", [found["kept_mb"]], at_most(256)),
        row(case, size, "peak of memory", "MB", [found["peak_mb"]]),
    ]
