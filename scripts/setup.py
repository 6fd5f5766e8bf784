"""Set up Infold's own virtual environment, `.venv`, from locked versions.

    python3 scripts/setup.py run    what `make demo` needs
    python3 scripts/setup.py dev    that, and what `make check` and `make test` need

Needs nothing but Python 3.11 or later, and says in plain words what it does. The second time it
finds its stamp, `.venv/setup.json`, and does nothing. It sets up again when a lock, the project's
own metadata or the Python version has changed, when the checkout was moved, or when something is
gone from the environment. Each package is installed at its locked version and checked against its
hash; where packages come from is left to the machine's pip configuration.

The file is also read by Pythons too old for Infold, so that it can tell them so: it keeps to what
Python 3.8 can parse and import, and imports newer modules where they are used.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LOWEST = (3, 11)
#: Newest first: the interpreters tried where `python3` itself is too old.
NEWER_PYTHONS = ("python3.14", "python3.13", "python3.12", "python3.11")
#: Variables by which a caller's Python or pip would reach into the environment or out of it.
FOREIGN = ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER")
#: Never removed although no lock names them: the installer itself and the project.
KEPT = {"pip", "setuptools", "infold"}


class Level(NamedTuple):
    """One level of set-up. A later level holds all that an earlier one does."""

    name: str
    lock: str
    purpose: str
    duration: str
    megabytes: int


LEVELS = {
    level.name: level
    for level in (
        Level("run", "requirements/run.lock", "to run Infold", "a minute", 300),
        Level("dev", "requirements/dev.lock", "to run and test Infold", "two minutes", 500),
    )
}


class SetupError(Exception):
    """Set-up cannot go on; the message says why and what to do."""


def say(text: str) -> None:
    """Print one line at once, so that it stands before what a child process prints."""
    print(text, flush=True)


def run(command: Sequence[str], trouble: str, *, cwd: Path = ROOT) -> None:
    """Run a command to its end with its messages shown.

    Raises:
        SetupError: With `trouble`, if it fails.
    """
    kept = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    environment = dict(kept, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1")
    if subprocess.run(command, check=False, cwd=cwd, env=environment).returncode != 0:
        raise SetupError(trouble)


# --- The interpreter ---


def choose_python(version: Sequence[int], executable: str) -> str:
    """Give the path of a Python new enough: the running one, else a newer one on the path.

    Args:
        version: The running Python's version, three numbers.
        executable: The running Python's path.

    Raises:
        SetupError: If there is none.
    """
    if tuple(version[:2]) >= LOWEST:
        return executable
    for name in NEWER_PYTHONS:
        found = shutil.which(name)
        # A version manager may answer to the name and have no such Python.
        if found and subprocess.run([found, "-c", ""], capture_output=True).returncode == 0:
            return found
    lowest = ".".join(map(str, LOWEST))
    running = ".".join(map(str, version[:3]))
    raise SetupError(
        f"Infold needs Python {lowest} or later, and {executable} is Python {running}.\n"
        f"Install a newer one, or name one: make demo PYTHON=/path/to/python{lowest}"
    )


def can_make_environments(python: str) -> bool:
    """Tell whether this Python can make a virtual environment with pip in it.

    Debian keeps `ensurepip`, which puts pip there, in a package of its own.
    """
    probe = [python, "-I", "-c", "import venv, ensurepip; ensurepip.version()"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def superuser_prefix() -> list[str] | None:
    """Give what to put before a command to run it as root; None if we may not."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    allowed = subprocess.run([sudo, "-n", "true"], capture_output=True, check=False)
    return [sudo, "-n"] if allowed.returncode == 0 else None


