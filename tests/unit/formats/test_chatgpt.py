import json
from pathlib import Path
from typing import Any

import pytest

from infold.core.messages import Attachment, Opaque, ToolCall, ToolResult
from infold.errors import FormatError
from infold.formats import Parsed, Reading, open_transcript


def node(
    name: str, parent: str | None, role: str = "user", text: object = "hi", **more: Any
) -> dict[str, Any]:
    message = {
        "id": name,
        "author": {"role": role, "name": more.pop("tool", None)},
        "content": more.pop("content", {"content_type": "text", "parts": [text]}),
        "create_time": more.pop("create_time", None),
        "metadata": more.pop("metadata", {}),
        "recipient": more.pop("recipient", "all"),
        "weight": more.pop("weight", 1.0),
    }
    return {"id": name, "parent": parent, "children": [], "message": message}


def tree(*nodes: dict[str, Any], **more: Any) -> dict[str, Any]:
    root = {"id": "root", "parent": None, "children": [], "message": None}
    mapping = {each["id"]: each for each in (root, *nodes)}
    for each in nodes:
        if each.get("parent") in mapping:
            mapping[each["parent"]].setdefault("children", []).append(each["id"])
    return {"conversation_id": "conv-1", "title": "제목", "mapping": mapping, **more}


def read(path: Path, value: object) -> tuple[Reading, list[Parsed]]:
    path.write_text(json.dumps(value), encoding="utf-8")
    reading = open_transcript(path)
    return reading, list(reading)


def edges(parsed: Parsed) -> set[tuple[str, str]]:
    source = {message.id: message.source for message in parsed.conversation.messages}
    return {(source[wire.parent], source[wire.child]) for wire in parsed.conversation.wires}


def test_a_list_and_a_single_conversation_read_alike(tmp_path: Path) -> None:
    value = tree(node("a", "root"), node("b", "a", "assistant"), current_node="b")
    for form in (value, [value]):
        reading, (parsed,) = read(tmp_path / "f", form)
        assert reading.format == parsed.conversation.format == "chatgpt"
        assert parsed.conversation.key == "conv-1"
        assert parsed.conversation.title == "제목"
        assert [message.source for message in parsed.conversation.messages] == ["a", "b"]
        assert parsed.conversation.leaf == "1"
        assert reading.skipped == {"node without a message": 1}
        assert (reading.records_in, reading.messages_out) == (3, 2)


def test_edits_and_new_answers_are_branches(tmp_path: Path) -> None:
    value = tree(
        node("q1", "root"),
        node("a1", "q1", "assistant"),
        node("a2", "q1", "assistant"),
        node("q1-edited", "root"),
        node("a3", "q1-edited", "assistant"),
        node("q2", "a2"),
        current_node="a2",
    )
    _, (parsed,) = read(tmp_path / "f", value)
    assert edges(parsed) == {("q1", "a1"), ("q1", "a2"), ("q1-edited", "a3"), ("a2", "q2")}
    messages = {message.id: message.source for message in parsed.conversation.messages}
    assert parsed.conversation.leaf is not None
    assert messages[parsed.conversation.leaf] == "a2"


def test_order_is_by_parents_not_by_times_or_the_file(tmp_path: Path) -> None:
    value = tree(
        node("c", "b", create_time=1.0),
        node("b", "a", "assistant", create_time=1757015046.5),
        node("a", "root", create_time=1757015050),
    )
    _, (parsed,) = read(tmp_path / "f", value)
    messages = parsed.conversation.messages
    assert [message.source for message in messages] == ["a", "b", "c"]
    assert messages[1].at is not None
    assert messages[1].at.isoformat() == "2025-09-04T19:44:06.500000+00:00"


def test_missing_children_are_told_by_parents_and_missing_parents_by_children(
    tmp_path: Path,
) -> None:
    value = tree(node("a", "root"), node("b", "a", "assistant"), node("c", "b"))
    for each in value["mapping"].values():
        del each["children"]
    value["mapping"]["b"]["children"] = ["c"]
    del value["mapping"]["c"]["parent"]
    _, (parsed,) = read(tmp_path / "f", value)
    assert edges(parsed) == {("a", "b"), ("b", "c")}
    assert not any(wire.inferred for wire in parsed.conversation.wires)


def test_a_dangling_parent_is_inferred(tmp_path: Path) -> None:
    value = tree(node("a", "root"), node("b", "gone", "assistant"))
    _, (parsed,) = read(tmp_path / "f", value)
    (wire,) = parsed.conversation.wires
    assert (wire.parent, wire.child, wire.inferred) == ("0", "1", True)


def test_empty_and_hidden_nodes_are_bridged(tmp_path: Path) -> None:
    hidden = {"is_visually_hidden_from_conversation": True}
    context = {
        "content_type": "user_editable_context",
        "user_profile": "이름은 민수",
        "user_instructions": "短く",
    }
    value = tree(
        node("s", "root", "system", "", metadata=hidden, weight=0),
        node("ctx", "s", "user", content=context, metadata=hidden),
        node("a", "ctx"),
        node("empty", "a", "assistant", content={"content_type": "text", "parts": []}),
        node("b", "empty", "assistant", weight=0),
        current_node="empty",
    )
    reading, (parsed,) = read(tmp_path / "f", value)
    assert edges(parsed) == {("ctx", "a"), ("a", "b")}
    first = parsed.conversation.messages[0]
    assert (first.role, first.text) == ("system", "이름은 민수\n\n短く")
    assert parsed.conversation.leaf == "1"
    assert reading.skipped == {"node without a message": 1, "empty message": 2}


