import json
from pathlib import Path
from typing import Any

import pytest

from infold.core.messages import Attachment, Opaque, Text, ToolCall, ToolResult
from infold.formats import Parsed, Reading, open_transcript

ROOT = "00000000-0000-4000-8000-000000000000"


def said(uuid: str, text: str | None = None, **more: Any) -> dict[str, Any]:
    """A message of the list of an export."""
    words = f"text of {uuid}" if text is None else text
    block = {"type": "text", "text": words, "citations": []}
    made = {"uuid": uuid, "sender": "human", "text": words, "content": [block]}
    return made | {"created_at": "2025-05-03T10:00:01.123456Z"} | more


def under(uuid: str, parent: str | None, **more: Any) -> dict[str, Any]:
    """A message of a single chat, which names its parent."""
    return said(uuid, parent_message_uuid=parent, **more)


def read(path: Path, *messages: Any, **more: Any) -> tuple[Reading, list[Parsed]]:
    value = {"uuid": "chat-1", "name": "제목", "chat_messages": list(messages), **more}
    path.write_text(json.dumps(value), encoding="utf-8")
    reading = open_transcript(path)
    return reading, list(reading)


def edges(parsed: Parsed) -> set[tuple[str, str, bool]]:
    source = {message.id: message.source for message in parsed.conversation.messages}
    return {(source[w.parent], source[w.child], w.inferred) for w in parsed.conversation.wires}


def test_an_export_and_a_single_chat_read_alike(tmp_path: Path) -> None:
    value = {
        "uuid": "chat-1",
        "name": "제목",
        "chat_messages": [said("a"), said("b", sender="assistant")],
    }
    for form in (json.dumps([value]), json.dumps(value, indent=1), json.dumps(value) + "\n"):
        (tmp_path / "f").write_text(form, encoding="utf-8")
        reading = open_transcript(tmp_path / "f")
        (parsed,) = reading
        conversation = parsed.conversation
        assert (reading.format, conversation.key, conversation.title) == (
            "claude-ai",
            "chat-1",
            "제목",
        )
        assert [message.role for message in conversation.messages] == ["user", "assistant"]
        assert edges(parsed) == {("a", "b", False)}
        assert conversation.leaf is None
        at = conversation.messages[0].at
        assert at is not None
        assert at.isoformat() == "2025-05-03T10:00:01.123456+00:00"


def test_edits_and_new_answers_are_branches_and_the_leaf_is_kept(tmp_path: Path) -> None:
    _, (parsed,) = read(
        tmp_path / "f",
        under("q", ROOT),
        under("a1", "q", sender="assistant"),
        under("a2", "q", sender="assistant"),
        under("q-edited", ROOT),
        under("a3", "q-edited", sender="assistant"),
        under("next", "a1"),
        current_leaf_message_uuid="a2",
    )
    assert edges(parsed) == {
        ("q", "a1", False),
        ("q", "a2", False),
        ("q-edited", "a3", False),
        ("a1", "next", False),
    }
    assert parsed.conversation.leaf == "2"


def test_parents_that_are_missing_are_told_by_order(tmp_path: Path) -> None:
    _, (parsed,) = read(tmp_path / "f", under("a", None), under("b", "gone"), under("c", None))
    assert edges(parsed) == {("a", "b", True), ("b", "c", True)}


def test_messages_that_are_not_kept_are_bridged(tmp_path: Path) -> None:
    reading, (parsed,) = read(
        tmp_path / "f",
        under("a", ROOT),
        under("stopped", "a", sender="assistant", text="", content=[]),
        under("bad", "stopped", sender="ghost"),
        under("b", "bad"),
        current_leaf_message_uuid="stopped",
    )
    assert edges(parsed) == {("a", "b", False)}
    assert parsed.conversation.leaf == "0"
    assert reading.skipped == {"empty message": 1}
    assert [bad.reason for bad in reading.bad] == ["message 3: the sender 'ghost' is not known"]


def test_children_may_stand_before_their_parents(tmp_path: Path) -> None:
    _, (parsed,) = read(tmp_path / "f", under("b", "a", sender="assistant"), under("a", ROOT))
    assert [message.source for message in parsed.conversation.messages] == ["a", "b"]
    assert edges(parsed) == {("a", "b", False)}


def test_a_circle_of_parents_is_opened(tmp_path: Path) -> None:
    reading, (parsed,) = read(tmp_path / "f", under("a", "b"), under("b", "a"))
    assert edges(parsed) == {("a", "b", False)}
    assert [repair.reason for repair in reading.repaired] == [
        "the parents of message 'a' go in a circle"
    ]


