"""Sweeps: what goes, what stays, and the way back (CASES §3, DESIGN law 6)."""

from __future__ import annotations

import threading
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.engine import sweeping
from infold.engine.sweep_records import SweepStep
from infold.errors import Conflict, InfoldError, NotFound, UsageError
from infold.memory.retention import Keeping, Retention
from infold.testing import FrozenClock
from tests.integration.engine.sweeps import (
    CITY,
    DAY,
    TEXTS,
    Letters,
    items,
    opened,
    sound,
    states,
    sweep,
)


def test_m5_what_has_expired_is_noted_and_purged_after_its_grace(
    memory: Infold, clock: FrozenClock
) -> None:
    fact = memory.add("버스 파업은 금요일까지", kind="temporary")
    memory.add("Likes jazz")
    clock.advance(8 * DAY)
    assert items(memory) == [("버스 파업은 금요일까지", "expire", "ttl")]
    assert sweep(memory).counts == {"expired": 1, "users": 1}
    # A look as of an earlier moment still finds it, as before the sweep (M5).
    then = clock.now() - 3 * DAY
    assert memory.fact(fact.id, as_of=then).state == "live"
    found = memory.search("버스 파업", kinds=("fact",), as_of=then, min_confidence=0)
    assert [hit.id for hit in found] == [fact.id]
    assert memory.search("버스 파업", kinds=("fact",), min_confidence=0) == []
    assert items(memory) == []
    clock.advance(30 * DAY)
    assert items(memory) == [("버스 파업은 금요일까지", "purge", "grace")]
    assert sweep(memory).counts == {"purged": 1, "users": 1}
    with pytest.raises(Conflict, match="purged"):
        memory.fact(fact.id)
    assert sound(memory)


def test_what_nobody_uses_is_let_go_unless_it_is_pinned(memory: Infold, clock: FrozenClock) -> None:
    kept = memory.add("Plays the theremin")
    memory.pin(kept.id)
    used = memory.add("Owns a kayak")
    memory.add("Was at the dentist")
    clock.advance(60 * DAY)
    memory.use(used.id)
    clock.advance(31 * DAY)
    plan = memory.plan_sweep()
    (item,) = plan
    assert (item.text, item.action, item.policy) == ("Was at the dentist", "tombstone", "idle")
    assert "91 days" in item.reason
    assert "90 days" in item.reason
    assert "2026-03-01" in item.reason
    sweep(memory)
    assert states(memory) == {
        "Plays the theremin": "live",
        "Owns a kayak": "live",
        "Was at the dentist": "tombstoned",
    }
    clock.advance(400 * DAY)
    sweep(memory)
    assert states(memory)["Plays the theremin"] == "live"
    assert sound(memory)


def test_m6_a_hundred_sweeps_at_one_clock_change_nothing_more(
    memory: Infold, clock: FrozenClock
) -> None:
    fact = memory.add("Lives in Porto")
    memory.add("Aujourd'hui à Besançon", kind="temporary")
    clock.advance(30 * DAY)
    sweep(memory)
    before = memory.facts(state=None)
    assert memory.fact(fact.id).confidence == 0.5
    for _ in range(100):
        assert sweep(memory).counts == {}
    assert memory.facts(state=None) == before


def test_over_the_cap_the_lowest_go_and_only_that_users(tmp_path: Path, clock: FrozenClock) -> None:
    with opened(tmp_path / "s.db", clock, cap=3) as memory:
        sure = []
        for n in range(1, 7):
            sure.append(memory.add(f"Kayak {n}", user="a", confidence=n / 10))
            clock.advance(timedelta(seconds=-1 if n == 2 else 0))
        clock.advance(timedelta(seconds=1))
        memory.pin(sure[0].id, user="a")
        memory.weigh(sure[1].id, 1.0, user="a")
        for n in range(3):
            memory.add(f"Other {n}", user="b", confidence=0.01)
        # 0.2 × 1.5 = 0.3 ties with 0.3 × 1.0: the one that was said first goes.
        going = [text for text, _, _ in items(memory, user="a")]
        assert going == [f"Kayak {n}" for n in (3, 2, 4)]
        item = next(iter(memory.plan_sweep(user="a")))
        assert item.policy == "cap"
        assert "6 live facts, and the cap is 3" in item.reason
        assert "0.300" in item.reason
        assert sweep(memory, all_users=True).counts == {"capped": 3, "users": 1}
        assert [one.text for one in memory.facts(user="a")] == [f"Kayak {n}" for n in (1, 5, 6)]
        assert len(memory.facts(user="b")) == 3
        assert sound(memory, "a", "b")


