"""Sweeps that are killed, and two processes that sweep: real processes on one store."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.engine.verifying_facts import fact_faults
from infold.testing import FrozenClock

DAY = timedelta(days=1)
SETTINGS = Settings(embedder="none", lease_seconds=1.0)
CHILD = """
import sys
from datetime import datetime
from infold import Infold
from infold.config import Settings
from infold.engine import sweeping
from infold.errors import Conflict
from infold.testing import FrozenClock

path, at, chunk, slow = sys.argv[1], datetime.fromisoformat(sys.argv[2]), *map(int, sys.argv[3:5])
sweeping.CHUNK = chunk
settings = Settings(embedder="none", lease_seconds=1.0)

def progress(step):
    print(step.changes, flush=True)
    if slow:
        sys.stdin.readline()

with Infold.open(path, settings=settings, clock=FrozenClock(at)) as memory:
    try:
        done = memory.apply(memory.plan_sweep(all_users=True), progress=progress)
        print("done", done.changes, flush=True)
    except Conflict as error:
        print("refused", flush=True)
"""


def child(path: Path, clock: FrozenClock, chunk: int, *, slow: bool) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [
            sys.executable,
            "-c",
            CHILD,
            str(path),
            clock.now().isoformat(),
            str(chunk),
            str(int(slow)),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def filled(path: Path, clock: FrozenClock, users: int = 4, each: int = 10) -> int:
    with Infold.open(path, settings=SETTINGS, clock=clock) as memory:
        for user in range(users):
            for number in range(each):
                memory.add(f"Fact {number}", user=f"user {user}", kind="temporary")
            memory.pin(
                memory.add("Fact 0", user=f"user {user}", kind="event").id, user=f"user {user}"
            )
    clock.advance(8 * DAY)
    return users * each


@pytest.mark.parametrize("chunks", [1, 3])
def test_a_killed_sweep_is_finished_by_the_next(tmp_path: Path, chunks: int) -> None:
    path, clock = tmp_path / "store.db", FrozenClock()
    expected = filled(path, clock)
    with child(path, clock, 7, slow=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        for number in range(1, chunks + 1):
            assert process.stdout.readline() == f"{7 * number}\n"
            if number < chunks:
                process.stdin.write("\n")
                process.stdin.flush()
        os.kill(process.pid, signal.SIGKILL)
    clock.advance(timedelta(seconds=2))
    with Infold.open(path, settings=SETTINGS, clock=clock) as memory:
        memory.apply(memory.plan_sweep(all_users=True))
        first = memory.sweeps()[-1]
        assert (first.state, first.counts["expired"]) == ("done", expected)
        scopes = [memory.scope(f"user {number}") for number in range(4)]
        for scope in scopes:
            states = [one.standing.state for one in memory.facts(user=scope.user, state=None)]
            assert states == ["expired"] * 10 + ["live"]
            with memory.store.read() as reader:
                assert list(fact_faults(memory, reader, scope)) == []
        assert memory.undo(first).counts["restored"] == expected


def test_m12_two_processes_never_sweep_the_same_users_at_once(tmp_path: Path) -> None:
    path, clock = tmp_path / "store.db", FrozenClock()
    expected = filled(path, clock)
    with child(path, clock, 9, slow=True) as first:
        assert first.stdout is not None
        assert first.stdin is not None
        assert first.stdout.readline() == "9\n"
        with child(path, clock, 9, slow=False) as second:
            assert second.stdout is not None
            assert second.stdout.read() == "refused\n"
        first.stdin.write("\n" * 20)
        first.stdin.flush()
        assert first.stdout.read().splitlines()[-1] == f"done {expected}"
    with Infold.open(path, settings=SETTINGS, clock=clock) as memory:
        assert [one.counts["expired"] for one in memory.sweeps()] == [expected]
