"""Processes killed while they import and fold: run again, the store equals an undisturbed one.

The moment of a kill is seen from outside, by what has been committed, so that kills are spread from
the first commit of the import to the last of the folds. INFOLD_LEASE_SECONDS shortens the lease
under which a dead worker's job is held.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from tests.acceptance.surface import infold, process, rows
from tests.acceptance.transcripts import chatgpt_export, talk

SECRET = "the same secret in every store"
LEASE = {"SPACE_SECRET": SECRET, "LEASE_SECONDS": "0.3"}
PASSING = ("jobs", "scopes")
"""Tables that say how often something was tried, not what there is."""

IMPORTS = (
    ("messages", 1),
    ("messages", 500),
    ("messages", 1120),
    ("messages", 1860),
    ("messages", 2980),
    ("vectors", 1),
    ("vectors", 700),
    ("placements", 1),
    ("folds", 15),
    ("folds", 35),
)
WORKERS = (("vectors", 1), ("placements", 1), ("vectors", 1000), ("folds", 20), ("folds", 40))


@dataclass(frozen=True, slots=True, repr=False)
class Undisturbed:
    """A transcript, a store with it imported only, and the finished one."""

    transcript: Path
    imported: Path
    export: bytes
    rows: dict[str, list[tuple[object, ...]]]


def exported(path: Path) -> bytes:
    with Infold.open(path, settings=Settings(space_secret=SECRET)) as memory:
        return b"".join(memory.export())


def finish(running: subprocess.Popen[bytes]) -> str:
    """Wait for a command that must succeed; what it said on standard error."""
    out, err = running.communicate(timeout=120)
    assert running.returncode == 0, (out, err)
    return err.decode()


def disturb(
    start: Callable[[], subprocess.Popen[bytes]], path: Path, table: str, least: int, delay: float
) -> None:
    """Start a command and kill it once so many rows of a table are committed."""
    running = start()
    count = 0
    end = time.monotonic() + 60
    while count < least:
        assert running.poll() is None, f"ended with {count} {table}: {running.communicate()}"
        assert time.monotonic() < end, f"{count} {table} after a minute"
        # The store may not be there yet, or be on its way.
        with (
            contextlib.suppress(sqlite3.OperationalError),
            contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as look,
        ):
            count = look.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        time.sleep(0.005)
    time.sleep(delay)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    assert running.returncode == -signal.SIGKILL


def whole(path: Path, final: Undisturbed) -> None:
    """What a killed process leaves: part of what there will be, and no half of anything."""
    there = rows(path)
    assert len(there["messages"]) == len(there["forward"])
    with contextlib.closing(sqlite3.connect(path)) as look:
        counted = look.execute("SELECT sum(messages) FROM conversations").fetchone()[0]
    assert counted == len(there["messages"])
    for table in ("messages", "forward", "vectors", "placements", "merges", "claims", "spans"):
        assert set(there[table]) <= set(final.rows[table]), table
    assert len(there["folds"]) < len(final.rows["folds"]), "nothing was left to do"


@pytest.fixture(scope="module")
def final(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    folder = tmp_path_factory.mktemp("undisturbed")
    transcript = chatgpt_export(folder / "export.json", conversations=5, messages=620, small=0.85)
    imported, folded = folder / "imported.db", folder / "folded.db"
    finish(process("import", transcript, "--no-fold", "--db", imported, **LEASE))
    shutil.copy(imported, folded)
    finish(process("worker", "--once", "--db", folded, **LEASE))
    made = Undisturbed(transcript, imported, exported(folded), rows(folded, but=PASSING))
    assert len(made.rows["messages"]) == 3100
    assert len(made.rows["folds"]) > 40
    return made


@pytest.mark.parametrize(("number", "table", "least"), [(i, *at) for i, at in enumerate(IMPORTS)])
def test_a_killed_import_is_finished_by_the_next(
    tmp_path: Path, final: Undisturbed, number: int, table: str, least: int
) -> None:
    path = tmp_path / "infold.db"

    def start() -> subprocess.Popen[bytes]:
        return process("import", final.transcript, "--db", path, **LEASE)

    disturb(start, path, table, least, random.Random(number).uniform(0, 0.03))
    whole(path, final)
    finish(start())
    assert rows(path, but=PASSING) == final.rows
    assert exported(path) == final.export
    assert rows(path)["jobs"] == []


def test_a_worker_killed_five_times_is_followed_by_the_next(
    tmp_path: Path, final: Undisturbed
) -> None:
    path = tmp_path / "infold.db"
    shutil.copy(final.imported, path)

    def start() -> subprocess.Popen[bytes]:
        return process("worker", "--once", "--db", path, **LEASE)

    for number, (table, least) in enumerate(WORKERS):
        disturb(start, path, table, least, random.Random(100 + number).uniform(0, 0.03))
        whole(path, final)
    finish(start())
    assert rows(path, but=PASSING) == final.rows
    assert exported(path) == final.export
    assert rows(path)["jobs"] == []


def test_the_next_worker_says_that_it_waits(tmp_path: Path) -> None:
    path = tmp_path / "infold.db"
    with Infold.open(path, settings=Settings()) as memory:
        chat = memory.conversation("c")
        for role, text in talk(160):
            chat.append(role, text)
        memory.store.write(
            lambda tx: tx.claim_job("default", memory.clock.now(), 1.0, kinds=["fold"])
        )
    answer = infold("worker", "--once", "--db", path)
    assert answer.code == 0
    assert "Waiting for 1 job that another worker holds" in answer.err
    # The fold, and the facts of what it folded.
    assert answer.out == b"2 jobs done, 0 failed.\n"
    assert rows(path)["folds"]


def test_a_killed_import_of_a_sample(tmp_path: Path, samples: Path) -> None:
    sample = samples / "openai_chat" / "tau_airline_fewshot.jsonl"
    start = ("import", sample, "--db")
    finish(process(*start, tmp_path / "whole.db", **LEASE))
    path = tmp_path / "infold.db"
    with contextlib.suppress(AssertionError):  # too small a file may be done before the kill
        disturb(lambda: process(*start, path, **LEASE), path, "placements", 1, 0)
    finish(process(*start, path, **LEASE))
    assert exported(path) == exported(tmp_path / "whole.db")
