"""Several programs at one store: each sees the other's work, none does the other's, none stops it.

The other programs are real processes; what they did is read from their output and the store.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.config import Settings
from infold.errors import InfoldError
from infold.jobs.worker import run_all
from infold.testing import FrozenClock
from tests.acceptance.surface import rows
from tests.acceptance.transcripts import talk

PLAIN = Settings(
    embedder="none", space_secret="a secret for tests", synchronous="NORMAL", extract="off"
)

APPENDER = """
import sys
from infold import Infold
from infold.config import Settings
from tests.acceptance.transcripts import talk
path, count = sys.argv[1], int(sys.argv[2])
settings = Settings(
    embedder="none", space_secret="a secret for tests", synchronous="NORMAL", extract="off"
)
with Infold.open(path, settings=settings) as memory:
    chat = memory.conversation("shared")
    for number, (role, text) in enumerate(talk(count)):
        chat.append(role, f"{text} 표지{number:05d}")
        print(number, flush=True)
        if sys.stdin.readline() == "":
            break
"""

WORKER = """
import json, sys
from infold import Infold
from infold.config import Settings
settings = Settings(
    embedder=sys.argv[2], space_secret="a secret for tests", synchronous="NORMAL", busy_seconds=120,
    extract="off",
)
done = []
with Infold.open(sys.argv[1], settings=settings) as memory:
    print("ready", flush=True)
    sys.stdin.readline()
    while True:
        report = memory.run_job()
        if report is None:
            if not memory.jobs():
                break
            continue
        done.append([report.subject, report.done, report.embedded, report.placed, report.folds])
