"""Twenty imports and twenty worker runs killed at random moments; each is finished by the next.

The moment is seen from outside, by what is committed, anywhere between the first commit and the
last one.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acceptance.surface import process, rows
from tests.acceptance.test_kill import (
    LEASE,
    PASSING,
    Undisturbed,
    disturb,
    exported,
    final,
    finish,
    whole,
)

__all__ = ["final"]  # the fixture is used by its name

pytestmark = pytest.mark.soak
ROUNDS = 20


def moment(chance: random.Random, made: Undisturbed, *, imports: bool) -> tuple[str, int, float]:
    """A table, a count of its rows, and a pause after they are there: what to wait for."""
    tables = ["vectors", "placements", "folds"]
    table = chance.choice([*tables, "messages", "messages", "messages"] if imports else tables)
    last = len(made.rows[table])
    # The last fold but a few: something has to be left to do.
    return table, chance.randint(1, max(1, int(last * 0.8))), chance.uniform(0, 0.05)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_killed_import(
    tmp_path: Path, final: Undisturbed, number: int, say: Callable[[str], None]
) -> None:
    path = tmp_path / "infold.db"
    table, least, delay = moment(random.Random(7000 + number), final, imports=True)
    say(f"import {number + 1} of {ROUNDS}: killed {delay * 1000:.0f} ms after {least} {table}")

    def start() -> subprocess.Popen[bytes]:
        return process("import", final.transcript, "--db", path, **LEASE)

    disturb(start, path, table, least, delay)
    whole(path, final)
    finish(start())
    assert rows(path, but=PASSING) == final.rows
    assert exported(path) == final.export
    assert rows(path)["jobs"] == []


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_killed_worker(
    tmp_path: Path, final: Undisturbed, number: int, say: Callable[[str], None]
) -> None:
    path = tmp_path / "infold.db"
    shutil.copy(final.imported, path)
    table, least, delay = moment(random.Random(8000 + number), final, imports=False)
    say(f"worker {number + 1} of {ROUNDS}: killed {delay * 1000:.0f} ms after {least} {table}")

    def start() -> subprocess.Popen[bytes]:
        return process("worker", "--once", "--db", path, **LEASE)

    disturb(start, path, table, least, delay)
    whole(path, final)
    finish(start())
    assert rows(path, but=PASSING) == final.rows
    assert exported(path) == final.export
    assert rows(path)["jobs"] == []
