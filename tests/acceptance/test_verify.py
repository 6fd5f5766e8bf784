"""`infold verify` finds what somebody changed behind the engine's back, and names the record."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from infold import Attachment, Infold, Text, ToolCall, ToolResult
from infold.config import Settings
from infold.jobs.worker import run_all
from tests.acceptance.surface import infold
from tests.acceptance.transcripts import chatgpt_export, images, openai_file, talk


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folded store with two users, branches, tool calls, an image, and a chat of somebody's."""
    folder = tmp_path_factory.mktemp("sound")
    path = folder / "infold.db"
    with Infold.open(path, settings=Settings(synchronous="NORMAL")) as memory:
        chat = memory.conversation("one")
        for number, (role, text) in enumerate(talk(160)):
            chat.append(role, text, author="민수" if number % 7 == 0 else None)
            if number % 40 == 9:
                call = ToolCall(id=f"t{number}", name="shell", arguments=f'{{"n": {number}}}')
                chat.append("assistant", [Text(text="Looking."), call])
                chat.append("tool", ToolResult(call=call.id, text=f"{number} rows"))
        trunk = chat.messages()[90]
        chat.append("user", "A branch about port 5433", parent=trunk.id)
        (_, uri), *_ = images(1, 5000)
        content = [
            {"type": "text", "text": "See"},
            {"type": "image_url", "image_url": {"url": uri}},
        ]
        picture = openai_file(folder / "picture.json", [{"role": "user", "content": content}])
        memory.import_file(picture, user="김지우")
        memory.import_file(chatgpt_export(folder / "x.json", conversations=1, messages=50))
        run_all(memory)
        assert memory.verify() == []
    return path