def test_a_cap_of_pins_alone_lets_nothing_go(tmp_path: Path, clock: FrozenClock) -> None:
    with opened(tmp_path / "s.db", clock, cap=1, caps={"b": None}) as memory:
        for n in range(3):
            memory.pin(memory.add(f"Fact {n}").id)
            memory.add(f"Fact {n}", user="b")
        assert sweep(memory, all_users=True).counts == {}
        assert len(memory.facts()) == len(memory.facts(user="b")) == 3


def test_no_sweep_brings_an_older_value_back(memory: Infold, clock: FrozenClock) -> None:
    porto = memory.add("Lives in Porto")
    clock.advance(40 * DAY)
    memory.add("Lives in Oslo")
    clock.advance(20 * DAY)
    memory.confirm(porto.id)  # it is history, and newer than Oslo by its last word
    clock.advance(71 * DAY)
    assert items(memory) == [
        ("Lives in Porto", "tombstone", "slot"),
        ("Lives in Oslo", "tombstone", "idle"),
    ]
    assert sweep(memory).counts == {"idle": 1, "with_newer": 1, "users": 1}
    assert memory.facts() == []
    assert memory.search("Where does she live?", kinds=("fact",), min_confidence=0) == []
    assert sound(memory)
    memory.undo(memory.sweeps()[0])
    assert states(memory) == {"Lives in Porto": "superseded", "Lives in Oslo": "live"}
    assert sound(memory)


def test_a_newer_value_stays_where_an_older_one_is_pinned(
    memory: Infold, clock: FrozenClock
) -> None:
    porto = memory.add("Lives in Porto")
    clock.advance(DAY)
    memory.add("Lives in Oslo")
    memory.pin(porto.id)
    clock.advance(91 * DAY)
    assert items(memory) == []
    kept = list(memory.plan_sweep().items(kept=True))
    assert [(one.text, one.action) for one in kept] == [
        ("Lives in Porto", "keep"),
        ("Lives in Oslo", "keep"),
    ]
    assert "pinned" in kept[1].reason
    assert sweep(memory).counts == {"kept": 1}
    assert states(memory) == {"Lives in Porto": "superseded", "Lives in Oslo": "live"}


