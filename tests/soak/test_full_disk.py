"""A disk that is full at every point of an import and of a worker's run."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.jobs.worker import run_all
from infold.testing import FrozenClock
from tests.acceptance.surface import infold, rows
from tests.acceptance.test_faults_store import NONE, limited
from tests.acceptance.transcripts import chatgpt_export, talk

pytestmark = pytest.mark.soak
STEP = 24 * 1024  # six pages
SECRET = {"SPACE_SECRET": "the same secret in every store"}
PASSING = ("jobs", "scopes")


def test_an_import_on_a_disk_that_is_full_at_any_size(
    tmp_path: Path, say: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = chatgpt_export(tmp_path / "x.json", conversations=2, messages=520)
    whole = tmp_path / "whole.db"
    monkeypatch.setenv("INFOLD_SPACE_SECRET", SECRET["SPACE_SECRET"])
    assert infold("import", file, "--db", whole, "--no-fold", **NONE, **SECRET).code == 0
    final = rows(whole, but=PASSING)
    top = whole.stat().st_size
    sizes = range(0, 2 * top, max(STEP, 2 * top // 40))
    refused = 0
    for number, size in enumerate(sizes):
        path = tmp_path / f"{number}.db"
        answer = limited("import", file, "--db", path, "--json", "--no-fold", size=size)
        say(f"import with files of at most {size:,} bytes: exit {answer.code}")
        assert answer.code in (0, 6), answer
        if answer.code:
            refused += 1
            assert answer.error["code"] == "store"
        again = infold("import", file, "--db", path, "--no-fold", **NONE, **SECRET)
        assert again.code == 0, again
        assert rows(path, but=PASSING) == final
        for left in tmp_path.glob(f"{number}.db*"):
            left.unlink()
    assert refused > 10


def test_a_worker_on_a_disk_that_is_full_at_any_size(
    tmp_path: Path, say: Callable[[str], None]
) -> None:
    settings = Settings(embedder="none", space_secret="the same secret in every store")
    begun = tmp_path / "begun.db"
    with Infold.open(begun, settings=settings, clock=FrozenClock()) as memory:
        for name in "ab":
            chat = memory.conversation(name)
            for role, text in talk(400, seed=ord(name)):
                chat.append(role, text)
        memory.store.shorten_log()
    whole = tmp_path / "whole.db"
    shutil.copy(begun, whole)
    with Infold.open(whole, settings=settings) as memory:
        run_all(memory)
    final = rows(whole, but=PASSING)
    least = begun.stat().st_size
    failed = 0
    # The log is the file that grows: a worker's fits in some hundred kilobytes.
    for number, size in enumerate(range(0, 240 * 1024, 8 * 1024)):
        path = tmp_path / f"{number}.db"
        shutil.copy(begun, path)
        answer = limited("worker", "--once", "--db", path, "--json", size=size)
        say(f"worker with files of at most {size:,} bytes (store: {least:,}): exit {answer.code}")
        assert answer.code in (0, 6, 7), answer
        assert "Traceback" not in answer.err
        failed += rows(path, but=PASSING) != final
        with Infold.open(path, settings=settings) as memory:
            assert memory.verify() == []
            # What failed waits for its pause: a later clock finds it due.
            memory.clock = later = FrozenClock()
            with contextlib.suppress(ValueError):  # no job is left
                last = max(job.due for job in memory.jobs())
                later.advance(last - later.now())
            run_all(memory)
            assert memory.jobs() == []
        assert rows(path, but=PASSING) == final
        for left in tmp_path.glob(f"{number}.db*"):
            left.unlink()
    assert failed > 3
