"""Long rounds: `make soak`. Each says what it does; the small form of each is in `make test`."""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print a line at once, whatever pytest keeps back."""

    def line(text: str) -> None:
        with capsys.disabled():
            print(f"  {text}", flush=True)

    return line