def require_environments(python: str, minor: int) -> None:
    """Make sure that virtual environments can be made; install Debian's package if we may.

    Args:
        python: The interpreter's path.
        minor: The second number of its version.

    Raises:
        SetupError: If they cannot be made, with the command to run.
    """
    if can_make_environments(python):
        return
    package = f"python3.{minor}-venv"
    trouble = f"{python} cannot make virtual environments: its module 'ensurepip' is missing."
    if shutil.which("apt-get") is None:
        raise SetupError(f"{trouble}\nInstall it with this system's package manager; try again.")
    prefix = superuser_prefix()
    sudo = "" if prefix == [] else "sudo "
    commands = [f"{sudo}apt-get update", f"{sudo}apt-get install {package}"]
    remedy = "\n    ".join(["Run this once, then try again:\n", *commands]) + "\n"
    if prefix is None:
        raise SetupError(f"{trouble}\n{remedy}")
    say(f"{trouble}\nInstalling Debian's package for it, {package}.")
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    # Lists that cannot be brought up to date may still hold the package: only the second counts.
    for command in (["update"], ["install", "-y", "--no-install-recommends", package]):
        subprocess.run([*apt, *command], stdout=subprocess.DEVNULL, check=False)
    if not can_make_environments(python):
        raise SetupError(f"That did not help. {remedy}")


# --- What is wanted and what is there ---


def lock_key(root: Path, level: Level) -> str:
    """Hash all that an installation follows from: the lock and the project's own metadata."""
    import tomllib

    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    metadata = {name: settings.get(name) for name in ("project", "build-system")}
    content = hashlib.sha256((root / level.lock).read_bytes())
    content.update(json.dumps(metadata, sort_keys=True).encode())
    return content.hexdigest()


def locked_names(lock: str) -> set[str]:
    """Read the names of the packages in a lock's text."""
    return set(re.findall(r"^([a-z0-9-]+)==", lock, flags=re.MULTILINE))


def contents(environment: Path) -> list[str]:
    """List what stands at the top of the environment's packages and programs."""
    folders = [*environment.glob("lib/python*/site-packages"), environment / "bin"]
    return sorted(
        f"{folder.name}/{entry.name}"
        for folder in folders
        if folder.is_dir()
        for entry in folder.iterdir()
        if entry.name != "__pycache__"
    )


