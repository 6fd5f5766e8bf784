"""Several processes at one store, and processes that die."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from infold.store.sqlite import SqliteStore

NOW = datetime(2026, 3, 1, tzinfo=UTC)

APPEND = """
import importlib.util, sys, threading
from infold.store.sqlite import SqliteStore
spec = importlib.util.spec_from_file_location("helper", sys.argv[2])
helper = importlib.util.module_from_spec(spec); spec.loader.exec_module(helper)
appends = helper.Appends()
store = SqliteStore.open(sys.argv[1])
first, door = int(sys.argv[3]), threading.Lock()
def work():
    while True:
        # Positions are given inside the command, so that they follow each other on disk.
        def command(writer):
            here = writer.conversation(appends.scope, "c")
            return appends.one(here.messages)(writer)
        done = store.write(command)
        with door:
            print(done, flush=True)
for _ in range(4):
    threading.Thread(target=work).start()
"""


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(
    tmp_path: Path, appends: Any
) -> None:
    path = tmp_path / "store.db"
    store = SqliteStore.open(path)
    store.write(appends.start)
    store.close()
    helper = Path(__file__).with_name("conftest.py")
    chance = random.Random(7)
    count = 0
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", APPEND, path, helper, str(count)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        time.sleep(chance.uniform(0, 0.15))
        process.send_signal(signal.SIGKILL)
        lines += process.communicate()[0].splitlines()
        acknowledged = [int(line) for line in lines if line.strip()]
        assert acknowledged
        SqliteStore.open(path).close()
        assert appends.whole(path) >= max(acknowledged) + 1 > count
        count = appends.whole(path)


OPEN = """
import sys, time
from infold.core.scope import Scope
from infold.store.sqlite import SqliteStore
import infold.store.migrating
print("ready", flush=True)
sys.stdin.readline()
store = SqliteStore.open(sys.argv[1])
with store.read() as reader:
    print(reader.secret(Scope()).hex(), flush=True)
store.close()
"""

CLAIM = """
import sys
from datetime import UTC, datetime
from infold.store.sqlite import SqliteStore
store = SqliteStore.open(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
now = datetime(2026, 3, 1, tzinfo=UTC)
while (job := store.write(lambda w: w.claim_job("default", now, 60, kinds=["fold"]))) is not None:
    print(job.subject, flush=True)
store.close()
"""


def together(program: str, path: Path, count: int) -> list[list[str]]:
    """Run a program several times at once, and give the lines of each."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(count)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    lines = [process.communicate()[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0] * count
    return lines


def test_processes_that_make_one_store_at_once_agree(tmp_path: Path) -> None:
    lines = together(OPEN, tmp_path / "store.db", 4)
    assert len({line for (line,) in lines}) == 1


def test_two_processes_never_hold_one_job(tmp_path: Path, appends: Any) -> None:
    store = SqliteStore.open(tmp_path / "store.db")
    for subject in range(60):
        store.write(
            lambda w, subject=subject: w.queue_job(appends.scope, "fold", str(subject), NOW)
        )
    lines = together(CLAIM, tmp_path / "store.db", 2)
    store.close()
    taken = [subject for each in lines for subject in each]
    assert sorted(taken, key=int) == [str(subject) for subject in range(60)]


@pytest.mark.parametrize("synchronous", ["FULL", "NORMAL"])
def test_a_process_sees_what_another_one_wrote(
    tmp_path: Path, appends: Any, synchronous: str
) -> None:
    one = SqliteStore.open(tmp_path / "store.db", synchronous=synchronous)
    two = SqliteStore.open(tmp_path / "store.db", synchronous=synchronous)
    one.write(appends.start)
    two.write(appends.one(0))
    one.write(appends.one(1))
    with two.read() as reader:
        assert [m.id for m in reader.messages(appends.scope, "c")] == ["m_0", "m_1"]
        assert reader.scope_version(appends.scope).version == 2
    one.close()
    two.close()
