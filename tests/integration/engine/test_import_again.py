"""Older and other files of a conversation that is there: nothing of it goes back."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from infold import Infold


def node(name: str, parent: str | None, number: int, *more: str) -> dict[str, Any]:
    message = {
        "id": name,
        "author": {"role": "user" if number % 2 == 0 else "assistant"},
        "create_time": 1_700_000_000 + number,
        "content": {"content_type": "text", "parts": [f"말 {name}"]},
    }
    return {"id": name, "parent": parent, "message": message, "children": list(more)}


def export(path: Path, title: str, messages: int, current: int | None = None) -> Path:
    mapping = {
        f"n{number}": node(f"n{number}", f"n{number - 1}" if number else None, number)
        for number in range(messages)
    }
    last = messages - 1 if current is None else current
    chat = {"id": "c", "title": title, "current_node": f"n{last}", "mapping": mapping}
    path.write_text(json.dumps([chat]), encoding="utf-8")
    return path


def test_an_older_export_does_not_bring_an_older_title_back(memory: Infold, tmp_path: Path) -> None:
    old = export(tmp_path / "old.json", "Untitled", 4)
    new = export(tmp_path / "new.json", "항구의 포트", 8)
    renamed = export(tmp_path / "renamed.json", "Der Hafen", 8)

    def title() -> str:
        (info,) = memory.conversations()
        return info.title

    for file, expected in (
        (old, "Untitled"),
        (new, "항구의 포트"),
        (old, "항구의 포트"),
        (renamed, "Der Hafen"),  # it lacks nothing: the person gave it another name
        (old, "Der Hafen"),
    ):
        memory.import_file(file)
        assert title() == expected


def session(path: Path, ids: list[int], *, summary: bool) -> Path:
    messages = [
        {
            "id": f"m{number}",
            "role": "user" if number % 2 == 0 else "assistant",
            "content": [{"type": "text", "text": f"단계 {number}"}],
            "ts": 1_700_000_000_000 + number * 1000,
        }
        for number in ids
    ]
    data = {"version": 1, "agent": "lead", "sessionId": "s1", "messages": messages}
    path.write_text(json.dumps(data | {"updated_at": "2026-01-01"}), encoding="utf-8")
    return path


@pytest.mark.parametrize("order", list(permutations(("early", "late"))))
def test_the_later_of_two_files_of_a_task_says_where_it_stands(
    memory: Infold, tmp_path: Path, order: tuple[str, str]
) -> None:
    files = {
        "early": session(tmp_path / "early.json", [0, 1, 2, 3], summary=False),
        "late": session(tmp_path / "late.json", [4, 5, 6], summary=True),
    }
    for name in order:
        memory.import_file(files[name])
    (info,) = memory.conversations()
    chat = memory.find(info.id)
    last = next(one for one in chat.messages() if one.id == chat.leaf())
    assert last.text == "단계 6"
    for name in order:
        memory.import_file(files[name])
        assert chat.leaf() == last.id
    assert memory.verify() == []


def test_a_wire_that_is_new_between_old_messages_is_not_called_damage(
    memory: Infold, tmp_path: Path
) -> None:
    def canvas(*wires: tuple[str, str]) -> Path:
        nodes = [
            {"id": name, "position": {"x": 0, "y": 0}, "data": {"question": name, "response": name}}
            for name in "abc"
        ]
        edges = [
            {"id": f"{one}-{other}", "source": one, "target": other, "data": {}}
            for one, other in wires
        ]
        file = tmp_path / "canvas.json"
        data = {"version": 1, "name": "항구", "nodes": nodes, "edges": edges}
        file.write_text(json.dumps(data), encoding="utf-8")
        return file

    memory.import_file(canvas(("a", "b")))
    for _ in range(2):
        report = memory.import_file(canvas(("a", "b"), ("b", "c")))
        assert report.added == 0
        assert report.repaired == []
        (one,) = report.unkept
        assert "keeps its parents" in one.reason
