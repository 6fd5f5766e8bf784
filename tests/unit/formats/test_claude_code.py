import json
from pathlib import Path
from typing import Any

import pytest

from infold.core.messages import Attachment, Message, Opaque, Text, ToolCall, ToolResult
from infold.formats import Parsed, Reading, open_transcript


def record(uuid: str, parent: str | None = None, kind: str = "user", **more: Any) -> dict[str, Any]:
    content = more.pop("content", f"text of {uuid}")
    made: dict[str, Any] = {
        "type": kind,
        "uuid": uuid,
        "parentUuid": parent,
        "isSidechain": False,
        "sessionId": "s1",
        "timestamp": "2025-12-16T02:00:00.000Z",
    }
    if kind in ("user", "assistant"):
        made["message"] = {"role": kind, "content": content}
    return made | more


def read(path: Path, *records: object) -> tuple[Reading, list[Parsed]]:
    lines = [each if isinstance(each, str) else json.dumps(each) for each in records]
    path.write_text("\n".join(lines), encoding="utf-8")
    reading = open_transcript(path)
    return reading, list(reading)


def edges(parsed: Parsed) -> set[tuple[str, str, bool]]:
    source = {message.id: message.source for message in parsed.conversation.messages}
    return {
        (source[wire.parent], source[wire.child], wire.inferred)
        for wire in parsed.conversation.wires
    }


def test_a_session_is_a_conversation_with_its_id_as_key(tmp_path: Path) -> None:
    reading, (parsed,) = read(
        tmp_path / "f",
        record("a", content="포트는 5433"),
        record("b", "a", "assistant", content=[{"type": "text", "text": "分かりました"}]),
        {"type": "permission-mode", "permissionMode": "ask", "sessionId": "s1"},
        {"type": "file-history-snapshot", "messageId": "b", "snapshot": {}},
    )
    conversation = parsed.conversation
    assert (conversation.key, conversation.format) == ("s1", "claude-code")
    assert [message.text for message in conversation.messages] == ["포트는 5433", "分かりました"]
    assert conversation.messages[0].at is not None
    assert conversation.messages[0].at.isoformat() == "2025-12-16T02:00:00+00:00"
    assert edges(parsed) == {("a", "b", False)}
    assert conversation.leaf == "1"
    assert reading.skipped == {"permission-mode": 1, "file-history-snapshot": 1}
    assert (reading.records_in, reading.messages_out) == (4, 2)


def test_blocks_become_parts_and_thinking_stays_byte_identical(tmp_path: Path) -> None:
    thinking = '{"type":"thinking", "thinking":"caf\\u00e9  \\/","signature":"x=="}'
    line = (
        '{"parentUuid":null,"type":"assistant","uuid":"a","sessionId":"s1","message":'
        '{"role":"assistant","content":[' + thinking + ',{"type":"text","text":"ok"},'
        '{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}'
    )
    result = [
        {
            "type": "tool_result",
            "tool_use_id": "t1",
            "is_error": True,
            "content": [
                {"type": "text", "text": "실패"},
                {"type": "image", "source": {"type": "base64", "data": "cG5n"}},
            ],
        }
    ]
    _, (parsed,) = read(tmp_path / "f", line, record("b", "a", content=result))
    first, second = parsed.conversation.messages
    assert first.parts == (
        Opaque(kind="thinking", data=thinking),
        Text(text="ok"),
        ToolCall(id="t1", name="Bash", arguments='{"command":"ls"}'),
    )
    assert second.role == "tool"
    assert second.parts[0] == ToolResult(call="t1", text="실패", error=True)
    assert isinstance(second.parts[1], Attachment)
    assert parsed.blobs == {second.parts[1].digest: b"png"}


def test_null_missing_and_dangling_parents_continue_the_record_before(tmp_path: Path) -> None:
    bare = record("c")
    del bare["parentUuid"]
    _, (parsed,) = read(
        tmp_path / "f", record("a"), record("b", None, "assistant"), bare, record("d", "gone")
    )
    assert edges(parsed) == {("a", "b", True), ("b", "c", True), ("c", "d", True)}


