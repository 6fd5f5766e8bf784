"""How each command says that it is called."""

from __future__ import annotations

import importlib
import pkgutil

import pytest
import typer

from infold import cli
from infold.cli.app import app


def test_what_may_be_left_out_stands_in_one_pair_of_brackets(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for module in pkgutil.iter_modules(cli.__path__):
        importlib.import_module(f"infold.cli.{module.name}")
    for name in typer.main.get_command(app).commands:
        app([name, "--help"], standalone_mode=False, prog_name="infold")
        usage, _, _ = capsys.readouterr().out.partition("\n\n")
        assert usage.startswith(f"Usage: infold {name}")
        assert "[[" not in usage