def read_stamp(environment: Path) -> dict[str, Any]:
    """Read what the last finished set-up wrote; empty if there was none."""
    try:
        stamp = json.loads((environment / "setup.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def interpreter_works(environment: Path, version: str) -> bool:
    """Tell whether the environment's own Python runs, in its place and at this version."""
    question = "import sys; print(sys.prefix, '%d.%d' % sys.version_info[:2])"
    try:
        answer = subprocess.run(
            [str(environment / "bin/python"), "-I", "-c", question],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return False
    return answer.returncode == 0 and answer.stdout.strip() == f"{environment} {version}"


def is_in_place(environment: Path) -> bool:
    """Tell whether the environment's programs still point at it: they hold its full path."""
    try:
        with (environment / "bin/pip").open("rb") as program:
            return f"{environment}/bin/python".encode() in program.read(4096)
    except OSError:
        return False


def is_whole(environment: Path) -> bool:
    """Tell whether all is there that stood in the environment when a set-up was last finished."""
    kept = set(read_stamp(environment).get("contents", ()))
    return bool(kept) and kept <= set(contents(environment))


def is_current(root: Path, level: Level, version: str) -> bool:
    """Tell whether the environment is what a set-up of this level would make."""
    environment = root / ".venv"
    stamp = read_stamp(environment)
    return (
        stamp.get("python") == version
        and stamp.get("keys", {}).get(level.name) == lock_key(root, level)
        and is_whole(environment)
        and is_in_place(environment)
        and interpreter_works(environment, version)
    )


# --- Setting up ---


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other set-ups of the same checkout waiting meanwhile."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another set-up of this checkout is at work; waiting for it.")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def remove(path: Path) -> None:
    """Remove a folder, a file or a link, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def make_environment(environment: Path, python: str, version: str) -> None:
    """Make the environment, unless the one that is there can be brought up to date.

    pip takes a package for installed where its metadata are, so that it would not bring back files
    that are gone, or that an interrupted set-up never wrote: such an environment is made anew.
    """
    if (
        is_whole(environment)
        and is_in_place(environment)
        and interpreter_works(environment, version)
    ):
        return
    if environment.exists() or environment.is_symlink():
        say("    The one that is there was moved, is not whole or has another Python: removed.")
        remove(environment)
    trouble = f"Python could not make {environment}; its message stands above."
    run([python, "-I", "-m", "venv", str(environment)], trouble)


def install(root: Path, level: Level) -> None:
    """Bring the environment's packages to exactly the locked versions, Infold itself last."""
    python = str(root / ".venv/bin/python")
    pip = [python, "-I", "-m", "pip"]
    trouble = (
        "pip could not install what is locked; its message stands above.\n"
        "Does this machine reach a package index? `pip config list` shows what pip is set to use."
    )
    run([*pip, "install", "-q", "--require-hashes", "-r", str(root / level.lock)], trouble)
    surplus = installed_names(python) - KEPT
    for each in LEVELS.values():
        surplus -= locked_names((root / each.lock).read_text("utf-8"))
    if surplus:
        run([*pip, "uninstall", "-q", "-y", *sorted(surplus)], trouble)
    # The build's own requirements are in the lock: no second, unlocked environment for it.
    itself = ["--no-deps", "--no-build-isolation", "--editable", str(root)]
    run([*pip, "install", "-q", *itself], "Infold itself could not be installed; see above.")


def installed_names(python: str) -> set[str]:
    """List the packages installed beside this interpreter, by their normal names."""
    question = (
        "import importlib.metadata as m, json, re; "
        "print(json.dumps([re.sub('[-_.]+', '-', d.name).lower() for d in m.distributions()]))"
    )
    answer = subprocess.run([python, "-I", "-c", question], capture_output=True, check=True)
    return set(json.loads(answer.stdout))


def write_stamp(root: Path, level: Level, version: str) -> None:
    """Write what was set up. A lower level is part of it: its lock has the same versions."""
    names = list(LEVELS)
    done = [LEVELS[name] for name in names[: names.index(level.name) + 1]]
    stamp = {
        "level": level.name,
        "python": version,
        "keys": {each.name: lock_key(root, each) for each in done},
        "contents": contents(root / ".venv"),
    }
    (root / ".venv/setup.json").write_text(json.dumps(stamp, indent=1) + "\n", "utf-8")


def set_up(root: Path, level: Level, python: str) -> None:
    """Bring the checkout's environment to a level; do nothing if it is there.

    Args:
        root: The checkout.
        level: What is wanted. An environment of a higher level keeps it.
        python: The interpreter to build on: the running one.

    Raises:
        SetupError: If it cannot be done.
    """
    version = ".".join(map(str, sys.version_info[:2]))
    environment = root / ".venv"
    with alone(root):
        if is_current(root, level, version):
            return
        before = LEVELS.get(read_stamp(environment).get("level", ""))
        if before is not None and before.name == "dev":
            level = before
        count = len(locked_names((root / level.lock).read_text("utf-8")))
        say(f"Setting up .venv {level.purpose}: about {count} packages, at locked versions.")
        say(
            f"The first time this takes about {level.duration} and {level.megabytes} MB of disk;"
            " from then on nothing."
        )
        started = time.monotonic()
        require_environments(python, sys.version_info[1])
        say("  1 of 2: the virtual environment")
        make_environment(environment, python, version)
        # Written again at the end alone: a set-up that is stopped midway starts from nothing.
        (environment / "setup.json").unlink(missing_ok=True)
        say("  2 of 2: the packages, each checked against its hash")
        install(root, level)
        write_stamp(root, level, version)
        say(f"Set up in {time.monotonic() - started:.0f} s.")


def main() -> int:
    """Do what the command line asks; return the process's exit code."""
    parser = argparse.ArgumentParser(description="Set up .venv from locked versions.")
    parser.add_argument("level", choices=list(LEVELS))
    level = LEVELS[parser.parse_args().level]
    try:
        python = choose_python(sys.version_info[:3], sys.executable)
        if python != sys.executable:
            os.execv(python, [python, str(Path(__file__).resolve()), level.name])
        set_up(ROOT, level, python)
    except SetupError as error:
        print(f"Set-up stopped. {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nSet-up stopped by you; the same command goes on.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
