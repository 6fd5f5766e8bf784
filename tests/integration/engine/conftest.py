"""An open store in a folder of its own, with a frozen clock and no embedder to load."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.testing import FrozenClock


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def memory(tmp_path: Path, clock: FrozenClock) -> Iterator[Infold]:
    settings = Settings(embedder="none", space_secret="a secret for tests")
    with Infold.open(tmp_path / "infold.db", settings=settings, clock=clock) as opened:
        yield opened


@pytest.fixture
def open_memory(tmp_path: Path, clock: FrozenClock) -> Iterator[Callable[..., Infold]]:
    """Opens one store with what is given: models, say."""
    settings = Settings(embedder="none", space_secret="a secret for tests")
    with ExitStack() as stack:
        yield lambda **given: stack.enter_context(
            Infold.open(tmp_path / "infold.db", settings=settings, clock=clock, **given)
        )


@pytest.fixture
def folding(tmp_path: Path, clock: FrozenClock) -> Iterator[Infold]:
    """A store in which jobs fold, and nothing looks for facts."""
    settings = Settings(embedder="none", space_secret="a secret for tests", extract="off")
    with Infold.open(tmp_path / "folding.db", settings=settings, clock=clock) as opened:
        yield opened