def test_a_retraction_that_goes_brings_nothing_back(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Lives in Porto", user="a")
    clock.advance(DAY)
    memory.add("I no longer live in Porto", user="a")
    assert memory.history(CITY, user="a")[0].ends == clock.now()
    clock.advance(95 * DAY)
    sweep(memory, user="a")
    assert memory.facts(user="a") == []
    assert sound(memory, "a")


def test_undo_brings_back_exactly_what_was_visible(tmp_path: Path, clock: FrozenClock) -> None:
    with Infold.open(
        tmp_path / "e.db",
        settings=Settings(),
        embedder=Letters(),
        clock=clock,
        retention=Retention(cap=3),
    ) as memory:
        for text in TEXTS:
            memory.add(text, user="a")
        memory.add("Only today", user="a", kind="temporary")
        doubted = memory.add("住在北京", user="a", origin="tool")
        while memory.run_job():
            pass
        clock.advance(10 * DAY)

        def found() -> list[tuple[str, float]]:
            hits = memory.search("kayak jazz 上海", user="a", kinds=("fact",), min_confidence=0)
            return [(hit.id, hit.score) for hit in hits]

        before, seen = states(memory, user="a"), found()
        known = {one.id: one.standing.holds for one in memory.facts(user="a", state=None)}
        done = sweep(memory, user="a")
        assert done.counts["expired"] == 1
        assert done.counts["capped"] >= 1
        assert found() != seen
        clock.advance(DAY)
        undone = memory.undo(done.id[:10])
        assert undone.state == "undone"
        assert undone.counts["restored"] == done.changes
        clock.advance(-DAY)
        assert states(memory, user="a") == before
        assert {one.id: one.standing.holds for one in memory.facts(user="a", state=None)} == known
        assert found() == seen
        assert memory.undo(done).counts == undone.counts
        assert memory.fact(doubted.id, user="a").state == before["住在北京"]
        assert sound(memory, "a")


def test_what_was_purged_cannot_be_undone(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Owns a kayak")
    clock.advance(91 * DAY)
    done = sweep(memory)
    clock.advance(30 * DAY)
    assert sweep(memory).counts == {"purged": 1, "users": 1}
    with pytest.raises(Conflict, match="purged"):
        memory.undo(done)


def test_what_waits_for_an_answer_comes_back_as_it_was(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Lives in Porto", origin="user")
    doubted = memory.add("Lives in Oslo", origin="tool")
    assert memory.fact(doubted.id).state == "quarantined"
    clock.advance(91 * DAY)
    done = sweep(memory)
    assert memory.fact(doubted.id).state == "tombstoned"
    memory.undo(done)
    assert memory.fact(doubted.id).state == "quarantined"
    assert states(memory)["Lives in Porto"] == "live"
    assert sound(memory)


def test_undo_leaves_what_somebody_changed_since(memory: Infold, clock: FrozenClock) -> None:
    facts = [memory.add(f"Fact {n}") for n in range(4)]
    clock.advance(91 * DAY)
    done = sweep(memory)
    clock.advance(DAY)
    memory.restore(facts[0].id)
    memory.restore(facts[1].id)
    memory.delete(facts[1].id)
    assert memory.purge(facts[2].id)
    undone = memory.undo(done)
    assert {k: undone.counts[k] for k in ("restored", "gone", "left")} == {
        "restored": 1,
        "gone": 1,
        "left": 2,
    }
    assert [one.state for one in memory.facts(state=None)] == ["live", "tombstoned", "live"]
    assert sound(memory)


def test_a_simulation_writes_nothing_and_tells_what_would_be(
    memory: Infold, clock: FrozenClock
) -> None:
    memory.add("Owns a kayak")
    memory.add("Only today", kind="temporary")
    before = memory.facts(state=None)
    actions = {
        days: [one.action for one in memory.simulate(clock.now() + days * DAY)]
        for days in (0, 6, 7, 89, 90, 10_000)
    }
    assert actions == {
        0: [],
        6: [],
        7: ["expire"],
        89: ["expire"],
        90: ["expire", "tombstone"],
        10_000: ["expire", "tombstone"],
    }
    assert [one.action for one in memory.simulate("2026-06-01T00:00+09:00")] == [
        "expire",
        "tombstone",
    ]
    assert memory.facts(state=None) == before
    assert memory.sweeps() == []
    with pytest.raises(UsageError, match="simulation"):
        memory.apply(memory.simulate("2030-01-01"))
    for wrong in ("2026-13-45", "2026-03-01T00:00", "tomorrow"):
        with pytest.raises(UsageError):
            memory.simulate(wrong)
        with pytest.raises(UsageError):
            memory.plan_sweep(as_of=wrong)
    with pytest.raises(UsageError, match="simulate"):
        memory.plan_sweep(as_of=clock.now() + DAY)
    with pytest.raises(UsageError, match="all"):
        memory.plan_sweep(user="a", all_users=True)


def test_a_plan_of_the_past_does_what_was_due_then(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Only today", kind="temporary")
    clock.advance(5 * DAY)
    memory.add("Only tomorrow", kind="temporary")
    clock.advance(20 * DAY)
    sweep(memory, as_of=clock.now() - 17 * DAY)
    rows = {one.text: one.standing.state for one in memory.facts(state=None)}
    assert rows == {"Only today": "expired", "Only tomorrow": "live"}


def test_a_plan_respects_what_happened_since(memory: Infold, clock: FrozenClock) -> None:
    fact = memory.add("Owns a kayak")
    clock.advance(91 * DAY)
    plan = memory.plan_sweep()
    assert plan.totals().changes == 1
    memory.pin(fact.id)
    assert memory.apply(plan).counts == {}


def test_a_clock_that_jumps_back_lets_nothing_go(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Owns a kayak")
    clock.advance(91 * DAY)
    done = sweep(memory)
    clock.advance(-200 * DAY)
    assert sweep(memory).counts == {}
    memory.undo(done)
    (fact,) = memory.facts(state=None)
    assert (fact.standing.state, fact.confidence) == ("live", 1.0)


def test_other_times_of_keeping_are_followed_from_the_next_sweep_on(
    tmp_path: Path, clock: FrozenClock
) -> None:
    with opened(tmp_path / "s.db", clock) as memory:
        memory.add("Owns a kayak", user="a")
        memory.add("Met Ana", user="a", kind="event")
    clock.advance(40 * DAY)
    shorter = {"event": Keeping(idle=30 * DAY)}
    with opened(tmp_path / "s.db", clock, kinds=shorter) as memory:
        assert items(memory, user="a") == [("Met Ana", "tombstone", "idle")]
        assert sweep(memory, all_users=True).counts == {"idle": 1, "users": 1}
        assert sound(memory, "a")
    clock.advance(60 * DAY)
    never = {"statement": Keeping(idle=None)}
    with opened(tmp_path / "s.db", clock, kinds=never, grace=1000 * DAY) as memory:
        assert items(memory, user="a") == []
        assert sweep(memory, user="a").counts == {}


def test_chunks_are_bounded_and_a_sweep_that_was_stopped_goes_on(
    tmp_path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "CHUNK", 7)
    with opened(tmp_path / "s.db", clock, caps={"user 1": 2}) as memory:
        for user, many in (("", 3), ("user 1", 20), ("user 2", 9), ("user \ud800", 12)):
            for n in range(many):
                kind = "temporary" if n % 3 else "statement"
                memory.add(f"Fact {n}", user=user, kind=kind)
        clock.advance(91 * DAY)
        plan = memory.plan_sweep(all_users=True)
        assert plan.totals().changes == 44
        assert plan.totals().users == 4
        told: list[SweepStep] = []

        class Killed(BaseException):
            pass

        def stop(step: SweepStep) -> None:
            told.append(step)
            if len(told) == 3:
                raise Killed

        with pytest.raises(Killed):
            memory.apply(plan, progress=stop)
        assert [one.changes for one in told] == [7, 14, 21]
        with pytest.raises(Conflict, match="being swept"):
            memory.apply(plan)
        with pytest.raises(Conflict, match="being swept"):
            sweep(memory, user="user 2")
        clock.advance(timedelta(seconds=16))
        receipt = memory.apply(plan)
        assert receipt.id == memory.sweeps()[0].id
        assert len(memory.sweeps()) == 1
        assert receipt.changes == 44
        assert receipt.counts["users"] == 4
        assert receipt.state == "done"
        with memory.store.read() as reader:
            sizes: Counter[int] = Counter()
            for user in ("", "user 1", "user 2", "user \ud800"):
                for chunk, _, _, numbers in reader.swept(memory.scope(user), receipt.id):
                    sizes[chunk] += len(numbers)
        assert max(sizes.values()) == 7
        undone = memory.undo(receipt)
        assert undone.counts["restored"] == 44
        assert sound(memory, "", "user 1", "user 2", "user \ud800")


def test_a_broken_off_sweep_is_finished_by_its_own_clock_first(
    tmp_path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "CHUNK", 2)
    with opened(tmp_path / "s.db", clock) as memory:
        for n in range(6):
            memory.add(f"Fact {n}", kind="temporary")
        clock.advance(8 * DAY)

        def stop(step: SweepStep) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            memory.apply(memory.plan_sweep(), progress=stop)
        memory.add("Later", kind="temporary")
        clock.advance(8 * DAY)
        receipt = sweep(memory)
        first, second = reversed(memory.sweeps())
        assert first.state == second.state == "done"
        assert first.at < second.at
        assert first.counts["expired"] == 6
        assert second.id == receipt.id
        assert receipt.counts["expired"] == 1


def test_a_part_done_sweep_can_be_undone(
    tmp_path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "CHUNK", 2)
    with opened(tmp_path / "s.db", clock) as memory:
        for n in range(5):
            memory.add(f"Fact {n}")
        clock.advance(91 * DAY)

        def stop(step: SweepStep) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            memory.apply(memory.plan_sweep(), progress=stop)
        part = memory.sweeps()[0]
        with pytest.raises(Conflict, match="being swept"):
            memory.undo(part)
        clock.advance(timedelta(minutes=1))
        assert memory.undo(part).counts["restored"] == 2
        assert len(memory.facts()) == 5
        with pytest.raises(NotFound):
            memory.undo("w_nothing")


def test_two_threads_never_sweep_one_user(memory: Infold, clock: FrozenClock) -> None:
    for n in range(40):
        memory.add(f"Fact {n}", user=f"user {n % 4}")
    clock.advance(91 * DAY)
    inside, refused = threading.Event(), threading.Event()
    wrong: list[InfoldError] = []

    def wait(step: SweepStep) -> None:
        inside.set()
        assert refused.wait(10)

    def first() -> None:
        try:
            memory.apply(memory.plan_sweep(user="user 1"), progress=wait)
        except InfoldError as error:
            wrong.append(error)

    thread = threading.Thread(target=first)
    thread.start()
    assert inside.wait(10)
    assert sweep(memory, user="user 2").counts["idle"] == 10
    refused.set()
    thread.join()
    assert wrong == []
    assert sweep(memory, all_users=True).counts["idle"] == 20
