"""Sweeps: what is restored, purged, merged or damaged (CASES §3)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from infold import Infold
from infold.engine import sweeping
from infold.errors import Conflict, IntegrityError, NotFound
from infold.memory.decay import Decay
from infold.memory.retention import Keeping
from infold.testing import FrozenClock
from tests.integration.engine.sweeps import (
    DAY,
    items,
    opened,
    sound,
    sweep,
)


def test_m13_restore_before_the_purge_brings_all_back_and_not_after(
    memory: Infold, clock: FrozenClock
) -> None:
    fact = memory.add("Lives in Porto")
    memory.delete(fact.id)
    clock.advance(29 * DAY)
    assert items(memory) == []
    memory.restore(fact.id)
    memory.delete(fact.id)
    clock.advance(30 * DAY)
    assert items(memory) == [("Lives in Porto", "purge", "grace")]
    sweep(memory)
    with pytest.raises(Conflict, match="purged"):
        memory.restore(fact.id)
    assert memory.store.path.read_bytes().find(b"Lives in Porto") == -1


def test_purge_takes_only_what_is_deleted(memory: Infold) -> None:
    fact = memory.add("Lives in Porto")
    with pytest.raises(Conflict, match="not deleted"):
        memory.purge(fact.id)
    memory.delete(fact.id)
    assert memory.purge(fact.id)
    with pytest.raises(Conflict, match="purged"):
        memory.purge(fact.id)
    with pytest.raises(NotFound):
        memory.purge("a_none")


def test_a_half_life_that_never_falls_leaves_the_cap_to_age(
    tmp_path: Path, clock: FrozenClock
) -> None:
    still = {"statement": Keeping(decay=Decay(half_life=None))}
    with opened(tmp_path / "s.db", clock, cap=2, kinds=still) as memory:
        for n in range(4):
            memory.add(f"Fact {n}")
            clock.advance(DAY)
        sweep(memory)
        assert [one.text for one in memory.facts()] == ["Fact 2", "Fact 3"]


def test_a_merge_takes_along_what_it_stands_for_and_brings_it_back(
    memory: Infold, clock: FrozenClock
) -> None:
    said = ("Owns a red kayak and two paddles", "Owns a red kayak and two paddles now")
    for text in said:
        memory.add(text)
    (made, members) = memory.merge(memory.plan_merge()).merged[0]
    before = {one.id: one.standing.state for one in memory.facts(state=None)}
    assert before[made] == "live"
    clock.advance(91 * DAY)
    done = sweep(memory)
    gone = {one.id: one.standing.state for one in memory.facts(state=None)}
    assert set(gone.values()) == {"tombstoned"}
    assert sound(memory)
    memory.undo(done)
    assert {one.id: one.standing.state for one in memory.facts(state=None)} == before
    assert sound(memory)
    clock.advance(91 * DAY)
    assert sweep(memory).counts["idle"] == 1
    clock.advance(31 * DAY)
    assert sweep(memory).counts["purged"] == 3
    assert memory.facts(state=None) == []
    assert memory.store.path.read_bytes().find(b"red kayak") == -1
    assert len(members) == 2


def test_how_a_damaged_fact_stands_is_not_signed_anew(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Owns a kayak")
    memory.add("在上海工作")
    clock.advance(91 * DAY)
    connection = sqlite3.connect(memory.store.path)
    with connection:
        connection.execute("UPDATE fact_states SET uses = 7 WHERE number = 2")
    connection.close()
    with pytest.raises(IntegrityError, match="damaged"):
        sweep(memory)
    assert memory.sweeps()[0].counts == {}


def test_a_plan_lists_what_would_be_merged_and_leaves_that_to_merging(
    memory: Infold, clock: FrozenClock
) -> None:
    for text in ("Likes hiking", "I like hiking", "Likes tea"):
        memory.add(text)
    memory.add("Only today", kind="temporary")
    clock.advance(8 * DAY)
    plan = memory.plan_sweep(merges=True)
    assert [(one.text, one.action, one.policy) for one in plan] == [
        ("Only today", "expire", "ttl"),
        ("Likes hiking", "merge", "merging"),
        ("I like hiking", "merge", "merging"),
    ]
    assert "2 facts" in list(plan)[1].reason
    assert memory.apply(plan).counts == {"expired": 1, "users": 1}
    assert len(memory.facts()) == 3


def test_a_dry_run_of_an_undo_says_what_the_real_one_would_and_keeps_nothing(
    memory: Infold, clock: FrozenClock
) -> None:
    facts = [memory.add(f"Fact {n}") for n in range(4)]
    clock.advance(91 * DAY)
    done = sweep(memory)
    clock.advance(DAY)
    memory.restore(facts[0].id)
    assert memory.purge(facts[2].id)
    before = [(one.id, one.standing) for one in memory.facts(state=None)]
    would = memory.undo(done, dry_run=True)
    assert {k: would.counts[k] for k in ("restored", "gone", "left")} == {
        "restored": 2,
        "gone": 1,
        "left": 1,
    }
    assert [(one.id, one.standing) for one in memory.facts(state=None)] == before
    assert memory.sweep_of(done.id) == done
    assert memory.undo(done, dry_run=True) == would
    real = memory.undo(done)
    assert (real.counts, real.state, real.chunks) == (would.counts, would.state, would.chunks)
    assert memory.undo(done, dry_run=True) == real
    assert sound(memory)


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_dry_run_of_an_undo_is_refused_as_the_real_one(
    memory: Infold, clock: FrozenClock, dry_run: bool
) -> None:
    memory.add("Owns a kayak")
    clock.advance(91 * DAY)
    done = sweep(memory)
    clock.advance(30 * DAY)
    purged = sweep(memory)
    with pytest.raises(Conflict, match="what it hid has been purged"):
        memory.undo(done, dry_run=dry_run)
    with pytest.raises(Conflict, match="removes facts for good"):
        memory.undo(purged, dry_run=dry_run)
    with pytest.raises(NotFound):
        memory.undo("w_0123", dry_run=dry_run)


def test_a_dry_run_takes_no_sweep_from_the_worker_that_has_it(
    tmp_path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "CHUNK", 7)

    class Killed(BaseException):
        pass

    def stop(_: object) -> None:
        raise Killed

    with opened(tmp_path / "s.db", clock) as memory:
        for n in range(20):
            memory.add(f"Fact {n}")
        clock.advance(91 * DAY)
        with pytest.raises(Killed):
            memory.apply(memory.plan_sweep(), progress=stop)
        (broken,) = memory.sweeps()
        assert broken.state == "running"
        with pytest.raises(Conflict, match="being swept"):
            memory.undo(broken, dry_run=True)
        clock.advance(DAY)
        assert memory.undo(broken, dry_run=True).state == "undone"
        assert memory.sweeps() == [broken]
        sweep(memory)
        assert memory.sweep_of(broken.id).state == "done"
