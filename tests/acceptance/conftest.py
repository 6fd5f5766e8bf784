"""An open store in a folder of its own, with a frozen clock and no embedder to load."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.testing import FrozenClock


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def plain() -> Settings:
    """Settings of the tests here that need no vectors."""
    return Settings(
        embedder="none", space_secret="a secret for tests", synchronous="NORMAL", extract="off"
    )


@pytest.fixture
def engine(tmp_path: Path, clock: FrozenClock, plain: Settings) -> Iterator[Infold]:
    with Infold.open(tmp_path / "infold.db", settings=plain, clock=clock) as opened:
        yield opened
