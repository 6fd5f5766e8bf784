"""Which model does which work."""

from __future__ import annotations

from typing import get_args

import pytest

from infold.models.roles import FALLBACKS, ROLES, Models, Role, SpeakingRole
from infold.models.scripted import ScriptedModel

CHEAP, STRONG, OTHER = (ScriptedModel(model=name) for name in ("cheap", "strong", "other"))


def test_roles_are_the_documented_ones() -> None:
    assert ROLES == ("fold", "extract", "answer", "judge", "embed")
    assert set(get_args(SpeakingRole)) | {"embed"} == set(ROLES)
    assert get_args(Role)


@pytest.mark.parametrize("role", get_args(SpeakingRole))
def test_without_models_every_role_is_none(role: SpeakingRole) -> None:
    assert Models().chat(role) is None
    assert Models().embed is None


def test_extract_falls_back_to_fold_and_judge_to_answer() -> None:
    models = Models(fold=CHEAP, answer=STRONG)
    assert models.chat("fold") is CHEAP
    assert models.chat("extract") is CHEAP
    assert models.chat("answer") is STRONG
    assert models.chat("judge") is STRONG


def test_a_model_of_its_own_comes_first() -> None:
    models = Models(fold=CHEAP, extract=OTHER, answer=STRONG, judge=CHEAP)
    assert models.chat("extract") is OTHER
    assert models.chat("judge") is CHEAP


def test_a_strong_model_never_folds_by_accident() -> None:
    models = Models(answer=STRONG, judge=STRONG, extract=OTHER)
    assert models.chat("fold") is None
    assert "fold" not in FALLBACKS
    assert "answer" not in FALLBACKS
