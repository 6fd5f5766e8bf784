"""What SQLite is taught for statements that change many rows at once."""

from __future__ import annotations

import sqlite3
import zlib

__all__ = ["install", "row_checksum"]


def row_checksum(*values: object) -> int:
    """The checksum of a row from its values, as `infold.store.rows.checksum` gives it.

    A text with a lone surrogate comes as bytes (`infold.store.snapshot`).
    """
    return zlib.crc32(
        b"\x1f".join([one if type(one) is bytes else str(one).encode("utf-8") for one in values])
    )


def install(connection: sqlite3.Connection) -> None:
    """Let statements of a connection call `row_checksum`."""
    connection.create_function("row_checksum", -1, row_checksum, deterministic=True)
