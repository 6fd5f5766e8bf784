"""The drawing of the error tree and the classes say the same."""

from __future__ import annotations

import inspect
import re

from infold import errors
from infold.errors import InfoldError


def drawn() -> list[tuple[str, str | None]]:
    """Read (class, its parent) from the drawing in the docstring, in its order."""
    assert errors.__doc__ is not None
    drawing = errors.__doc__.split("```")[1].strip("\n")
    above: list[str] = []
    pairs: list[tuple[str, str | None]] = []
    for line in drawing.splitlines():
        match = re.fullmatch(r"((?:│   |    )*)(├── |└── |)(\w+)", line)
        assert match, f"this line of the drawing cannot be read: {line!r}"
        depth = len(match[1]) // 4 + (1 if match[2] else 0)
        above = [*above[:depth], match[3]]
        pairs.append((match[3], above[depth - 1] if depth else None))
    return pairs


def classes() -> dict[str, type[InfoldError]]:
    """List the error classes that the module defines."""
    return {
        name: value
        for name, value in inspect.getmembers(errors, inspect.isclass)
        if value.__module__ == errors.__name__
    }


def test_the_drawing_shows_each_class_under_its_parent() -> None:
    parents = {
        name: None if each is InfoldError else each.__bases__[0].__name__
        for name, each in classes().items()
    }
    assert len(drawn()) == len(dict(drawn()))
    assert dict(drawn()) == parents


def test_every_class_has_one_parent_and_a_code_of_its_own() -> None:
    codes = {name: each.__dict__["code"] for name, each in classes().items()}
    assert len(set(codes.values())) == len(codes)
    assert all(len(each.__bases__) == 1 for each in classes().values())
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes.values())


def test_all_lists_every_class() -> None:
    assert list(errors.__all__) == sorted(classes())
