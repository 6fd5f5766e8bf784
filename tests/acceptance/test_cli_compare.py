"""Comparing from the command line: the report, the page, and the two ways to mend a loss."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from infold import Infold
from infold.config import Settings
from infold.testing import FrozenClock
from tests.acceptance.surface import Answer, infold
from tests.integration.engine.test_comparing import talk, tampered, without_retraction

XML = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A store with a talk of which one view lost nearly all, and one a retraction."""
    monkeypatch.setenv("INFOLD_EMBEDDER", "none")
    monkeypatch.setenv("COLUMNS", "140")
    path = tmp_path / "infold.db"
    settings = Settings(embedder="none", synchronous="NORMAL")
    with Infold.open(path, settings=settings, clock=FrozenClock()) as memory:
        chat = talk(memory)
        tampered(memory, chat, lambda _: None, "empty")
        tampered(memory, chat, without_retraction(chat), "lossy")
    return str(path)


def call(db: str, *words: object, code: int = 0) -> Any:
    answer = infold(*words, "--db", db, "--json")
    assert answer.code == code, answer.err
    return answer.data if code == 0 else answer.error


def run_printed(command: str) -> Answer:
    """Run a command as the report prints it."""
    program, *words = shlex.split(command)
    assert program == "infold"
    return infold(*words)


def test_a_loss_is_reported_and_the_printed_commands_mend_it(db: str) -> None:
    assert "--uncompared" in call(db, "views", "talk", "--archive", "empty", code=4)["hint"]
    found = call(db, "compare", "talk", "empty")
    assert found["left"]["view"] == "full"
    assert found["retention"]["all"]["value"] == 0.0
    assert found["discordant"] == [len(found["pairs"]), 0]
    assert {one["outcome"] for one in found["losses"]} == {"lost"}
    assert found["paid_back"] == 0
    assert found["model"] is None
    first = found["losses"][0]
    assert run_printed(first["expand"]).code == 0
    again = call(db, "compare", "talk", "empty")
    assert not any(one["fold"] == first["fold"] for one in again["losses"])
    (view,) = [one for one in call(db, "views", "talk") if one["name"] == "empty"]
    assert view["compared"]
    assert view["folds"][0]["open"]
    call(db, "undo", "talk")
    call(db, "views", "talk", "--archive", "empty")


def test_an_inversion_names_the_retraction_and_its_sentence_is_carried(db: str) -> None:
    found = call(db, "compare", "talk", "lossy", "--dry-run")
    assert found["losses"][0]["outcome"] == "inverted"
    assert found["losses"][0]["probe"]["position"] == 14
    assert not any(one["compared"] for one in call(db, "views", "talk"))
    assert run_printed(found["losses"][0]["carry"]).code == 0
    (mark,) = call(db, "marks", "talk")
    assert mark["text"] == found["losses"][0]["probe"]["text"]
    # The marked run is open now; the next build holds the sentence.
    call(db, "condense", "talk", "--apply", "--name", "again")
    after = call(db, "compare", "talk", "again")
    assert after["retention"]["status"]["value"] == 1.0


def test_expand_and_carry_take_numbers_or_all(db: str) -> None:
    done = call(db, "compare", "talk", "lossy", "--carry", "1", "--expand", "all")
    assert len(done["marked"]) == 1
    assert len(done["opened"]) == 1
    call(db, "compare", "talk", "empty", "--carry", "99", code=2)
    call(db, "compare", "talk", "empty", "--rates", "one", code=2)
    call(db, "compare", "talk", "empty", "--probes", "0", code=2)
    call(db, "compare", "talk", "nothing", code=3)
    call(db, "compare", "talk", "empty", "--judge", code=2)


def test_people_see_tables_words_and_a_page(db: str, tmp_path: Path) -> None:
    page, asked = tmp_path / "page.html", tmp_path / "asked.txt"
    asked.write_text("Which port has the <billing> database?\n\n", encoding="utf-8")
    words = ("compare", "talk", "lossy", "--probes", "40", "--questions", asked, "--html", page)
    said = infold(*words, "--full", "--rates", "2,8", "--db", db).out.decode()
    assert "the original beside lossy" in said
    assert "What was lost, inverted first" in said
    assert "message 14, turn 8" in said
    assert "infold views talk --db" in said
    assert "only left" in said
    assert "in money" in said
    text = page.read_text(encoding="utf-8")
    root = ET.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    assert not list(root.iter(f"{XML}script"))
    assert "default-src 'none'" in text
    assert "&lt;billing&gt;" in text
    shown = "".join(root.itertext())
    assert "Carry this sentence verbatim" in shown
    assert "横浜倉庫" in shown
    assert infold("compare", "talk", "lossy", "lossy", "--db", db).out.decode().count("100 %") >= 2


def test_a_conversation_without_values_says_so(tmp_path: Path, db: str) -> None:
    with Infold.open(db) as memory:
        chat = memory.conversation("plain")
        for _ in range(9):
            chat.append("user", "Tell me of the sea, and of the wind that comes from over there.")
            chat.append(
                "assistant", "The sea is wide and the wind comes and goes as it likes. " * 4
            )
        chat.apply(chat.plan_condense(), name="short")
    said = infold("compare", "plain", "short", "--db", db).out.decode()
    assert "hold nothing that could be asked for" in said
    assert "--uncompared" in call(db, "views", "plain", "--archive", "short", code=4)["hint"]


def test_a_dry_run_says_what_it_would_open_and_own_questions_speak_of_no_probes(db: str) -> None:
    would = infold("compare", "talk", "lossy", "--expand", "1", "--dry-run", "--db", db)
    assert would.code == 0, would.err
    assert "Would open: f_" in would.out.decode()
    assert "Opened" not in would.out.decode()
    done = infold("compare", "talk", "lossy", "--expand", "1", "--db", db).out.decode()
    assert "Opened: f_" in done
    own = infold("compare", "talk", "empty", "--question", "Which port?", "--db", db).out.decode()
    assert "the original beside empty: 1 question of your own" in own
    assert "probes" not in own
