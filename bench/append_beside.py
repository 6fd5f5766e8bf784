"""The way in beside other work: jobs after every turn, a slow model, thirty-two writers.

File syncs are counted as system calls by strace, from outside; it also makes each of them take
10 ms longer. Where strace is absent (`apt-get install strace`) that row is left out, with a
word about it.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Final

from bench import children
from bench.options import Options
from bench.report import Row, at_most, row
from bench.sessions import session
from bench.stores import Stopwatch, name, open_store, run_jobs, say, settings
from infold import Infold, Message
from infold.engine.chat import Chat
from infold.models.embedder import Embedder, Vectors

WRITERS: Final = 32
EACH: Final = 20
SLOWED_MS: Final = 10
MODEL_SECONDS: Final = 2.0
BATCH: Final = 100
"""Appends while the model is waited for; they take less than its two seconds."""


def whole_life(options: Options, place: Path, embedder: Embedder) -> list[Row]:
    """A chat with a job run after every turn: appends, embedding, placing and folding."""
    size = options.sizes[0]
    appends, jobs = [], []
    for number in range(options.runs):
        path = place / f"life-{number}.db"
        made = session(size, options.seed + number)
        spent = [0.0, 0.0]
        with open_store(path, embedder) as memory:
            chat = memory.conversation(name(0))
            for message in made.messages:
                if message.role == "user":
                    with Stopwatch() as watch:
                        run_jobs(memory)
                    spent[1] += watch.cpu
                with Stopwatch() as watch:
                    say(chat, message)
                spent[0] += watch.cpu
            with Stopwatch() as watch:
                run_jobs(memory)
            spent[1] += watch.cpu
        appends.append(1e3 * spent[0] / size)
        jobs.append(1e3 * spent[1] / size)
    total = [a + b for a, b in zip(appends, jobs, strict=True)]
    case = "chat with a job run after every turn"
    return [
        row(case, size, "CPU of appends, a message", "ms", appends),
        row(case, size, "CPU of jobs with embedding, a message", "ms", jobs),
        row(case, size, "CPU in all, a message", "ms", total),
    ]


class _Slow:
    """An embedder that takes two seconds a call, as a model behind a network might."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.busy = threading.Event()

    @property
    def id(self) -> str:
        return self._embedder.id

    @property
    def dim(self) -> int:
        return self._embedder.dim

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.busy.set()
        time.sleep(MODEL_SECONDS)
        self.busy.clear()
        return self._embedder.embed(texts)


def slow_model(options: Options, place: Path, embedder: Embedder) -> list[Row]:
    """Appends while a job waits for a model, beside appends while nothing else runs."""
    slow = _Slow(embedder)
    messages = iter(session(BATCH * 2 * (options.runs + 1) + 4000, options.seed + 3000).messages)
    pairs: list[tuple[list[Stopwatch], list[Stopwatch]]] = []
    with open_store(place / "slow.db", slow) as memory:
        chat = memory.conversation(name(0))
        for _ in range(options.runs + 1):
            while not _fold_waits(memory):
                say(chat, next(messages))
            alone = _batch(chat, messages)
            worker = threading.Thread(target=run_jobs, args=(memory,))
            worker.start()
            assert slow.busy.wait(30), "the job did not come to the model"
            beside = _batch(chat, messages)
            assert slow.busy.is_set(), "the appends outlasted the model's call"
            worker.join()
            pairs.append((alone, beside))
        size = chat.info().messages
    case = "append while a model takes 2 s a call / alone"
    kept = pairs[1:]  # the first run warmed up
    cpu = [median(w.cpu for w in b) / median(w.cpu for w in a) for a, b in kept]
    wall = [median(w.wall for w in b) / median(w.wall for w in a) for a, b in kept]
    return [
        row(case, size, "CPU p50", "x", cpu, at_most(1.25)),
        row(case, size, "wall p50", "x", wall, at_most(1.25)),
    ]


def _fold_waits(memory: Infold) -> bool:
    with memory.store.read() as reader:
        return any(job.kind == "fold" for job in reader.jobs(memory.space))


def _batch(chat: Chat, messages: Iterator[Message]) -> list[Stopwatch]:
    watches = []
    for message in islice(messages, BATCH):
        with Stopwatch() as watch:
            say(chat, message)
        watches.append(watch)
    return watches


def durability(options: Options, place: Path) -> list[Row]:
    """Thirty-two threads append at once, every sync made 10 ms slower: how many syncs."""
    if shutil.which("strace") is None:
        print("no strace: file syncs were not counted (apt-get install strace)", file=sys.stderr)
        return []
    shares = []
    for number in range(options.runs):
        path, log = place / f"writers-{number}.db", place / f"syncs-{number}.log"
        Infold.open(path, settings=settings(), embedder="none").close()
        calls = "fsync,fdatasync,sync_file_range,msync"
        under = (
            "strace", "-f", "-qq", "-o", str(log), "-e", f"trace={calls}",
            "-e", f"inject={calls}:delay_exit={SLOWED_MS * 1000}",
        )  # fmt: skip
        seed = str(options.seed + number)
        done = children.call("write", str(path), str(WRITERS), str(EACH), seed, under=under)
        # A call that another thread interrupts is printed a second time, as "resumed".
        syncs = [
            line for line in log.read_text(errors="replace").splitlines() if "resumed" not in line
        ]
        shares.append(len(syncs) / done["appends"])
    case = f"{WRITERS} writers, syncs slowed by {SLOWED_MS} ms"
    return [row(case, WRITERS * EACH, "file syncs an append", "", shares, at_most(0.25))]
