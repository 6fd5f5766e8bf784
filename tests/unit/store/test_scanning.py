"""Looking for byte strings in files: every one that is there, across pieces, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infold.store import scanning
from infold.store.scanning import Finder, files_of, scan


@given(
    st.lists(st.binary(min_size=4, max_size=9), min_size=1, max_size=12, unique=True),
    st.binary(max_size=200),
    st.data(),
)
def test_what_is_found_is_what_stands_there(
    needles: list[bytes], noise: bytes, data: st.DataObject
) -> None:
    hidden = data.draw(st.lists(st.sampled_from(needles), max_size=4))
    at = data.draw(st.integers(0, len(noise)))
    whole = noise[:at] + b"".join(hidden) + noise[at:]
    finder = Finder(needles)
    finder.look(whole)
    assert finder.found == {i for i, needle in enumerate(needles) if needle in whole}


def test_a_needle_across_two_pieces_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "_PIECE", 16)
    file = tmp_path / "data"
    file.write_bytes(b"0123456789abcdefghijklmnopqrstuvwxyz" * 3)
    needles = [b"cdefghij", b"yz0123", b"not there", b"wxyz" * 2]
    told: list[int] = []
    found = scan([file], needles, progress=told.append)
    assert found.found == {0, 1}
    assert found.size == told[-1] == 108
    assert found.files == ("data",)


def test_the_files_of_a_store_are_those_of_its_name(tmp_path: Path) -> None:
    for name in ("in[1].db", "in[1].db-wal", "in[1].db-shm", "other.db-wal", "in[1].db.jsonl"):
        (tmp_path / name).write_bytes(b"x")
    assert [file.name for file in files_of(tmp_path / "in[1].db")] == [
        "in[1].db",
        "in[1].db-shm",
        "in[1].db-wal",
    ]


def test_a_file_that_went_away_is_passed_over(tmp_path: Path) -> None:
    assert scan([tmp_path / "gone"], [b"needle"]).found == frozenset()
