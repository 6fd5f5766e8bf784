"""A month of use: 200 users, two processes, restarts, daily sweeps and one erasure a day."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acceptance.month import ERASURES, Month, Size

pytestmark = pytest.mark.soak


def test_a_month_of_use_ends_with_the_invariants_intact(
    tmp_path: Path, say: Callable[[str], None]
) -> None:
    size = Size(
        users=200, days=30, steps=240, seed=30, embedder="wordllama", kills=frozenset({3, 11, 24})
    )
    month = Month(tmp_path, size)
    for number in range(size.days):
        month.day(number)
        say(f"day {number + 1} of {size.days}: {month.done.total():,} things done")
    assert len(month.receipts) == size.days
    assert all(month.done[f"erase {what}"] for what in ERASURES)
    assert month.done["let go by sweeps"] > 100
