"""What people marked on a canvas comes in as marks, and a distillate as a fold of the tool's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from infold.core.folds import Compaction
from infold.core.marks import Mark
from infold.formats.opening import open_transcript
from infold.formats.reading import Parsed


def node(name: str, question: str, response: str, **data: Any) -> dict[str, Any]:
    return {
        "id": name,
        "position": {"x": 0, "y": 0},
        "data": {"question": question, "response": response, **data},
    }


def read(path: Path, nodes: list[dict[str, Any]], *edges: str) -> Parsed:
    wires = [{"source": edge[0], "target": edge[1]} for edge in edges]
    canvas = {"version": 1, "name": "c", "nodes": nodes, "edges": wires}
    path.write_text(json.dumps(canvas, ensure_ascii=False), encoding="utf-8")
    return next(iter(open_transcript(path)))


def test_highlights_landmarks_and_archives_become_marks(tmp_path: Path) -> None:
    parsed = read(
        tmp_path / "f",
        [
            node("a", "포트는?", "It listens on 5433.", highlights=[{"text": "5433"}, "포트"]),
            node("b", "And Redis?", "No.", summaryTypes=["ruleout", "other"], archived=True),
            node("c", "?", "Yes.", highlights=[{"text": "not there"}, "Yes", 7, {"text": " "}]),
        ],
        "ab",
        "bc",
    )
    texts = [message.text for message in parsed.conversation.messages]
    assert texts == ["포트는?", "It listens on 5433.", "And Redis?", "No.", "?", "Yes."]
    assert list(parsed.marks) == [
        Mark(kind="highlight", message="1", start=14, end=18, text="5433"),
        Mark(kind="highlight", message="0", start=0, end=2, text="포트"),
        Mark(kind="landmark", message="3", label="ruled_out"),
        Mark(kind="archive", message="2"),
        Mark(kind="archive", message="3"),
        Mark(kind="highlight", message="5", start=0, end=3, text="Yes"),
    ]
    for mark in parsed.marks:
        if mark.text:
            assert texts[int(mark.message)][mark.start : mark.end] == mark.text


def test_a_distillate_is_a_fold_of_what_it_replaced(tmp_path: Path) -> None:
    parsed = read(
        tmp_path / "f",
        [
            node("a", "one?", "1"),
            node("b", "two?", "2"),
            node("d", "Condensed", "1 and 2", condensedFrom=["a", "b"]),
            node("e", "Condensed", "1 and more", condensedFrom=["a", "gone"]),
        ],
        "ab",
    )
    assert parsed.compactions == (
        Compaction(
            tool="thoughtdag",
            text="1 and 2",
            message="5",
            sources=("0", "1", "2", "3"),
            view="Condensed on the canvas",
        ),
        Compaction(tool="thoughtdag", text="1 and more", message="7", sources=None),
    )