def test_images_are_addresses_and_uploads_are_named(tmp_path: Path) -> None:
    image = {
        "content_type": "image_asset_pointer",
        "asset_pointer": "file-service://file-1",
        "size_bytes": 123,
    }
    uploads = [
        {"id": "file-1", "name": "a.png", "mime_type": "image/png", "size": 123},
        {"id": "file-2", "name": "b.pdf", "mime_type": "application/pdf", "size": 9},
    ]
    content = {"content_type": "multimodal_text", "parts": [image, "무엇?", {"odd": 1}, None]}
    value = tree(node("a", "root", content=content, metadata={"attachments": uploads}))
    _, (parsed,) = read(tmp_path / "f", value)
    parts = parsed.conversation.messages[0].parts
    assert parts[0] == Attachment(kind="image", uri="file-service://file-1", size=123)
    assert parsed.conversation.messages[0].text == "무엇?"
    assert parts[2] == Opaque(kind="unknown", data='{"odd":1}')
    assert parts[3] == Attachment(
        kind="file", uri="file-2", name="b.pdf", media_type="application/pdf", size=9
    )
    assert len(parts) == 4


def test_tools_models_and_thoughts(tmp_path: Path) -> None:
    code = {"content_type": "code", "language": "python", "text": "print(1)"}
    output = {"content_type": "execution_output", "text": "1\n"}
    thoughts = {"content_type": "thoughts", "thoughts": [{"summary": "s", "content": "c"}]}
    value = tree(
        node("a", "root"),
        node("t", "a", "assistant", content=thoughts),
        node("c", "t", "assistant", content=code, recipient="python"),
        node("r", "c", "tool", content=output, tool="python"),
        node("b", "r", "assistant", metadata={"model_slug": "gpt-4o"}),
        node("orphan", "b", "tool", content=output, tool="browser"),
    )
    _, (parsed,) = read(tmp_path / "f", value)
    _, thought, call, result, answer, orphan = parsed.conversation.messages
    assert thought.parts[0] == Opaque(
        kind="thoughts",
        data='{"content_type":"thoughts","thoughts":[{"summary":"s","content":"c"}]}',
    )
    assert call.parts == (ToolCall(id="c", name="python", arguments="print(1)"),)
    assert result.parts == (ToolResult(call="c", text="1\n"),)
    assert answer.author == "gpt-4o"
    assert orphan.parts == (ToolResult(call="", text="1\n"),)
    assert orphan.author == "browser"


def test_bad_nodes_are_listed_and_their_children_stay(tmp_path: Path) -> None:
    value = tree(node("a", "root"), node("x", "a", "ghost"), node("b", "x", "assistant"))
    value["mapping"]["y"] = 7
    reading, (parsed,) = read(tmp_path / "f", value)
    assert edges(parsed) == {("a", "b")}
    assert [bad.reason for bad in reading.bad] == [
        "node 'y' is no object",
        "node 'x': the role 'ghost' is not known",
    ]
    assert reading.messages_in == reading.messages_out + reading.bad_count == 4


def test_a_circle_of_parents_is_opened(tmp_path: Path) -> None:
    value = tree(node("a", "c"), node("b", "a"), node("c", "b"))
    reading, (parsed,) = read(tmp_path / "f", value)
    assert edges(parsed) == {("a", "b"), ("b", "c")}
    assert [repair.reason for repair in reading.repaired] == [
        "the parents of node 'a' go in a circle"
    ]


@pytest.mark.parametrize("indent", [None, 2])
def test_a_cut_export_keeps_its_complete_conversations(tmp_path: Path, indent: int | None) -> None:
    values = [tree(node("a", "root", text=str(i)), conversation_id=f"c{i}") for i in range(4)]
    path = tmp_path / "f"
    path.write_text(json.dumps(values, indent=indent)[:-90], encoding="utf-8")
    reading = open_transcript(path)
    assert [parsed.conversation.key for parsed in reading] == ["c0", "c1", "c2"]
    assert [bad.reason for bad in reading.bad] == ["the file is cut off inside this record"]
    with pytest.raises(FormatError, match="cut off") as caught:
        open_transcript(path, strict=True)
    assert caught.value.line is not None


def test_a_long_chain_with_empty_nodes(tmp_path: Path) -> None:
    size = 20_000
    chain = [node("n0", "root")]
    chain += [node(f"n{i}", f"n{i - 1}", text="" if i % 2 else "x") for i in range(1, size)]
    _, (parsed,) = read(tmp_path / "f", tree(*chain))
    assert len(parsed.conversation.messages) == size // 2
    assert len(parsed.conversation.wires) == size // 2 - 1
