"""Sweeps that were broken off, or undone, and what a person did meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.engine import sweep_undo, sweeping
from infold.engine.sweep_records import SweepStep
from infold.errors import Conflict
from infold.jobs.worker import run_all
from infold.testing import FrozenClock
from tests.integration.engine.sweeps import DAY, opened, sound, states, sweep

LEASE = timedelta(seconds=60)


def broken(_: SweepStep) -> None:
    raise KeyboardInterrupt


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(datetime(2026, 3, 1, 9, tzinfo=UTC))


@pytest.fixture
def memory(tmp_path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Infold]:
    monkeypatch.setattr(sweeping, "CHUNK", 4)
    monkeypatch.setattr(sweep_undo, "_CHUNK", 4)
    with opened(tmp_path / "s.db", clock) as memory:
        yield memory


def test_what_a_resumed_sweep_hides_has_its_whole_grace_period(
    memory: Infold, clock: FrozenClock
) -> None:
    for n in range(6):
        memory.add(f"사실 {n}")
    memory.add("Lives in Porto")
    clock.advance(DAY)
    memory.add("Lives in Oslo")
    clock.advance(91 * DAY)
    plan = memory.plan_sweep()
    with pytest.raises(KeyboardInterrupt):
        memory.apply(plan, progress=broken)
    clock.advance(40 * DAY)
    rest = memory.apply(plan)
    assert rest.counts == {"idle": 8, "users": 1}
    # What the first chunk hid has had its time; what was hidden just now has not.
    assert sweep(memory).counts == {"purged": 4, "users": 1}
    restored = memory.undo(rest)
    assert {name: restored.counts[name] for name in ("restored", "gone")} == {
        "restored": 4,
        "gone": 4,
    }
    assert sound(memory)


def test_what_a_sweep_as_of_an_earlier_moment_hides_can_be_undone(
    memory: Infold, clock: FrozenClock
) -> None:
    memory.add("Only today", kind="temporary")
    memory.add("Owns a kayak")
    clock.advance(200 * DAY)
    done = sweep(memory, as_of=clock.now() - 100 * DAY)
    assert done.counts == {"expired": 1, "idle": 1, "users": 1}
    assert sweep(memory).counts == {}
    clock.advance(29 * DAY)
    assert sweep(memory).counts == {}
    assert memory.undo(done).counts["restored"] == 2


def test_a_clock_that_was_set_back_shortens_no_grace_period(
    memory: Infold, clock: FrozenClock
) -> None:
    memory.add("Owns a kayak")
    clock.advance(91 * DAY)
    plan = memory.plan_sweep()
    clock.advance(-60 * DAY)
    memory.apply(plan)
    clock.advance(60 * DAY)
    assert sweep(memory).counts == {}


def test_an_undo_leaves_hidden_what_a_person_deleted_meanwhile(
    memory: Infold, clock: FrozenClock
) -> None:
    idle = [memory.add(f"Fact {n}").id for n in range(2)]
    gone = memory.add("Nur heute in Köln", kind="temporary").id
    clock.advance(91 * DAY)
    done = sweep(memory)
    # At the very same reading of the clock, and twice: it makes no difference.
    for fact in (idle[0], gone, idle[0]):
        assert memory.delete(fact).state == "tombstoned"
    assert [event.by for event in memory.fact_events(idle[0])] == ["program", "sweep", "person"]
    undone = memory.undo(done)
    assert (undone.counts["restored"], undone.counts["left"]) == (1, 2)
    assert states(memory) == {
        "Fact 0": "tombstoned",
        "Fact 1": "live",
        "Nur heute in Köln": "tombstoned",
    }
    assert sound(memory)


def test_an_undo_leaves_what_a_later_sweep_hid_anew(memory: Infold, clock: FrozenClock) -> None:
    fact = memory.add("Owns a kayak").id
    clock.advance(91 * DAY)
    first = sweep(memory)
    memory.restore(fact)
    clock.advance(91 * DAY)
    second = sweep(memory)
    assert memory.undo(first).counts["left"] == 1
    assert memory.fact(fact).state == "tombstoned"
    assert memory.undo(second).counts["restored"] == 1


def test_an_undo_that_was_broken_off_holds_up_no_sweep(memory: Infold, clock: FrozenClock) -> None:
    for n in range(10):
        memory.add(f"Fact {n}", user="a")
    clock.advance(60 * DAY)
    memory.add("Likes jazz", user="b")
    clock.advance(31 * DAY)
    done = sweep(memory, user="a")
    with pytest.raises(KeyboardInterrupt):
        memory.undo(done, progress=broken)
    clock.advance(LEASE + 60 * DAY)
    whole = sweep(memory, all_users=True)
    assert memory.sweep_of(done.id).state == "undone"
    assert states(memory, user="b") == {"Likes jazz": "tombstoned"}
    assert whole.state == "done"
    with memory.store.read() as reader:
        assert reader.sweeps_running(memory.space) == []


def test_the_worker_finishes_an_undo_that_was_broken_off(
    memory: Infold, clock: FrozenClock
) -> None:
    for n in range(10):
        memory.add(f"Fact {n}", user="a")
    clock.advance(91 * DAY)
    done = sweep(memory, user="a")
    with pytest.raises(KeyboardInterrupt):
        memory.undo(done, progress=broken)
    clock.advance(LEASE)
    memory.store.write(lambda tx: tx.queue_job(memory.scope(""), "sweep", "all", clock.now()))
    run_all(memory)
    assert memory.jobs() == []
    assert memory.sweep_of(done.id).state == "undone"
    assert sound(memory, "a")


def test_a_sweep_that_only_purged_cannot_be_undone(memory: Infold, clock: FrozenClock) -> None:
    memory.delete(memory.add("Owns a kayak").id)
    clock.advance(31 * DAY)
    done = sweep(memory)
    assert done.counts == {"purged": 1, "users": 1}
    with pytest.raises(Conflict, match="for good"):
        memory.undo(done)
    assert memory.sweep_of(done.id).state == "done"
