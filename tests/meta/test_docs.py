"""Documentation and code list the same settings, errors and commands; links lead somewhere."""

from __future__ import annotations

import pkgutil
import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
import typer

import infold.cli
from infold import errors
from infold.cli.app import app
from infold.cli.exits import EXIT_CODES
from infold.config import PREFIX, Settings
from infold.errors import InfoldError

LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)")


def rows(page: str) -> list[list[str]]:
    """Read the rows of a page's tables: the text of each cell, without headings."""
    lines = [line for line in page.splitlines() if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split(" | ")] for line in lines]


def test_every_setting_is_in_its_page_with_its_default(texts: dict[str, str]) -> None:
    written = [row[:3] for row in rows(texts["docs/reference/settings.md"])]
    real = [
        [each.name, PREFIX + each.name.upper(), str(each.default) or "empty"]
        for each in fields(Settings)
    ]
    assert written == real


def test_every_error_is_in_its_page_with_its_exit_code(texts: dict[str, str]) -> None:
    written = sorted(row[:3] for row in rows(texts["docs/reference/errors.md"]))
    real = sorted(
        [each.code, name, str(next(code for kind, code in EXIT_CODES if issubclass(each, kind)))]
        for name in errors.__all__
        if issubclass(each := getattr(errors, name), InfoldError)
    )
    assert written == real


def test_every_error_says_when_it_comes_and_what_to_do(texts: dict[str, str]) -> None:
    table = rows(texts["docs/reference/errors.md"])
    assert [row[0] for row in table if len(row) != 5 or not row[3]] == []
    assert [row[0] for row in table if not row[4]] == ["error"]


def commands() -> dict[str, set[str]]:
    """List the real commands, each with its options as they are written."""
    for module in pkgutil.iter_modules(infold.cli.__path__):
        import_module(f"infold.cli.{module.name}")
    group = typer.main.get_command(app)
    return {
        name: {
            option
            # Of a group of commands, the options of all of them.
            for each in getattr(command, "commands", {"": command}).values()
            for parameter in each.params
            if parameter.param_type_name == "option"
            for option in (*parameter.opts, *parameter.secondary_opts)
        }
        - {"--help"}
        for name, command in group.commands.items()
    }


def sections(page: str) -> dict[str, str]:
    """Split the page of the command line: command -> its section."""
    _, *parts = re.split(r"^## infold ([a-z-]+)\n", page, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


COMMON = {"--db", "--user", "--json"}


def test_every_command_has_its_section(texts: dict[str, str]) -> None:
    written = sections(texts["docs/reference/cli.md"])
    assert set(written) == set(commands())
    assert {"demo", "import", "list", "context", "expand", "verify"} <= set(written)
    assert [name for name, text in written.items() if len(text.split()) < 5] == []


def test_every_option_is_in_its_section_and_no_other(texts: dict[str, str]) -> None:
    written = {
        name: set(re.findall(r"`(--?[a-z][a-z0-9-]*)", text)) - COMMON
        for name, text in sections(texts["docs/reference/cli.md"]).items()
    }
    assert written == {name: options - COMMON for name, options in commands().items()}


def test_every_link_to_a_file_leads_to_one(root: Path, texts: dict[str, str]) -> None:
    links = [
        (path, target)
        for path, text in texts.items()
        if path.endswith(".md")
        for target in LINK.findall(text)
        if "://" not in target and not target.startswith("mailto:")
    ]
    assert links
    assert [each for each in links if not (root / each[0]).parent.joinpath(each[1]).exists()] == []


@pytest.mark.parametrize("folder", ["decisions", "explanation", "how-to", "reference", "tutorials"])
def test_every_page_is_reached_from_its_index(texts: dict[str, str], folder: str) -> None:
    index = "docs/decisions/README.md" if folder == "decisions" else "docs/README.md"
    pages = {
        path
        for path in texts
        if path.startswith(f"docs/{folder}/") and path.endswith(".md") and path != index
    }
    base = Path(index).parent
    assert pages - {str(base / target) for target in LINK.findall(texts[index])} == set()
