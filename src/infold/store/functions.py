"""What SQLite is taught for statements that change many rows at once."""

from __future__ import annotations

import sqlite3
import zlib

__all__ = ["install", "row_checksum"]


def row_checksum(*values: object) -> int:
    """The checksum of a row from its values, as `infold.store.rows.checksum` gives it."""
    return zlib.crc32("\x1f".join(map(str, values)).encode("utf-8", "surrogatepass"))


def install(connection: sqlite3.Connection) -> None:
    """Let statements of a connection call `row_checksum`; for values without lone surrogates."""
    connection.create_function("row_checksum", -1, row_checksum, deterministic=True)
