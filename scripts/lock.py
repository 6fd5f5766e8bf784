"""Resolve the dependencies anew and write both lock files (`make lock`).

`requirements/dev.lock` holds everything that working on Infold needs. `requirements/run.lock` holds
what running it needs, at the same versions: it is resolved with the first as its constraint.

Versions already locked are kept where they still satisfy `pyproject.toml`; `--upgrade` takes the
newest. The resolver runs in a virtual environment that is thrown away. A package index set for pip
on this machine is passed on to it, and none is ever written into a lock.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOWEST_PYTHON = "3.11"
RESOLVER = "uv>=0.9"

#: Lock file -> what it takes from pyproject.toml beside the run-time dependencies.
LOCKS = {
    "requirements/dev.lock": ["--group", "dev", "--extra", "multilingual"],
    "requirements/run.lock": ["--group", "build", "--constraints", "requirements/dev.lock"],
}


def compile_command(resolver: Path, lock: str, *, upgrade: bool) -> list[str]:
    """Give the resolver's command line for one lock file."""
    command = [str(resolver), "pip", "compile", "--quiet", "--universal"]
    command += ["--python-version", LOWEST_PYTHON, "--generate-hashes"]
    command += ["--no-emit-index-url", "--no-header", "pyproject.toml", *LOCKS[lock]]
    if upgrade:
        command.append("--upgrade")
    return [*command, "-o", lock]


def pip_index(python: Path) -> str | None:
    """Read the index that pip is set to use on this machine, if one is set."""
    command = [str(python), "-m", "pip", "config", "get", "global.index-url"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return answer.stdout.strip() or None


def main() -> int:
    """Write both locks; return the process's exit code."""
    parser = argparse.ArgumentParser(description="Resolve the dependencies anew.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="infold-lock-") as folder:
        print(f"Installing the resolver ({RESOLVER}) in a throw-away environment.", flush=True)
        venv.create(folder, with_pip=True)
        programs = Path(folder) / "bin"
        install = [str(programs / "python"), "-m", "pip", "install", "--quiet", RESOLVER]
        subprocess.run(install, check=True)
        environment = dict(os.environ)
        index = pip_index(programs / "python")
        if index is not None:
            environment.setdefault("UV_DEFAULT_INDEX", index)
        for lock in LOCKS:
            print(f"Resolving {lock}.", flush=True)
            command = compile_command(programs / "uv", lock, upgrade=arguments.upgrade)
            subprocess.run(command, check=True, cwd=ROOT, env=environment)
    return 0


if __name__ == "__main__":
    sys.exit(main())
