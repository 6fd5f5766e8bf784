"""Every error says what to do: wherever one is made, it has a hint that is not empty."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import infold
from infold import errors
from infold.formats.inputs import NoTranscript

ROOT = Path(infold.__file__).parent
HOMES = (errors.__name__, NoTranscript.__module__)
NAMES = {*errors.__all__, NoTranscript.__name__}


def without_hint(text: str) -> Iterator[int]:
    """Lines on which an error is made without a hint, or a hint may be empty."""
    tree = ast.parse(text)
    named = {
        one.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in HOMES
        for one in node.names
    }
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[_, *_]) if name in named & NAMES:
                given = [one.value for one in node.keywords if one.arg in ("hint", None)]
                if not given or any(may_be_empty(value) for value in given):
                    yield node.lineno
            case ast.FunctionDef(args=taken):
                pairs = zip(taken.kwonlyargs, taken.kw_defaults, strict=True)
                for argument, default in pairs:
                    if argument.arg == "hint" and default and may_be_empty(default):
                        yield argument.lineno


def may_be_empty(value: ast.expr) -> bool:
    """Whether an expression names an empty text: by itself, or as one of several."""
    return any(
        isinstance(node, ast.Constant) and isinstance(node.value, str) and not node.value.strip()
        for node in ast.walk(value)
        if not isinstance(node, ast.JoinedStr)
    )


def test_every_error_has_a_hint() -> None:
    bare = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted(ROOT.rglob("*.py"))
        if path.name != "errors.py"
        for line in without_hint(path.read_text(encoding="utf-8"))
    ]
    assert bare == []


def test_an_error_without_one_is_found() -> None:
    text = """
from infold.errors import FormatError, NotFound, UsageError
from infold.graph.runs import Refused
def f(*, hint: str = "") -> None:
    raise NotFound("No such fold.")
    raise NotFound("No such fold.", records=[1], hint="Look.")
    raise UsageError("x", hint=" ")
    raise UsageError("x", hint="a" if hint else "")
    raise FormatError("x", hint={1: "a"}.get(2, ""))
    raise Refused("x")
"""
    assert sorted(without_hint(text)) == [4, 5, 7, 8, 9]
