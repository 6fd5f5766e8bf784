"""Messages from the command line: previewed, asked below, judged stale, with their documents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.config import Settings
from infold.testing import FrozenClock
from tests.acceptance.surface import infold
from tests.integration.engine.graph_talk import chain
from tests.writers.documents import pdf


@pytest.fixture
def db(tmp_path: Path) -> str:
    path = tmp_path / "infold.db"
    settings = Settings(embedder="none", synchronous="NORMAL")
    with Infold.open(path, settings=settings, clock=FrozenClock()) as memory:
        chat, ids = chain(memory, 4, "chat")
        chat.branch(ids[3], "또 다른 질문?", passage="noted for point 1")
    return str(path)


def test_preview_materials_stale_and_undo(
    db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INFOLD_EMBEDDER", "none")

    def call(*words: str, code: int = 0) -> Any:
        answer = infold(*words, "--db", db, "--json")
        assert answer.code == code, answer.err
        return answer.data if code == 0 else answer.error

    made = call("preview", "chat")
    assert [layer["name"] for layer in made["layers"]][-2:] == ["passage", "question"]
    assert "noted for point 1" in made["layers"][3]["pieces"][0]["text"]
    assert made["messages"][-1] == {
        "role": "user",
        "text": "또 다른 질문?",
        "pictures": [],
    }
    assert (made["whole"], made["left_out"]) == (True, [])
    below = call("preview", "chat", "And then?", "--at", "1", "--budget", "500")
    assert len(below["layers"][2]["pieces"]) == 2
    assert call("stale", "chat") == []
    (tmp_path / "tide.pdf").write_bytes(pdf(["High tide 12:40", "Low tide 18:55"]))
    file = str(tmp_path / "tide.pdf")
    assert call("materials", "chat", "--add", file, "--at", "3", "--dry-run") == []
    (material,) = call("materials", "chat", "--add", file, "--at", "2")
    assert (material["name"], material["pages"]) == ("tide.pdf", 2)
    assert material["places"] == [{"at": 2, "is": "in"}]
    told = call("stale", "chat")
    assert [one["slot"] for one in told] == [3, 5, 7]
    assert told[0]["because"] == ["tide.pdf was put in at #2 (step 2: add a material)"]
    price = call("stale", "chat", "--replay", "--dry-run")
    assert [one["after"] for one in price["answers"]] == [[], [3], [5]]
    assert price["input_tokens"] > 0
    only = call("stale", "chat", "--replay", "--only", "3", "--dry-run")
    assert [one["slot"] for one in only["answers"]] == [3]
    call("stale", "chat", "--only", "3", code=2)
    assert "No model" in call("stale", "chat", "--replay", code=2)["message"]
    seen = call("ask", "chat", "Why?", "--at", "1", "--dry-run")
    assert seen["messages"][-1] == {"role": "user", "text": "Why?", "pictures": []}
    assert call("show", "chat")["messages"] == 9  # nothing was asked
    call("materials", "chat", "--exclude", "none.md", code=3)
    call("materials", "chat", "--exclude", "tide.pdf", "--at", "2")
    assert call("undo", "chat")["name"] == "take a material out"
    assert call("undo", "chat")["name"] == "add a material"
    assert call("stale", "chat") == []
    assert call("verify") == []


def test_people_read_tables(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INFOLD_EMBEDDER", "none")

    def out(*words: str) -> str:
        answer = infold(*words, "--db", db)
        assert answer.code == 0, answer.err
        return answer.out.decode()

    assert "of 4,000 tokens: the whole path." in out("preview", "chat")
    assert out("preview", "chat", "--text").rstrip().endswith("또 다른 질문?")
    assert "No answer is stale." in out("stale", "chat")
    assert "There are no materials" in out("materials", "chat")
    assert "Nothing would be asked" in out("stale", "chat", "--replay", "--dry-run")


def test_a_dry_run_shows_all_that_would_be_asked(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INFOLD_EMBEDDER", "none")

    def call(*words: str, code: int = 0) -> Any:
        answer = infold(*words, "--db", db, "--json", "--dry-run")
        assert answer.code == code, answer.err
        return answer.data if code == 0 else answer.error

    both = call("ask", "chat", "Why both?", "--at", "8", "--at", "7")
    told = [piece["note"] or piece["text"] for piece in both["layers"][2]["pieces"]]
    assert len(told) == 9  # the chain of eight, and the question beside it
    about = call("ask", "chat", "Why?", "--at", "3", "--about", "noted for point 1")
    (passage,) = about["layers"][3]["pieces"]
    assert "noted for point 1" in passage["text"]
    missing = call("ask", "chat", "Why?", "--at", "3", "--about", "nowhere", code=2)
    assert "stand 0 times" in missing["message"]
    assert "empty" in call("ask", "chat", "  ", code=2)["message"]
    assert "empty" in call("ask", "chat", "Why?", "--about", "", code=2)["message"]
    one = call("ask", "chat", "Why?", "--at", "3", "--at", "5", "--about", "noted", code=2)
    assert "one of one message" in one["message"]
