"""What recording a fact reads does not grow with the past of its slot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from infold import Infold
from infold.config import Settings
from infold.core.facts import Slot
from infold.core.folds import Span
from infold.core.scope import Scope
from infold.engine.ended_facts import known_facts
from infold.engine.remembering import record
from infold.engine.saying import Saying
from infold.store.protocol import Writer
from infold.store.rows import Row
from infold.store.snapshot import Snapshot
from infold.testing import FrozenClock

START = datetime(2020, 1, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)
CITY = Slot(subject="user", attribute="city")


@contextmanager
def counted_rows() -> Iterator[list[int]]:
    """Count the rows that statements give, each statement by itself."""
    given: list[int] = []
    plain = Snapshot.rows

    def rows(self: Snapshot, sql: str, values: Sequence[Any]) -> list[Row]:
        found = plain(self, sql, values)
        given.append(len(found))
        return found

    with patch.object(Snapshot, "rows", rows):
        yield given


def filled(path: Path, values: int) -> Infold:
    """Give a store with a user whose city has changed each day."""
    clock = FrozenClock(START)
    memory = Infold.open(path, settings=Settings(embedder="none"), clock=clock)
    scope = memory.scope("u")

    def write(tx: Writer) -> None:
        for number in range(values):
            clock.advance(DAY)
            saying = Saying(text=f"It is town {number}", slot=CITY, value=f"town {number}")
            record(tx, scope, saying, keeper=memory.keeper, now=clock.now())
        tx.touch(scope)

    memory.store.write(write)
    clock.advance(DAY)
    return memory


class _Undone(Exception):
    """Takes back what was recorded to count what it reads."""


def read_by(memory: Infold, saying: Saying) -> tuple[int, int]:
    """How many statements recording something takes, and how many rows they give."""
    scope: Scope = memory.scope("u")
    now = memory.clock.now()
    given: list[int] = []

    def write(tx: Writer) -> None:
        with counted_rows() as rows:
            assert record(tx, scope, saying, keeper=memory.keeper, now=now) is not None
        given.extend(rows)
        raise _Undone

    with pytest.raises(_Undone):
        memory.store.write(write)
    return len(given), sum(given)


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[int, Infold]]:
    folder = tmp_path_factory.mktemp("slots")
    made = {values: filled(folder / f"{values}.db", values) for values in (10, 200, 2_000)}
    yield made
    for memory in made.values():
        memory.close()


SAYINGS = {
    "undated": Saying(text="It is Hull", slot=CITY, value="Hull"),
    "in the past": Saying(
        text="It was Hull", slot=CITY, value="Hull", valid_from=START + 5 * DAY + DAY / 2
    ),
    "since last week": Saying(
        text="It is Hull", slot=CITY, value="Hull", valid_from=START + 9 * DAY + DAY / 2,
        said_at=START + 9 * DAY + 0.7 * DAY, sources=(Span(message="m", part=0, start=0, end=4),),
    ),
    "in a chat": Saying(
        text="It is Hull", slot=CITY, value="Hull", said_at=START + 5000 * DAY,
        sources=(Span(message="m", part=0, start=0, end=4),),
    ),
    "no more": Saying(text="It is no more", slot=CITY, value="town 9", retracts=True),
}  # fmt: skip


@pytest.mark.parametrize("name", SAYINGS)
def test_a_slot_of_any_past_is_placed_by_what_stands_beside(
    name: str, stores: dict[int, Infold]
) -> None:
    read = {values: read_by(memory, SAYINGS[name]) for values, memory in stores.items()}
    assert read[2_000] == read[200]
    assert read[2_000][0] <= 24
    assert read[2_000][1] <= 60
    assert read[10][1] <= read[200][1]


def test_what_a_message_ends_is_looked_for_among_what_holds(stores: dict[int, Infold]) -> None:
    read = {}
    for values, memory in stores.items():
        at = memory.clock.now()
        with memory.store.read() as reader, counted_rows() as given:
            known = known_facts(reader, memory.scope("u"), at)
        assert [one.fact.value for one in known] == [f"town {values - 1}"]
        read[values] = sum(given)
    assert read[2_000] == read[10] <= 3
