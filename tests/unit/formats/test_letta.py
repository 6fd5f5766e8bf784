import json
from pathlib import Path
from typing import Any

import pytest

from infold.core.messages import Attachment, Opaque, Text, ToolCall, ToolResult
from infold.errors import FormatError
from infold.formats import Parsed, Reading, open_transcript


def record(role: str, content: Any = None, **more: Any) -> dict[str, Any]:
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    made = {"type": "message", "role": role, "content": content, "name": None, "model": None}
    return made | {"tool_calls": None, "tool_call_id": None, "tool_returns": []} | more


def agent(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"id": "agent-0", "name": "비서", "messages": list(messages), **more}


def read(path: Path, value: object, *, mark: bool = False) -> tuple[Reading, list[Parsed]]:
    path.write_text(json.dumps(value), encoding="utf-8-sig" if mark else "utf-8")
    reading = open_transcript(path)
    return reading, list(reading)


@pytest.mark.parametrize("mark", [False, True])
@pytest.mark.parametrize("twice", [False, True])
def test_agents_are_conversations_and_memory_is_counted(
    tmp_path: Path, mark: bool, twice: bool
) -> None:
    one = agent(
        record("system", "<memory_blocks>이름은 민수</memory_blocks>", id="message-0"),
        record("user", "안녕", id="message-1", created_at="2025-11-21T03:09:18.456506+00:00"),
        record("assistant", "ようこそ", id="message-2", model="gpt-4o-mini"),
        in_context_message_ids=["message-0", "message-2"],
    )
    other = agent(record("user", "Halo"), id="agent-1", name="dua")
    value: Any = {"agents": [one, other], "blocks": [{"label": "human"}] * 2, "tools": [{}] * 3}
    reading, (first, second) = read(
        tmp_path / "f", json.dumps(value, indent=2) if twice else value, mark=mark
    )
    assert reading.format == "letta"
    assert (first.conversation.title, second.conversation.title) == ("비서", "dua")
    assert [message.role for message in first.conversation.messages] == [
        "system",
        "user",
        "assistant",
    ]
    assert [message.source for message in first.conversation.messages] == [
        "message-0",
        "message-1",
        "message-2",
    ]
    assert first.conversation.messages[2].author == "gpt-4o-mini"
    assert first.conversation.messages[1].at is not None
    assert first.conversation.key.endswith(":agent-0")
    assert reading.skipped == {"memory block": 2, "tool": 3}
    assert reading.records_in == 9


def test_the_older_form_is_one_agent(tmp_path: Path) -> None:
    value = {
        "name": "sam",
        "agent_type": "memgpt_agent",
        "core_memory": [{"label": "human", "value": "x"}],
        "in_context_message_indices": [0],
        "messages": [record("user", "hallo")],
    }
    reading, (parsed,) = read(tmp_path / "f", value)
    assert (reading.format, parsed.conversation.title) == ("letta", "sam")
    assert reading.skipped == {"memory block": 1}


def test_calls_and_results_are_paired(tmp_path: Path) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "send", "arguments": '{"m":"네"}'}}
    block = {"type": "tool_call", "id": "c1", "name": "send", "input": {"m": "네"}}
    thought = {"type": "reasoning", "reasoning": "…", "is_native": True, "signature": "s"}
    _, (parsed,) = read(
        tmp_path / "f",
        {
            "agents": [
                agent(
                    record("assistant", [thought], tool_calls=[call]),
                    record("assistant", [block], tool_calls=[call]),
                    record(
                        "tool",
                        "ok",
                        tool_call_id="c1",
                        name="send",
                        tool_returns=[{"tool_call_id": "c1", "status": "error"}],
                    ),
                    record(
                        "tool",
                        [],
                        tool_returns=[
                            {"tool_call_id": "c2", "status": "success", "func_response": "둘"},
                            {"tool_call_id": "c3", "status": "error", "stderr": ["e"]},
                        ],
                    ),
                    record(
                        "tool",
                        [
                            {
                                "type": "tool_return",
                                "tool_call_id": "c4",
                                "content": "四",
                                "is_error": True,
                            }
                        ],
                    ),
                )
            ]
        },
    )
    first, second, third, fourth, fifth = parsed.conversation.messages
    assert first.parts == (
        Opaque(
            kind="reasoning",
            data='{"type":"reasoning","reasoning":"…","is_native":true,"signature":"s"}',
        ),
        ToolCall(id="c1", name="send", arguments='{"m":"네"}'),
    )
    assert second.parts == (ToolCall(id="c1", name="send", arguments='{"m":"네"}'),)
    assert third.parts == (ToolResult(call="c1", text="ok", error=True),)
    assert fourth.parts == (
        ToolResult(call="c2", text="둘"),
        ToolResult(call="c3", text='["e"]', error=True),
    )
    assert {message.role for message in (third, fourth, fifth)} == {"tool"}
    assert fifth.parts == (ToolResult(call="c4", text="四", error=True),)


