"""Cline tasks: session files, what they compacted, API histories and UI messages."""

import json
from pathlib import Path
from typing import Any

import pytest

from infold.core.messages import Attachment, Opaque, Text, ToolCall, ToolResult
from infold.errors import FormatError
from infold.formats import Parsed, Reading, open_transcript

NOTICE = (
    "<SYSTEM_NOTICE>\nEarlier context was compacted. Summary of your actions after the request "
    "above:\nFiles read:\n{}\n</SYSTEM_NOTICE>"
)


def said(id_: str, role: str, *texts: str, **more: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": text} for text in texts]
    return {"id": id_, "role": role, "content": content, "ts": 1783376868634} | more


def session(*messages: object, **more: Any) -> dict[str, Any]:
    return {
        "version": 1,
        "updated_at": "2026-07-15T05:42:04.818Z",
        "agent": "lead",
        "sessionId": "1784094124598_rruoq",
        "messages": list(messages),
        "system_prompt": "You are Cline.",
    } | more


def read(path: Path, value: object) -> tuple[Reading, list[Parsed]]:
    path.write_text(json.dumps(value, indent="\t"), encoding="utf-8")
    reading = open_transcript(path)
    return reading, list(reading)


def test_a_session_is_a_conversation_with_its_id_as_key(tmp_path: Path) -> None:
    model = {"modelInfo": {"id": "mistralai/voxtral", "provider": "cline"}}
    reading, (parsed,) = read(
        tmp_path / "f",
        session(
            said("m1", "user", "포트는 5433"), said("m2", "assistant", "分かりました", **model)
        ),
    )
    made = parsed.conversation
    assert (made.key, made.format, made.leaf) == ("1784094124598_rruoq", "cline", "1")
    assert [(each.text, each.source, each.author) for each in made.messages] == [
        ("포트는 5433", "m1", None),
        ("分かりました", "m2", "mistralai/voxtral"),
    ]
    assert made.messages[0].at is not None
    assert made.messages[0].at.isoformat() == "2026-07-06T22:27:48.634000+00:00"
    assert (reading.records_in, reading.messages_out) == (3, 2)
    assert reading.skipped == {"system prompt": 1}
    assert parsed.compactions == ()


def test_calls_results_and_named_files(tmp_path: Path) -> None:
    file = {"type": "file", "path": "/srv/ポート.py", "content": "PORT = 5433\n"}
    call = {"type": "tool_use", "id": "t1", "name": "read_files", "input": {"files": ["a"]}}
    results = [
        {"query": "/srv/a.py:1-2", "result": "1 | 포트 = 5433", "success": True},
        {"query": "ls", "result": "", "error": "no such folder", "success": False},
    ]
    result = {"type": "tool_result", "tool_use_id": "t1", "name": "read_files", "content": results}
    plain = {"type": "tool_result", "tool_use_id": "t1", "content": '{"query":"edit"}'}
    _, (parsed,) = read(
        tmp_path / "f",
        session(
            {"id": "m1", "role": "user", "content": [{"type": "text", "text": "see"}, file]},
            {"id": "m2", "role": "assistant", "content": [call]},
            {"id": "m3", "role": "user", "content": [result]},
            {"id": "m4", "role": "user", "content": [plain]},
        ),
    )
    asked, called, answered, other = parsed.conversation.messages
    kept = asked.parts[1]
    assert isinstance(kept, Attachment)
    assert (kept.kind, kept.name, kept.media_type) == ("file", "/srv/ポート.py", "text/plain")
    assert parsed.blobs == {kept.digest: b"PORT = 5433\n"}
    assert called.parts == (ToolCall(id="t1", name="read_files", arguments='{"files":["a"]}'),)
    assert answered.role == "tool"
    assert answered.parts == (
        ToolResult(
            call="t1", text="/srv/a.py:1-2\n1 | 포트 = 5433\nls\nno such folder", error=True
        ),
    )
    assert other.parts == (ToolResult(call="t1", text='{"query":"edit"}'),)


def test_repeated_ids_are_read_once_and_others_kept_apart(tmp_path: Path) -> None:
    reading, (parsed,) = read(
        tmp_path / "f",
        session(
            said("m1", "user", "eins"),
            said("m1", "user", "eins"),
            said("m1", "user", "zwei"),
            said("m1", "user", "zwei", ts=1783376868999),
        ),
    )
    assert [each.text for each in parsed.conversation.messages] == ["eins", "zwei", "zwei"]
    assert [each.source for each in parsed.conversation.messages] == ["m1", "m1#2", "m1#3"]
    assert reading.skipped == {"system prompt": 1, "repeated record": 1}


def test_bad_messages_are_counted_and_named(tmp_path: Path) -> None:
    reading, (parsed,) = read(
        tmp_path / "f",
        session(said("m1", "user", "a"), 7, {"role": "robot", "content": "x"}, said("m2", "user")),
    )
    assert [bad.reason for bad in reading.bad] == [
        "message 2: a message that is no object",
        "message 3: the role 'robot' is not known",
    ]
    assert len(parsed.conversation.messages) == 2
    assert reading.messages_in == reading.messages_out + reading.bad_count


def test_a_summary_of_what_was_removed(tmp_path: Path) -> None:
    text = "Context summary:\n\n## 목표\n포트를 5433으로. 目標:ポート。"
    summary = said("s", "user", text) | {
        "metadata": {"kind": "compaction_summary", "summary": "…", "tokensBefore": 21919}
    }
    _, (parsed,) = read(
        tmp_path / "f", session(summary, said("m8", "user", "hello"), said("m9", "assistant", "hi"))
    )
    (made,) = parsed.compactions
    assert (made.tool, made.text, made.message, made.sources) == ("cline", text, "0", None)
    assert not made.unreadable
    assert [each.role for each in parsed.conversation.messages] == ["system", "user", "assistant"]


@pytest.mark.parametrize("content", [[], "", [{"type": "redacted_thinking", "data": "gAAA"}]])
def test_an_empty_or_encrypted_summary_is_unreadable(tmp_path: Path, content: object) -> None:
    summary = {"id": "s", "role": "user", "metadata": {"kind": "compaction_summary"}}
    _, (parsed,) = read(
        tmp_path / "f", session(summary | {"content": content}, said("m1", "user", "hello"))
    )
    (made,) = parsed.compactions
    assert (made.unreadable, made.message, made.sources) == (True, "0", None)


def test_notices_of_one_compaction_are_one_summary(tmp_path: Path) -> None:
    first = said("m1", "user", "can you update it", NOTICE.format("a.py:1-2"))
    first["metadata"] = {"kind": "compaction", "messagesRemoved": 22}
    _, (parsed,) = read(
        tmp_path / "f",
        session(
            first,
            said("m6", "assistant", "done", metadata={"compaction": "preserved"}),
            said("m7", "user", "더 작게", NOTICE.format("b.py")),
            said("m8", "user", "what does `Earlier context was compacted` mean?"),
        ),
    )
    (made,) = parsed.compactions
    assert made.text == NOTICE.format("a.py:1-2") + "\n\n" + NOTICE.format("b.py")
    assert (made.message, made.sources) == ("0", None)
    assert [each.role for each in parsed.conversation.messages] == [
        "user",
        "assistant",
        "user",
        "user",
    ]


def test_two_summaries_in_a_row(tmp_path: Path) -> None:
    kind = {"metadata": {"kind": "compaction_summary"}}
    _, (parsed,) = read(
        tmp_path / "f",
        session(said("s", "user", "eins", **kind), said("t", "user", "zwei", **kind)),
    )
    assert [(each.text, each.message) for each in parsed.compactions] == [
        ("eins", "0"),
        ("zwei", "1"),
    ]


CONTINUED = (
    "[summarize_task] Result:\nThis session is being continued from a previous conversation that "
    "ran out of context. The conversation is summarized below:\nポートは 5433。"
)


def test_an_api_history_is_told_by_its_wrapping(tmp_path: Path) -> None:
    details = "<environment_details>\n# Visible files\n</environment_details>"
    reading, (parsed,) = read(
        tmp_path / "f",
        [
            {"role": "user", "content": [{"type": "text", "text": "<task>\nport?\n</task>"}]},
            {"role": "assistant", "content": [{"type": "text", "text": "5433"}]},
            {"role": "user", "content": [{"type": "text", "text": CONTINUED}]},
            {"role": "user", "content": [{"type": "text", "text": details}], "ts": 1783376868634},
        ],
    )
    assert (reading.format, reading.messages_out) == ("cline", 4)
    assert parsed.conversation.key.startswith("cline:")
    (made,) = parsed.compactions
    assert (made.text, made.message, made.sources) == (CONTINUED, "2", None)


def test_ui_messages(tmp_path: Path) -> None:
    def shown(kind: str, name: str, text: str = "", **more: Any) -> dict[str, Any]:
        return {"ts": 1783376868634, "type": kind, kind: name, "text": text} | more

    reading, (parsed,) = read(
        tmp_path / "f",
        [
            shown("say", "task", "어느 포트?", images=["data:image/png;base64,cG5n"]),
            shown("say", "api_req_started", '{"request":"…"}'),
            shown("say", "reasoning", "hm"),
            shown("say", "text", "I look", partial=True),
            shown("say", "text", "I look", modelInfo={"modelId": "glm-5"}),
            shown("say", "tool", '{"tool":"readFile","path":"a.py"}'),
            shown("ask", "command", "ls"),
            shown("say", "command_output", "a.py"),
            shown("ask", "followup", '{"question":"Which?","options":["5432","5433"]}'),
            shown("say", "user_feedback", "5433"),
            shown("ask", "condense", "요약"),
            shown("say", "tool", '{"tool":"summarizeTask","content":"要約"}'),
            shown("ask", "summarize_task", ""),
            shown("say", "completion_result", "Done"),
            shown("ask", "completion_result"),
        ],
    )
    made = parsed.conversation.messages
    assert [(each.role, each.text) for each in made] == [
        ("user", "어느 포트?"),
        ("assistant", ""),
        ("assistant", "I look"),
        ("assistant", ""),
        ("assistant", ""),
        ("tool", "a.py"),
        ("assistant", "Which?\n- 5432\n- 5433"),
        ("user", "5433"),
        ("system", "요약"),
        ("system", "要約"),
        ("system", ""),
        ("assistant", "Done"),
    ]
    assert isinstance(made[0].parts[1], Attachment)
    assert made[1].parts == (Opaque(kind="reasoning", data='"hm"'),)
    assert made[2].author == "glm-5"
    assert made[3].calls
    assert made[4].calls == made[5].answers
    assert [(each.text, each.message) for each in parsed.compactions] == [
        ("요약", "8"),
        ("要約", "9"),
        ("", "10"),
    ]
    assert reading.skipped == {
        "say/api_req_started": 1,
        "say/text": 1,
        "ask/completion_result": 1,
    }


def test_a_cut_session_keeps_its_complete_messages(tmp_path: Path) -> None:
    path = tmp_path / "f"
    whole = json.dumps(session(said("m1", "user", "a"), said("m2", "user", "b")), indent=1)
    path.write_text(whole[: whole.index('"b"')], encoding="utf-8")
    reading = open_transcript(path)
    (parsed,) = reading
    assert [each.text for each in parsed.conversation.messages] == ["a"]
    assert reading.bad_count == 1


def test_an_empty_session_is_skipped(tmp_path: Path) -> None:
    reading, found = read(tmp_path / "f", session())
    assert (found, reading.skipped) == ([], {"system prompt": 1, "empty conversation": 1})


def test_a_recording_of_requests_is_refused(tmp_path: Path) -> None:
    request = {"scope": "https://x", "method": "POST", "path": "/flags", "status": 200}
    with pytest.raises(FormatError, match="a recording of web requests"):
        read(tmp_path / "f", [request | {"response": {"flags": {}}}])


def test_what_other_programs_write_is_not_taken(tmp_path: Path) -> None:
    text = {"type": "text", "text": "tell me about <environment_details>"}
    reading, _ = read(tmp_path / "f", [{"role": "user", "content": [text]}])
    assert reading.format == "openai"
    reading, _ = read(
        tmp_path / "g", {"sessionId": "x", "messages": [{"role": "user", "content": "a"}]}
    )
    assert reading.format == "openai"


def test_a_text_part_is_enough(tmp_path: Path) -> None:
    _, (parsed,) = read(
        tmp_path / "f", session({"id": "m", "role": "user", "content": "nur Text", "ts": "bad"})
    )
    (message,) = parsed.conversation.messages
    assert (message.parts, message.at) == ((Text(text="nur Text"),), None)