class Store:
    """A copy of the sound store, to be changed with plain SQL."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = sqlite3.connect(path, isolation_level=None)

    def one(self, sql: str, *values: object) -> Any:
        return self.database.execute(sql, values).fetchone()[0]

    def change(self, sql: str, *values: object) -> None:
        """Change a row as somebody would who leaves no checksum behind that gives it away."""
        assert self.database.execute(sql, values).rowcount == 1, sql
        for table in ("messages", "claims", "conversations"):
            self.database.execute(f"UPDATE {table} SET checksum = NULL")

    def message(self, position: int, conversation: int = 1) -> str:
        return self.one(
            "SELECT id FROM messages WHERE user_id = '' AND conversation = ? AND position = ?",
            conversation,
            position,
        )

    @property
    def conversation(self) -> str:
        return self.one("SELECT id FROM conversations WHERE user_id = '' AND number = 1")

    @property
    def fold(self) -> str:
        return self.one(
            "SELECT id FROM folds WHERE user_id = '' AND conversation = 1 AND state = 'ready' "
            "AND json_array_length(sources) > 3 ORDER BY number LIMIT 1"
        )


@pytest.fixture
def store(sound: Path, tmp_path: Path) -> Any:
    path = tmp_path / "infold.db"
    shutil.copy(sound, path)
    opened = Store(path)
    yield opened
    opened.database.close()


MINE = "WHERE user_id = '' AND conversation = 1 AND"
CHAT = "WHERE user_id = '' AND number = 1"
Planted = Callable[[Store], tuple[str, str]]
"""Does the damage; gives the kind of fault, and the record that must be named."""


def changed_text(store: Store) -> tuple[str, str]:
    store.change(
        f"UPDATE messages SET parts = replace(parts, 'minutes', 'hours') {MINE} position = ?",
        (at := store.one(f"SELECT min(position) FROM messages {MINE} parts LIKE '%minutes%'")),
    )
    return "id", store.message(at)


def changed_role(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE messages SET role = 'system' {MINE} position = 30")
    return "id", store.message(30)


def changed_author(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE messages SET author = '지우' {MINE} position = 30")
    return "id", store.message(30)


def changed_tokens(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE messages SET tokens = tokens + 1 {MINE} position = 30")
    return "count", store.message(30)


def wrong_id(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE messages SET id = 'm_0000000000000000000000000' {MINE} position = 30")
    return "id", "m_0000000000000000000000000"


def parts_that_are_no_json(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE messages SET parts = '[{{' {MINE} position = 30")
    return "content", store.message(30)


def message_gone(store: Store) -> tuple[str, str]:
    store.change(f"DELETE FROM messages {MINE} position = 30")
    return "count", store.conversation


def wire_to_nowhere(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE wires SET parent = 9999 {MINE} child = 30")
    return "wire", store.conversation


def wire_gone(store: Store) -> tuple[str, str]:
    store.change(f"DELETE FROM wires {MINE} child = 30")
    return "id", store.message(30)


def wire_moved(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE wires SET parent = 10 {MINE} child = 30")
    return "id", store.message(30)


def wire_cycle(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE wires SET parent = 40 {MINE} child = 30")
    return "wire", store.message(30)


def forward_row_gone(store: Store) -> tuple[str, str]:
    store.change(f"DELETE FROM forward {MINE} position = 30")
    return "forward", store.message(30)


def changed_terms(store: Store) -> tuple[str, str]:
    terms = store.one(f"SELECT terms FROM forward {MINE} position = 30")
    store.change(f"UPDATE forward SET terms = ? {MINE} position = 30", terms[4:] + b"abcd")
    return "forward", store.message(30)


def terms_that_are_text(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE forward SET terms = 'port' || x'ff' {MINE} position = 30")
    return "forward", store.conversation


def changed_forward_parent(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE forward SET parent = 3 {MINE} position = 30")
    return "forward", store.message(30)


def changed_vector(store: Store) -> tuple[str, str]:
    # Another text's: of unit length, and wrong all the same.
    other = store.one(f"SELECT vector FROM vectors {MINE} position = 31")
    store.change(f"UPDATE vectors SET vector = ? {MINE} position = 30", other)
    return "vector", store.message(30)


def long_vector(store: Store) -> tuple[str, str]:
    vector = np.frombuffer(store.one(f"SELECT vector FROM vectors {MINE} position = 30"), "<f2")
    double = (vector * np.float16(2)).tobytes()
    store.change(f"UPDATE vectors SET vector = ? {MINE} position = 30", double)
    return "vector", store.message(30)


def short_vector(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE vectors SET vector = substr(vector, 1, 100) {MINE} position = 30")
    return "vector", store.conversation


def vector_of_nothing(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE vectors SET position = 9999 {MINE} position = 30")
    return "vector", store.conversation


def merge_removed(store: Store) -> tuple[str, str]:
    fold = store.fold
    root = store.one("SELECT root FROM folds WHERE id = ?", fold)
    number = store.one(f"SELECT max(number) FROM merges {MINE} a = ? OR b = ?", root, root)
    store.change(f"DELETE FROM merges {MINE} number = ?", number)
    return "fold", fold


def merge_added(store: Store) -> tuple[str, str]:
    fold, number = store.fold, store.one(f"SELECT max(number) + 1 FROM merges {MINE} true")
    root = store.one("SELECT root FROM folds WHERE id = ?", fold)
    other = store.one(f"SELECT root FROM folds {MINE} state = 'ready' AND root > ?", root)
    store.change(
        "INSERT INTO merges (space_id, user_id, conversation, number, id, a, b, score, reason, "
        "withdrawn_by) VALUES ('default', '', 1, ?, 'u_planted', ?, ?, 0.9, 'average', '')",
        number,
        root,
        other,
    )
    return "forest", "u_planted"


def merge_withdrawn(store: Store) -> tuple[str, str]:
    fold = store.fold
    root = store.one("SELECT root FROM folds WHERE id = ?", fold)
    number = store.one(f"SELECT max(number) FROM merges {MINE} a = ? OR b = ?", root, root)
    store.change(f"UPDATE merges SET withdrawn_by = 'me' {MINE} number = ?", number)
    return "fold", fold


def placement_changed(store: Store) -> tuple[str, str]:
    first, second = (
        row[0]
        for row in store.database.execute(
            f"SELECT DISTINCT unit FROM placements {MINE} unit > 20 ORDER BY unit LIMIT 2"
        )
    )
    store.change(
        f"UPDATE placements SET unit = ? {MINE} position = "
        f"(SELECT max(position) FROM placements {MINE} unit = ?)",
        first,
        second,
    )
    return "fold", ""


def placement_gone(store: Store) -> tuple[str, str]:
    store.change(f"DELETE FROM placements {MINE} position = 30")
    return "forest", store.conversation


def fold_source_dropped(store: Store) -> tuple[str, str]:
    fold = store.fold
    sources = json.loads(store.one("SELECT sources FROM folds WHERE id = ?", fold))
    store.change("UPDATE folds SET sources = ? WHERE id = ?", json.dumps(sources[:-1]), fold)
    return "fold", fold


def fold_gone(store: Store) -> tuple[str, str]:
    fold = store.fold
    store.change("UPDATE folds SET state = 'withdrawn' WHERE id = ?", fold)
    return "fold", store.conversation


def claim_changed(store: Store) -> tuple[str, str]:
    fold = store.fold
    number = store.one("SELECT number FROM folds WHERE id = ?", fold)
    store.change(f"UPDATE claims SET text = text || ' 9999' {MINE} fold = ? AND number = 1", number)
    return "claim", fold


def span_shifted(store: Store) -> tuple[str, str]:
    fold = store.fold
    number = store.one("SELECT number FROM folds WHERE id = ?", fold)
    least = store.one(f"SELECT min(number) FROM spans {MINE} fold = ? AND claim = 1", number)
    store.change(
        f"UPDATE spans SET starts = starts + 1 {MINE} fold = ? AND claim = 1 AND number = ?",
        number,
        least,
    )
    return "fold", fold


def span_of_a_stranger(store: Store) -> tuple[str, str]:
    fold = store.fold
    number = store.one("SELECT number FROM folds WHERE id = ?", fold)
    least = store.one(f"SELECT min(number) FROM spans {MINE} fold = ? AND claim = 1", number)
    store.change(
        f"UPDATE spans SET message = ? {MINE} fold = ? AND claim = 1 AND number = ?",
        store.message(3, conversation=2),
        number,
        least,
    )
    return "fold", fold


def blob_changed(store: Store) -> tuple[str, str]:
    digest = store.one("SELECT digest FROM blobs")
    data = store.one("SELECT data FROM blobs")
    store.change("UPDATE blobs SET data = ?", b"\x00" + data[1:])
    return "blob", digest


def blob_gone(store: Store) -> tuple[str, str]:
    store.change("DELETE FROM blobs")
    return "blob", store.one("SELECT id FROM messages WHERE user_id = '김지우'")


def counts_off(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE conversations SET turns = turns + 1 {CHAT}")
    return "count", store.conversation


def branches_off(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE conversations SET branches = 1 {CHAT}")
    return "count", store.conversation


def message_count_short(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE conversations SET messages = messages - 1 {CHAT}")
    return "count", store.conversation


def leaf_out_of_range(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE conversations SET leaf = 9999 {CHAT}")
    return "count", store.conversation


def no_leaf(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE conversations SET leaf = -1 {CHAT}")
    return "count", store.conversation


def hot_tokens_off(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE conversations SET hot_tokens = hot_tokens + 1 {CHAT}")
    return "count", store.conversation


def window_outside(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE conversations SET hot_from = 9999 {CHAT}")
    return "count", store.conversation


def key_changed(store: Store) -> tuple[str, str]:
    store.change(f"UPDATE conversations SET key = 'two' {CHAT}")
    return "id", store.conversation


def conversation_gone(store: Store) -> tuple[str, str]:
    store.change(f"DELETE FROM conversations {CHAT}")
    return "file", "messages of user ''"


def user_gone(store: Store) -> tuple[str, str]:
    store.change("DELETE FROM scopes WHERE user_id = '김지우'")
    return "file", "conversations of user '김지우'"


CORRUPTIONS: tuple[Planted, ...] = (
    changed_text,
    changed_role,
    changed_author,
    changed_tokens,
    wrong_id,
    parts_that_are_no_json,
    message_gone,
    wire_to_nowhere,
    wire_gone,
    wire_moved,
    wire_cycle,
    forward_row_gone,
    changed_terms,
    terms_that_are_text,
    changed_forward_parent,
    changed_vector,
    long_vector,
    short_vector,
    vector_of_nothing,
    merge_removed,
    merge_added,
    merge_withdrawn,
    placement_changed,
    placement_gone,
    fold_source_dropped,
    fold_gone,
    claim_changed,
    span_shifted,
    span_of_a_stranger,
    blob_changed,
    blob_gone,
    counts_off,
    branches_off,
    message_count_short,
    leaf_out_of_range,
    no_leaf,
    hot_tokens_off,
    window_outside,
    key_changed,
    conversation_gone,
    user_gone,
)


@pytest.mark.parametrize("plant", CORRUPTIONS, ids=lambda plant: plant.__name__)
def test_a_planted_corruption_is_found(store: Store, plant: Planted) -> None:
    kind, record = plant(store)
    store.database.close()
    answer = infold("verify", "--json", "--db", store.path)
    assert answer.code == 1, answer.err
    faults = answer.data
    assert (kind, True) in [
        (fault["kind"], record in fault["record"] or record in fault["what"]) for fault in faults
    ], faults[:5]
    assert all(fault["what"] for fault in faults)


def test_a_sound_store_has_none(sound: Path) -> None:
    answer = infold("verify", "--json", "--db", sound)
    assert (answer.code, answer.data) == (0, [])
    shown = infold("verify", "--db", sound)
    assert (shown.code, shown.out[:5]) == (0, b"Sound")


def test_people_are_told_too(store: Store) -> None:
    _, record = changed_text(store)
    shown = infold("verify", "--db", store.path)
    assert shown.code == 1
    assert record[:10].encode() in shown.out


def damage(path: Path, page: int, offset: int) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        size = database.execute("PRAGMA page_size").fetchone()[0]
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    data[(page - 1) * size + offset] ^= 0xFF
    path.write_bytes(data)


@pytest.mark.parametrize("table", ["messages", "forward", "spans", "ix_spans_message"])
@pytest.mark.parametrize("offset", [0, 3, 9])
def test_a_byte_of_a_damaged_page_is_found(store: Store, table: str, offset: int) -> None:
    page = store.one("SELECT rootpage FROM sqlite_master WHERE name = ?", table)
    store.database.close()
    damage(store.path, page, offset)
    answer = infold("verify", "--json", "--db", store.path)
    assert answer.code == 1, answer.err
    assert {fault["kind"] for fault in answer.data} == {"file"}
    assert all(fault["what"] for fault in answer.data)


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "infold.db"
    path.write_bytes(b"SQLite format 3\x00" + bytes(5000))
    answer = infold("verify", "--json", "--db", path)
    assert answer.code == 6
    assert answer.error["code"] == "integrity"


def test_an_attachment_by_reference_alone_needs_no_bytes(tmp_path: Path) -> None:
    with Infold.open(tmp_path / "infold.db", embedder="none") as memory:
        memory.conversation("c").append(
            "user", [Text(text="See"), Attachment(kind="image", uri="https://example.org/a.png")]
        )
        assert memory.verify() == []
