"""Segments: a blob gives back the columns, the terms and the vectors that it was made of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from infold.core.forward import ForwardColumns
from infold.recall.segments import Segment, joined, pack, unpack
from tests.unit.recall.builders import columns, placed, say

TEXTS = (
    "PostgreSQL 16.2 port 5433",
    "배포 점검표",
    "数据库端口",
    "サーバーの設定",
    "Müller basis data",
)
NAMES = (None, "Ana", "Zoë", "민준", "lone \ud800")


def made(count: int, *, first: int = 0) -> ForwardColumns:
    rows = placed(
        [say("user", f"{TEXTS[i % 5]} {i}", author=NAMES[i % 5]) for i in range(first + count)]
    )
    return columns(rows, first=first)


def same(one: ForwardColumns, other: ForwardColumns) -> bool:
    return one.author == other.author and all(
        np.array_equal(getattr(one, name), getattr(other, name), equal_nan=name == "at")
        for name in ("position", "parent", "role", "at", "tokens", "flags", "terms", "term_counts")
    )


@pytest.mark.parametrize("first", [0, 30])
def test_a_blob_gives_back_what_it_was_made_of(first: int) -> None:
    rng = np.random.default_rng(3)
    vectors = rng.standard_normal((4, 6)).astype(np.float16).astype(np.float32)
    positions = np.array([0, 2, 3, 9]) + first
    segment = Segment(columns=made(10, first=first), positions=positions, vectors=vectors)
    again = unpack(pack(segment), first=first)
    assert same(again.columns, segment.columns)
    assert again.positions.tolist() == positions.tolist()
    assert np.array_equal(again.vectors, vectors)
    assert again.vectors.flags.owndata


def test_a_segment_without_vectors_or_times() -> None:
    none = np.zeros(0, np.int64)
    segment = Segment(columns=made(3), positions=none, vectors=np.zeros((0, 0), np.float32))
    again = unpack(pack(segment), first=0)
    assert same(again.columns, segment.columns)
    assert again.vectors.shape == (0, 0)
    assert np.isnan(again.columns.at).all()


@given(st.binary(max_size=400))
def test_bytes_that_are_no_segment_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        unpack(data, first=0)


@given(st.data())
def test_a_blob_that_was_cut_is_refused(data: st.DataObject) -> None:
    none = np.zeros(0, np.int64)
    whole = pack(Segment(columns=made(4), positions=none, vectors=np.zeros((0, 0), np.float32)))
    cut = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(ValueError, match=r"\w"):
        unpack(whole[:cut], first=0)


def test_joined_stretches_are_the_whole() -> None:
    whole = made(12)
    parts = [made(5), replace(made(7, first=5))]
    assert same(joined(parts), whole)
    assert joined([whole]) is whole
