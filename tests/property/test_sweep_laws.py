"""Laws of sweeps: once is enough, undo is exact, pins stay, and so do the facts of others."""

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
from infold.engine.verifying_facts import fact_faults
from infold.errors import Conflict
from infold.memory.retention import Keeping, Retention
from infold.testing import FrozenClock
from tests.property.examples import share

DAY = timedelta(days=1)
START = datetime(2026, 3, 1, 9, tzinfo=UTC)
SAID = (
    "Lives in Porto",
    "Lives in Oslo",
    "부산에 살아요",
    "住在上海",
    "I no longer live in Oslo",
    "Owns a kayak",
    "Suka kopi hitam",
    "Le chat s'appelle Félix",
)
RETENTION = Retention(
    kinds={"event": Keeping(ttl=5 * DAY, idle=20 * DAY)}, cap=4, caps={"free": None}, grace=9 * DAY
)

operations = st.one_of(
    st.tuples(st.just("say"), st.integers(0, len(SAID) - 1), st.sampled_from([0.05, 0.6, 1.0])),
    st.tuples(st.just("stay"), st.integers(0, len(SAID) - 1)),
    st.tuples(st.just("hear"), st.integers(0, 3)),
    st.tuples(st.just("happen"), st.integers(0, len(SAID) - 1)),
    st.tuples(
        st.sampled_from(["delete", "restore", "pin", "unpin", "confirm", "release", "use"]),
        st.integers(0, 9),
    ),
    st.tuples(st.just("wait"), st.sampled_from([1, 6, 10, 40, 91])),
    st.tuples(st.just("sweep")),
)
users = itertools.count()


@pytest.fixture(scope="module")
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory, clock: FrozenClock) -> Iterator[Infold]:
    path = tmp_path_factory.mktemp("sweeps") / "infold.db"
    with Infold.open(
        path, settings=Settings(embedder="none"), clock=clock, retention=RETENTION
    ) as opened:
        yield opened


def run(memory: Infold, clock: FrozenClock, user: str, operation: tuple[Any, ...]) -> None:
    """Carry out one operation, where there is something to carry it out on."""
    name, *values = operation
    if name == "wait":
        clock.advance(values[0] * DAY)
    elif name == "sweep":
        memory.apply(memory.plan_sweep(user=user))
    elif name == "say":
        memory.add(SAID[values[0]], user=user, confidence=values[1])
    elif name == "stay":
        memory.add(SAID[values[0]], user=user, kind="temporary")
    elif name == "happen":
        memory.add(SAID[values[0]], user=user, kind="event")
    elif name == "hear":
        memory.add(SAID[values[0]], user=user, origin="tool")
    else:
        rows = memory.facts(user=user, state=None)
        row = rows[values[0] % len(rows)] if rows else None
        if row and not (name == "confirm" and row.standing.state == "tombstoned"):
            # What was said again since is not restored beside it.
            with suppress(Conflict):
                getattr(memory, name)(row.id, user=user)


def seen(memory: Infold, user: str) -> dict[str, tuple[object, ...]]:
    """All that anybody could see of a user's facts at the moment."""
    found = {
        one.id: (one.state, one.confidence, one.standing.holds, one.standing.pinned)
        for one in memory.facts(user=user, state=None)
    }
    hits = memory.search(
        "lives 살아요 住在 kayak", user=user, kinds=("fact",), k=50, min_confidence=0
    )
    return {**found, "search": tuple((hit.id, hit.score) for hit in hits)}


@settings(max_examples=share(25))
@given(st.lists(operations, max_size=10))
def test_a_sweep_does_what_its_plan_says_once_and_can_be_undone(
    memory: Infold, clock: FrozenClock, steps: list[tuple[Any, ...]]
) -> None:
    clock.advance(START - clock.now())
    number = next(users)
    user, stranger = f"user {number}", f"stranger {number}"
    memory.add("Lives in Rome", user=stranger)
    for step in steps:
        run(memory, clock, user, step)
    clock.advance(3 * DAY)
    before, others = seen(memory, user), seen(memory, stranger)
    rows = {one.id: one for one in memory.facts(user=user, state=None)}
    plan = {one.record: one.action for one in memory.plan_sweep(user=user)}
    purges = {fact for fact, action in plan.items() if action == "purge"}
    done = memory.apply(memory.plan_sweep(user=user))
    after = {one.id: one for one in memory.facts(user=user, state=None)}
    changed = {"expire": "expired", "tombstone": "tombstoned", "purge": "purged"}
    for fact, row in rows.items():
        state = after[fact].standing.state if fact in after else "purged"
        assert state == changed.get(plan.get(fact, "keep"), row.standing.state)
        # Deleting by hand is not letting go.
        assert state != "tombstoned" or not row.standing.pinned or fact not in plan
    assert done.changes == len(plan)
    back = {
        one.id
        for one in after.values()
        for event in memory.fact_events(one.id, user=user)
        if event.kind == "restored" and event.at > clock.now() - RETENTION.grace
    }
    assert (
        len(
            [
                one
                for one in after.values()
                if one.state == "live" and not one.standing.pinned and one.id not in back
            ]
        )
        <= 4
    )
    found = memory.search(
        "lives 살아요 住在 kayak", user=user, kinds=("fact",), k=50, min_confidence=0
    )
    for hit in found:
        assert after[hit.id].standing.state == "live"
        assert after[hit.id].state in ("live", "superseded")
    again = memory.apply(memory.plan_sweep(user=user))
    assert again.changes == 0
    assert seen(memory, stranger) == others
    with memory.store.read() as reader:
        assert list(fact_faults(memory, reader, memory.scope(user))) == []
    if plan.keys() - purges:
        memory.undo(done)
        if not purges:
            assert seen(memory, user) == before
        with memory.store.read() as reader:
            assert list(fact_faults(memory, reader, memory.scope(user))) == []
