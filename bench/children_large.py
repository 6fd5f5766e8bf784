"""What is asked of large stores in processes of their own; run by `bench.children`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from bench.stores import Stopwatch, name, settings
from infold import Infold


def first(path: str, user: str, question: str) -> dict[str, Any]:
    """Open a store and ask for a first context: CPU, and bytes that system calls read.

    Another store is opened and asked before, so that no module and no weights are counted.
    """
    with (
        tempfile.TemporaryDirectory(prefix="infold-bench-") as folder,
        Infold.open(Path(folder) / "warm.db", settings=settings()) as warm,
    ):
        chat = warm.conversation("warm")
        chat.append("user", "Which port is it, and since when?")
        chat.append("assistant", "Port 5433.")
        chat.context(question, budget=2000)
    steps: dict[str, Any] = {}
    before = _bytes_read()
    with Stopwatch() as watch:
        memory = Infold.open(Path(path), settings=settings())
    steps |= {"open_ms": 1e3 * watch.cpu, "open_bytes": _bytes_read() - before}
    with memory:
        chat = memory.conversation(name(0), user=user)
        for step in ("first", "second"):
            before = _bytes_read()
            with Stopwatch() as watch:
                chat.context(question, budget=2000)
            steps |= {f"{step}_ms": 1e3 * watch.cpu, f"{step}_bytes": _bytes_read() - before}
    return steps


def _bytes_read() -> int:
    """Bytes that this process has asked the system for, cached or not."""
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("rchar:"))


def peak_mb() -> float:
    """Peak of this process's memory: VmHWM, since `ru_maxrss` would inherit the parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) / 1024


def find(path: str, user: str, *questions: str) -> dict[str, Any]:
    """Search everything that a user has said; the first question builds what is kept."""
    with Infold.open(Path(path), settings=settings()) as memory:
        spent = []
        for question in questions:
            with Stopwatch() as watch:
                hits = memory.search(question, user=user)
            assert hits, question
            spent.append(1e3 * watch.cpu)
        return {"spent_ms": spent, "kept_mb": memory.recent.nbytes / 2**20, "peak_mb": peak_mb()}