print(json.dumps(done), flush=True)
"""


@contextmanager
def program(text: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Run a program beside this one; it must end well."""
    running = subprocess.Popen(
        [sys.executable, "-c", text, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        yield running
        _, err = running.communicate(timeout=120)
        assert running.returncode == 0, err
    finally:
        running.kill()
        running.communicate()


def line(running: subprocess.Popen[str]) -> str:
    assert running.stdout is not None
    said = running.stdout.readline()
    assert said, running.stderr and running.stderr.read()
    return said.strip()


def go(running: subprocess.Popen[str]) -> None:
    assert running.stdin is not None
    running.stdin.write("go\n")
    running.stdin.flush()


def test_each_call_sees_what_another_process_has_committed(tmp_path: Path) -> None:
    path = tmp_path / "infold.db"
    said = [f"{text} 표지{number:05d}" for number, (_, text) in enumerate(talk(160))]
    with Infold.open(path, settings=PLAIN) as memory, program(APPENDER, path, 160) as other:
        chat = memory.conversation("shared")
        for number in range(160):
            assert line(other) == str(number)
            # The other's message is committed: the very next call of any kind has it.
            if number % 3 == 0:
                made = chat.context(f"표지{number:05d}", budget=600)
                assert made.accounting["total"] == number + 1
                assert said[number] in made.text
            elif number % 3 == 1:
                hits = memory.search(said[number], kinds=("message",), k=10)
                assert said[number] in {hit.text for hit in hits}
            else:
                memory.run_job()
                assert chat.messages()[-1].text == said[number]
            go(other)
        run_all(memory)
        assert chat.folds()
        assert memory.verify() == []


@pytest.mark.parametrize("workers", [2, pytest.param(4, marks=pytest.mark.soak)])
def test_workers_never_do_one_job_twice(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "infold.db"
    alone = tmp_path / "alone.db"
    settings = Settings(space_secret="a secret for tests", synchronous="NORMAL", extract="off")
    with Infold.open(path, settings=settings, clock=FrozenClock()) as memory:
        for number in range(12):
            chat = memory.conversation(f"c{number}")
            for role, text in talk(110, seed=number):
                chat.append(role, text)
        assert len(memory.jobs()) == 12
        assert memory.store.shorten_log()
    alone.write_bytes(path.read_bytes())
    with Infold.open(alone, settings=settings) as memory:
        run_all(memory)
    started = []
    try:
        for _ in range(workers):
            running = subprocess.Popen(
                [sys.executable, "-c", WORKER, path, "wordllama"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
            started.append(running)
        for running in started:
            assert line(running) == "ready"
        for running in started:
            go(running)
        reports: list[list[Any]] = []
        for running in started:
            out, _ = running.communicate(timeout=200)
            assert running.returncode == 0
            reports += json.loads(out)
    finally:
        for running in started:
            running.kill()
            running.communicate()
    assert all(done for _, done, *_ in reports)
    assert set(Counter(subject for subject, *_ in reports).values()) == {1}
    there = rows(path, but=("jobs", "scopes"))
    assert sum(embedded for _, _, embedded, *_ in reports) == len(there["vectors"]) == 12 * 110
    assert sum(placed for *_, placed, _ in reports) == len(there["placements"])
    assert sum(folds for *_, folds in reports) == len(there["folds"])
    assert there == rows(alone, but=("jobs", "scopes"))


def test_a_cache_never_serves_what_was_removed(tmp_path: Path) -> None:
    path = tmp_path / "infold.db"
    with (
        Infold.open(path, settings=PLAIN) as one,
        Infold.open(path, settings=PLAIN) as two,
    ):
        chat, seen = one.conversation("c"), two.conversation("c")
        for role, text in talk(150):
            chat.append(role, text)
        canary = chat.append("user", "비밀 표지 카나리아 77311")
        run_all(one)
        question = "카나리아 77311"
        assert "77311" in seen.context(question, budget=600).text
        assert two.search(question, k=1)[0].id == canary.id
        # A merge that is withdrawn takes its fold with it, in the other program's next call.
        merge = chat.merges()[0]
        shown = {fold.id for fold in seen.folds()}
        chat.withdraw(merge.id, by="지우")
        gone = shown - {fold.id for fold in seen.folds()}
        assert gone
        after = seen.context("", budget=3000)
        assert not gone & {claim["fold"] for claim in after.claims}
        # Content that is removed: by the store's own call, as erasure will do it.
        scope = one.scope()

        def remove(tx: Any) -> None:
            for table in ("messages", "forward", "vectors", "wires"):
                column = "child" if table == "wires" else "position"
                tx.run(
                    f"DELETE FROM {table} WHERE space_id = ? AND user_id = ? AND {column} = ?",
                    (scope.space, scope.user, canary.position),
                )
            row = tx.conversation(scope, chat.id)
            tx.save_conversation(
                scope, replace(row, messages=row.messages - 1, leaf=canary.position - 1)
            )
            tx.touch_removed(scope)

        one.store.write(remove)
        for memory in (two, one):
            assert "77311" not in memory.conversation("c").context(question, budget=600).text
            assert canary.id not in {hit.id for hit in memory.search(question, k=20)}


def test_clocks_that_jump_stop_no_job_and_change_no_order(
    tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "infold.db"
    steady = tmp_path / "steady.db"
    jumps = [timedelta(days=2), -timedelta(days=5), timedelta(hours=7), -timedelta(days=1)]
    for file, jumping in ((path, True), (steady, False)):
        with Infold.open(file, settings=PLAIN, clock=clock) as memory:
            chat = memory.conversation("c")
            for number, (role, text) in enumerate(talk(200)):
                if jumping and number % 10 == 0:
                    clock.advance(jumps[number // 10 % 4])
                chat.append(role, text)
                if number % 50 == 49:
                    if jumping:
                        # A worker dies with its job, and the clock is set back.
                        memory.store.write(
                            lambda tx: tx.claim_job("default", clock.now(), 15.0, kinds=["fold"])
                        )
                        clock.advance(-timedelta(days=4))
                    run_all(memory)
                    assert memory.jobs() == []
            assert [message.position for message in chat.messages()] == list(range(200))
            assert memory.verify() == []
    but = ("jobs", "scopes", "messages", "forward", "conversations", "episodes")
    assert rows(path, but=but) == rows(steady, but=but)


def test_a_long_reader_stops_no_writer(tmp_path: Path) -> None:
    path = tmp_path / "infold.db"
    with Infold.open(path, settings=PLAIN) as memory, program(APPENDER, path, 60) as other:
        with memory.store.read() as long:
            before = long.scope_version(memory.scope())
            slowest = 0.0
            for number in range(60):
                start = time.monotonic()
                assert line(other) == str(number)
                slowest = max(slowest, time.monotonic() - start) if number else 0.0
                go(other)
            assert long.scope_version(memory.scope()) == before
        assert slowest < 10  # far below the half minute for which a held store is waited for
        assert len(memory.conversation("shared").messages()) == 60


@pytest.mark.parametrize("with_log", [True, False])
def test_a_store_copied_while_it_is_written_opens_or_says_what_is_wrong(
    tmp_path: Path, with_log: bool
) -> None:
    path = tmp_path / "infold.db"
    count, copies = 90, 12
    said = [f"{text} 표지{number:05d}" for number, (_, text) in enumerate(talk(count))]
    outcome = Counter[str]()
    with program(APPENDER, path, count) as other:
        for number in range(count):
            assert line(other) == str(number)
            go(other)
            if number % (count // copies):
                continue
            # No pause: the other one writes while its files are copied.
            copy = tmp_path / f"copy{number}.db"
            copy.write_bytes(path.read_bytes())
            if with_log:
                copy.with_name(f"{copy.name}-wal").write_bytes(
                    path.with_name(f"{path.name}-wal").read_bytes()
                )
            try:
                with Infold.open(copy, settings=PLAIN, create=False) as memory:
                    shown = [m.text for m in memory.conversation("shared").messages()]
                    assert shown == said[: len(shown)]
                    outcome["sound" if memory.verify() == [] else "faults"] += 1
                    if with_log and memory.verify() == []:
                        assert len(shown) > number
            except InfoldError as error:
                outcome["error" if error.hint else "no hint"] += 1
    assert outcome.total() >= copies
    assert not outcome["no hint"]
    if with_log:
        assert outcome["sound"] > copies // 2, outcome
