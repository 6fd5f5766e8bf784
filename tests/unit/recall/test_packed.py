"""Records in columns: the same records, found the same way."""

from __future__ import annotations

import random

import numpy as np
import pytest

from infold.core.folds import Span
from infold.core.supersessions import HOWS, Supersession
from infold.recall.packed import Packed


def record(number: int, *, old_at: int, start: int = 3, was: str = "a") -> Supersession:
    return Supersession(
        old=Span(message=f"m{old_at}", part=old_at % 2, start=start, end=start + 4),
        new=Span(message=f"m{number}", part=0, start=number, end=number + 9),
        was=was, now=f"n{number}", written=f"{was} w", shown="" if number % 3 else "новое 값",
        score=round(number / 997, 3), reason=HOWS[number % len(HOWS)], id=f"s{number}",
        old_at=old_at, new_at=number,
    )  # fmt: skip


def same(one: Supersession, other: Supersession) -> bool:
    """Equal in all, also in what does not count when records are compared."""
    return one == other and (one.id, one.old_at, one.new_at) == (
        other.id,
        other.old_at,
        other.new_at,
    )


def _new_at(one: Supersession) -> int:
    return one.new_at


def test_every_record_comes_back_as_it_was() -> None:
    rng = random.Random(5)
    records = [record(n, old_at=rng.randrange(60), start=rng.randrange(3)) for n in range(100, 400)]
    packed = Packed(records)
    assert len(packed) == 300
    assert all(same(one, other) for one, other in zip(packed, records, strict=True))
    for at in range(62):
        mine = [one for one in records if one.old_at == at]
        assert packed.begins(at) == bool(mine)
        assert packed.spans(at) == list(dict.fromkeys(one.old for one in mine))
    inside = np.array([rng.random() < 0.5 for _ in range(350)], np.bool_)
    for span in {one.old for one in records}:
        mine = [one for one in records if one.old == span and one.new_at < 350]
        first = min((one for one in mine if inside[one.new_at]), default=None, key=_new_at)
        found = packed.later(span, inside)
        assert found is first is None or (found and first and same(found, first))
    assert packed.later(Span(message="m1", part=0, start=90, end=91), inside) is None


@pytest.mark.parametrize("was", ["", "a\0b", "5432端口", "\ud800", "x" * 5_000])
def test_any_text(was: str) -> None:
    (one,) = Packed([record(7, old_at=2, was=was)])
    assert same(one, record(7, old_at=2, was=was))


def test_none() -> None:
    packed = Packed([])
    assert list(packed) == []
    assert not packed.begins(0)
    assert packed.spans(0) == []
    assert packed.later(record(7, old_at=0).old, np.ones(9, np.bool_)) is None


def test_it_takes_a_third_of_what_objects_take() -> None:
    records = [record(n, old_at=n // 2) for n in range(1_000)]
    assert Packed(records).nbytes < 300 * len(records)
