"""Bytes of a store that turned: a typed error or what was written, no crash and no other text."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.jobs.worker import run_all
from tests.acceptance.damage import SETTINGS, opened
from tests.acceptance.transcripts import talk

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with folded chats in several languages, a branch and a merge that was withdrawn."""
    path = tmp_path_factory.mktemp("sound") / "sound.db"
    with Infold.open(path, settings=SETTINGS) as memory:
        for number, count in enumerate((150, 60)):
            chat = memory.conversation(f"대화 {number}")
            for role, text in talk(count, seed=number):
                chat.append(role, text)
        run_all(memory)
        assert memory.conversation("대화 0").folds()
    return path


def answers(sound: Path, folder: Path, first: int, count: int) -> list[dict[str, Any]]:
    """Hurt so many copies in a process of their own; one answer each."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.acceptance.damage", sound, folder, str(first), str(count)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=60 + 5 * count,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, (lines[-1:], done.stderr)
    return [line for line in lines if "untrue" in line]


def judge(found: list[dict[str, Any]], count: int) -> Counter[str]:
    assert len(found) == count
    assert [one for one in found if one["untyped"]] == []
    assert [one for one in found if one["untrue"]] == []
    return Counter(
        "error" if one["typed"] else "faults" if one["faults"] else "same" for one in found
    )


def test_a_byte_that_turned(sound: Path, tmp_path: Path) -> None:
    outcome = judge(answers(sound, tmp_path, 0, 40), 40)
    assert outcome["error"] + outcome["faults"] > 12, outcome


@pytest.mark.soak
def test_many_bytes_that_turned(sound: Path, tmp_path: Path) -> None:
    outcome = judge(answers(sound, tmp_path, 1000, 600), 600)
    print(f"600 damaged stores: {dict(outcome)}")
    assert outcome["error"] + outcome["faults"] > 200, outcome


def test_the_sound_store_is_sound(sound: Path) -> None:
    with opened(sound) as memory:
        assert memory.verify() == []
