"""One state of the store, through one connection: what readers and writers share."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

from infold.core.scope import Scope
from infold.errors import UsageError
from infold.store.faults import typed
from infold.store.queries import SQL
from infold.store.rows import Row

_PIECE: Final = 500
_NUMBER: Final = SQL["conversation_number"]


class Snapshot:
    """Runs statements and finds conversations by their scope.

    Args:
        connection: With a transaction open.
        path: Of the store, for messages.
    """

    __slots__ = ("_connection", "_numbers", "_path")

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self._connection: sqlite3.Connection | None = connection
        self._path = path
        self._numbers: dict[tuple[Scope, str], int] = {}

    def end(self) -> None:
        """Let go of the connection: later calls are refused."""
        self._connection = None

    def run(self, sql: str, values: Sequence[Any]) -> sqlite3.Cursor:
        """Run a statement.

        UTF-8 has no lone surrogates: a text that holds one is given to SQLite as bytes, in rows
        and comparisons alike, and `rows.text` turns it back.

        Raises:
            UsageError: The snapshot is over.
            StoreError: As `infold.store.faults` says.
        """
        if self._connection is None:
            raise UsageError(
                "The snapshot is over.", hint="Read inside the 'with' block, write in the command."
            )
        try:
            return self._connection.execute(sql, values)
        except UnicodeEncodeError:
            try:
                return self._connection.execute(sql, [_lone(value) for value in values])
            except sqlite3.Error as error:
                raise typed(error, self._path) from error
        except sqlite3.Error as error:
            raise typed(error, self._path) from error

    def run_each(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement once for each row of values."""
        for values in rows:
            self.run(sql, values)

    def rows(self, sql: str, values: Sequence[Any]) -> list[Row]:
        """All rows of a statement."""
        try:
            return self.run(sql, values).fetchall()
        except sqlite3.Error as error:
            raise typed(error, self._path) from error

    def columns(self, sql: str, values: Sequence[Any], count: int) -> list[list[Any]]:
        """All rows of a statement of `count` columns, column by column.

        Fetched in pieces: twenty thousand rows alive at once would make the garbage collector walk
        all that the program holds.
        """
        columns: list[list[Any]] = [[] for _ in range(count)]
        try:
            cursor = self.run(sql, values)
            while rows := cursor.fetchmany(_PIECE):
                for column, piece in zip(columns, zip(*rows, strict=True), strict=True):
                    column.extend(piece)
        except sqlite3.Error as error:
            raise typed(error, self._path) from error
        return columns

    def row(self, sql: str, values: Sequence[Any]) -> Row | None:
        """The first row of a statement."""
        rows = self.rows(sql, values)
        return rows[0] if rows else None

    def number(self, scope: Scope, conversation: str) -> int | None:
        """Number of a conversation of this scope: the one gate to its rows.

        Looked up once in a snapshot. Agent and session narrow here, for all that hangs on a
        conversation.
        """
        key = (scope, conversation)
        number = self._numbers.get(key)
        if number is None:
            row = self.row(
                _NUMBER, (scope.space, scope.user, conversation, scope.agent, scope.session)
            )
            if row is None:
                return None
            number = self._numbers[key] = int(row[0])
        return number


def _lone(value: object) -> object:
    """A text that UTF-8 cannot hold, as bytes; anything else as it is."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return value.encode("utf-8", "surrogatepass")
    return value