def test_ways_lead_through_records_that_are_no_messages(tmp_path: Path) -> None:
    _, (parsed,) = read(
        tmp_path / "f",
        record("a"),
        record("s", "a", "system", subtype="turn_duration"),
        record("t", "s", "attachment", attachment={"type": "todo_reminder"}),
        record("b", "t"),
        record("c", "a"),
    )
    assert edges(parsed) == {("a", "b", False), ("a", "c", False)}


def test_a_compact_boundary_is_crossed_by_its_logical_parent(tmp_path: Path) -> None:
    boundary = record("cb", None, "system", subtype="compact_boundary", logicalParentUuid="b")
    reading, (parsed,) = read(
        tmp_path / "f",
        record("a"),
        record("b", "a", "assistant"),
        record("x", "a", "assistant"),
        boundary,
        record("sum", "cb", content="요약", isCompactSummary=True),
        record("d", "sum"),
    )
    assert edges(parsed) == {
        ("a", "b", False),
        ("a", "x", False),
        ("b", "sum", False),
        ("sum", "d", False),
    }
    summary = parsed.conversation.messages[3]
    assert (summary.role, summary.text) == ("system", "요약")
    assert reading.skipped == {"system/compact_boundary": 1}


def test_sidechains_are_branches_and_not_the_leaf(tmp_path: Path) -> None:
    _, (parsed,) = read(
        tmp_path / "f",
        record("a"),
        record("b", "a", "assistant"),
        record("x", None, isSidechain=True),
        record("y", "x", "assistant", isSidechain=True),
        record("c", None),
        record("z", "y", isSidechain=True),
    )
    assert edges(parsed) == {
        ("a", "b", False),
        ("b", "x", True),
        ("x", "y", False),
        ("b", "c", True),
        ("y", "z", False),
    }
    leaf = parsed.conversation.leaf
    assert leaf is not None
    assert parsed.conversation.messages[int(leaf)].source == "c"


def test_records_out_of_order_are_put_behind_their_parents(tmp_path: Path) -> None:
    _, (parsed,) = read(tmp_path / "f", record("c", "b"), record("b", "a"), record("a", "gone"))
    assert [message.source for message in parsed.conversation.messages] == ["a", "b", "c"]
    assert edges(parsed) == {("a", "b", False), ("b", "c", False)}


def test_repeated_records_count_once_and_equal_ids_of_different_ones_are_kept(
    tmp_path: Path,
) -> None:
    again = record("a", cwd="/elsewhere")
    reading, (parsed,) = read(
        tmp_path / "f",
        record("a"),
        again,
        record("a", content="otherwise"),
        record("b", "a", "assistant"),
    )
    assert [message.source for message in parsed.conversation.messages] == ["a", "a#2", "b"]
    assert edges(parsed) == {("a", "a#2", True), ("a#2", "b", False)}
    assert reading.skipped == {"repeated record": 1}


def test_a_record_that_is_its_own_parent(tmp_path: Path) -> None:
    reading, (parsed,) = read(tmp_path / "f", record("a"), record("b", "b"), record("c", "b"))
    assert edges(parsed) == {("a", "b", True), ("b", "c", False)}
    assert reading.repaired == []


def test_two_records_that_name_each_other(tmp_path: Path) -> None:
    reading, (parsed,) = read(tmp_path / "f", record("a", "b"), record("b", "a"))
    assert edges(parsed) == {("a", "b", False)}
    assert [repair.line for repair in reading.repaired] == [1]


def test_several_sessions_are_several_conversations(tmp_path: Path) -> None:
    _, parsed = read(
        tmp_path / "f",
        record("a"),
        record("x", sessionId="s2"),
        record("b", None, "assistant"),
        record("y", "x", "assistant", sessionId="s2"),
    )
    assert [each.conversation.key for each in parsed] == ["s1", "s2"]
    assert edges(parsed[0]) == {("a", "b", True)}
    assert edges(parsed[1]) == {("x", "y", False)}


