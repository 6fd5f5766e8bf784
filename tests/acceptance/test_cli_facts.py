"""Facts on the command line, as a person and as a program use them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def infold(tmp_path: Path) -> Any:
    """Give a function that runs a command in a folder of its own."""

    def run(*arguments: str, code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-c", "from infold.cli.app import run; run()", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "INFOLD_EMBEDDER": "none", "COLUMNS": "120"},
        )
        assert done.returncode == code, done.stderr
        return done.stdout if code == 0 else done.stderr

    return run


def test_a_fact_from_entry_to_restoration(infold: Any) -> None:
    def states() -> dict[str, str]:
        rows = json.loads(infold("facts", "--state", "all", "--json"))
        return {row["text"]: row["state"] for row in rows}

    infold("add", "Lives in Porto", "커피를 좋아해요")
    plan = json.loads(infold("add", "Lives in Oslo", "--dry-run", "--json"))
    assert plan["dry_run"]
    assert [row["state"] for row in plan["facts"]] == ["superseded", "live"]
    assert "Lives in Oslo" not in states()
    added = json.loads(infold("add", "Lives in Oslo", "--expires", "7 days", "--json"))
    assert [row["text"] for row in added["facts"]] == ["Lives in Oslo", "Lives in Porto"]
    oslo = added["facts"][0]
    assert oslo["slot"] == ["user", "city"]

    shown = infold("fact", "show", oslo["id"][:12])
    assert "Lives in Oslo" in shown
    assert "▅" in shown
    assert "Falls below 0.3" in shown
    assert "halves every 30 days" in shown
    assert json.loads(infold("fact", "show", oslo["id"], "--json"))["confidence"] > 0.99
    events = json.loads(infold("fact", "history", oslo["id"], "--json"))
    assert [one["value"] for one in events["intervals"]] == ["Porto", "Oslo"]
    assert [one["kind"] for one in events["events"]] == ["added"]
    assert "Lives in Porto" in infold("fact", "history", oslo["id"])

    infold("delete", oslo["id"], "--dry-run")
    assert states()["Lives in Oslo"] == "live"
    gone = json.loads(infold("delete", oslo["id"], "--json"))
    assert {row["text"] for row in gone["facts"]} == {"Lives in Porto", "Lives in Oslo"}
    hits = json.loads(infold("search", "where lives", "--kinds", "fact", "--explain", "--json"))
    assert hits[0]["text"] == "Lives in Porto"
    assert set(hits[0]["parts"]) >= {"relevance", "confidence"}
    infold("restore", oslo["id"])
    assert states()["Lives in Oslo"] == "live"
    infold("fact", "pin", oslo["id"])
    infold("fact", "confirm", oslo["id"])
    infold("fact", "unpin", oslo["id"])
    infold("fact", "restore", oslo["id"])
    infold("fact", "release", oslo["id"])
    kinds = json.loads(infold("fact", "history", oslo["id"], "--json"))["events"]
    assert [one["kind"] for one in kinds][-3:] == ["pinned", "confirmed", "unpinned"]
    assert "No questions" in infold("facts", "--questions")
    assert json.loads(infold("verify", "--json")) == []


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("add", "x", "--expires", "2020-13-45"), 2, "month"),
        (("add", "x", "--confidence", "2"), 2, "0 to 1"),
        (("add", "x", "--kind", "rumour"), 2, "rumour"),
        (("add", "  "), 2, "nothing to remember"),
        (("facts", "--state", "gone"), 2, "gone"),
        (("facts", "--kind", "rumour"), 2, "rumour"),
        (("fact", "show", "a_nothing"), 3, "infold facts"),
        (("delete", "a_nothing"), 3, "infold facts"),
    ],
)
def test_what_cannot_be_ends_with_a_reason(
    infold: Any, arguments: tuple[str, ...], code: int, said: str
) -> None:
    infold("add", "Lives in Porto")
    assert said in infold(*arguments, code=code)
    assert len(json.loads(infold("facts", "--json"))) == 1


def test_search_narrows_facts_by_kind_origin_and_slot(infold: Any) -> None:
    def found(*how: str) -> list[str]:
        rows = json.loads(infold("search", "Lives Porto", "--kinds", "fact", *how, "--json"))
        return sorted(row["text"] for row in rows)

    infold("add", "Lives in Porto")
    infold("add", "Her sister lives near Porto", "--kind", "event")
    assert found() == ["Her sister lives near Porto", "Lives in Porto"]
    assert found("--fact-kinds", "event, decision") == ["Her sister lives near Porto"]
    for slot in ("city", "city of user"):
        assert found("--slot", slot) == ["Lives in Porto"]
    assert found("--origins", "tool,assistant") == []
    for option, word in (("--fact-kinds", "evnt"), ("--origins", "model")):
        assert f": {word}." in infold("search", "Porto", option, word, code=2)
