"""Condensing from the command line, as the how-to page says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.config import Settings
from infold.store.erasure_protocol import CopyRow
from infold.testing import FrozenClock
from tests.acceptance.surface import infold
from tests.integration.engine.graph_talk import chain


@pytest.fixture
def db(tmp_path: Path) -> str:
    path = tmp_path / "infold.db"
    settings = Settings(embedder="none", synchronous="NORMAL")
    with Infold.open(path, settings=settings, clock=FrozenClock()) as memory:
        chain(memory, 12, "chat")
    return str(path)


def test_plan_build_apply_ask_archive_and_undo(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INFOLD_EMBEDDER", "none")

    def call(*words: str, code: int = 0) -> Any:
        answer = infold(*words, "--db", db, "--json")
        assert answer.code == code, answer.err
        return answer.data if code == 0 else answer.error

    proposed = call("marks", "chat", "--propose")
    assert {one["state"] for one in proposed} == {"suggested"}
    call("marks", "chat", "--confirm", proposed[0]["id"][:10])
    call("marks", "chat", "--on", "8", "--text", "$4,200 and the finance", code=2)
    call("marks", "chat", "--on", "4", "--text", "a report from Anna")
    plan = call("condense", "chat")
    assert [run["turns"] for run in plan["runs"]] == [6]
    assert plan["runs"][0]["carried"][0]["text"] == "a report from Anna"
    assert {one["breaker"] for one in plan["refused"]} == {"short", "landmark", "frontier"}
    drafts = call("condense", "chat", "--build", "--pick", "1")
    assert [one["state"] for one in drafts["drafts"]] == ["ready"]
    assert call("views", "chat") == []
    assert call("condense", "chat", "--apply", "--dry-run") == plan
    made = call("condense", "chat", "--apply", "--name", "kurz")
    assert made["drafts"][0]["cached"]
    asked = call("context", "chat", "report?", "--view", "kurz")
    assert any(claim["text"] == "a report from Anna" for claim in asked["claims"])
    refused = call("views", "chat", "--archive", "kurz", code=4)
    assert "--uncompared" in refused["hint"]
    (view,) = call("views", "chat", "--archive", "kurz", "--uncompared")
    assert view["state"] == "standing"
    assert call("undo", "chat", "--dry-run")["name"] == "archive the original"
    assert call("undo", "chat")["state"] == "undone"
    assert call("redo", "chat")["state"] == "done"
    call("condense", "chat", "--pick", "9", code=3)
    assert call("verify") == []


def test_people_see_tables_with_reasons_in_words(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INFOLD_EMBEDDER", "none")
    monkeypatch.setenv("COLUMNS", "120")
    said = infold("condense", "chat", "--db", db).out.decode()
    assert "it stands within 3 turns of a live end" in said
    assert "1 of 1 run picked" in said
    assert "1 of 1 draft ready" in infold("condense", "chat", "--build", "--db", db).out.decode()
    assert "Made the view View 1" in infold("condense", "chat", "--apply", "--db", db).out.decode()
    assert "View 1" in infold("views", "chat", "--db", db).out.decode()
    said = infold("undo", "chat", "--db", db).out.decode()
    assert "Took back: condense into 1, the view View 1 (step 1, " in said
    assert re.search(r", \d{4}-\d\d-\d\d \d\d:\d\d, by a person\)\.", " ".join(said.split()))
    assert "No views yet" in infold("views", "chat", "--db", db).out.decode()
    assert "Did again: condense into 1" in infold("redo", "chat", "--db", db).out.decode()
    page = infold("views", "chat", "--markdown", "View 1", "--db", db).out.decode()
    assert "[^1]: #" in page
    named = ("export", "chat", "--markdown", "--view", "View 1", "--db", db)
    assert infold(*named).out.decode() == page
    assert infold("export", "--markdown", "--db", db).out.decode().startswith("# ")
    assert infold("export", "--view", "View 1", "--db", db).code == 2
    again = infold("condense", "chat", "--apply", "--name", "View 1", "--db", db)
    assert "names a view of this conversation already" in again.err
    assert "Nothing is marked" in infold("marks", "chat", "--db", db).out.decode()


def test_every_page_that_leaves_the_store_is_named_when_it_is_erased(
    db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INFOLD_EMBEDDER", "none")
    infold("condense", "chat", "--apply", "--db", db)

    def copies() -> list[str]:
        return [one.path for one in _copies(db)]

    assert copies() == []
    infold("views", "chat", "--markdown", "View 1", "--db", db)
    assert len(copies()) == 1
    infold("export", "chat", "--markdown", "--view", "View 1", "--db", db)
    assert len(copies()) == 2
    page = tmp_path / "report.html"
    infold("compare", "chat", "View 1", "--html", str(page), "--contexts", "--db", db)
    assert copies()[-1] == str(page)
    plan = infold("erase", "chat", "--db", db, "--dry-run", "--json").data
    assert any(str(page) in one for one in plan["copies"])


def _copies(db: str) -> list[CopyRow]:
    with Infold.open(db, settings=Settings(embedder="none")) as memory:
        return memory.copies()
