"""Whether a search counts as a use: when it says so, or by a setting, with a limit in time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.errors import ConfigError
from infold.testing import FrozenClock

HOUR = timedelta(hours=1)


@pytest.fixture
def counting(tmp_path: Path, clock: FrozenClock) -> Callable[[float], Infold]:
    def opened(hours: float) -> Infold:
        settings = Settings(embedder="none", space_secret="a secret for tests", use_hours=hours)
        return Infold.open(tmp_path / "infold.db", settings=settings, clock=clock)

    return opened


def test_by_the_setting_every_search_counts_within_its_limit(
    counting: Callable[[float], Infold], clock: FrozenClock
) -> None:
    with counting(6) as memory:
        porto = memory.add("Lives in Porto")
        assert porto is not None
        uses = []
        for hours in (0, 3, 2, 2, 10):
            clock.advance(hours * HOUR)
            memory.search("Porto")
            uses.append(memory.fact(porto.id).standing.uses)
        assert uses == [1, 1, 1, 2, 3]
        memory.search("Porto", used=False)
        clock.advance(10 * HOUR)
        memory.search("Porto", used=False)
        found = memory.fact(porto.id)
        assert found.standing.uses == 3
        assert (found.standing.confidence, found.standing.confirmed_at) == (
            1.0,
            porto.recorded_at,
        )


def test_without_it_only_who_says_so_counts(
    counting: Callable[[float], Infold], clock: FrozenClock
) -> None:
    with counting(0) as memory:
        porto = memory.add("Lives in Porto")
        assert porto is not None
        memory.search("Porto")
        assert memory.fact(porto.id).standing.uses == 0
        for minutes in (0, 59, 1):
            clock.advance(timedelta(minutes=minutes))
            memory.search("Porto", used=True)
        assert memory.fact(porto.id).standing.uses == 2


@pytest.mark.parametrize("hours", [-1.0, float("nan"), float("inf")])
def test_other_hours_are_refused(hours: float) -> None:
    with pytest.raises(ConfigError, match="use_hours"):
        Settings(use_hours=hours)
