import json
from pathlib import Path

from infold.core.messages import Opaque, Text, ToolCall, ToolResult
from infold.formats import open_transcript

THINKING = '{"type": "thinking","thinking":"caf\\u00e9","signature": "s=="}'
MESSAGES = (
    '[{"role": "user", "content": "포트는?"}, {"role": "assistant", "content": ['
    + THINKING
    + ', {"type": "tool_use", "id": "t", "name": "get", "input": {"a": 1}}]},'
    '{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "5433"}]},'
    '{"role": "assistant", "content": [{"type": "text", "text": "5433"}]}]'
)


def test_signed_thinking_stays_byte_identical_in_every_form(tmp_path: Path) -> None:
    path = tmp_path / "f"
    lines = "\n".join(json.dumps(each) for each in json.loads(MESSAGES)[:1])
    for text in (
        MESSAGES,
        '{"messages": ' + MESSAGES + ', "system": "You help."}',
        lines + '\n{"role": "assistant", "content": [' + THINKING + "]}",
    ):
        path.write_text(text, encoding="utf-8")
        reading = open_transcript(path)
        (parsed,) = reading
        assert reading.format == parsed.conversation.format == "anthropic"
        opaque = [
            part
            for message in parsed.conversation.messages
            for part in message.parts
            if isinstance(part, Opaque)
        ]
        assert opaque == [Opaque(kind="thinking", data=THINKING)]


def test_the_system_prompt_comes_first_and_results_are_of_the_tool(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text('{"system": "You help.", "messages": ' + MESSAGES + "}", encoding="utf-8")
    (parsed,) = open_transcript(path)
    messages = parsed.conversation.messages
    assert [message.role for message in messages] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
    ]
    assert messages[0].parts == (Text(text="You help."),)
    assert messages[2].parts[1] == ToolCall(id="t", name="get", arguments='{"a":1}')
    assert messages[3].parts == (ToolResult(call="t", text="5433"),)


def test_a_logged_answer_is_the_last_message(tmp_path: Path) -> None:
    path = tmp_path / "f"
    answer = '{"role": "assistant", "content": [{"type": "text", "text": "bye"}], "id": "msg_1"}'
    path.write_text(
        '{"request": {"messages": ' + MESSAGES + '}, "response": ' + answer + "}", encoding="utf-8"
    )
    (parsed,) = open_transcript(path)
    assert parsed.conversation.messages[-1].text == "bye"
    assert parsed.conversation.messages[-1].source == "msg_1"
