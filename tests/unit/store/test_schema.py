"""The schema: what migrations make is what the tables say, and the keys begin as they must."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

import infold.store
from infold.store import schema
from infold.store.opening import APPLICATION, VERSION
from infold.store.sqlite import SqliteStore


def described(path: Path) -> dict[str, object]:
    """Read every table and index of a database, Alembic's own table aside.

    A column that a migration added stands last, so columns are compared by their names.
    """
    found: dict[str, object] = {}
    connection = sqlite3.connect(path)
    try:
        tables = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
        for table, sql in tables.fetchall():
            if table == "alembic_version":
                continue
            found[f"table {table}"] = "WITHOUT ROWID" in sql.upper()
            for _, column, *rest in connection.execute(f"PRAGMA table_xinfo({table})"):
                found[f"column {table}.{column}"] = rest
            for _, index, *rest in connection.execute(f"PRAGMA index_list({table})"):
                columns = [row[2] for row in connection.execute(f"PRAGMA index_xinfo({index})")]
                where = connection.execute(
                    "SELECT sql FROM sqlite_master WHERE name = ?", (index,)
                ).fetchone()
                said = re.sub(r"\s+", " ", (where and where[0]) or "")
                # What SQLite makes for a constraint is named by a count.
                name = ",".join(map(str, columns)) if index.startswith("sqlite_") else index
                found[f"index {table} {name}"] = [rest, columns, said]
    finally:
        connection.close()
    return found


def test_all_migrations_give_the_same_schema_as_a_fresh_one(tmp_path: Path) -> None:
    SqliteStore.open(tmp_path / "migrated.db").close()
    engine = create_engine(f"sqlite:///{tmp_path / 'fresh.db'}")
    schema.metadata.create_all(engine)
    engine.dispose()
    migrated, fresh = described(tmp_path / "migrated.db"), described(tmp_path / "fresh.db")
    assert len(fresh) > 30
    assert migrated == fresh


def test_the_version_of_a_store_is_the_number_of_revisions() -> None:
    config = Config()
    folder = Path(infold.store.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    revisions = [each.revision for each in ScriptDirectory.from_config(config).walk_revisions()]
    assert revisions == [f"{number:04d}" for number in range(VERSION, 0, -1)]


def test_space_and_user_lead_every_key() -> None:
    # A worker serves all users of a space, and a space is no user's.
    but = {"pk_spaces": ["space_id"], "ix_jobs_due": ["space_id", "state", "due"]}
    for table in schema.metadata.tables.values():
        keys = [*table.constraints, *table.indexes]
        assert keys
        for key in keys:
            names = [column.name for column in key.columns]
            if key.name in but:
                assert names == but[str(key.name)]
            elif names:
                assert names[:2] == ["space_id", "user_id"], (table.name, names)


def test_every_table_keeps_its_rowid(tmp_path: Path) -> None:
    SqliteStore.open(tmp_path / "store.db").close()
    found = described(tmp_path / "store.db")
    without = [table for table in found if table.startswith("table ") and found[table]]
    assert without == []


def test_opening_a_current_store_loads_no_schema_library(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    SqliteStore.open(path).close()
    program = (
        "import sys; from infold.store.sqlite import SqliteStore;"
        "SqliteStore.open(sys.argv[1]).close();"
        "print(sorted({'sqlalchemy', 'alembic'} & set(sys.modules)))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program, path], capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"


def test_a_file_says_what_it_is(tmp_path: Path) -> None:
    SqliteStore.open(tmp_path / "store.db").close()
    connection = sqlite3.connect(tmp_path / "store.db")
    pragmas = ("application_id", "user_version", "journal_mode")
    try:
        found = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
    finally:
        connection.close()
    assert found == [APPLICATION, VERSION, "wal"]


@pytest.mark.parametrize("synchronous", ["FULL", "NORMAL"])
def test_the_writer_has_the_settings_that_durability_and_erasure_need(
    tmp_path: Path, synchronous: str
) -> None:
    made: list[sqlite3.Connection] = []

    def connect(*args: object, **named: object) -> sqlite3.Connection:
        made.append(sqlite3.connect(*args, **named))
        return made[-1]

    store = SqliteStore.open(tmp_path / "s.db", synchronous=synchronous, connect=connect)
    values = [
        made[0].execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "secure_delete")
    ]
    assert values == [{"FULL": 2, "NORMAL": 1}[synchronous], 1]
    assert made[1].execute("PRAGMA query_only").fetchone() == (1,)
    store.close()
