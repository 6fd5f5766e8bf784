"""From settings to models by role."""

from __future__ import annotations

import subprocess
import sys

import pytest

from infold.config import Settings
from infold.errors import ConfigError
from infold.models.chat import can_see
from infold.models.configured import models_from

URL = "http://localhost:11434/v1"


def names(settings: Settings) -> list[str | None]:
    models = models_from(settings)
    roles = [models.chat(role) for role in ("fold", "extract", "answer", "judge")]
    return [model.model if model is not None else None for model in roles]


def test_by_default_only_vectors_are_made() -> None:
    models = models_from(Settings())
    assert names(Settings()) == [None] * 4
    assert models.embed is not None
    assert models.embed.id == "wordllama-0.4.0-256"
    assert models_from(Settings(embedder="none")).embed is None


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"model": "m"}, ["m", "m", "m", "m"]),
        ({"fold_model": "small", "answer_model": "big"}, ["small", "small", "big", "big"]),
        ({"model": "m", "answer_model": "big"}, ["m", "m", "big", "big"]),
        ({"answer_model": "big"}, [None, None, "big", "big"]),
        ({"fold_model": "small"}, ["small", "small", None, None]),
    ],
)
def test_roles_from_names(settings: dict[str, str], expected: list[str | None]) -> None:
    assert names(Settings(model_base_url=URL, **settings)) == expected  # type: ignore[arg-type] # all texts


def test_equal_names_share_a_model() -> None:
    models = models_from(Settings(model_base_url=URL, model="m"))
    assert models.fold is models.answer


@pytest.mark.parametrize(
    ("names", "seeing"), [("", []), ("big", ["big"]), (" small , big", ["small", "big"]), ("*", 3)]
)
def test_models_that_are_named_can_see(names: str, seeing: object) -> None:
    settings = Settings(
        model_base_url=URL, fold_model="small", answer_model="big", seeing_models=names
    )
    models = models_from(settings)
    assert models.named is not None
    made = [models.fold, models.answer, models.named("other")]
    found = [one.model for one in made if one is not None and can_see(one)]
    assert found == (["small", "big", "other"] if seeing == 3 else seeing)


def test_half_an_endpoint_is_a_config_error() -> None:
    with pytest.raises(ConfigError, match="no endpoint"):
        models_from(Settings(model="m"))
    with pytest.raises(ConfigError, match="no setting names a model"):
        models_from(Settings(model_base_url=URL))


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        ("", {"openai", "tokenizers", "httpx", "wordllama", "pydantic"}),
        (f"model_base_url={URL!r}, model='m'", {"openai", "tokenizers", "httpx", "wordllama"}),
    ],
)
def test_making_models_loads_only_what_is_used(arguments: str, absent: set[str]) -> None:
    code = (
        "import sys\n"
        "from infold.config import Settings\n"
        "from infold.models.configured import models_from\n"
        f"models_from(Settings({arguments}))\n"
        f"print(sorted(set(sys.modules) & {absent!r}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
