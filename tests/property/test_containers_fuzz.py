"""Archives whose bytes are damaged anywhere: read in part or refused, and nothing else."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from infold.errors import FormatError
from infold.formats import open_transcripts

TEXTS = ("PostgreSQL 16.2", "데이터베이스", "数据库", "データベース", "basis data", "où ça ?")


def archive() -> bytes:
    chats = [[{"role": "user", "content": f"{text} {n}"} for n in range(30)] for text in TEXTS]
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("나.json", json.dumps(chats[0]))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for number, chat in enumerate(chats[1:]):
            packed.writestr(f"{number}/chat.json", json.dumps(chat, ensure_ascii=False))
        packed.writestr("inner.zip", inner.getvalue())
        packed.writestr("image.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    return file.getvalue()


WHOLE = archive()


def texts(path: Path) -> list[str]:
    with open_transcripts(path) as transcripts:
        return [
            message.text
            for reading in transcripts
            for parsed in reading
            for message in parsed.conversation.messages
        ]


def outcome(path: Path) -> tuple[list[str], FormatError | None]:
    try:
        return texts(path), None
    except FormatError as error:
        return [], error


@given(
    flips=st.lists(
        st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(1, 255)), min_size=1, max_size=6
    ),
    cut=st.integers(0, len(WHOLE)) | st.just(len(WHOLE)),
    doubled=st.booleans(),
)
def test_a_damaged_archive_gives_whole_messages_or_a_typed_error(
    flips: list[tuple[int, int]], cut: int, doubled: bool
) -> None:
    data = bytearray(WHOLE)
    for place, bits in flips:
        data[place] ^= bits
    data = data[:cut]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.zip"
        path.write_bytes(b"PK\x03\x04" + bytes(data[4:]) * (2 if doubled else 1))
        found, refused = outcome(path)
        assert refused is None or (refused.hint and str(path) in refused.message)
        assert set(found) <= {f"{text} {n}" for text in TEXTS for n in range(30)}


def test_the_whole_archive_gives_all_of_it(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(WHOLE)
    assert len(texts(path)) == 30 * len(TEXTS)
