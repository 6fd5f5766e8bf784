"""The graph edited from the command line: versions, wires, quotes, roles, models, own runs."""

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
        chain(memory, 12, "chat")
    return str(path)


def call(db: str, *words: str, code: int = 0) -> Any:
    answer = infold(*words, "--db", db, "--json")
    assert answer.code == code, answer.err
    return answer.data if code == 0 else answer.error


def out(db: str, *words: str) -> str:
    answer = infold(*words, "--db", db)
    assert answer.code == 0, answer.err
    return answer.out.decode()


def question(db: str, at: str) -> str:
    return str(call(db, "preview", "chat", "--at", at)["messages"][-1]["text"])


def test_a_version_in_place_is_shown_goes_back_and_is_undone(db: str) -> None:
    tried = call(db, "edit", "chat", "4", "改用三个泊位。", "--in-place", "--dry-run")
    assert (tried["dry_run"], tried["position"]) == (True, 24)
    assert call(db, "show", "chat")["messages"] == 24
    made = call(db, "edit", "chat", "4", "改用三个泊位。", "--in-place")
    assert made["parts"] == [{"type": "text", "text": "改用三个泊位。"}]
    assert (made["position"], made["in_place"], made["dry_run"]) == (24, True, False)
    assert question(db, "4") == "改用三个泊位。"
    rows = call(db, "versions", "chat", "4")
    assert [(row["position"], row["shown"], row["stands_for"]) for row in rows] == [
        (4, False, []),
        (24, True, [4]),
    ]
    assert call(db, "stale", "chat")[0]["slot"] == 5
    call(db, "versions", "chat", "4", "--activate", "--dry-run")
    assert question(db, "4") == "改用三个泊位。"
    rows = call(db, "versions", "chat", made["old"], "--activate")
    assert [row["shown"] for row in rows] == [True, False]
    assert question(db, "4").startswith("Point 2 of our list.")
    assert call(db, "undo", "chat")["name"] == "show a version"
    assert call(db, "undo", "chat")["name"] == "edit"
    assert question(db, "4").startswith("Point 2 of our list.")
    assert "no other versions" in call(db, "versions", "chat", "6", "--activate", code=2)["message"]
    assert "empty" in call(db, "edit", "chat", "4", "  ", code=2)["message"]
    assert call(db, "verify") == []


def test_an_edit_that_is_not_in_place_begins_a_branch(db: str) -> None:
    made = call(db, "edit", "chat", "4", "別の質問です。", "--author", "田中")
    assert (made["author"], made["in_place"]) == ("田中", False)
    assert call(db, "preview", "chat")["node"] == made["id"]
    told = [(one["from"], one["to"]) for one in call(db, "wires", "chat", "--at", "3")]
    assert told == [(2, 3), (3, 4), (3, 24)]


def test_wires_are_cut_and_joined(db: str) -> None:
    assert len(call(db, "preview", "chat", "And?", "--at", "7")["layers"][2]["pieces"]) == 8
    cut = call(db, "wires", "chat", "--cut", "3", "4", "--dry-run")
    assert [(one["from"], one["to"]) for one in cut if one["cut"]] == [(3, 4)]
    assert not any(one["cut"] for one in call(db, "wires", "chat"))
    call(db, "wires", "chat", "--cut", "3", "4")
    assert len(call(db, "preview", "chat", "And?", "--at", "7")["layers"][2]["pieces"]) == 4
    assert "continue, cut" in out(db, "wires", "chat")
    call(db, "wires", "chat", "--join", "3", "4")
    assert len(call(db, "preview", "chat", "And?", "--at", "7")["layers"][2]["pieces"]) == 8
    assert call(db, "undo", "chat")["name"] == "restore wire"
    assert call(db, "undo", "chat")["name"] == "cut wire"
    assert (
        "No wire leads from 3 to 9"
        in call(db, "wires", "chat", "--cut", "3", "9", code=3)["message"]
    )
    assert call(db, "verify") == []


