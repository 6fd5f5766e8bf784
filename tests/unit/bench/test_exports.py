"""The files that the import bench brings in: each reads as what it is, all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.exports import FORMS, write
from infold.formats import FORMATS, open_transcript


@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_file_reads_as_its_format_whole(tmp_path: Path, form: str) -> None:
    path = tmp_path / "f"
    size = write(path, form, 300_000, seed=3)
    assert 300_000 <= size == path.stat().st_size < 400_000
    reading = open_transcript(path, strict=True)
    messages = [message for parsed in reading for message in parsed.conversation.messages]
    assert reading.format == form
    assert len(messages) > 100
    texts = "".join(message.text for message in messages)
    assert any("가" <= sign <= "힣" for sign in texts)
    assert len(texts) > size / 3


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        write(tmp_path / name, "chatgpt", 50_000, seed)
    first = (tmp_path / "a").read_bytes()
    assert first == (tmp_path / "b").read_bytes()
    assert first != (tmp_path / "c").read_bytes()


def test_every_format_has_a_writer_but_our_own() -> None:
    assert {form.name for form in FORMATS} == {*FORMS, "infold"}
