"""Opening a large store: time and bytes read, and those of the first context of a long chat.

Each opening is a process of its own; bytes are what its system calls asked for, cached or not.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from bench import children
from bench.context_large import prepared
from bench.filling import asked, how, pour, user
from bench.options import Options
from bench.report import Row, at_most, row
from bench.stores import ratio
from infold.models.registry import load_embedder

SMALL: Final = 1_000
_KB: Final = 1_024


def run(options: Options) -> list[Row]:
    """Rows of each size, beside a store of 1,000 messages."""
    embedder = load_embedder("wordllama")
    assert embedder is not None
    embedder.embed(["warm"])
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
        small = Path(folder) / "small.db"
        pour(small, SMALL, "one user", seed=options.seed, embedder=embedder, kept=options.stores)
        for size in options.sizes:
            path = Path(folder) / f"large-{size}.db"
            prepared(path, size, "one user", options, embedder)
            rows += _rows(path, small, size, options)
            path.unlink()
    return rows


def _rows(path: Path, small: Path, size: int, options: Options) -> list[Row]:
    made = asked(size, "one user", options.seed)
    mine, theirs = [], []
    for turn in range(options.runs + 1):
        question = made.questions[turn].text
        both = [
            children.call("first", str(file), user("one user", 0), question)
            for file in (path, small)
        ]
        if turn:  # the first one warmed the system's cache
            mine.append(both[0])
            theirs.append(both[1])
    of = f"a store of {size:,} messages, one user, {how(size)}"
    opened = [one["open_ms"] for one in mine]
    chat = f"first context of a chat of {len(made.messages):,} in {of}"
    return [
        row(f"opening {of}", size, "CPU", "ms", opened),
        row(f"opening, {size:,} / {SMALL:,} messages", size, "CPU", "x",
            ratio(opened, [one["open_ms"] for one in theirs]), at_most(1.5)),
        row(f"opening {of}", size, "read", "kB", [one["open_bytes"] / _KB for one in mine]),
        row(f"opening, {size:,} / {SMALL:,} messages", size, "read", "x",
            ratio([one["open_bytes"] for one in mine], [one["open_bytes"] for one in theirs]),
            at_most(1.5)),
        row(chat, size, "CPU", "ms", [one["first_ms"] for one in mine]),
        row(chat, size, "read", "kB", [one["first_bytes"] / _KB for one in mine]),
        row(chat.replace("first", "second"), size, "CPU", "ms",
            [one["second_ms"] for one in mine]),
        row(chat.replace("first", "second"), size, "read", "kB",
            [one["second_bytes"] / _KB for one in mine]),
    ]  # fmt: skip
