"""What Infold prints to be typed next works as it is, and what a dry run says is what would be."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.config import Settings
from infold.testing import FrozenClock
from tests.acceptance.surface import infold
from tests.integration.engine.graph_talk import chain

NAME = "Zoë's list “$HOME”"


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("INFOLD_EMBEDDER", "none")
    monkeypatch.setenv("COLUMNS", "80")
    path = tmp_path / "my chats.db"
    settings = Settings(embedder="none", synchronous="NORMAL")
    with Infold.open(path, settings=settings, clock=FrozenClock()) as memory:
        chain(memory, 12, NAME)
    return str(path)


def run(line: str) -> str:
    words = shlex.split(line)
    assert words[0] == "infold"
    answer = infold(*words[1:])
    assert answer.code == 0, (line, answer.err)
    return answer.out.decode()


def commands(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip().startswith("infold ")]


@pytest.mark.parametrize("before", [True, False])
def test_commands_work_when_they_are_pasted(db: str, before: bool) -> None:
    def call(*words: str) -> str:
        given = ("--db", db, *words) if before else (*words, "--db", db)
        answer = infold(*given)
        assert answer.code == 0, answer.err
        return answer.out.decode()

    said = call("condense", NAME, "--apply", "--name", "the 'short' one", "--ratio", "0.1")
    (asking,) = commands(said)
    assert "Point" in run(asking)
    said = call("compare", NAME, "the 'short' one", "--contexts")
    found = commands(said)
    assert len(found) == len(set(found)) >= 2
    assert {line.split()[1] for line in found} == {"views", "marks"}
    for line in found:
        run(line)


def test_the_demo_prints_commands_for_its_own_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    said = infold("demo", "--keep", "my demo.db").out.decode()
    found = re.findall(r"infold --db .*", said)
    assert {shlex.split(line)[3] for line in found} == {"expand", "search"}
    assert "infold expand" not in said
    for line in found:
        run(line)
    assert run("infold --db 'my demo.db' list")
    gone = infold("demo").out.decode()
    assert "expand" not in gone.split("… and ")[1].splitlines()[0]


def test_hints_lead_to_the_store_and_the_user_that_was_named(db: str) -> None:
    store = shlex.quote(db)
    said = infold("views", NAME, "--db", db).out.decode()
    assert f"infold --db {store} condense" in " ".join(said.split())
    missing = infold("--db", db, "--user", "a b", "marks", "nope").err
    assert f"infold --db {store} --user 'a b' import" in missing
    said = infold("facts", "--db", db).out.decode()
    assert f"infold --db {store} add TEXT" in said
    receipt = infold("erase", NAME, "--yes", "--db", db).out.decode()
    (check,) = re.findall(r"`(infold --db [^`]* --verify [^`]*)`", receipt)
    run(check)
    said = infold("list", "--db", db).out.decode()
    assert f"infold --db {store} import FILE" in said


def test_without_a_named_store_commands_stay_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INFOLD_EMBEDDER", "none")
    monkeypatch.setenv("INFOLD_DB", str(tmp_path / "s.db"))
    infold("add", "Lives in Porto")
    assert "infold import FILE" in infold("list").out.decode()


def test_losses_are_read_whole_at_80_columns(db: str) -> None:
    infold("condense", NAME, "--apply", "--name", "short", "--ratio", "0.1", "--db", db)
    found = infold("compare", NAME, "short", "--contexts", "--json", "--db", db).data
    said = infold("compare", NAME, "short", "--contexts", "--full", "--db", db).out.decode()
    assert found["losses"]
    for one in found["losses"]:
        assert re.search(rf"^ *{one['number']} +{one['outcome']} ", said, re.MULTILINE)
    longest = max(len(line) for line in said.splitlines() if not line.strip().startswith("infold"))
    assert longest <= 80


def shown(db: str, *words: str, code: int = 0) -> Any:
    answer = infold(*words, "--db", db, "--json")
    assert answer.code == code, answer.err
    return answer.data if code == 0 else answer.error


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["views", NAME, "--archive", "nope"], 3),
        (["views", NAME, "--archive", "v"], 4),
        (["views", NAME, "--toggle", "f_none", "--view", "v"], 3),
        (["views", NAME, "--rename", "full", "--view", "v"], 2),
        (["views", NAME, "--rename", "w", "--view", "v", "--drop", "nope"], 3),
        (["views", NAME, "--uncompared"], 2),
        (["views", NAME, "--view", "v"], 2),
        (["marks", NAME, "--confirm", "n_x"], 3),
        (["marks", NAME, "--on", "999", "--kind", "pin"], 3),
        (["marks", NAME, "--text", "budget"], 2),
        (["marks", NAME, "--kind", "pin"], 2),
        (["marks", NAME, "--on", "4", "--kind", "pin", "--confirm", "n_x"], 3),
        (["condense", NAME, "--apply", "--name", "full"], 2),
        (["condense", NAME, "--apply", "--name", "v"], 2),
    ],
)
def test_a_dry_run_is_refused_as_the_call_would_be_and_neither_changes_anything(
    db: str, words: list[str], code: int
) -> None:
    shown(db, "condense", NAME, "--apply", "--name", "v")
    before = shown(db, "views", NAME), shown(db, "marks", NAME)
    dry = shown(db, *words, "--dry-run", code=code)
    assert dry == shown(db, *words, code=code)
    assert (shown(db, "views", NAME), shown(db, "marks", NAME)) == before


@pytest.mark.parametrize(
    "words",
    [
        ["views", NAME, "--archive", "v", "--uncompared"],
        ["views", NAME, "--rename", "다른", "--view", "v", "--materialise", "다른"],
        ["views", NAME, "--drop", "v"],
        ["marks", NAME, "--propose"],
        ["marks", NAME, "--on", "4", "--text", "a report from Anna"],
    ],
)
def test_a_dry_run_shows_what_would_be(db: str, words: list[str]) -> None:
    shown(db, "condense", NAME, "--apply", "--name", "v")
    kept = words[0]
    before = shown(db, kept, NAME), shown(db, "list")
    dry = shown(db, *words, "--dry-run")
    assert dry != before[0]
    assert (shown(db, kept, NAME), shown(db, "list")) == before
    assert shown(db, *words) == dry
    assert shown(db, "verify") == []
