"""Large records and large files: all of the text, in memory bounded by the largest conversation."""

import json
import tracemalloc
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


@pytest.mark.parametrize("form", ["array", "lines"])
def test_a_file_of_many_conversations_is_never_in_memory_as_a_whole(
    tmp_path: Path, form: str
) -> None:
    path = tmp_path / "f"
    message = {"author": {"role": "user"}, "content": {"parts": ["x" * 100_000]}}
    ends = ("[", ",\n", "]") if form == "array" else ("", "\n", "")
    with path.open("w", encoding="utf-8") as file:
        file.write(ends[0])
        for number in range(400):
            node = {"id": "a", "parent": None, "message": message}
            value = json.dumps({"id": f"c{number}", "mapping": {"a": node}})
            file.write((ends[1] if number else "") + value)
        file.write(ends[2])
    assert path.stat().st_size > 40_000_000
    tracemalloc.start()
    try:
        assert sum(1 for _ in open_transcript(path)) == 400
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000
