"""The schedule of sweeps: catching up once, one worker of several, a clock that jumps (M12)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.engine import sweep_leases
from infold.engine.merge_jobs import MERGE_JOB
from infold.engine.sweep_jobs import SWEEP_JOB
from infold.errors import ConfigError
from infold.jobs.schedule import Timetable
from infold.jobs.worker import BackgroundWorker
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.retention import Retention
from infold.store.protocol import Writer
from infold.testing import FrozenClock

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


def work(memory: Infold, timetable: Timetable) -> int:
    """Look and run jobs, as a worker does; how many sweeps there are afterwards."""
    timetable.look(memory)
    while memory.run_job() is not None:
        pass
    return len(memory.sweeps())


def test_m12_a_missed_hour_is_caught_up_once(memory: Infold, clock: FrozenClock) -> None:
    memory.add("버스 파업", kind="temporary")
    timetable = Timetable(memory.settings)
    assert work(memory, timetable) == 1
    assert work(memory, timetable) == 1
    clock.advance(17 * timedelta(hours=1))  # 02:00
    assert work(memory, timetable) == 1
    clock.advance(timedelta(hours=1))
    assert work(memory, timetable) == 2
    # The process was down for ten days: it starts, and sweeps once.
    clock.advance(10 * DAY)
    timetable = Timetable(memory.settings)
    assert work(memory, timetable) == 3
    assert work(memory, timetable) == 3
    newest = memory.sweeps()[0]
    assert newest.scheduled == newest.at == clock.now()
    assert newest.counts["expired"] == 1
    clock.advance(DAY)
    assert work(memory, timetable) == 4


def test_m12_of_two_workers_one_sweeps(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Owns a kayak", user="a")
    with Infold.open(memory.store.path, settings=memory.settings, clock=clock) as other:
        mine, theirs = Timetable(memory.settings), Timetable(other.settings)
        assert mine.look(memory)
        assert not theirs.look(other)
        assert [job.kind for job in memory.jobs()] == [SWEEP_JOB]
        report = other.run_job()
        assert report is not None
        assert report.done
        merging = memory.run_job()
        assert merging is not None
        assert merging.kind == MERGE_JOB
        assert memory.run_job() is None
        # One whose clock is a little behind looks when the other is done.
        clock.advance(-timedelta(seconds=5))
        assert not theirs.look(other)
        assert len(memory.sweeps()) == 1


def test_a_sweep_by_hand_does_not_stand_in_for_the_schedules(
    memory: Infold, clock: FrozenClock
) -> None:
    memory.add("Owns a kayak")
    timetable = Timetable(memory.settings)
    work(memory, timetable)
    clock.advance(DAY)
    memory.apply(memory.plan_sweep(all_users=True))
    assert work(memory, timetable) == 3


def test_a_scheduled_sweep_waits_while_somebody_sweeps(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Owns a kayak")

    def command(tx: Writer) -> None:
        sweep_leases.begin(
            tx, memory.scope(), whole=False, at=clock.now(), now=clock.now(), lease=15 * SECOND
        )

    memory.store.write(command)  # its worker is killed before its first chunk
    timetable = Timetable(memory.settings)
    assert timetable.look(memory)
    report = memory.run_job()
    assert report is not None
    assert not report.done
    assert "being swept" in report.error
    assert memory.run_job() is None
    clock.advance(timedelta(minutes=1))
    assert work(memory, timetable) == 2
    assert memory.sweeps()[0].user is None


def test_a_clock_that_was_set_back_does_not_stop_the_schedule(
    memory: Infold, clock: FrozenClock
) -> None:
    memory.add("Owns a kayak")
    timetable = Timetable(memory.settings)
    work(memory, timetable)
    clock.advance(-400 * DAY)
    assert work(memory, timetable) == 2
    assert work(memory, timetable) == 2
    clock.advance(DAY)
    assert work(memory, timetable) == 3


def test_an_empty_store_or_schedule_is_not_swept(tmp_path: Path, clock: FrozenClock) -> None:
    settings = Settings(embedder="none", sweep_schedule="")
    with Infold.open(tmp_path / "a.db", settings=settings, clock=clock) as memory:
        memory.add("Owns a kayak")
        assert not Timetable(settings).look(memory)
    with Infold.open(tmp_path / "b.db", settings=Settings(embedder="none"), clock=clock) as memory:
        assert not Timetable(memory.settings).look(memory)
        assert memory.jobs() == []


def test_a_schedule_that_cannot_be_used_is_refused_when_a_worker_starts(
    tmp_path: Path, clock: FrozenClock
) -> None:
    for wrong in ({"sweep_schedule": "whenever"}, {"sweep_zone": "Mars/Olympus"}):
        settings = Settings(embedder="none", **wrong)
        with (
            Infold.open(tmp_path / "a.db", settings=settings, clock=clock) as memory,
            pytest.raises(ConfigError, match=next(iter(wrong))),
        ):
            BackgroundWorker(memory)


def test_chats_alone_are_swept_where_a_policy_is_set(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    keeping = ChatKeeping(archive=10 * DAY)
    for retention, sweeps in ((None, 0), (Retention(chats=keeping), 1)):
        memory = open_memory(retention=retention)
        chat = memory.conversation("수다", user="김")
        if not chat.exists():
            chat.append("user", "¿Qué tal?")
            clock.advance(11 * DAY)
        assert work(memory, Timetable(memory.settings)) == sweeps
    assert memory.sweeps()[0].counts == {"archived": 1, "users": 1}
    assert memory.conversations(user="김") == []


@pytest.mark.parametrize("said", [20, 10, 8])
def test_a_scheduled_sweep_folds_old_facts_before_the_cap_lets_any_go(
    memory: Infold, clock: FrozenClock, open_memory: Callable[..., Infold], said: int
) -> None:
    memory.close()
    memory = open_memory(retention=Retention(cap=10, caps={"b": None}))
    texts = [f"{word} 산책 이야기" for word in "강숲산별달비눈꽃섬길봄밤벌곰말양배차집책"]
    for user in ("a", "b"):
        memory.add(texts[:said], user=user)
    clock.advance(DAY)
    # A plan lists what a person's own sweep would do, which folds nothing: of 20 the cap takes 10.
    items = memory.plan_sweep(user="a", merges=True)
    planned = [item.record for item in items if item.action == "fold"]
    assert len(planned) == (10 if said == 10 else 0)
    work(memory, Timetable(memory.settings))
    live = memory.facts(user="a")
    assert len(live) <= 10
    assert memory.facts(user="a", state="tombstoned") == []
    assert all(any(text in fact.text for fact in live) for text in texts[:said])
    assert len(memory.facts(user="b")) == said
    assert memory.verify() == []
