"""What the command line says where a step cannot be taken, or there is nothing to fold."""

from __future__ import annotations

from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.testing import FrozenClock
from tests.acceptance.surface import infold
from tests.integration.engine.graph_talk import chain, turn

SETTINGS = Settings(embedder="none", synchronous="NORMAL")


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("INFOLD_EMBEDDER", "none")
    return str(tmp_path / "infold.db")


def states(db: str) -> list[tuple[int, str]]:
    with Infold.open(db, settings=SETTINGS) as memory:
        return [(one.number, one.state) for one in memory.conversation("chat").changes()]


@pytest.mark.parametrize("as_json", [True, False], ids=["json", "people"])
def test_a_dry_undo_is_refused_as_the_real_one_and_changes_nothing(db: str, as_json: bool) -> None:
    with Infold.open(db, settings=SETTINGS, clock=FrozenClock()) as memory:
        chat, ids = chain(memory, 4, "chat")
        new = chat.edit(ids[4], "Point 2 anew: the budget is $9,900.")
        turn(chat, 7, parent=new.id)
    before = states(db)
    words = ("undo", "chat", "--db", db, *(["--json"] if as_json else []))
    dry, real = infold(*words, "--dry-run"), infold(*words)
    assert real.code == 4
    assert "goes on from what the step" in real.err or "go on from what the step" in real.err
    assert (dry.code, dry.err, dry.out) == (real.code, real.err, real.out)
    assert states(db) == before


def test_a_dry_undo_and_redo_tell_what_the_real_ones_do(db: str) -> None:
    with Infold.open(db, settings=SETTINGS, clock=FrozenClock()) as memory:
        chat, ids = chain(memory, 3, "chat")
        chat.mark(ids[0], "pin")
        chat.mark(ids[2], "pin")
    for command in ("undo", "undo", "undo", "redo", "redo", "redo"):
        before = states(db)
        words = (command, "chat", "--db", db, "--json")
        dry = infold(*words, "--dry-run")
        assert states(db) == before
        real = infold(*words)
        assert (dry.code, dry.err) == (real.code, real.err)
        if real.code:
            assert real.code == 3
        else:
            assert {**dry.data, "dry_run": False} == real.data


def test_where_nothing_may_be_folded_each_stretch_has_its_reason(db: str) -> None:
    with Infold.open(db, settings=SETTINGS, clock=FrozenClock()) as memory:
        chain(memory, 5, "chat")
    for more in ((), ("--dry-run",)):
        said = infold("condense", "chat", "--apply", "--db", db, *more)
        assert said.code == 2
        plain = " ".join(said.err.split())
        assert "There is nothing to condense here: #0-#1 (1 turn): fewer than 3" in plain
        assert "#2-#9 (4 turns): it stands within 3 turns of a live end" in plain
        assert "--shortest" in plain
        assert "Build the plan" not in plain
    assert infold("views", "chat", "--db", db, "--json").data == []
    # It can be done as the hint says.
    assert infold("condense", "chat", "--apply", "--add", "0-3", "--db", db).code == 0
    assert infold("condense", "chat", "--plan", "--db", db).code == 0


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("marks", "chat", "--on", "0", "--text", "no such words"), "--text"),
        (("marks", "chat", "--on", "0", "--kind", "pin", "--text", "Point"), "--text"),
        (("context", "chat", "x", "--output", "50"), "--window"),
        (("context", "chat", "x", "--max-bytes", "3"), "--max-bytes"),
        (("views", "chat", "--archive", "View 1"), "--uncompared"),
    ],
)
@pytest.mark.parametrize("as_json", [True, False], ids=["json", "people"])
def test_an_error_names_options_and_no_arguments_of_a_program(
    db: str, words: tuple[str, ...], option: str, as_json: bool
) -> None:
    with Infold.open(db, settings=SETTINGS, clock=FrozenClock()) as memory:
        chain(memory, 8, "chat")
    infold("condense", "chat", "--apply", "--db", db)
    said = infold(*words, "--db", db, *(["--json"] if as_json else []))
    assert said.code
    assert option in said.err
    assert "Chat." not in said.err
    assert "=`" not in said.err
    assert "`max_bytes`" not in said.err
    assert "`span`" not in said.err