def test_drifted_records_of_tools_are_messages(tmp_path: Path) -> None:
    call = {
        "type": "tool_use",
        "sessionId": "s1",
        "uuid": "t",
        "name": "bash",
        "input": {"c": "ls"},
    }
    result = {
        "type": "tool_result",
        "sessionId": "s1",
        "uuid": "r",
        "name": "bash",
        "output": "a\n",
    }
    _, (parsed,) = read(tmp_path / "f", record("a"), call, result)
    assert parsed.conversation.messages[1:] == (
        Message(
            role="assistant", parts=(ToolCall(id="call-1", name="bash", arguments='{"c":"ls"}'),)
        ),
        Message(role="tool", parts=(ToolResult(call="call-1", text="a\n"),)),
    )
    assert edges(parsed) == {("a", "t", True), ("t", "r", True)}


def test_what_a_person_typed_meanwhile_is_a_message(tmp_path: Path) -> None:
    queued = {"type": "queued_command", "prompt": "잠깐, 5432 입니다", "commandMode": "prompt"}
    told = {"type": "queued_command", "prompt": "done", "commandMode": "task-notification"}
    reading, (parsed,) = read(
        tmp_path / "f",
        record("a"),
        record("q", "a", "attachment", attachment=queued),
        record("n", "q", "attachment", attachment=told),
    )
    assert parsed.conversation.messages[1].role == "user"
    assert parsed.conversation.messages[1].text == "잠깐, 5432 입니다"
    assert reading.skipped == {"attachment/queued_command": 1}


@pytest.mark.parametrize(
    ("titles", "title"),
    [
        ([], ""),
        (["summary"], "of summary"),
        (["ai-title", "summary"], "of ai-title"),
        (["custom-title", "ai-title", "summary"], "of custom-title"),
    ],
)
def test_the_title_is_the_persons_own_else_the_programs(
    tmp_path: Path, titles: list[str], title: str
) -> None:
    known = {
        "summary": {"type": "summary", "summary": "of summary", "leafUuid": "a"},
        "ai-title": {"type": "ai-title", "aiTitle": "of ai-title", "sessionId": "s1"},
        "custom-title": {
            "type": "custom-title",
            "customTitle": "of custom-title",
            "sessionId": "s1",
        },
    }
    elsewhere = {"type": "summary", "summary": "of another session", "leafUuid": "zzz"}
    records = [known[name] for name in titles]
    _, (parsed,) = read(tmp_path / "f", elsewhere, *records, record("a"))
    assert parsed.conversation.title == title


def test_bad_records_are_listed_with_their_lines(tmp_path: Path) -> None:
    broken = record("b")
    del broken["message"]["content"]
    reading, (parsed,) = read(
        tmp_path / "f",
        record("a"),
        broken,
        record("c", message="error"),
        '"massive error"',
        '{"silly": "this"}',
        "42",
        "[1]",
        '{"type": "user", "uuid": "cut',
        record("d", "b", timestamp="no time"),
    )
    assert [bad.line for bad in reading.bad] == [2, 3, 4, 5, 6, 7, 8]
    assert edges(parsed) == {("a", "d", True)}
    assert parsed.conversation.messages[1].at is None
    assert reading.messages_in == reading.messages_out + reading.bad_count == 9


def test_a_session_of_20_000_records_that_skip_each_other(tmp_path: Path) -> None:
    size = 20_000
    records = [record("n0")]
    for index in range(1, size):
        kind = "user" if index % 3 == 0 else "progress"
        records.append(record(f"n{index}", f"n{index - 1}", kind))
    _, (parsed,) = read(tmp_path / "f", *records)
    assert len(parsed.conversation.wires) == len(parsed.conversation.messages) - 1
    assert not any(wire.inferred for wire in parsed.conversation.wires)
