"""Properties whose every example opens a store: the store, and how many examples they get."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import settings

from infold import Infold, Models
from infold.config import Settings
from infold.testing import FrozenClock

__all__ = ["opened", "share"]


def share(percent: int) -> int:
    """That share of the examples of the profile that is in use, and one at least."""
    return max(1, settings().max_examples * percent // 100)


@contextmanager
def opened(models: Models | None = None) -> Iterator[Infold]:
    """A new store without an embedder, whose ids are the same each time."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Infold.open(
            Path(folder) / "s.db",
            settings=Settings(embedder="none", space_secret="s", synchronous="NORMAL"),
            clock=FrozenClock(),
            models=models,
        ) as memory,
    ):
        yield memory
