"""What condensing writes: exported and imported byte for byte, and verified."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from infold import Infold
from tests.integration.engine.graph_talk import chain


def test_an_export_carries_marks_views_and_steps_byte_for_byte(
    memory: Infold, tmp_path: Path
) -> None:
    chat, ids = chain(memory, 12)
    chat.mark(ids[4], "highlight", text="a report from Anna")
    chat.mark(ids[9], "landmark", label="ruled_out", evidence="it says so")
    chat.propose_marks()
    view = chat.apply(chat.plan_condense(), name="kurz 짧은")
    chat.toggle(view, view.folds[0].fold.id)
    chat.cut(ids[16], ids[17])
    chat.reference(ids[1], ids[20], chain=True)
    chat.archive(ids[22])
    chat.mark(ids[2], "pin")
    chat.undo()
    file = tmp_path / "all.jsonl"
    file.write_bytes(b"".join(memory.export()))
    with Infold.open(tmp_path / "other.db", settings=memory.settings, clock=memory.clock) as other:
        other.import_file(file)
        assert b"".join(other.export()) == file.read_bytes()
        there = other.conversation(chat.id)
        assert there.marks() == chat.marks()
        assert there.views() == chat.views()
        assert there.changes() == chat.changes()
        assert there.wires() == chat.wires()
        assert other.verify() == []
        assert there.redo().name == "mark as pin"
        other.import_file(file)  # what was done here stays
        assert len(there.marks()) == len(chat.marks()) + 1
    assert memory.verify() == []


DAMAGE = {
    "UPDATE marks SET text = 'a report from Ann' WHERE kind = 'highlight'": "Mark",
    "UPDATE marks SET starts = starts + 1, checksum = NULL WHERE kind = 'highlight'": "words",
    "UPDATE marks SET id = 'n_0' WHERE kind = 'highlight'": "Mark",
    "UPDATE views SET base = 0": "messages",
    "UPDATE views SET id = 'v_0'": "id",
    "UPDATE folds SET root = root + 1 WHERE view > 0": "root",
    "UPDATE claims SET text = 'Anna', checksum = NULL WHERE level = 2": "words",
    "UPDATE changes SET number = number + 5": "numbered",
    "DELETE FROM marks": "not there",
}


@pytest.mark.parametrize("statement", sorted(DAMAGE))
def test_verify_finds_what_is_wrong_with_marks_views_and_steps(
    memory: Infold, statement: str
) -> None:
    chat, ids = chain(memory, 9)
    chat.mark(ids[4], "highlight", text="a report from Anna")
    chat.apply(chat.plan_condense())
    assert memory.verify() == []
    connection = sqlite3.connect(memory.store.path)
    try:
        assert connection.execute(statement).rowcount
        connection.commit()
    finally:
        connection.close()
    assert any(DAMAGE[statement] in fault.what for fault in memory.verify())
