"""The set-up script: what it finds current, what it makes anew, what it says when it cannot."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
PROJECT = """
[project]
name = "infold"
dependencies = ["numpy>=2"]
[tool.ruff]
line-length = 100
"""


@pytest.fixture(scope="module")
def script(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("infold_setup", root / "scripts/setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path, script: ModuleType) -> Path:
    """Give a checkout whose environment is set up to run and to test."""
    folder = tmp_path / "check out"
    (folder / "requirements").mkdir(parents=True)
    for name in ("run", "dev"):
        (folder / f"requirements/{name}.lock").write_text("numpy==2.0 \\\n    --hash=sha256:00\n")
    (folder / "pyproject.toml").write_text(PROJECT)
    environment = folder / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (environment / "bin/pip").write_text(f"#!{environment}/bin/python\n")
    next(environment.glob("lib/python*/site-packages")).joinpath("numpy").mkdir()
    script.write_stamp(folder, script.LEVELS["dev"], VERSION)
    return folder


def is_current(script: ModuleType, checkout: Path, level: str = "dev") -> bool:
    current: bool = script.is_current(checkout, script.LEVELS[level], VERSION)
    return current


def test_an_environment_just_set_up_is_current_at_each_level(
    script: ModuleType, checkout: Path
) -> None:
    assert is_current(script, checkout, "dev")
    assert is_current(script, checkout, "run")


def test_setting_up_to_run_is_not_setting_up_to_test(script: ModuleType, checkout: Path) -> None:
    script.write_stamp(checkout, script.LEVELS["run"], VERSION)
    assert is_current(script, checkout, "run")
    assert not is_current(script, checkout, "dev")


def test_what_the_tools_are_told_changes_nothing(script: ModuleType, checkout: Path) -> None:
    text = PROJECT.replace("line-length = 100", "line-length = 90")
    (checkout / "pyproject.toml").write_text(text)
    assert is_current(script, checkout)


def change_lock(checkout: Path) -> Path:
    (checkout / "requirements/dev.lock").write_text("numpy==2.1 \\\n    --hash=sha256:11\n")
    return checkout


def change_metadata(checkout: Path) -> Path:
    (checkout / "pyproject.toml").write_text(PROJECT.replace("numpy>=2", "numpy>=2.1"))
    return checkout


def move(checkout: Path) -> Path:
    return checkout.rename(checkout.with_name("moved"))


def copy(checkout: Path) -> Path:
    return Path(shutil.copytree(checkout, checkout.with_name("copied"), symlinks=True))


def lose_a_package(checkout: Path) -> Path:
    next(checkout.glob(".venv/lib/python*/site-packages/numpy")).rmdir()
    return checkout


def lose_the_interpreter(checkout: Path) -> Path:
    python = checkout / ".venv/bin/python"
    python.unlink()
    python.symlink_to(checkout / "gone")
    return checkout


def lose_the_stamp(checkout: Path) -> Path:
    (checkout / ".venv/setup.json").unlink()
    return checkout


def break_the_stamp(checkout: Path) -> Path:
    (checkout / ".venv/setup.json").write_text('{"keys": ')
    return checkout


def remove_all(checkout: Path) -> Path:
    shutil.rmtree(checkout / ".venv")
    return checkout


@pytest.mark.parametrize(
    "change",
    [
        change_lock,
        change_metadata,
        move,
        copy,
        lose_a_package,
        lose_the_interpreter,
        lose_the_stamp,
        break_the_stamp,
        remove_all,
    ],
    ids=lambda change: change.__name__,
)
def test_a_change_is_seen(
    script: ModuleType, checkout: Path, change: Callable[[Path], Path]
) -> None:
    assert not is_current(script, change(checkout))


@pytest.mark.parametrize(
    "change",
    [move, copy, lose_a_package, lose_the_interpreter, lose_the_stamp, break_the_stamp, remove_all],
    ids=lambda change: change.__name__,
)
def test_an_environment_that_cannot_be_trusted_is_made_anew(
    script: ModuleType,
    checkout: Path,
    change: Callable[[Path], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    environment = change(checkout) / ".venv"
    commands = []
    monkeypatch.setattr(script, "run", lambda command, trouble: commands.append(command))
    script.make_environment(environment, sys.executable, VERSION)
    assert commands == [[sys.executable, "-I", "-m", "venv", str(environment)]]
    assert not environment.exists()


@pytest.mark.parametrize(
    "change", [change_lock, change_metadata], ids=lambda change: change.__name__
)
def test_an_environment_that_only_lags_is_kept(
    script: ModuleType,
    checkout: Path,
    change: Callable[[Path], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    environment = change(checkout) / ".venv"
    monkeypatch.setattr(script, "run", lambda command, trouble: pytest.fail(f"ran {command}"))
    script.make_environment(environment, sys.executable, VERSION)
    assert (environment / "setup.json").exists()


def test_another_python_is_seen(script: ModuleType, checkout: Path) -> None:
    assert not script.is_current(checkout, script.LEVELS["dev"], "3.99")


def test_an_old_python_gives_way_to_a_newer_one_on_the_path(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = tmp_path / "python3.12"
    newer.symlink_to("/bin/true")
    broken = tmp_path / "python3.14"
    broken.symlink_to("/bin/false")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert script.choose_python((3, 9, 2), "/usr/bin/python3") == str(newer)


def test_an_old_python_alone_is_told_so(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(script.SetupError, match=r"needs Python 3\.11 or later, .* is Python 3\.9"):
        script.choose_python((3, 9, 2), "/usr/bin/python3")


def test_a_new_python_is_taken_as_it_is(script: ModuleType) -> None:
    assert script.choose_python((3, 11, 0), "/usr/bin/python3") == "/usr/bin/python3"


def python_without_ensurepip(folder: Path, *, until: Path) -> str:
    """Make a program that fails as a Python without ensurepip does, until a file is there."""
    program = folder / "python-of-debian"
    program.write_text(f'#!/bin/sh\ntest -e "{until}"\n')
    program.chmod(0o755)
    return str(program)


def apt(folder: Path, *, writes: Path) -> None:
    program = folder / "apt-get"
    program.write_text(f'#!/bin/sh\necho "$@" >> "{folder}/calls"\ntouch "{writes}"\n')
    program.chmod(0o755)


def test_a_missing_ensurepip_is_installed_by_root(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there"
    python = python_without_ensurepip(tmp_path, until=there)
    apt(tmp_path, writes=there)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(script, "superuser_prefix", list)
    script.require_environments(python, 11)
    calls = (tmp_path / "calls").read_text().splitlines()
    assert calls == ["-qq update", "-qq install -y --no-install-recommends python3.11-venv"]


def test_without_the_right_to_install_the_command_is_told(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = python_without_ensurepip(tmp_path, until=tmp_path / "never")
    apt(tmp_path, writes=tmp_path / "written")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(script, "superuser_prefix", lambda: None)
    with pytest.raises(script.SetupError) as failure:
        script.require_environments(python, 13)
    assert "    sudo apt-get install python3.13-venv\n" in str(failure.value)
    assert not (tmp_path / "calls").exists()


def test_an_installation_that_does_not_help_is_told(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = python_without_ensurepip(tmp_path, until=tmp_path / "never")
    apt(tmp_path, writes=tmp_path / "written")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(script, "superuser_prefix", list)
    with pytest.raises(script.SetupError, match=r"That did not help"):
        script.require_environments(python, 13)


def test_the_script_can_be_read_by_an_old_python(root: Path) -> None:
    import ast

    ast.parse((root / "scripts/setup.py").read_text("utf-8"), feature_version=(3, 8))
