"""What a store refuses at its door: the bound is named, and nothing is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.core.messages import Text
from infold.errors import UsageError
from infold.store import limits

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "limits.md"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds that a test can reach."""
    for name, value in {
        "MESSAGE_BYTES": 4096,
        "PARTS": 3,
        "FILE_BYTES": 1000,
        "NAME_CHARACTERS": 20,
        "MESSAGES": 2,
    }.items():
        monkeypatch.setattr(limits, name, value)


@pytest.fixture
def memory(tmp_path: Path) -> Infold:
    return Infold.open(tmp_path / "infold.db", settings=Settings(embedder="none"))


@pytest.mark.parametrize(
    ("bound", "call"),
    [
        ("parts", lambda memory: memory.conversation("c").append("user", [Text(text="가")] * 4)),
        ("MiB", lambda memory: memory.conversation("c").append("user", "가" * 1400)),
        ("MiB", lambda memory: memory.attach(bytes(1001), media_type="image/png")),
        ("characters", lambda memory: memory.conversation("이름" * 11).append("user", "x")),
    ],
)
def test_what_is_too_large_is_refused_and_leaves_nothing(
    memory: Infold, small: None, bound: str, call: Callable[[Infold], object]
) -> None:
    with memory, pytest.raises(UsageError, match=f"{bound}.*the most is") as caught:
        call(memory)
    assert caught.value.hint
    with Infold.open(memory.store.path, embedder="none") as again:
        assert again.conversations() == []


def test_what_just_fits_is_taken(memory: Infold, small: None) -> None:
    with memory:
        chat = memory.conversation("x" * 20)
        chat.append("user", [Text(text="가")] * 3)
        assert chat.append("user", "가" * 1300).position == 1
        with pytest.raises(UsageError, match="conversation is full"):
            chat.append("user", "one more")
        assert len(chat.messages()) == 2
        assert memory.attach(bytes(1000), media_type="image/png").size == 1000
        assert memory.verify() == []


def test_the_page_says_what_the_code_does() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+)( MiB)? \|", PAGE.read_text("utf-8"), re.MULTILINE)
    written = {
        name: int(value.replace(",", "")) * (1024 * 1024 if unit else 1)
        for name, value, unit in rows
    }
    real = {
        name: value for name, value in vars(limits).items() if name.isupper() and name[0] != "_"
    }
    assert written == real
