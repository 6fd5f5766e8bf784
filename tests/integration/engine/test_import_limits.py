"""A message that no store takes is left out; its conversation and all others come in."""

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
    assert [one.messages for one in report.conversations] == [1, 1200, 1]
    (bad,) = report.bad
    assert "The message 1200 takes" in bad.reason
    assert "MiB" in bad.reason
    assert [one.bad for one in report.files] == [1]
    assert len(memory.conversations()) == 3
    again = memory.import_file(file)
    assert (again.added, again.bad) == (0, [bad])
    assert memory.verify() == []


def test_what_continued_it_continues_what_it_continued(
    memory: Infold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MESSAGE_BYTES", 2_000)
    mapping: dict[str, dict[str, object]] = {}
    said = [
        *(("a", None, "Which port?"), ("b", "a", "긴 글 " * 900), ("c", "b", "x" * 3000)),
        *(("d", "c", "It is 5433."), ("e", "c", "또는 5434.")),
    ]
    for number, (name, parent, text) in enumerate(said):
        message = {
            "id": name,
            "author": {"role": "user" if number % 2 == 0 else "assistant"},
            "create_time": 1_700_000_000 + number,
            "content": {"content_type": "text", "parts": [text]},
        }
        mapping[name] = {"id": name, "parent": parent, "message": message}
    for current, end in (("e", "또는 5434."), ("c", "Which port?")):
        chat = {"id": f"c-{current}", "title": "t", "current_node": current, "mapping": mapping}
        file = tmp_path / f"{current}.json"
        file.write_text(json.dumps([chat]), encoding="utf-8")
        report = memory.import_file(file)
        assert len(report.bad) == 2
        made = memory.conversation(report.conversations[0].id)
        messages = made.messages()
        assert [one.text for one in messages] == ["Which port?", "It is 5433.", "또는 5434."]
        at = {one.id: one.position for one in messages}
        wires = [(at[wire.parent], at[wire.child]) for wire in made.wires()]
        assert wires == [(0, 1), (0, 2)]
        assert made.leaf() == next(one.id for one in messages if one.text == end)
    assert memory.verify() == []


def test_a_conversation_of_nothing_else_is_listed_itself(
    memory: Infold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MESSAGE_BYTES", 2_000)
    report = memory.import_file(write(tmp_path / "chats.jsonl", ["x" * 3000], ["Hello."]))
    assert [one.messages for one in report.conversations] == [1]
    assert len(report.bad) == 1


def test_strict_refuses_it(memory: Infold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGE_BYTES", 20_000)
    file = write(tmp_path / "chats.jsonl", ["x" * 30_000])
    with pytest.raises(UsageError):
        memory.import_file(file, strict=True)
    assert memory.conversations() == []
