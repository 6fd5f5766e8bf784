"""The wheel, built and installed in an environment of its own, without a network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = (
    "infold/py.typed",
    "infold/cli/demo_session.txt",
    "infold/recall/weights.json",
    "infold/recall/thesaurus.npz",
)


def run(*command: object, cwd: Path) -> str:
    """Run a program to its end, without settings that would lead it back to the checkout."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={key: value for key, value in os.environ.items() if key not in hidden},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


def test_all_that_the_package_reads_is_inside(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "src"
    real = {
        path.relative_to(source).as_posix()
        for path in (source / "infold").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert real - inside == set()
    assert set(DATA) <= inside
    assert any(name.endswith(".sql") for name in inside)
    assert any("/migrations/versions/" in name for name in inside)
    assert not any(name.startswith(("tests/", "bench/", "docs/")) for name in inside)


def test_the_demo_runs_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    home, empty = tmp_path / "environment", tmp_path / "empty"
    empty.mkdir()
    run(sys.executable, "-m", "venv", home, cwd=tmp_path)
    python = home / "bin" / "python"
    pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(python, *pip, "--no-deps", "--no-index", wheel, cwd=empty)
    # What Infold stands on comes from the environment of the tests: a folder that is named in a
    # .pth file has its own .pth files passed over, so the checkout itself is not found there.
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "below.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    found = run(python, "-c", "import infold; print(infold.__file__)", cwd=empty).strip()
    assert Path(found).is_relative_to(home)
    shown = json.loads(run(home / "bin" / "infold", "demo", "--json", cwd=empty))
    assert [question["found"] for question in shown["questions"]] == [True] * 5
    folded = [question["context"]["accounting"]["folded"] for question in shown["questions"]]
    assert min(folded) >= 12  # beside the evidence, which says each thing once
    assert list(empty.iterdir()) == []
