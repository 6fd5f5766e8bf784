"""What stands on the nodes of a canvas becomes settings; what no setting says is counted."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from infold.core.settings import Setting
from infold.formats import Parsed, Reading, open_transcript
from infold.formats.reading import Versions

PNG = b"\x89PNG\r\n\x1a\n rest"


def node(name: str, question: str, *answers: str, active: int = 0, **data: Any) -> dict[str, Any]:
    shown = answers[active] if answers else ""
    said = {"question": question, "responses": list(answers), "response": shown}
    return {
        "id": name,
        "position": {"x": 0, "y": 0},
        "data": said | {"responseIndex": active} | data,
    }


def read(path: Path, nodes: list[Any], *edges: str) -> tuple[Reading, Parsed]:
    wires = [{"source": edge[0], "target": edge[1]} for edge in edges]
    canvas = {"version": 1, "name": "c", "nodes": nodes, "edges": wires}
    path.write_text(json.dumps(canvas), encoding="utf-8")
    reading = open_transcript(path)
    (parsed,) = reading
    return reading, parsed


def by_text(parsed: Parsed, kind: str) -> list[tuple[str, str]]:
    """(text of the message, value) of the settings of a kind; a message's id as its text."""
    text = {message.id: message.text for message in parsed.conversation.messages}
    out = []
    for one in parsed.settings:
        if one.name.startswith(kind):
            first, *rest = one.value.split(" ")
            out.append((text[one.message], " ".join([text.get(first, first), *rest])))
    return out


def test_a_role_prompt_counts_from_its_node_on_or_from_the_next(tmp_path: Path) -> None:
    reading, parsed = read(
        tmp_path / "f",
        [
            node("a", "q", "r", rolePrompt="너는 엄격하다."),
            node("b", "q2", "r2", rolePrompt="다음", roleMode="set-next"),
            node("c", "q3", "r3", rolePrompt="alone", roleMode="reset"),
            node("d", "q4", rolePrompt="to nobody", roleMode="set-next"),
            node("e", "q5", "r5", rolePrompt="", roleMode="inherit"),
        ],
        "ab",
        "bc",
        "cd",
        "ae",
    )
    assert by_text(parsed, "role") == [("q", "너는 엄격하다. only"), ("r2", "다음 only")]
    said = [m for m in parsed.conversation.messages if m.role == "system"]
    assert [(m.text, m.source) for m in said] == [("너는 엄격하다.", "a/role"), ("다음", "b/role")]
    assert [m.text for m in parsed.conversation.messages][-2:] == ["너는 엄격하다.", "다음"]
    assert reading.skipped == {
        "role prompt for one node alone": 1,
        "role prompt that counts for nothing": 1,
    }


def test_a_role_prompt_changes_nothing_of_the_conversations_key(tmp_path: Path) -> None:
    keys = {
        read(tmp_path / "f", [node("a", "q", "r", rolePrompt=role)])[1].conversation.key
        for role in ("", "one", "another")
    }
    assert len(keys) == 1


def test_a_model_and_a_passage_stand_on_every_wording_of_a_question(tmp_path: Path) -> None:
    asked = node("b", "neu?", "x", "y", active=1, model="gpt-4o")
    asked["data"] |= {"questions": ["alt?", "neu?"], "branchContext": "the 항구 opens\nat 5"}
    reading, parsed = read(
        tmp_path / "f",
        [
            node("a", "q", "other", "So **the 항구** opens at 5.", active=1),
            asked,
            node("c", "?", "!", branchContext="never said", model=" "),
        ],
        "ab",
        "bc",
    )
    assert by_text(parsed, "model") == [("alt?", "gpt-4o"), ("neu?", "gpt-4o")]
    whole = "So **the 항구** opens at 5."
    assert whole[5:24] == "the 항구** opens at 5"
    assert by_text(parsed, "passage") == [("alt?", f"{whole} 0 5 24"), ("neu?", f"{whole} 0 5 24")]
    assert reading.skipped == {"passage that stands nowhere": 1}


