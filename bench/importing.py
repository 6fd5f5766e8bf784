"""Bringing chats in: messages and megabytes a second, and the peak of memory, by format and size.

Every import runs in a process of its own, into a store of its own, without an embedder (embedding
is the worker's), and once more into the same store: that is what an import costs that was
interrupted near its end. A long run writes files of 100 and 500 MB as well, once each.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench import children
from bench.exports import FORMS, write
from bench.options import Options
from bench.report import Row, at_most, row
from bench.stores import settings
from infold import Infold

SIZE: Final = 10
LONG: Final = (100, 500)
LONG_FORMS: Final = ("chatgpt", "claude-code", "openai")
"""The list of trees that people bring, and the two logs of a record a line."""
PEAK: Final = 300
"""Megabytes, whatever the size of the file."""
_MB: Final = 1_000_000


def run(options: Options) -> list[Row]:
    """All rows of the import."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
        place = Path(folder)
        for form in (*FORMS, "infold"):
            if options.only and form not in options.only:
                continue
            first = _runs(place, form, SIZE, options, options.runs)
            rows += _rows(form, SIZE, first)
            if not options.long or form not in LONG_FORMS:
                continue
            for size in LONG:
                done = _runs(place, form, size, options, 1)
                rows += _rows(form, size, done)
                rows += _growth(form, size, first, done)
    return rows


def _runs(place: Path, form: str, size: int, options: Options, runs: int) -> list[dict[str, Any]]:
    """Import a file of a format into fresh stores."""
    file = place / f"{form}-{size}"
    if form == "infold":
        _export(file, size, options.seed)
    else:
        write(file, form, size * _MB, options.seed)
    done = []
    for number in range(runs):
        store = place / f"{form}-{size}-{number}.db"
        done.append(children.call("bring", str(store), str(file)))
        for left in place.glob(f"{store.name}*"):
            left.unlink()
    assert all(each["format"] == form and not each["bad"] for each in done), done
    file.unlink()
    return done


def _export(file: Path, size: int, seed: int) -> None:
    """Infold's own export of a store into which a ChatGPT export was imported."""
    with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
        source = Path(folder) / "source"
        write(source, "chatgpt", size * _MB, seed)
        path = Path(folder) / "source.db"
        with Infold.open(path, settings=settings(synchronous="NORMAL"), embedder="none") as memory:
            memory.import_file(source)
            with file.open("wb") as out:
                out.writelines(memory.export())


def _rows(form: str, size: int, runs: Sequence[dict[str, Any]]) -> list[Row]:
    """The figures of one file; `n` is its megabytes."""

    def rate(what: str, seconds: str) -> list[float]:
        return [each[what] / each[seconds] for each in runs]

    case = f"import {form}"
    return [
        row(case, size, "messages", "", [each["messages"] for each in runs]),
        row(case, size, "messages a second of CPU", "1/s", rate("messages", "cpu")),
        row(case, size, "messages a second", "1/s", rate("messages", "wall")),
        row(case, size, "bytes a second of CPU", "MB/s", rate("megabytes", "cpu")),
        row(case, size, "bytes a second", "MB/s", rate("megabytes", "wall")),
        row(case, size, "peak of memory", "MB", [each["peak_mb"] for each in runs], at_most(PEAK)),
        row(case, size, "CPU of a second run over a first", "x",
            [each["again"] / each["cpu"] for each in runs]),
    ]  # fmt: skip


def _growth(
    form: str, size: int, small: Sequence[dict[str, Any]], large: Sequence[dict[str, Any]]
) -> list[Row]:
    """How CPU for each message and memory grow from the small file to a large one."""

    def each(runs: Sequence[dict[str, Any]]) -> float:
        return median(float(one["cpu"] / one["messages"]) for one in runs)

    peaks = [max(one["peak_mb"] for one in runs) for runs in (small, large)]
    case = f"import {form}, over {SIZE} MB"
    return [
        row(case, size, "CPU for a message", "x", [each(large) / each(small)]),
        row(case, size, "peak of memory", "x", [peaks[1] / peaks[0]]),
    ]
