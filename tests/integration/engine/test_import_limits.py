"""A message that no store takes keeps its own conversation out, and no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from infold import Infold
from infold.errors import UsageError
from infold.store import limits


def write(path: Path, *chats: list[str]) -> Path:
    lines = [
        json.dumps({"messages": [{"role": "user", "content": text} for text in chat]})
        for chat in chats
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_message_over_the_limit_is_listed_and_nothing_is_half_written(
    memory: Infold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MESSAGE_BYTES", 20_000)
    large = [f"Message {number}." for number in range(1200)] + ["너무 긴 글 " * 3000]
    file = write(tmp_path / "chats.jsonl", ["Hello there."], large, ["Goodbye now."])
    report = memory.import_file(file)
    assert [one.messages for one in report.conversations] == [1, 1]
    assert len(report.bad) == 1
    assert "MiB" in report.bad[0].reason
    assert len(memory.conversations()) == 2
    again = memory.import_file(file)
    assert again.added == 0


def test_strict_refuses_it(memory: Infold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGE_BYTES", 20_000)
    file = write(tmp_path / "chats.jsonl", ["x" * 30_000])
    with pytest.raises(UsageError):
        memory.import_file(file, strict=True)
    assert memory.conversations() == []
