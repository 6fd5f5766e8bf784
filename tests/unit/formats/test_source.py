import os
from pathlib import Path

import pytest

from infold.errors import FormatError
from infold.formats.source import CHUNK, open_source

TEXT = '{"a": "안녕 你好 こんにちは selamat café naïve"}\n{"b": 2}\n'


def lines_of(path: Path, data: bytes) -> list[tuple[int, str]]:
    path.write_bytes(data)
    return list(open_source(path).lines())


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"],
)
def test_every_unicode_encoding_gives_the_same_text(tmp_path: Path, encoding: str) -> None:
    assert lines_of(tmp_path / "f", TEXT.encode(encoding)) == [
        (1, '{"a": "안녕 你好 こんにちは selamat café naïve"}'),
        (2, '{"b": 2}'),
    ]


def test_a_mark_of_big_endian_utf_16_is_read(tmp_path: Path) -> None:
    data = b"\xfe\xff" + TEXT.encode("utf-16-be")
    assert lines_of(tmp_path / "f", data)[1] == (2, '{"b": 2}')


def test_broken_bytes_are_replaced_and_their_lines_named(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b'{"a": 1}\n{"a": "caf\xe9"}\n{"a": "\xef\xbf\xbd stays"}\n')
    noted: list[tuple[int, str]] = []
    lines = [line for _, line in open_source(path).lines(lambda *note: noted.append(note))]
    assert lines[1] == '{"a": "caf\ufffd"}'
    assert (2, "bytes that are no text were replaced") in noted


def test_a_replacement_sign_that_was_written_is_no_broken_byte(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text('{"a": "\ufffd"}', encoding="utf-8")
    noted: list[tuple[int, str]] = []
    assert list(open_source(path).lines(lambda *note: noted.append(note))) == [
        (1, '{"a": "\ufffd"}')
    ]
    assert noted == []


def test_only_line_feeds_part_lines_and_blank_lines_keep_the_count(tmp_path: Path) -> None:
    text = "\n  \n{1}\u2028\x85\r\n\n{2}"
    assert lines_of(tmp_path / "f", text.encode()) == [(3, "{1}\u2028\x85\r"), (5, "{2}")]


def test_signs_across_pieces_and_long_lines_stay_whole(tmp_path: Path) -> None:
    text = "{" + "한" * CHUNK + "}\n{é}"  # 3 bytes a sign: pieces end inside signs
    assert lines_of(tmp_path / "f", text.encode()) == [(1, text[: CHUNK + 2]), (2, "{é}")]


@pytest.mark.parametrize(
    ("data", "found", "line"),
    [
        (b"", "is empty", 1),
        (b" \n\t\r\n ", "is empty", 1),
        (b"\xef\xbb\xbf", "is empty", 1),
        (b"PK\x03\x04....", "is a ZIP archive", None),
        (b"\x1f\x8b....", "is a gzip archive", None),
        (b"SQLite format 3\x00....", "is an SQLite database", None),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, "is a binary file", 1),
        ('[{"a":\n"한국어 텍스트"}]'.encode("euc-kr"), "encoding that is not known", 2),
        ('[{"a": "日本語の文章です"}]'.encode("shift-jis"), "encoding that is not known", 1),
    ],
)
def test_what_is_no_text_is_refused(
    tmp_path: Path, data: bytes, found: str, line: int | None
) -> None:
    path = tmp_path / "f"
    path.write_bytes(data)
    with pytest.raises(FormatError, match=found) as caught:
        open_source(path)
    assert caught.value.file == str(path)
    assert caught.value.line == line
    assert "JSON" in caught.value.expected
    assert caught.value.hint


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="is a folder"):
        open_source(tmp_path)
    with pytest.raises(FormatError, match="No such file"):
        open_source(tmp_path / "nothing")


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FormatError, match="no ordinary file"):
        open_source(tmp_path / "pipe")


def test_a_path_that_cannot_be_is_refused() -> None:
    with pytest.raises(FormatError, match="cannot be read"):
        open_source(Path("a\x00b"))


def test_a_file_that_vanishes_is_a_typed_error(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("{}", encoding="utf-8")
    source = open_source(path)
    path.unlink()
    with pytest.raises(FormatError, match="cannot be read"):
        list(source.lines())
