"""Files that grow, shrink, are replaced or vanish while they are read."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from infold.errors import FormatError
from infold.formats import open_transcript
from infold.formats.inputs import CHUNK, file_input

BODY = bytes(range(256)) * (3 * CHUNK // 256)


def after_the_first_piece(path: Path, change: Callable[[Path], None]) -> bytes:
    path.write_bytes(BODY)
    os.utime(path, ns=(1, 1))
    given = b""
    for number, data in enumerate(file_input(path).pieces()):
        given += data
        if number == 0:
            change(path)
    return given


def grow(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"more")


def shrink(path: Path) -> None:
    os.truncate(path, CHUNK + 5)


def cut_and_write(path: Path) -> None:
    path.write_bytes(b"x" * len(BODY))


def change_one_byte_that_was_read(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(CHUNK // 2)
        file.write(b"!")


def vanish(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(b"y" * len(BODY))
    other.replace(path)


@pytest.mark.parametrize("change", [grow, vanish, replace])
def test_what_was_found_is_read_to_its_end(tmp_path: Path, change: Callable[[Path], None]) -> None:
    assert after_the_first_piece(tmp_path / "f", change) == BODY


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (shrink, "became shorter"),
        (cut_and_write, "written anew"),
        (change_one_byte_that_was_read, "written anew"),
    ],
)
def test_what_changed_is_an_error_before_a_changed_byte_is_given(
    tmp_path: Path, change: Callable[[Path], None], said: str
) -> None:
    with pytest.raises(FormatError, match=said) as caught:
        after_the_first_piece(tmp_path / "f", change)
    assert caught.value.file == str(tmp_path / "f")
    assert caught.value.hint


def test_another_file_in_its_place_is_not_read_on(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(BODY)
    entry = file_input(path)
    assert b"".join(entry.pieces()) == BODY
    replace(path)
    with pytest.raises(FormatError, match="replaced"):
        next(entry.pieces())
    with pytest.raises(FormatError, match="replaced"):
        entry.head()


def test_a_log_that_grows_gives_the_lines_that_were_there(tmp_path: Path) -> None:
    path = tmp_path / "f"
    line = json.dumps({"role": "user", "content": "말 " * 500}) + "\n"
    path.write_text(line * 2000, encoding="utf-8")
    reading = open_transcript(path)
    with path.open("a", encoding="utf-8") as file:
        file.write(line)
    (parsed,) = reading
    assert len(parsed.conversation.messages) == 2000
    assert reading.bytes_read == reading.size < path.stat().st_size
