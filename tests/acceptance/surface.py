"""The command line as a program meets it, and a store as it lies on disk."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from infold.cli.app import run

PROGRAM = (sys.executable, "-c", "from infold.cli import main; main()")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command printed, and how it ended."""

    code: int
    out: bytes
    err: str

    @property
    def data(self) -> Any:
        """Its standard output as JSON."""
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        """The error that `--json` puts on standard error."""
        (line,) = [line for line in self.err.splitlines() if line.startswith("{")]
        return json.loads(line)["error"]


def infold(*arguments: object, **settings: str) -> Answer:
    """Run a command in this process, as its entry point does, with settings as of outside."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with (
        patch.dict(os.environ, _environment(settings)),
        patch.object(sys, "argv", ["infold", *map(str, arguments)]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code: object = 0
        try:
            run()
        except SystemExit as end:
            code = end.code
    out.flush()
    assert code is None or isinstance(code, int)
    return Answer(code=code or 0, out=out.buffer.getvalue(), err=err.getvalue())


def process(*arguments: object, **settings: str) -> subprocess.Popen[bytes]:
    """Start a command as a process of its own, with settings in its environment."""
    return subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **_environment(settings)},
    )


def _environment(settings: dict[str, str]) -> dict[str, str]:
    return {f"INFOLD_{name}": value for name, value in settings.items()}


def rows(path: Path, *, but: Sequence[str] = ()) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table of a sound store, the tables of `but` left out.

    `copies` is left out, too: an export notes there when it left, and changes nothing else.
    """
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr)
            for (name,) in sorted(tables.fetchall())
            if name not in but and name != "copies"
        }
