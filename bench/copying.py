"""Stores of a million messages: conversations copied row by row, since analysing each takes hours.

A copy has the rows of its original under other ids, so that tables and indexes are as large and as
deep as those of a store that was filled message by message. It cannot be verified.
"""

from __future__ import annotations

import sqlite3
from typing import Final

_TABLES: Final = ("conversations", "messages", "forward", "wires")
HOW: Final = "one conversation filled by appends, its rows copied under other ids"


def copy_conversation(
    connection: sqlite3.Connection, *, owner: str, original: int, user: str, number: int
) -> None:
    """Copy the rows of a conversation.

    Args:
        connection: To the store, in a transaction.
        owner: Whose the original is.
        original: Its number.
        user: Whose the copy becomes.
        number: The copy's number.
    """
    for table in _TABLES:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        wanted = ", ".join(_value(table, column) for column in columns)
        at = "number" if table == "conversations" else "conversation"
        connection.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {wanted} FROM {table}"
            f" WHERE user_id = :owner AND {at} = :original",
            {"owner": owner, "original": original, "user": user, "number": number},
        )
    connection.execute(
        "INSERT OR IGNORE INTO scopes (space_id, user_id) SELECT space_id, :user FROM spaces",
        {"user": user},
    )


def _value(table: str, column: str) -> str:
    match table, column:
        case _, "user_id":
            return ":user"
        case _, "conversation":
            return ":number"
        case "conversations", "number":
            return ":number"
        case ("conversations", "id" | "key" | "title") | ("messages", "id"):
            return f"{column} || '-' || :number"
        case _, "checksum":
            return "NULL"
        case _:
            return column