def test_an_empty_result_is_a_result(tmp_path: Path) -> None:
    messages = [record("tool", [], tool_call_id="c1"), record("tool", [])]
    reading, (parsed,) = read(tmp_path / "f", {"agents": [agent(*messages)]})
    assert [m.parts for m in parsed.conversation.messages] == [(ToolResult(call="c1", text=""),)]
    assert reading.skipped == {"empty message": 1}


def test_approvals_are_calls_and_results(tmp_path: Path) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "rm", "arguments": "{}"}}
    given = [{"tool_call_id": "c1", "status": "error", "reason": "tidak boleh"}]
    asked = record("approval", None, tool_calls=[call])
    _, (parsed,) = read(
        tmp_path / "f", {"agents": [agent(asked, record("approval", None, approvals=given))]}
    )
    one, other = parsed.conversation.messages
    assert (one.role, one.parts) == ("assistant", (ToolCall(id="c1", name="rm", arguments="{}"),))
    assert (other.role, other.parts) == (
        "tool",
        (ToolResult(call="c1", text="tidak boleh", error=True),),
    )


@pytest.mark.parametrize("kind", ["heartbeat", "login", "system_alert"])
def test_notices_of_the_program_are_no_words_of_the_user(tmp_path: Path, kind: str) -> None:
    notice = json.dumps({"type": kind, "time": "now"})
    typed = json.dumps({"type": "user_message", "message": "안녕"})
    _, (parsed,) = read(
        tmp_path / "f", {"agents": [agent(record("user", notice), record("user", typed))]}
    )
    assert [message.role for message in parsed.conversation.messages] == ["system", "user"]
    assert [message.text for message in parsed.conversation.messages] == [notice, typed]


def test_images_are_kept_by_digest(tmp_path: Path) -> None:
    source = {"type": "base64", "media_type": "image/png", "data": "cG5n"}
    content = [{"type": "image", "source": source}, {"type": "text", "text": "Was ist das?"}]
    _, (parsed,) = read(tmp_path / "f", {"agents": [agent(record("user", content))]})
    image, text = parsed.conversation.messages[0].parts
    assert isinstance(image, Attachment)
    assert parsed.blobs[image.digest] == b"png"
    assert text == Text(text="Was ist das?")


def test_empty_and_bad_messages_are_counted(tmp_path: Path) -> None:
    reading, (parsed,) = read(
        tmp_path / "f",
        {
            "agents": [
                agent(record("user", []), record("user", "a"), record("ghost", "b"), 5),
                7,
                agent(),
            ]
        },
    )
    assert len(parsed.conversation.messages) == 1
    assert reading.skipped == {"empty message": 1, "empty conversation": 1}
    assert [bad.reason for bad in reading.bad] == [
        "message 3: the role 'ghost' is not known",
        "message 4: it is no object",
        "agent 2 has no messages",
    ]


def test_a_message_of_100_000_characters(tmp_path: Path) -> None:
    text = "긴 메시지와 long text " * 6_000
    assert len(text) > 100_000
    value = json.dumps({"agents": [agent(record("user", text))]})
    _, (parsed,) = read(tmp_path / "f", value)
    assert parsed.conversation.messages[0].text == text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"{\\"agents\\": [', "cut off"),
        ('"just a text"', "no object"),
        ('"{\\"agents\\": [}"', "encoded twice"),
        ('"[1, 2]"', "no object"),
        ('"a","b"\n"c","d"\n', "Extra data"),
    ],
)
def test_a_text_that_holds_no_whole_object_is_one_typed_error(
    tmp_path: Path, text: str, found: str
) -> None:
    (tmp_path / "f").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=found) as caught:
        open_transcript(tmp_path / "f")
    assert (caught.value.line, bool(caught.value.hint)) == (1, True)
