"""Rows as values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest

from infold.core.messages import Message, Text
from infold.errors import IntegrityError
from infold.store import rows


@pytest.mark.parametrize(
    "words", ["plain", "안녕하세요", "数据库", "データ", "déjà", "a\ud800b", "\x00", ""]
)
def test_a_text_survives_with_its_signs(words: str) -> None:
    stored = rows.parts_text([Text(text=words)])
    as_sqlite_gives_it = (
        stored if "\ud800" not in words else stored.encode("utf-8", "surrogatepass")
    )
    read = rows.message((0, "m", "user", None, None, "", 1, as_sqlite_gives_it, None))
    assert read == Message(role="user", parts=(Text(text=words),))


def test_korean_takes_no_escapes() -> None:
    assert rows.parts_text([Text(text="한국어")]) == '[["text","한국어"]]'


@pytest.mark.parametrize("parts", ["", "{}", "[1]", '[["text"]]', '[["shape","x"]]', "[[", "null"])
def test_a_row_that_holds_no_message_is_named(parts: str) -> None:
    with pytest.raises(IntegrityError, match="m_7 at position 3") as caught:
        rows.message((3, "m_7", "user", None, None, "", 1, parts, None))
    assert caught.value.records == ("m_7",)


def test_a_time_that_is_none_is_named() -> None:
    with pytest.raises(IntegrityError, match="m_7"):
        rows.message((3, "m_7", "user", None, "2020-13-45", "", 1, "[]", None))


@pytest.mark.parametrize("words", ["plain", "안녕하세요", "a\ud800b", ""])
def test_a_row_that_was_changed_is_not_shown(words: str) -> None:
    stored = rows.parts_text([Text(text=words)])
    given = stored if "\ud800" not in words else stored.encode("utf-8", "surrogatepass")
    kept = rows.checksum(rows.message_values("m", 0, "user", None, None, "s", 1, stored))
    row = (0, "m", "user", None, None, "s", 1, given, kept)
    assert rows.message(row).text == words
    for place, other in enumerate((1, "n", "system", "지우", "2026-03-01", "t", 2, "[]")):
        changed = (*row[:place], other, *row[place + 1 :])
        with pytest.raises(IntegrityError, match="not what was written"):
            rows.message(changed)


def test_microseconds_are_exact() -> None:
    at = datetime(2026, 3, 1, 0, 0, 0, 123457, tzinfo=timezone(timedelta(hours=8)))
    assert rows.from_microseconds(rows.microseconds(at)) == at
    assert rows.from_microseconds(rows.microseconds(at)).tzinfo is UTC


def test_vectors_of_two_lengths_are_refused() -> None:
    blobs = rows.vector_blobs(np.ones((1, 2), np.float32)) + rows.vector_blobs(
        np.ones((1, 3), np.float32)
    )
    with pytest.raises(IntegrityError, match="length"):
        rows.vector_columns([0, 1], blobs)
    with pytest.raises(IntegrityError, match="length"):
        rows.vector_columns([0], [b"abc"])
