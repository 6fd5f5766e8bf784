"""A store to hurt, and what it must look like afterwards."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from infold.core.forward import ForwardRow
from infold.core.messages import Message, Text
from infold.core.scope import Scope
from infold.store.protocol import ConversationRow, WireRow, Writer

SCOPE = Scope(user="김민준")


class Appends:
    """Commands on one conversation, and a look at what stands on disk."""

    scope = SCOPE
    conversation = "c"

    def start(self, writer: Writer) -> None:
        """Add the conversation."""
        writer.add_conversation(self.scope, ConversationRow(id="c", key="k"))

    def one(self, position: int, text: str = "안녕하세요 5433") -> Callable[[Writer], int]:
        """Append a message as the engine does: all rows that belong to it, or none."""

        def command(writer: Writer) -> int:
            message = Message(
                role="user",
                parts=(Text(text=text),),
                id=f"m_{position}",
                position=position,
                tokens=3,
            )
            wires = [WireRow(parent=position - 1, child=position)] if position else []
            row = ForwardRow(
                position=position,
                parent=position - 1,
                role=1,
                author="",
                at=math.nan,
                tokens=3,
                flags=0,
                terms=b"abcd",
            )
            writer.add_message(self.scope, "c", message, wires, row)
            here = ConversationRow(id="c", key="k", messages=position + 1, leaf=position)
            writer.save_conversation(self.scope, here)
            writer.touch(self.scope)
            return position

        return command

    def state(self, path: Path) -> dict[str, list[tuple[object, ...]]]:
        """Check a file's integrity and give every row of every table."""
        connection = sqlite3.connect(path)
        try:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            tables = [
                row[0]
                for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            ]
            return {
                table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr)
                for table in sorted(tables)
            }
        finally:
            connection.close()

    def whole(self, path: Path) -> int:
        """Check that every message has all of its rows, and give their count."""
        state = self.state(path)
        count = len(state["messages"])
        positions = list(range(count))
        assert sorted(row[3] for row in state["messages"]) == positions
        assert sorted(row[3] for row in state["forward"]) == positions
        assert sorted(row[3] for row in state["wires"]) == positions[1:]
        (conversation,) = state["conversations"]
        assert count in conversation or count == 0
        return count


@pytest.fixture
def appends() -> Appends:
    return Appends()
