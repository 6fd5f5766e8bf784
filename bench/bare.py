"""The bare transaction that an append is compared with.

Whatever rows an append has added or changed are read back from the store, table by table, and
written again by plain `sqlite3` into a copy of the store: the same rows, indexes, pragmas and
neighbours, and nothing around them. Changed rows are addressed by rowid and only their changed
columns are set, so this is the least that any program could do.
"""

from __future__ import annotations

import sqlite3
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from bench.stores import Stopwatch

_SAME_PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
)
_CHANGING: Final = ("conversations", "scopes", "jobs")

Statement = tuple[str, tuple[Any, ...]]


class Bare:
    """A copy of a store, kept equal to it by bare transactions.

    Args:
        store: The store's file; its writer is open and idle.
        copy: Where the copy is made.
    """

    def __init__(self, store: Path, copy: Path) -> None:
        self._source = sqlite3.connect(store, isolation_level=None)
        self._source.execute("PRAGMA query_only = ON")
        self._copy = sqlite3.connect(copy, isolation_level=None, cached_statements=256)
        self._source.backup(self._copy)
        for pragma in _SAME_PRAGMAS:
            self._copy.execute(pragma)
        tables = self._source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        self._columns = {
            str(table): [
                str(column[1]) for column in self._source.execute(f"PRAGMA table_info({table})")
            ]
            for (table,) in tables.fetchall()
        }
        self._newest = {table: self._top(table) for table in self._columns}
        self._kept = {table: self._rows(table) for table in _CHANGING}

    def close(self) -> None:
        """Close both connections."""
        self._source.close()
        self._copy.close()

    def changes(self) -> list[Statement]:
        """What the store has that the copy has not; called after each append, untimed."""
        found: list[Statement] = []
        for table, columns in self._columns.items():
            names = ", ".join(columns)
            marks = ", ".join("?" * (len(columns) + 1))
            added = self._source.execute(
                f"SELECT rowid, {names} FROM {table} WHERE rowid > ? ORDER BY rowid",
                (self._newest[table],),
            ).fetchall()
            for new in added:
                found.append((f"INSERT INTO {table} (rowid, {names}) VALUES ({marks})", new))
                self._newest[table] = new[0]
                if table in self._kept:
                    self._kept[table][new[0]] = new[1:]
        for table, kept in self._kept.items():
            for rowid, now in self._rows(table).items():
                before = kept[rowid]
                changed = [
                    (column, value)
                    for column, value, old in zip(self._columns[table], now, before, strict=True)
                    if value != old
                ]
                if changed:
                    sets = ", ".join(f"{column} = ?" for column, _ in changed)
                    values = (*(value for _, value in changed), rowid)
                    found.append((f"UPDATE {table} SET {sets} WHERE rowid = ?", values))
                    kept[rowid] = now
        return found

    def write(self, statements: list[Statement]) -> Stopwatch:
        """Write the changes in one transaction; how long that took."""
        execute = self._copy.execute
        with Stopwatch() as watch:
            execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                execute(sql, values)
            execute("COMMIT")
        return watch

    def assert_equal(self) -> None:
        """Make sure that both sides have written the same: every row of every table."""
        for table, columns in self._columns.items():
            sql = f"SELECT rowid, {', '.join(columns)} FROM {table} ORDER BY rowid"
            both = zip_longest(self._source.execute(sql), self._copy.execute(sql))
            assert all(own == bare for own, bare in both), f"the rows of {table} differ"

    def _top(self, table: str) -> int:
        return int(
            self._source.execute(f"SELECT coalesce(max(rowid), 0) FROM {table}").fetchone()[0]
        )

    def _rows(self, table: str) -> dict[int, tuple[Any, ...]]:
        names = ", ".join(self._columns[table])
        rows = self._source.execute(f"SELECT rowid, {names} FROM {table}")
        return {row[0]: row[1:] for row in rows}
