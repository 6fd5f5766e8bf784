"""Six days of the month of use (`tests/soak/test_month.py` has all of it)."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.month import Month, Size


def test_six_days_of_use_end_with_the_invariants_intact(tmp_path: Path) -> None:
    size = Size(users=12, days=6, steps=40, seed=1, cap=9, idle=3, grace=2, kills=frozenset({2}))
    month = Month(tmp_path, size)
    for number in range(size.days):
        month.day(number)
    assert len(month.receipts) == size.days
    assert month.done["let go by sweeps"] > 10
