"""JSON texts as values, and keys that stand twice in one object."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from infold.errors import FormatError
from infold.formats.items import MOST, Repeat, read_item
from infold.formats.opening import open_transcript


def test_the_last_of_equal_keys_counts_and_each_is_named_with_its_line() -> None:
    text = (
        '{"a": {"x": 1,\n"y": [{"x": 2, "x": 3}],\n"\\u0078": 4}, "": "x:",\n'
        '"가" : 5, "가": 6, "가": 7}'
    )
    item = read_item(text, 10)
    assert item.value == json.loads(text)
    assert item.repeats == (
        Repeat(line=11, key="x"),
        Repeat(line=12, key="x"),
        Repeat(line=13, key="가"),
    )
    assert item.repeats[2].reason == 'the key "가" stands twice in one object: the last one counts'


@pytest.mark.parametrize(
    "text",
    [
        '{"a": {"b": 1}, "c": {"b": 1}, "d": [{"a": 1}, {"a": 2}]}',
        '{"a": "b\\"a\\": 1", "b": "a"}',
        '["a", "a", {"a": "a"}]',
        "{}",
    ],
)
def test_what_stands_once_in_its_object_is_no_repeat(text: str) -> None:
    assert read_item(text).repeats == ()


@pytest.mark.parametrize(
    "text", ['{"a": 1, "a": 2, "b"}', '[{"a": 1, "a": 2}, {', '{"a": 1, "a": 2} 3']
)
def test_a_bad_text_with_equal_keys_is_bad(text: str) -> None:
    item = read_item(text)
    assert item.reason.startswith("no JSON")
    assert item.value is None


def test_a_long_key_is_cut_in_what_is_said_and_many_are_bounded() -> None:
    key = "k" * 500
    (one,) = read_item(f'{{"{key}": 1, "{key}": 2}}').repeats
    assert one.key == key
    assert len(one.reason) < 130
    many = "[" + ",".join('{"a":1,"a":2}' for _ in range(MOST + 5)) + "]"
    assert len(read_item(many).repeats) == MOST


def test_many_equal_keys_take_linear_time() -> None:
    def seconds(count: int) -> float:
        text = "{" + ",".join(f'"k{number}": 1, "k{number}": 2' for number in range(count)) + "}"
        began = time.process_time()
        read_item(text)
        return time.process_time() - began

    small = min(seconds(2_000) for _ in range(3))
    assert seconds(32_000) < 16 * 4 * small + 0.05


SAID = '{"role": "user", "content": "old", "content": "new"}'
NEXT = '{"role": "assistant", "content": "yes"}'


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{NEXT}\n{SAID}\n{NEXT}\n", 2),
        (f"[{NEXT},\n{SAID},\n{NEXT}]", 2),
        (f'{{"messages": [{NEXT},\n{SAID},\n{NEXT}]}}', 2),
        (json.dumps(f'{{"messages": [{NEXT},\n{SAID},\n{NEXT}]}}'), 1),
        (f'{{"messages": [{NEXT},\n{SAID},\n{NEXT}], "x": ', 2),
        (f'{{"messages": [],\n"messages": [{NEXT}, {SAID.replace("content", "was", 1)}], "x": ', 2),
    ],
    ids=["lines", "list", "object", "encoded twice", "cut off", "cut off, a member twice"],
)
def test_every_layout_names_file_line_and_key(tmp_path: Path, text: str, line: int) -> None:
    file = tmp_path / "twice.json"
    file.write_text(text, encoding="utf-8")
    reading = open_transcript(file)
    said = [m.text for parsed in reading for m in parsed.conversation.messages]
    assert "new" in said
    assert "old" not in said
    key = "messages" if text.count('"messages"') == 2 else "content"
    noted = [(one.file, one.line, one.reason) for one in reading.repaired]
    assert noted == [
        (str(file), line, f'the key "{key}" stands twice in one object: the last one counts')
    ]
    with pytest.raises(FormatError, match=r"twice|cut off") as refused:
        open_transcript(file, strict=True)
    assert refused.value.line is not None
