"""Large records and large files: all of the text, in memory bounded by the largest conversation."""

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from infold.formats import open_transcript


@pytest.mark.parametrize("form", ["lines", "array", "object"])
def test_a_message_of_5_million_characters(tmp_path: Path, form: str) -> None:
    text = '한국어 and \\n " { [ ' * 300_000
    assert len(text) >= 5_000_000
    records = [{"role": "user", "content": text}, {"role": "assistant", "content": "끝"}]
    written = {
        "lines": "\n".join(map(json.dumps, records)),
        "array": json.dumps(records),
        "object": json.dumps({"messages": records}),
    }[form]
    path = tmp_path / "f"
    path.write_text(written, encoding="utf-8")
    (parsed,) = open_transcript(path)
    assert [message.text for message in parsed.conversation.messages] == [text, "끝"]


LONG = '한국어 中文 日本語 und \\n \\" { [ ' * 215_000
HOLDERS: dict[str, object] = {
    "chatgpt": {
        "id": "c",
        "mapping": {
            "a": {
                "id": "a",
                "parent": None,
                "message": {"author": {"role": "user"}, "content": {"parts": [LONG]}},
            }
        },
    },
    "claude-ai": {
        "uuid": "c",
        "chat_messages": [
            {"sender": "human", "text": LONG, "content": [{"type": "text", "text": LONG}]}
        ],
    },
    "claude-code": {
        "type": "user",
        "uuid": "a",
        "parentUuid": None,
        "sessionId": "s",
        "message": {"role": "user", "content": LONG},
    },
    "letta": {"agents": [{"messages": [{"role": "user", "content": LONG}]}]},
    "locomo": {"conversation": {"session_1": [{"speaker": "민수", "dia_id": "1", "text": LONG}]}},
    "thoughtdag": {"nodes": [{"id": "a", "position": {}, "data": {"question": LONG}}]},
    "sharegpt": {"conversations": [{"from": "human", "value": LONG}]},
    "anthropic": {
        "messages": [
            {"role": "user", "content": [{"type": "tool_result", "content": "x"}]},
            {"role": "assistant", "content": [{"type": "text", "text": LONG}]},
        ]
    },
}


@pytest.mark.parametrize("name", HOLDERS)
def test_a_message_of_5_million_characters_in_every_format(tmp_path: Path, name: str) -> None:
    assert len(LONG) > 5_000_000
    path = tmp_path / "f"
    path.write_text(json.dumps(HOLDERS[name]), encoding="utf-8")
    reading = open_transcript(path)
    (parsed,) = reading
    assert reading.format == name
    same = parsed.conversation.messages[-1].text == LONG
    assert same, "another text"
    assert (reading.bad, reading.repaired) == ([], [])


def test_a_line_of_40_million_bytes(tmp_path: Path) -> None:
    path = tmp_path / "f"
    with path.open("w", encoding="utf-8") as file:
        file.write('{"role": "user", "content": "a"}\n{"role": "user", "content": "')
        for _ in range(40):
            file.write("words \\n 단어 " * 62_500)
        file.write('"}\n{"role": "user", "content": "z"}\n')
    (parsed,) = open_transcript(path)
    assert [len(message.text) for message in parsed.conversation.messages] == [
        1,
        40 * 62_500 * len("words \n 단어 "),
        1,
    ]


def _chatgpt(number: int) -> object:
    message = {"author": {"role": "user"}, "content": {"parts": ["x" * 100_000]}}
    node = {"id": "a", "parent": None, "message": message}
    return {"id": f"c{number}", "mapping": {"a": node}}


def _claude_ai(number: int) -> object:
    return {
        "uuid": f"c{number}",
        "chat_messages": [{"sender": "human", "text": "x" * 100_000, "content": []}],
    }


def _locomo(number: int) -> object:
    turn = {"speaker": "Jon", "dia_id": "D1:1", "text": "x" * 100_000}
    return {"sample_id": f"c{number}", "conversation": {"session_1": [turn]}}


@pytest.mark.parametrize("write", [_chatgpt, _claude_ai, _locomo])
@pytest.mark.parametrize("form", ["array", "lines"])
def test_a_file_of_many_conversations_is_never_in_memory_as_a_whole(
    tmp_path: Path, form: str, write: Callable[[int], object]
) -> None:
    path = tmp_path / "f"
    ends = ("[", ",\n", "]") if form == "array" else ("", "\n", "")
    with path.open("w", encoding="utf-8") as file:
        file.write(ends[0])
        for number in range(400):
            file.write((ends[1] if number else "") + json.dumps(write(number)))
        file.write(ends[2])
    assert path.stat().st_size > 40_000_000
    tracemalloc.start()
    try:
        assert sum(1 for _ in open_transcript(path)) == 400
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000
