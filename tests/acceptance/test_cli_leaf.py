"""Going to another leaf, and pinning a model by name, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.config import Settings
from infold.testing import FrozenClock
from tests.acceptance.surface import infold
from tests.integration.engine.graph_talk import chain


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("INFOLD_EMBEDDER", "none")
    monkeypatch.setenv("COLUMNS", "80")
    path = tmp_path / "infold.db"
    settings = Settings(embedder="none", synchronous="NORMAL")
    with Infold.open(path, settings=settings, clock=FrozenClock()) as memory:
        chat, ids = chain(memory, 6, "chat")
        chat.append("user", "또 다른 길입니다.", parent=ids[3])
        chat.set_role(ids[2], "Sei knapp.")
        chat.edit(ids[5], "In its place.", in_place=True)
    return str(path)


def call(db: str, *words: str, code: int = 0) -> Any:
    answer = infold(*words, "--db", db, "--json")
    assert answer.code == code, answer.err
    return answer.data if code == 0 else answer.error


def ends(rows: list[dict[str, Any]]) -> list[tuple[int, bool]]:
    return [(row["position"], row["current"]) for row in rows]


def test_a_leaf_is_listed_gone_to_and_undone(db: str) -> None:
    assert ends(call(db, "leaf", "chat")) == [(11, False), (12, True)]
    tried = call(db, "leaf", "chat", "8", "--dry-run")
    assert ends(tried) == [(11, True), (12, False)]
    assert ends(call(db, "leaf", "chat")) == [(11, False), (12, True)]
    assert call(db, "leaf", "chat", "8") == tried
    assert call(db, "preview", "chat")["node"] == tried[0]["id"]
    assert "current" in infold("leaf", "chat", "--db", db).out.decode()
    assert call(db, "undo", "chat")["name"] == "go to a leaf"
    assert ends(call(db, "leaf", "chat")) == [(11, False), (12, True)]
    call(db, "leaf", "chat", "999", code=3)
    assert call(db, "verify") == []


def test_a_model_that_no_setting_names_is_pinned_with_a_note(db: str) -> None:
    answer = infold("settings", "chat", "--model", "qwen3:8b", "--db", db)
    assert answer.code == 0
    assert "No setting names the model 'qwen3:8b'" in answer.err
    assert "qwen3:8b" in answer.out.decode()
    answer = infold(
        "settings", "chat", "--model", "qwen3:8b", "--db", db,
        ANSWER_MODEL="qwen3:8b", MODEL_BASE_URL="http://localhost:9/v1",
    )  # fmt: skip
    assert (answer.code, answer.err) == (0, "")
    answer = infold(
        "settings", "chat", "--model", "gpt-99", "--db", db,
        ANSWER_MODEL="qwen3:8b", MODEL_BASE_URL="http://localhost:9/v1",
    )  # fmt: skip
    assert "asked for it by that name" in answer.err
    assert (infold("settings", "chat", "--model", "", "--db", db).err) == ""


@pytest.mark.parametrize("name", ["gpt 4o", " ", "a\nb", "-x", "模型 一", "x" * 201])
def test_what_no_model_can_be_called_is_refused(db: str, name: str) -> None:
    found = call(db, "settings", "chat", "--model", name, code=2)
    assert "is no name of a model" in found["message"]
    assert [row["name"] for row in call(db, "settings", "chat")] == ["role"]
