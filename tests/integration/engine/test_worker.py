"""Jobs that another worker holds are waited for, as long as it takes and no longer."""

from __future__ import annotations

from datetime import timedelta

import pytest

from infold import Infold
from infold.config import Settings
from infold.errors import ConfigError
from infold.jobs.worker import PATIENCE, PAUSE, run_all
from infold.store.protocol import Job
from infold.testing import FrozenClock
from tests.integration.engine.test_folding import talk


@pytest.fixture
def memory(folding: Infold) -> Infold:
    return folding


@pytest.fixture
def taken(memory: Infold, clock: FrozenClock) -> Job:
    """A job that another worker holds for fifteen seconds."""
    chat = memory.conversation("c")
    for role, text in talk(120):
        chat.append(role, text)
    job = memory.store.write(lambda tx: tx.claim_job("default", clock.now(), 15.0, kinds=["fold"]))
    assert job is not None
    return job


class Pauses:
    """Moves the clock instead of waiting, and does something on the way."""

    def __init__(self, clock: FrozenClock) -> None:
        self.clock = clock
        self.seconds = 0.0

    def __call__(self, seconds: float) -> None:
        self.seconds += seconds
        self.clock.advance(timedelta(seconds=seconds))


def test_a_dead_workers_lease_is_waited_for(memory: Infold, clock: FrozenClock, taken: Job) -> None:
    pauses, told = Pauses(clock), []
    assert run_all(memory, waiting=told.append, pause=pauses) == 1
    assert 15 <= pauses.seconds <= 16
    assert told == [1]
    assert memory.conversation("c").folds()
    assert memory.jobs() == []


def test_a_live_workers_job_is_left_to_it(memory: Infold, clock: FrozenClock, taken: Job) -> None:
    class Other(Pauses):
        def __call__(self, seconds: float) -> None:
            super().__call__(seconds)
            if self.seconds < 40:
                assert memory.store.write(lambda tx: tx.renew_job(taken, clock.now(), 15.0))
            else:
                memory.store.write(lambda tx: tx.finish_job(taken))

    other = Other(clock)
    assert run_all(memory, pause=other) == 0
    assert 40 <= other.seconds <= 41
    assert memory.conversation("c").folds() == []


def test_the_waiting_ends(memory: Infold, clock: FrozenClock, taken: Job) -> None:
    class Stuck(Pauses):
        def __call__(self, seconds: float) -> None:
            super().__call__(seconds)
            assert memory.store.write(lambda tx: tx.renew_job(taken, clock.now(), 15.0))

    stuck = Stuck(clock)
    assert run_all(memory, pause=stuck) == 0
    assert stuck.seconds == pytest.approx(PATIENCE * 15.0, abs=PAUSE)


def test_other_jobs_are_done_first(memory: Infold, clock: FrozenClock, taken: Job) -> None:
    other = memory.conversation("other", user="민수")
    for role, text in talk(120):
        other.append(role, text)
    pauses = Pauses(clock)
    assert run_all(memory, pause=pauses) == 2
    assert other.folds()


def test_a_job_with_a_pause_is_not_waited_for(memory: Infold, clock: FrozenClock) -> None:
    later = clock.now() + timedelta(minutes=1)
    memory.store.write(lambda tx: tx.queue_job(memory.scope(), "fold", "c_none", later))
    assert run_all(memory, pause=lambda seconds: pytest.fail("it waited")) == 0


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan")])
def test_a_lease_that_ends_at_once_is_refused(seconds: float) -> None:
    with pytest.raises(ConfigError, match="lease_seconds"):
        Settings(lease_seconds=seconds)
