"""Exports by a sweep: a file of each old conversation, read back, named in the record."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.engine import chat_exports
from infold.errors import ConfigError, IntegrityError
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.retention import Retention
from infold.testing import FrozenClock

DAY = timedelta(days=1)


def keep(folder: Path, **more: timedelta) -> Retention:
    return Retention(chats=ChatKeeping(export=100 * DAY, folder=str(folder), **more))


def test_an_old_conversation_is_written_once_and_anew_when_it_has_grown(
    open_memory: Callable[..., Infold], clock: FrozenClock, tmp_path: Path
) -> None:
    folder = tmp_path / "내보내기"
    memory = open_memory(retention=keep(folder, archive=100 * DAY))
    chat = memory.conversation("서울 백업", user="김")
    for text in (
        "포트는 5433입니다",
        "不用 Redis",
        "締切は金曜です",
        "café de l'été",
        "kopi tubruk",
    ):
        chat.append("user", text)
    clock.advance(101 * DAY)
    items = list(memory.plan_sweep(user="김"))
    assert [(one.action, one.record) for one in items] == [
        ("export", chat.id),
        ("archive", chat.id),
    ]
    assert items[0].reason == (
        "The last of its 5 messages was said on 2026-03-01: 101 days, and a conversation is "
        "exported after 100 days."
    )
    assert not folder.exists()
    receipt = memory.apply(memory.plan_sweep(all_users=True))
    assert receipt.counts == {"exported": 1, "archived": 1, "users": 1}
    (file,) = folder.iterdir()
    row = next(one for one in memory.evictions(user="김") if one.kind == "export")
    data = file.read_bytes()
    assert row.data == {
        "file": str(file),
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "messages": 5,
    }
    assert [copy.path for copy in memory.copies(user="김")] == [str(file)]
    assert memory.apply(memory.plan_sweep(all_users=True)).changes == 0
    # Undo shows what was archived again; the file and its record stay.
    assert memory.undo(receipt).counts["restored"] == 1
    assert [one.kind for one in memory.evictions(user="김")] == ["export"]
    chat.append("user", "Sampai jumpa")
    clock.advance(101 * DAY)
    (out, *_) = memory.plan_sweep(user="김")
    assert out.reason.endswith(" Its export holds 5 of them.")
    memory.apply(memory.plan_sweep(user="김"))
    assert len(list(folder.iterdir())) == 2
    (row,) = [one for one in memory.evictions(user="김") if one.kind == "export"]
    assert row.data["messages"] == 6
    assert memory.verify() == []
    with Infold.open(tmp_path / "other.db", settings=Settings(embedder="none")) as other:
        other.import_file(row.data["file"], user="김")
        texts = [message.text for message in other.find("서울 백업", user="김").messages()]
    assert texts == [message.text for message in chat.messages()]


def test_a_folder_that_cannot_be_written_stops_nothing_and_is_told(
    open_memory: Callable[..., Infold], clock: FrozenClock, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    memory = open_memory(retention=keep(tmp_path / "file", archive=100 * DAY))
    memory.conversation("c").append("user", "안녕")
    memory.add("버스", kind="temporary")
    clock.advance(101 * DAY)
    receipt = memory.apply(memory.plan_sweep(all_users=True))
    assert receipt.state == "done"
    assert receipt.counts == {"failed": 1, "archived": 1, "expired": 1, "users": 1}
    (line,) = [one for one in memory.doctor() if one.topic == "sweeps"]
    assert line.state == "problem"
    assert "could not be written to files" in line.advice
    assert [one.action for one in memory.plan_sweep()] == ["export"]


def test_a_file_that_is_not_what_was_written_is_not_recorded(
    open_memory: Callable[..., Infold],
    clock: FrozenClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory = open_memory(retention=keep(tmp_path / "out"))
    chat = memory.conversation("c")
    chat.append("user", "포트는 5433입니다")
    clock.advance(101 * DAY)

    def torn(path: Path, lines: list[bytes]) -> None:
        path.write_bytes(b"".join(lines)[:-9])

    monkeypatch.setattr(chat_exports, "write_whole", torn)
    receipt = memory.apply(memory.plan_sweep())
    assert receipt.counts == {"failed": 1}
    assert memory.evictions() == []
    assert memory.copies() == []
    with memory.store.read() as reader:
        row = reader.conversation(chat.scope, chat.id)
    assert row is not None
    with pytest.raises(IntegrityError, match="cannot be read back"):
        chat_exports.export_to(memory.store, chat.scope, row, tmp_path / "out")


def test_an_export_needs_a_folder() -> None:
    with pytest.raises(ConfigError, match="folder"):
        ChatKeeping(export=DAY)
    with pytest.raises(ConfigError, match="export_folder"):
        Settings(export_days=30.0)
