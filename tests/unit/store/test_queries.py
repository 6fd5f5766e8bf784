"""SQL by name: every statement has a name, a user of it, and a scope."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import get_args

import pytest

import infold.store
from infold.store import functions
from infold.store.protocol import IdKind
from infold.store.queries import FILES, SQL, load, parse
from infold.store.sqlite import SqliteStore

FOLDER = Path(infold.store.__file__).parent
# What belongs to a space as a whole, or to the queue that serves all its users.
BY_SPACE = {
    *("space", "add_space", "bind_embedder", "bind_retention", "scopes"),
    *("jobs", "due_job", "behind", "abandoned_job"),
    *("misleased_job", "misdated_job"),
    *("fact_users", "facts_behind", "users_to_sweep"),
    *("sweep", "sweeps", "sweeps_running", "sweep_scheduled"),
    *("users_after", "users_evicted_by"),
    # By a keyed hash of the user's name, or all of a space; a space's own epoch.
    *("erasures", "copies", "raise_epochs", "forget_reached"),
}


def test_a_file_is_read_by_names() -> None:
    text = "-- About.\n\n-- name: one\n-- Why.\nSELECT 1;\n\n-- name: two\nSELECT\n  2;\n"
    assert parse(text) == {"one": "SELECT 1", "two": "SELECT\n  2"}


def test_a_name_that_stands_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="'one'"):
        parse("-- name: one\nSELECT 1;\n-- name: one\nSELECT 2;\n")


def test_every_file_is_loaded_and_no_name_stands_in_two() -> None:
    assert {path.stem for path in (FOLDER / "sql").glob("*.sql")} == set(FILES)
    assert sum(len(load(file)) for file in FILES) == len(SQL)


def test_every_statement_is_used_and_every_use_has_a_statement() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    named = set(re.findall(r'SQL\["(\w+)"\]', source))
    through_a_variable = {
        *("conversation", "conversation_by_key"),
        *("claim_ids", "fold_ids", "message_ids"),
        *("due_job", "abandoned_job", "misleased_job", "misdated_job"),
    }
    assert 'SQL[f"{kind}_ids"]' in source
    through_a_kind = {f"{kind}_ids" for kind in get_args(IdKind)}
    assert {n for n in through_a_variable if f'"{n}"' in source} | through_a_kind == (
        through_a_variable
    )
    assert named | through_a_variable == set(SQL)


@pytest.mark.parametrize("name", sorted(SQL))
def test_no_statement_is_without_a_scope(name: str) -> None:
    statement = SQL[name]
    insertion = re.match(r"INSERT INTO \w+ \(\s*space_id, user_id\b", statement)
    condition = re.search(r"\bspace_id = \?", statement)
    assert condition or insertion or name == "add_space"
    if name not in BY_SPACE:
        assert re.search(r"\buser_id = \?", statement) or insertion


@pytest.mark.parametrize("name", sorted(SQL))
def test_no_statement_walks_a_whole_table(name: str, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    SqliteStore.open(path).close()
    connection = sqlite3.connect(path)
    functions.install(connection)
    try:
        # `?1` may stand in several places.
        numbered = [int(number) for number in re.findall(r"\?(\d+)", SQL[name])]
        values = ["[]"] * (max(numbered) if numbered else SQL[name].count("?"))
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {SQL[name]}", values)]
    finally:
        connection.close()
    walks = [
        step
        for step in plan
        if step.startswith("SCAN") and step not in ("SCAN CONSTANT ROW", "SCAN scope")
    ]
    assert [step for step in walks if "VIRTUAL TABLE" not in step] == []
    searches = [step for step in plan if step.startswith("SEARCH")]
    assert all("space_id=?" in step for step in searches), plan