@pytest.mark.parametrize(
    ("text", "content", "kept", "repaired"),
    [
        ("전부", [], "전부", 0),
        ("全部", None, "全部", 0),
        ("all", "", "all", 0),
        ("", ["すべて"], "すべて", 0),
        ("eins\n zwei", ["eins", "zwei"], "eins\n\nzwei", 0),
        ("satu", ["satu dua"], "satu dua", 1),
        ("satu dua tiga", ["satu"], "satu dua tiga", 1),
        ("one two", ["one", "xyz"], "one\n\nxyz", 1),
        ("```\nThis block is not supported on your current device yet.\n```", ["x"], "x", 0),
    ],
)
def test_of_text_and_content_the_one_that_says_more_is_kept(
    tmp_path: Path, text: str, content: Any, kept: str, repaired: int
) -> None:
    blocks = [{"type": "text", "text": each} for each in content] if content else content
    reading, (parsed,) = read(tmp_path / "f", said("a", text=text, content=blocks))
    assert parsed.conversation.messages[0].text == kept
    assert len(reading.repaired) == repaired
    assert reading.bad == []


def test_a_longer_text_takes_the_place_of_the_texts_alone(tmp_path: Path) -> None:
    thought = {"type": "thinking", "thinking": "…"}
    use = {"type": "tool_use", "id": "t", "name": "f", "input": {}}
    blocks = [thought, {"type": "text", "text": "a"}, use, {"type": "text", "text": "b"}]
    _, (parsed,) = read(tmp_path / "f", said("x", text="a and b", content=blocks))
    kinds = [type(part) for part in parsed.conversation.messages[0].parts]
    assert kinds == [Opaque, Text, ToolCall]
    _, (parsed,) = read(tmp_path / "f", said("x", text="words", content=[thought, use]))
    kinds = [type(part) for part in parsed.conversation.messages[0].parts]
    assert kinds == [Opaque, Text, ToolCall]


def test_calls_without_ids_are_paired_in_order(tmp_path: Path) -> None:
    blocks = [
        {"type": "tool_use", "name": "search", "input": {"q": "한국"}},
        {"type": "tool_use", "name": "read", "input": {}},
        {"type": "tool_result", "name": "search", "content": [{"type": "text", "text": "찾음"}]},
        {"type": "tool_result", "name": "read", "content": "無", "is_error": True},
    ]
    _, (parsed,) = read(tmp_path / "f", said("a", sender="assistant", text="", content=blocks))
    assert parsed.conversation.messages[0].parts == (
        ToolCall(id="call-1", name="search", arguments='{"q":"한국"}'),
        ToolCall(id="call-2", name="read", arguments="{}"),
        ToolResult(call="call-1", text="찾음"),
        ToolResult(call="call-2", text="無", error=True),
    )


def test_thinking_is_kept_as_it_stands_in_the_file(tmp_path: Path) -> None:
    block = '{ "type":"thinking",  "thinking":"\\uc548", "signature":"c2ln" }'
    message = f'{{"uuid":"a","sender":"assistant","text":"x","content":[{block}]}}'
    path = tmp_path / "f"
    path.write_text(f'[{{"uuid":"c","chat_messages":[{message}]}}]', encoding="utf-8")
    (parsed,) = open_transcript(path)
    assert parsed.conversation.messages[0].parts == (
        Opaque(kind="thinking", data=block),
        Text(text="x"),
    )


def test_texts_of_attachments_are_parts_and_files_are_named(tmp_path: Path) -> None:
    attached = {
        "file_name": "계약.pdf",
        "file_size": 9,
        "file_type": "application/pdf",
        "extracted_content": "제1조",
    }
    image = {"file_kind": "image", "file_uuid": "f-1", "file_name": "a.png"}
    message = said("a", attachments=[attached, None, 7], files=[image, {"file_name": "b.csv"}])
    _, (parsed,) = read(tmp_path / "f", message)
    assert parsed.conversation.messages[0].parts == (
        Text(text="text of a"),
        Attachment(kind="file", media_type="application/pdf", name="계약.pdf", size=9),
        Text(text="제1조"),
        Opaque(kind="attachment", data="7"),
        Attachment(kind="image", uri="f-1", name="a.png"),
        Attachment(kind="file", name="b.csv"),
    )


def test_a_message_of_attachments_alone_is_a_message(tmp_path: Path) -> None:
    message = said("a", text="", content=[], attachments=[{"extracted_content": "only"}])
    reading, (parsed,) = read(tmp_path / "f", message)
    assert parsed.conversation.messages[0].text == "only"
    assert reading.skipped == {}


def test_repeats_are_skipped_and_equal_ids_are_told_apart(tmp_path: Path) -> None:
    reading, (parsed,) = read(tmp_path / "f", said("a"), said("a"), said("a", text="other"))
    assert [message.source for message in parsed.conversation.messages] == ["a", "a#2"]
    assert reading.skipped == {"repeated record": 1}
    assert reading.records_in == 3


def test_an_export_that_is_cut_off_keeps_its_whole_chats(tmp_path: Path) -> None:
    values = [{"uuid": f"c{n}", "chat_messages": [said("a", text=f"말 {n}")]} for n in range(4)]
    text = json.dumps(values)
    (tmp_path / "f").write_text(text[: int(len(text) * 0.9)], encoding="utf-8")
    reading = open_transcript(tmp_path / "f")
    assert [parsed.conversation.key for parsed in reading] == ["c0", "c1", "c2"]
    assert len(reading.bad) == 1
