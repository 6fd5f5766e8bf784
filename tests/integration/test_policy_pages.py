"""The worked examples of the pages on retention: each is run as it stands there."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.memory.retention import CAP, GRACE, IDLE, IMPORTANCE, Retention
from infold.testing import FrozenClock

PAGES = Path(__file__).parents[2] / "docs" / "explanation" / "policies"
POLICIES = sorted(page.name for page in PAGES.glob("*.md") if page.name != "README.md")
SETTINGS = Settings(embedder="none", synchronous="NORMAL")


@pytest.fixture
def names(tmp_path: Path) -> Iterator[dict[str, object]]:
    """What the examples may use."""
    clock = FrozenClock(datetime(2026, 3, 1, 9, tzinfo=UTC))
    opened: list[Infold] = []

    def open_with(retention: Retention) -> Infold:
        path = tmp_path / f"memory{len(opened)}.db"
        opened.append(Infold.open(path, settings=SETTINGS, clock=clock, retention=retention))
        return opened[-1]

    yield {
        "memory": open_with(Retention()),
        "clock": clock,
        "timedelta": timedelta,
        "Retention": Retention,
        "reopened": open_with,
    }
    for one in opened:
        one.close()


def test_every_policy_has_a_page_that_the_index_names() -> None:
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    assert len(POLICIES) == 8
    assert sorted(re.findall(r"^\| \[[^\]]+\]\(([\w-]+\.md)\)", index, re.MULTILINE)) == POLICIES
    for name in POLICIES:
        page = (PAGES / name).read_text(encoding="utf-8")
        assert [
            part for part in ("**Rule**", "**Default**", "**Example**") if part not in page
        ] == []


@pytest.mark.parametrize("page", POLICIES)
def test_the_example_of_a_page_gives_what_stands_there(page: str, names: dict[str, object]) -> None:
    text = (PAGES / page).read_text(encoding="utf-8")
    blank = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    example = doctest.DocTestParser().get_doctest(blank, names, page, page, 0)
    assert len(example.examples) >= 3
    said: list[str] = []
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    runner.run(example, out=said.append)
    assert "".join(said) == ""


@pytest.mark.parametrize(
    ("page", "default"),
    [
        ("decay-by-use.md", f"{IDLE.days} days"),
        ("cap.md", f"{CAP} facts"),
        ("importance.md", f"{IMPORTANCE:g}."),
        ("grace.md", f"{GRACE.days} days"),
    ],
)
def test_the_default_of_a_page_is_that_of_the_table(page: str, default: str) -> None:
    text = (PAGES / page).read_text(encoding="utf-8")
    assert f"**Default**: {default}" in text