def test_documents_are_put_in_at_their_node_and_taken_out_below(tmp_path: Path) -> None:
    files = [
        {"id": "f1", "name": "약관.md", "type": "text/markdown", "content": "# 제1조"},
        {
            "id": "f2",
            "name": "plan.png",
            "type": "image/png",
            "content": base64.b64encode(PNG).decode(),
            "extractedText": "North is up",
        },
    ]
    reading, parsed = read(
        tmp_path / "f",
        [
            node("a", "q", "r", attachments=files),
            node("b", "q2", "r2", excludedAttachmentIds=["f1", "gone"]),
            node("c", "q3", "r3", includedAttachmentIds=["f1"], attachments=files[:1]),
            node("d", "q4", "r4", attachments=files, archived=True),
        ],
        "ab",
        "bc",
        "ad",
    )
    assert [(one.id, one.name, one.media_type) for one in parsed.materials] == [
        ("0", "약관.md", "text/markdown"),
        ("1", "plan.png", "image/png"),
        ("2", "plan.png, text", "text/plain"),
    ]
    assert parsed.blobs[parsed.materials[1].digest] == PNG
    text = {message.id: message.text for message in parsed.conversation.messages}
    assert [(text[one.message], one.name, one.value) for one in parsed.settings] == [
        ("q", "material:0", "in"),
        ("q", "material:1", "in"),
        ("q", "material:2", "in"),
        ("q2", "material:0", "out"),
        ("q3", "material:0", "in"),
    ]
    assert all(len(message.parts) == 1 for message in parsed.conversation.messages)
    assert reading.skipped == {"choice of a file that is not there": 1, "archived node": 1}


def test_a_file_on_the_canvas_is_put_in_where_its_wires_lead(tmp_path: Path) -> None:
    file = {"id": "f", "name": "a.txt", "type": "text/plain", "content": "inhalt"}
    reading, parsed = read(
        tmp_path / "f",
        [
            node("f", "", attachments=[file], stepKind="file"),
            node("g", "", stepKind="note"),
            node("a", "q", "r"),
            node("b", "q2", "r2"),
        ],
        "fg",
        "ga",
        "ab",
    )
    assert parsed.settings == (Setting(message="0", name="material:0", value="in"),)
    assert reading.skipped == {"file": 1, "empty node": 1}


def test_versions_tell_which_one_is_shown(tmp_path: Path) -> None:
    asked = node("b", "neu", "x", "y", active=1)
    asked["data"]["questions"] = ["alt", "neu"]
    _, parsed = read(
        tmp_path / "f", [node("a", "q", "one", "two", active=1), asked, node("c", "?", "!")], "ab"
    )
    text = {message.id: message.text for message in parsed.conversation.messages}

    def told(one: Versions) -> tuple[list[str], dict[str, str]]:
        return [text[each] for each in one.shown], {text[old]: text[new] for old, new in one.others}

    assert [told(one) for one in parsed.versions] == [
        (["q", "two"], {"one": "two"}),
        (["neu", "y"], {"alt": "neu", "x": "y"}),
    ]


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [
        ("instruction", "Do it", "instruction of a step"),
        ("fanoutRoles", [{"name": "a", "prompt": "b"}], "role of a fan-out"),
        ("isEvaluator", True, "evaluator"),
        ("roleSourceNodeId", "x", "choice of a role prompt"),
        ("anchor", {"page": 3}, "place in a document"),
    ],
)
def test_what_no_setting_says_is_named(tmp_path: Path, field: str, value: Any, kind: str) -> None:
    reading, parsed = read(tmp_path / "f", [node("a", "q", "r", **{field: value})])
    assert reading.skipped == {kind: 1}
    assert len(parsed.conversation.messages) == 2


def test_settings_of_odd_types_are_passed_over(tmp_path: Path) -> None:
    odd = {
        "rolePrompt": 3,
        "model": ["x"],
        "branchContext": {"text": "q"},
        "excludedAttachmentIds": "f",
        "includedAttachmentIds": [1, None, ""],
        "attachments": [{"type": 5, "name": None, "content": [], "extractedText": "\ud83d"}],
    }
    _, parsed = read(tmp_path / "f", [node("a", "q", "r", **odd)])
    assert (parsed.settings, parsed.materials) == ((), ())
