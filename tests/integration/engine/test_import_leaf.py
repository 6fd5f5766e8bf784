"""An import that was cut off leaves the leaf where an undisturbed one does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from infold import Infold
from infold.engine import importing


def export(path: Path, *, with_branch: bool) -> Path:
    mapping: dict[str, dict[str, object]] = {
        "root": {"id": "root", "parent": None, "message": None}
    }

    def add(name: str, parent: str, role: str) -> None:
        mapping[name] = {
            "id": name,
            "parent": parent,
            "message": {
                "id": name,
                "author": {"role": role},
                "create_time": 1_700_000_000 + len(mapping),
                "content": {"content_type": "text", "parts": [f"말 {name}"]},
            },
        }

    above = "root"
    for number in range(12):
        if number == 2 and with_branch:
            add("edited", above, "user")
            add("edited-answer", "edited", "assistant")
        add(f"n{number}", above, "user" if number % 2 == 0 else "assistant")
        above = f"n{number}"
    chat = {"id": "c", "title": "t", "current_node": "n11", "mapping": mapping}
    path.write_text(json.dumps([chat]), encoding="utf-8")
    return path


class Stop(Exception):
    """The import is cut off."""


def test_a_side_branch_that_came_first_does_not_stay_the_leaf(
    memory: Infold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "CHUNK", 3)
    memory.import_file(export(tmp_path / "first.json", with_branch=False))
    (info,) = memory.conversations()
    chat = memory.find(info.id)
    before = chat.leaf()
    grown = export(tmp_path / "grown.json", with_branch=True)

    def stop(done: object) -> None:
        if len(chat.messages()) > 12:
            raise Stop

    with pytest.raises(Stop):
        memory.import_file(grown, progress=stop)
    assert chat.leaf() == before
    memory.import_file(grown)
    assert len(chat.messages()) == 14
    assert chat.leaf() == before
