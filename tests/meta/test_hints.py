"""Hints that people meet in the command line name its commands and options, not Python's."""

from __future__ import annotations

import ast
import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src/infold"
PYTHON = re.compile(r"\b(?:Chat|memory|Infold)\.\w+|`[a-z_]+=[^`]|\bspan\b`|aware datetime")
ONLY_FOR_PROGRAMS = {
    "engine/append.py": "parts of a message are given by programs alone",
    "engine/chat.py": "times are read by the command line itself",
    "engine/links.py": "no command withdraws a record of a replacement",
    "engine/withdrawal.py": "no command withdraws a merge of claims",
    "engine/sweep_calls.py": "the command line always gives an id",
    "store/limits.py": "files of a program; import keeps them itself",
}


def hints(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.keyword) and node.arg == "hint":
            texts = [
                one.value
                for one in ast.walk(node.value)
                if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
            found.append("".join(texts))
    return found


def test_a_hint_names_pythons_way_only_beside_the_command_lines() -> None:
    wrong = {}
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        bad = [one for one in hints(path) if PYTHON.search(one) and "infold " not in one]
        if bad and name not in ONLY_FOR_PROGRAMS:
            wrong[name] = bad
        assert bad or name not in ONLY_FOR_PROGRAMS, f"{name} needs no exception"
    assert wrong == {}
