import json
from pathlib import Path

import pytest

from infold.errors import FormatError
from infold.formats import FORMATS, open_transcript

GOOD = '{"role": "user", "content": "하나"}\n'


def test_the_name_of_a_file_tells_nothing(tmp_path: Path) -> None:
    path = tmp_path / "conversations.zip"
    path.write_text(GOOD, encoding="utf-8")
    assert open_transcript(path).format == "openai"


def test_strict_refuses_before_anything_is_given(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(GOOD * 3 + "{cut\n" + GOOD, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        open_transcript(path, strict=True)
    assert (caught.value.file, caught.value.line) == (str(path), 4)
    assert caught.value.expected
    assert caught.value.hint


def test_strict_gives_all_of_a_faultless_file(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(GOOD * 3, encoding="utf-8")
    reading = open_transcript(path, strict=True)
    assert [len(parsed.conversation.messages) for parsed in reading] == [3]
    assert reading.messages_out == 3


def test_strict_refuses_broken_bytes(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(GOOD.encode() + b'{"role": "user", "content": "caf\xe9"}\n')
    reading = open_transcript(path)
    assert [message.text for message in next(reading).conversation.messages] == [
        "하나",
        "caf\ufffd",
    ]
    assert [repair.line for repair in reading.repaired] == [2]
    with pytest.raises(FormatError, match="replaced"):
        open_transcript(path, strict=True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hello\nworld\n", "no JSON"),
        ("42", "no JSON"),
        ("[]", "no transcript"),
        ("{}", "no transcript"),
        ('{"a": 1}\n{"b": 2}\n', "no transcript"),
        ('[{"question": "x"}]', "no transcript"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"id": "x", "mapping": {"a": {"id"', "cut off"),
    ],
)
def test_what_is_no_transcript_is_one_typed_error(tmp_path: Path, text: str, found: str) -> None:
    path = tmp_path / "f"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=found) as caught:
        open_transcript(path)
    assert caught.value.file == str(path)
    assert caught.value.line == 1
    assert caught.value.hint


def test_a_file_of_which_nothing_can_be_read_is_an_error_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text('{"role": "user", "content": 1}\n{"role": "user"}\n', encoding="utf-8")
    reading = open_transcript(path)
    with pytest.raises(FormatError, match="nothing in it could be read"):
        list(reading)
    assert reading.bad_count == 2


def test_text_after_the_end_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(f"[{GOOD}] trailing", encoding="utf-8")
    reading = open_transcript(path)
    assert len(list(reading)) == 1
    assert [bad.reason for bad in reading.bad] == ["text after the end: 'trailing'"]


def test_junk_before_the_first_record_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("not json\n" + GOOD, encoding="utf-8")
    reading = open_transcript(path)
    assert len(list(reading)) == 1
    assert [bad.line for bad in reading.bad] == [1]


def test_a_very_long_first_line_is_still_a_line(tmp_path: Path) -> None:
    path = tmp_path / "f"
    long = json.dumps({"role": "user", "content": "x" * 3_000_000})
    path.write_text(f"{long}\n{GOOD}", encoding="utf-8")
    reading = open_transcript(path)
    assert [len(message.text) for message in next(reading).conversation.messages] == [3_000_000, 2]
    path.write_text(f"{long}\n\n", encoding="utf-8")
    assert len(next(open_transcript(path)).conversation.messages) == 1


def test_names_of_formats_are_unique() -> None:
    names = [form.name for form in FORMATS]
    assert len(set(names)) == len(names)


def test_every_format_stands_in_its_page() -> None:
    page = Path(__file__).parents[3] / "docs" / "reference" / "formats.md"
    text = page.read_text(encoding="utf-8")
    assert [form.name for form in FORMATS if f"| `{form.name}` |" not in text] == []
