import json
from pathlib import Path

import pytest

from infold.core.messages import ToolCall, ToolResult
from infold.formats import open_transcript


def test_conversations_are_read_with_roles_system_and_tools(tmp_path: Path) -> None:
    said = [
        {"from": "human", "value": "안녕?"},
        {"from": "function_call", "value": '{"name": "f"}'},
        {"from": "observation", "value": "晴れ"},
        {"from": "gpt", "value": ""},
    ]
    path = tmp_path / "f"
    path.write_text(
        json.dumps([{"id": "identity_0", "system": "You help.", "conversations": said}]),
        encoding="utf-8",
    )
    reading = open_transcript(path)
    (parsed,) = reading
    messages = parsed.conversation.messages
    assert [message.role for message in messages] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
    ]
    assert messages[2].parts == (ToolCall(id="call-1", name="f", arguments='{"name": "f"}'),)
    assert messages[3].parts == (ToolResult(call="call-1", text="晴れ"),)
    assert parsed.conversation.key.startswith("sharegpt:")
    assert reading.records_in == 5


@pytest.mark.parametrize("lines", [True, False])
def test_bad_messages_and_empty_conversations_are_counted(tmp_path: Path, lines: bool) -> None:
    good = {"conversations": [{"from": "human", "value": "a"}, {"from": "ghost", "value": "b"}]}
    records = [
        good,
        {"conversations": []},
        {"id": "x"},
        {"conversations": [{"from": "gpt", "value": 1}]},
    ]
    path = tmp_path / "f"
    text = "\n".join(map(json.dumps, records)) if lines else json.dumps(records)
    path.write_text(text, encoding="utf-8")
    reading = open_transcript(path)
    assert len(list(reading)) == 1
    assert reading.skipped == {"empty conversation": 1}
    assert [bad.reason for bad in reading.bad] == [
        "message 2: the speaker 'ghost' is not known",
        "a record without conversations",
        "message 1: its value is a number",
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"name": "날씨", "arguments": {}}', "날씨"),
        ('{"name": 3}', ""),
        ('{"tool": "x"}', ""),
        ("look(1)", ""),
        ('{"name": "cut', ""),
    ],
)
def test_a_call_has_the_name_that_it_gives_and_no_other(
    tmp_path: Path, text: str, name: str
) -> None:
    turns = [{"from": "human", "value": "hi"}, {"from": "function_call", "value": text}]
    path = tmp_path / "calls.json"
    path.write_text(json.dumps([{"conversations": turns}]), encoding="utf-8")
    (parsed,) = open_transcript(path)
    assert parsed.conversation.messages[1].parts == (
        ToolCall(id="call-1", name=name, arguments=text),
    )
