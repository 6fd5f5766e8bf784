"""Laws of facts: what is hidden is never found, and a slot has one value at a time."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infold import Infold
from infold.config import Settings
from infold.core.facts import Fact, Slot
from infold.engine.verifying_facts import fact_faults
from infold.errors import Conflict
from infold.memory.contradiction import Entry, placed
from infold.memory.standing import begun
from infold.testing import FrozenClock
from tests.property.examples import share

DAY = timedelta(days=1)
START = datetime(2026, 3, 1, 9, tzinfo=UTC)
CITY = Slot(subject="user", attribute="city")
CITIES = ("Porto", "Oslo", "München", "서울", "上海")
SAID = {"서울": "서울에 살아요", "上海": "住在上海"}

places = st.integers(0, 3)
days = st.integers(-3, 40)
operations = st.one_of(
    st.tuples(st.just("say"), st.integers(0, 4)),
    st.tuples(st.just("retract"), st.integers(0, 2)),
    st.tuples(st.just("stay"), st.integers(0, 4)),
    st.tuples(st.just("dated"), st.integers(0, 4), st.integers(-60, 60), st.integers(1, 40)),
    st.tuples(st.just("hearsay"), st.integers(0, 4)),
    st.tuples(
        st.sampled_from(["delete", "restore", "pin", "unpin", "confirm", "release", "use"]), places
    ),
    st.tuples(st.just("wait"), days),
)


@pytest.fixture(scope="module")
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory, clock: FrozenClock) -> Iterator[Infold]:
    path = tmp_path_factory.mktemp("facts") / "infold.db"
    with Infold.open(path, settings=Settings(embedder="none"), clock=clock) as opened:
        yield opened


@pytest.fixture(scope="module")
def other(memory: Infold, clock: FrozenClock) -> Iterator[Infold]:
    """Give another process's view, as it were: the same store with caches of its own."""
    with Infold.open(memory.store.path, settings=Settings(embedder="none"), clock=clock) as opened:
        yield opened


users = itertools.count()


def run(memory: Infold, clock: FrozenClock, user: str, operation: tuple[Any, ...]) -> None:
    """Carry out one operation, where there is something to carry it out on."""
    name, *values = operation
    if name == "wait":
        clock.advance(values[0] * DAY)
        return
    if name in ("delete", "restore", "pin", "unpin", "confirm", "release", "use"):
        rows = memory.facts(user=user, state=None)
        if rows and not (name == "confirm" and rows[values[0] % len(rows)].state == "tombstoned"):
            # What was said again since is not restored beside it.
            with suppress(*([Conflict] if name == "restore" else [])):
                getattr(memory, name)(rows[values[0] % len(rows)].id, user=user)
        return
    city = CITIES[values[0]]
    text = SAID.get(city, f"Lives in {city}")
    if name == "retract":
        memory.add(f"I no longer live in {city}", user=user)
    elif name == "dated":
        since = clock.now() + values[1] * DAY
        memory.add(text, user=user, valid_from=since, valid_to=since + values[2] * DAY)
    elif name == "stay":
        memory.add(text, user=user, kind="temporary")
    else:
        memory.add(text, user=user, origin="tool" if name == "hearsay" else "user")


@settings(max_examples=share(25))
@given(st.lists(operations, max_size=10), st.integers(-50, 50))
def test_search_shows_what_holds_and_nothing_else(
    memory: Infold, other: Infold, clock: FrozenClock, steps: list[tuple[Any, ...]], back: int
) -> None:
    clock.advance(START - clock.now())
    number = next(users)
    user, stranger = f"user {number}", f"stranger {number}"
    memory.add("Lives in Rome", user=stranger)
    for step in steps:
        run(memory, clock, user, step)
        for as_of in (None, clock.now() + back * DAY):
            at = as_of or clock.now()
            question = "lives 살아요 住在 Rome"
            hits = memory.search(
                question, user=user, kinds=("fact",), k=50, as_of=as_of, min_confidence=0.2
            )
            again = other.search(
                question, user=user, kinds=("fact",), k=50, as_of=as_of, min_confidence=0.2
            )
            assert [hit.id for hit in hits] == [hit.id for hit in again]
            known = {one.id: one for one in memory.facts(user=user, state=None, as_of=at)}
            values = set()
            for hit in hits:
                one = known[hit.id]
                undated = one.fact.valid_from is None and one.fact.valid_to is None
                assert one.state == "live" or (as_of is None and undated)
                assert one.standing.state == "live"
                assert one.confidence >= 0.2
                assert one.standing.expires_at is None or one.standing.expires_at > at
                if not one.fact.retracts:
                    values.add(one.value)
            assert len(values) <= 1
            if as_of is not None:
                live = {key for key, one in known.items() if one.state == "live"}
                sure = {key for key in live if known[key].confidence >= 0.2}
                assert {hit.id for hit in hits} == sure
    with memory.store.read() as reader:
        assert list(fact_faults(memory, reader, memory.scope(user))) == []
    assert [one.text for one in memory.facts(user=stranger, state=None)] == ["Lives in Rome"]


statements = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.integers(0, 20),
        st.none() | st.integers(-20, 30),
        st.none() | st.integers(1, 25),
    ),
    max_size=7,
)


@given(statements, st.randoms())
def test_a_slot_has_at_each_moment_the_value_that_begins_last(
    said: list[tuple[str, int, int | None, int | None]], random: Any
) -> None:
    entries = []
    recorded = 0
    for order, (value, step, since, length) in enumerate(said, 1):
        recorded += step
        begins = None if since is None else START + since * DAY
        first = begins or START + recorded * DAY
        fact = Fact(
            id=f"a{order}",
            text=value,
            value=value,
            slot=CITY,
            recorded_at=START + recorded * DAY,
            valid_from=first if length is not None else begins,
            valid_to=None if length is None else first + length * DAY,
        )
        entries.append(Entry(fact=fact, standing=begun(fact), order=order))
    holds = placed(entries)
    shuffled = list(entries)
    random.shuffle(shuffled)
    assert placed(shuffled) == holds
    for day in range(-25, 170, 3):
        at = START + day * DAY
        there = [
            (one.fact.valid_from or one.fact.recorded_at, one.fact.recorded_at, one.order, one)
            for one in entries
            if (one.fact.valid_from or one.fact.recorded_at) <= at
            and (one.fact.valid_to is None or at < one.fact.valid_to)
        ]
        expected = {max(there, key=lambda found: found[:3])[3].fact.value} if there else set()
        found = {
            one.fact.value
            for one in entries
            for hold in holds[one.fact.id]
            if (hold.begins is None or hold.begins <= at) and (hold.ends is None or at < hold.ends)
        }
        assert found == expected
