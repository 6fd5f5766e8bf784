"""Placing a slot costs what its length is, not its square: counted in steps, not in seconds."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from types import FrameType
from typing import Any

import pytest

from infold.core.facts import Fact, Slot
from infold.memory import contradiction, validity
from infold.memory.contradiction import Entry, intervals, placed
from infold.memory.standing import begun

NOW = datetime(2026, 1, 1, tzinfo=UTC)
CITIES = ("porto", "oslo", "서울", "札幌")


def entries(count: int, *, taken_back: bool) -> list[Entry]:
    found = []
    for order in range(1, count + 1):
        retracts = taken_back and order % 2 == 0
        fact = Fact(
            id=f"a{order}",
            text="x",
            value=CITIES[(order // 2 if taken_back else order) % len(CITIES)] * (not retracts),
            retracts=retracts,
            slot=Slot(subject="user", attribute="city"),
            recorded_at=NOW + timedelta(days=order),
        )
        found.append(Entry(fact=fact, standing=begun(fact), order=order))
    return found


def steps(given: list[Entry]) -> int:
    """Lines of the two modules that are run."""
    files = {contradiction.__file__, validity.__file__}
    count = 0

    def local(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return local

    def begin(frame: FrameType, event: str, argument: Any) -> Any:
        return local if frame.f_code.co_filename in files else None

    before = sys.gettrace()
    sys.settrace(begin)
    try:
        placed(given)
        intervals(given)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("taken_back", [False, True])
def test_twice_as_many_values_take_about_twice_the_steps(taken_back: bool) -> None:
    some, twice = (steps(entries(count, taken_back=taken_back)) for count in (100, 200))
    assert some > 100
    assert twice < 2.5 * some
