"""How a store keeps its facts: the program that opened it says so, and the worker follows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.config import Settings, load_settings
from infold.errors import ConfigError, Conflict
from infold.jobs.worker import run_all
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.decay import Decay
from infold.memory.retention import Keeping, Retention, explain
from infold.memory.retention_text import read_retention, with_settings, written
from infold.testing import FrozenClock
from tests.integration.engine.sweeps import DAY, opened, sweep

NEVER = {"statement": Keeping(idle=None)}


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(datetime(2026, 3, 1, 9, tzinfo=UTC))


def follower(path: Path, clock: FrozenClock, **values: Any) -> Infold:
    settings = Settings(embedder="none", space_secret="a secret for tests", **values)
    return Infold.open(path, settings=settings, clock=clock)


def test_the_worker_sweeps_by_what_the_program_opened_with(
    tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "s.db"
    with opened(path, clock, cap=9, caps={"Zoe Quill": 2}, kinds=NEVER) as memory:
        for n in range(8):
            # What ends one day is not folded before the cap looks at it.
            memory.add(f"Fact {n}", user="a", expires="900 days")
            memory.add(f"Fact {n}", user="Zoe Quill", expires="900 days")
        assert memory.plan_sweep(user="a").totals().changes == 0
    clock.advance(91 * DAY)
    with follower(path, clock) as worker:
        assert worker.retention.cap_of("Zoe Quill") == 2
        worker.store.write(lambda tx: tx.queue_job(worker.scope(""), "sweep", "all", clock.now()))
        run_all(worker)
        assert len(worker.facts(user="a")) == 8
        assert len(worker.facts(user="Zoe Quill")) == 2
        with worker.store.read() as reader:
            # No user is named outside of what is erased with him.
            assert "Zoe" not in reader.retention(worker.scope(""))


def test_a_worker_follows_what_the_store_is_opened_with_later(
    tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "s.db"
    with follower(path, clock) as worker:
        for n in range(4):
            worker.add(f"Fact {n}")
        with opened(path, clock, cap=3):
            pass
        assert worker.plan_sweep().totals().policies == {"cap": 1}
        assert sweep(worker).counts == {"capped": 1, "users": 1}


def test_a_sweep_by_another_retention_than_the_stores_is_refused(
    tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "s.db"
    with opened(path, clock, cap=3) as first:
        plan = first.plan_sweep()
        with opened(path, clock, cap=2, grace=9 * DAY) as second:
            with pytest.raises(Conflict, match=r"a cap of 3, not 2; a grace period of 30 days"):
                first.plan_sweep()
            with pytest.raises(Conflict, match="another retention"):
                first.apply(plan)
            assert sweep(second).counts == {}
    with opened(path, clock, cap=3) as first:
        assert sweep(first).counts == {}


def test_settings_say_how_facts_are_kept_unless_a_program_does(
    tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "s.db"
    with follower(path, clock, fact_cap=2, idle_days=10.0, half_life_days=0.0) as memory:
        keeping = memory.retention.of("statement")
        assert (memory.retention.cap, keeping.idle, keeping.decay.half_life) == (2, 10 * DAY, None)
        assert memory.retention.of("temporary").ttl == 7 * DAY
    with follower(path, clock) as memory:
        assert memory.retention.cap == 2
    with follower(path, clock, fact_cap=0, temporary_days=1.0, ttl_days=20.0) as memory:
        assert memory.retention.cap is None
        assert memory.retention.of("event").ttl == 20 * DAY
        assert memory.retention.of("temporary").ttl == DAY
        assert memory.retention.of("event").idle == 90 * DAY
    with opened(path, clock, cap=7), follower(path, clock, fact_cap=3) as memory:
        assert memory.retention.cap == 7
        memory.plan_sweep()


def test_settings_of_facts_that_cannot_be_used_are_refused() -> None:
    with pytest.raises(ConfigError) as told:
        load_settings(
            environment={"INFOLD_FACT_CAP": "-2", "INFOLD_IDLE_DAYS": "-7"}, grace_days=0.0
        )
    for name in ("fact_cap", "idle_days", "grace_days"):
        assert name in told.value.message
    assert load_settings(environment={"INFOLD_HALF_LIFE_DAYS": "14"}).half_life_days == 14.0


def test_a_retention_comes_back_as_it_was_written() -> None:
    retention = Retention(
        kinds={
            "event": Keeping(
                ttl=timedelta(microseconds=7),
                idle=None,
                decay=Decay(half_life=None, floor=0.1),
                importance=0.25,
            )
        },
        cap=None,
        caps={"김민수": 3, "b": None},
        chats=ChatKeeping(archive=90 * DAY),
    )
    text = written(retention, secret=b"s", by="program")
    back, by = read_retention(text, secret=b"s")
    assert by == "program"
    assert [back.of(kind) for kind in ("event", "temporary")] == [
        retention.of(kind) for kind in ("event", "temporary")
    ]
    assert [back.cap_of(user) for user in ("김민수", "b", "c")] == [3, None, None]
    assert (back.grace, back.chats) == (retention.grace, retention.chats)
    assert written(back, secret=b"s", by="program") == text
    assert with_settings(back, Settings()).of("event") == retention.of("event")


def test_the_cap_that_is_explained_is_the_users_own() -> None:
    retention = Retention(cap=500, caps={"alice": 20})
    assert any("beyond 20 live" in line for line in explain("event", retention, user="alice"))
    assert any("beyond 500 live" in line for line in explain("event", retention))
