"""What benches run in processes of their own: `python -m bench.children WORK ARGUMENTS`."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from bench import children_large
from bench.sessions import session
from bench.stores import USER, Stopwatch, name, say, settings
from infold import Infold


def call(work: str, *arguments: str, under: tuple[str, ...] = ()) -> dict[str, Any]:
    """Run a piece of work in a child process and return what it prints.

    Args:
        work: A name in `WORKS`.
        arguments: Of that work.
        under: A command that runs the child, such as strace with its options.
    """
    command = [*under, sys.executable, "-m", "bench.children", work, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def use(path: str, seed: str) -> dict[str, Any]:
    """Live with a store as a chat program does: append, fold, ask; report the peak of memory.

    The peak is VmHWM of this process: `ru_maxrss` would inherit the parent's.
    """
    made = session(200, int(seed))
    with Infold.open(Path(path), settings=settings()) as memory:
        chat = memory.conversation(name(0))
        for index, message in enumerate(made.messages):
            say(chat, message)
            if index % 10 == 0:
                chat.context(made.questions[index % len(made.questions)].text, budget=4000)
        while memory.run_job() is not None:
            pass
        chat.context(made.questions[0].text, budget=4000)
        messages = chat.info().messages
    return {"peak_mb": _peak_mb(), "messages": messages}


def bring(path: str, file: str) -> dict[str, Any]:
    """Import a file into a new store, then once more; report what it costs, and the first peak."""
    size = Path(file).stat().st_size / 1e6
    with Infold.open(Path(path), settings=settings(), embedder="none") as memory:
        with Stopwatch() as first:
            report = memory.import_file(file)
        peak = _peak_mb()
        with Stopwatch() as second:
            again = memory.import_file(file)
    assert again.added == 0
    return {
        "format": report.format,
        "bad": len(report.bad),
        "messages": report.messages,
        "megabytes": size,
        "cpu": first.cpu,
        "wall": first.wall,
        "again": second.cpu,
        "peak_mb": peak,
    }


def _peak_mb() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) / 1024


def write(path: str, writers: str, each: str, seed: str) -> dict[str, Any]:
    """Let threads append to a store at the same time, each to a conversation of its own."""
    many, count = int(writers), int(each)
    made = session(many * count, int(seed)).messages
    with Infold.open(Path(path), settings=settings(), embedder="none") as memory:
        chats = [memory.conversation(f"writer-{number}", user=USER) for number in range(many)]
        gate = threading.Barrier(many)

        def work(number: int) -> None:
            gate.wait()
            for message in made[number * count : (number + 1) * count]:
                say(chats[number], message)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(many)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return {"appends": sum(chat.info().messages for chat in chats)}


WORKS: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "use": use,
    "bring": bring,
    "write": write,
    "first": children_large.first,
    "find": children_large.find,
}

if __name__ == "__main__":
    print(json.dumps(WORKS[sys.argv[1]](*sys.argv[2:])))