@pytest.mark.parametrize("quoting", ["8", "9"])
def test_a_quote_tells_both_prices_before_it_is_made(db: str, quoting: str) -> None:
    words = ("wires", "chat", "--reference", "3", quoting)
    (tried,) = [one for one in call(db, *words, "--dry-run") if one["kind"] == "reference"]
    assert (tried["from"], tried["to"], tried["chain"]) == (3, int(quoting), False)
    assert 0 < tried["turn_tokens"] < tried["chain_tokens"]
    assert len(call(db, "wires", "chat")) == 23
    call(db, *words, "--chain")
    (made,) = [one for one in call(db, "wires", "chat") if one["kind"] == "reference"]
    assert made == {**tried, "chain": True}
    shown = " ".join(out(db, "wires", "chat").split())
    assert f"its chain: {made['chain_tokens']} tokens" in shown
    call(db, "wires", "chat", "--cut", "3", quoting)
    (gone,) = [one for one in call(db, "wires", "chat") if one["kind"] == "reference"]
    assert (gone["cut"], gone["turn_tokens"]) == (True, None)
    assert "older" in call(db, "wires", "chat", "--reference", "9", "3", code=2)["hint"]
    assert "--reference" in call(db, "wires", "chat", "--chain", code=2)["hint"]


def test_roles_and_models_are_set_and_taken_off(db: str) -> None:
    role = ("settings", "chat", "--at", "6", "--role", "당신은 항구 안내인입니다.")
    assert len(call(db, *role, "--dry-run")) == 1
    assert call(db, "settings", "chat") == []
    (made,) = call(db, *role, "--alone")
    assert (made["name"], made["position"], made["alone"]) == ("role", 6, True)
    assert made["value"] == "당신은 항구 안내인입니다."
    sent = call(db, "preview", "chat", "Und?", "--at", "7")["messages"]
    assert any("당신은 항구 안내인입니다." in one["text"] for one in sent)
    rows = call(db, "settings", "chat", "--model", "stark")
    assert {
        (one["name"], one["position"], one["value"]) for one in rows if one["name"] == "model"
    } == {("model", None, "stark")}
    assert call(db, "preview", "chat")["model"] == "stark"
    call(db, "settings", "chat", "--model", "")
    assert call(db, "preview", "chat")["model"] is None
    assert call(db, "settings", "chat", "--at", "6", "--role", "") == []
    assert call(db, "undo", "chat")["name"] == "take a role prompt off"
    assert "Which message" in call(db, "settings", "chat", "--role", "x", code=2)["message"]
    assert "Nothing is set" not in out(db, "settings", "chat")
    assert call(db, "verify") == []


def test_an_archived_message_comes_back(db: str) -> None:
    call(db, "marks", "chat", "--on", "2", "--kind", "archive")
    call(db, "marks", "chat", "--restore", "2", "--dry-run")
    assert [one["kind"] for one in call(db, "marks", "chat")] == ["archive"]
    assert call(db, "marks", "chat", "--restore", "2") == []
    assert "not archived" in call(db, "marks", "chat", "--restore", "2", code=2)["message"]


def test_runs_of_ones_own_and_chosen_roots(db: str) -> None:
    def runs(*words: str) -> list[tuple[int, bool, bool]]:
        made = call(db, "condense", "chat", *words)
        return [(one["turns"], one["picked"], one["by_person"]) for one in made["runs"]]

    assert runs() == [(8, True, False)]
    assert runs("--add", "4-9") == [(8, False, False), (3, True, True)]
    both = runs("--add", "0-3", "--add", "4,6,8-9")
    assert both == [(8, False, False), (2, True, True), (3, True, True)]
    assert runs("--root", "6") == [(5, True, False)]
    taken = call(db, "condense", "chat", "--add", "4-9", "--pick", "1", code=2)
    assert "picked run already" in taken["message"]
    hole = call(db, "condense", "chat", "--add", "0-1,4-5", code=2)
    assert "leads out of the selection" in hole["message"]
    assert "ends before" in call(db, "condense", "chat", "--add", "9-4", code=2)["message"]
    call(db, "condense", "chat", "--add", "4-99", code=3)
    call(db, "condense", "chat", "--root", "nowhere", code=3)
    made = call(db, "condense", "chat", "--add", "4-9", "--apply", "--extractive", "--name", "港")
    assert [one["messages"] for one in made["view"]["folds"]] == [6]
    assert call(db, "verify") == []


def test_lists_fit_eighty_columns(db: str) -> None:
    call(db, "edit", "chat", "4", "我们改用三个泊位，因为船更多了。" * 12, "--in-place")
    call(db, "settings", "chat", "--at", "6", "--role", "あなたは港の案内人です。" * 12)
    call(db, "wires", "chat", "--reference", "1", "9")
    for words in (("versions", "chat", "4"), ("settings", "chat"), ("wires", "chat", "--at", "9")):
        lines = out(db, *words).splitlines()
        assert len(lines) > 4
        assert all(sum(1 + (ord(c) > 0x2E80) for c in line) <= 80 for line in lines)
