"""`infold doctor` on sweeps: the last, the next, and what failed or did not come."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.core.scope import Scope
from infold.engine import sweeping
from infold.engine.doctor import Finding
from infold.engine.sweep_jobs import SWEEP_JOB
from infold.jobs.schedule import Timetable
from infold.testing import FrozenClock
from tests.acceptance.surface import infold

DAY = timedelta(days=1)


def found(memory: Infold, topic: str = "sweeps") -> Finding:
    (one,) = [one for one in memory.doctor() if one.topic == topic]
    return one


def topics(memory: Infold) -> set[str]:
    return {one.topic for one in memory.doctor()}


def work(memory: Infold) -> None:
    Timetable(memory.settings).look(memory)
    while memory.run_job() is not None:
        pass


def test_an_empty_store_needs_no_sweep_and_the_first_is_due_at_once(engine: Infold) -> None:
    assert found(engine).state == "ok"
    assert found(engine).value == "none yet; nothing is remembered that could be swept"
    engine.add("Suka kopi tubruk")
    first = found(engine)
    assert (first.state, first.value) == ("note", "none yet; the first of all users is due now")
    assert "infold worker" in first.advice
    assert first.data["next"] == engine.clock.now().isoformat()


def test_the_last_and_the_next_are_told_and_one_that_did_not_come(
    engine: Infold, clock: FrozenClock
) -> None:
    engine.add("버스 파업", kind="temporary")
    clock.advance(8 * DAY)
    work(engine)
    said = found(engine)
    assert said.state == "ok"
    assert said.value == (
        "the last on 2026-03-09 09:00 UTC by the schedule, of all users: 1 change (expired 1); "
        "the next is due on 2026-03-10 03:00 UTC"
    )
    assert said.data["changes"] == 1
    clock.advance(DAY)
    late = found(engine)
    assert late.state == "problem"
    assert late.value.endswith("the next was due on 2026-03-10 03:00 UTC and did not come")
    assert "infold worker" in late.advice
    assert "infold sweep --apply" in late.advice
    assert late.data["overdue_seconds"] == timedelta(hours=6).total_seconds()
    # A person who sweeps all users by hand leaves nothing overdue.
    engine.apply(engine.plan_sweep(all_users=True))
    assert found(engine).state == "ok"
    assert "by hand, of all users: nothing had had its time" in found(engine).value


def test_one_users_sweep_is_told_and_is_not_that_of_all(engine: Infold, clock: FrozenClock) -> None:
    engine.add("喜欢喝茶", user="李雷")
    engine.apply(engine.plan_sweep(user="李雷"))
    said = found(engine)
    assert "by hand, of the user '李雷'" in said.value
    assert "the first of all users is due now" in said.value
    clock.advance(-5 * DAY)  # a clock that was set back makes nothing overdue
    assert found(engine).state == "note"


def test_no_schedule_and_one_that_cannot_be_used(tmp_path: Path, plain: Settings) -> None:
    for schedule, state, part in (
        ("", "note", "the setting sweep_schedule is empty"),
        ("daily", "problem", "sweep_schedule is 'daily'"),
    ):
        settings = replace(plain, sweep_schedule=schedule)
        with Infold.open(tmp_path / "one.db", settings=settings, clock=FrozenClock()) as memory:
            assert found(memory).state == state
            assert part in found(memory).value
            assert found(memory).advice


def test_a_sweep_that_failed_says_what_to_do(engine: Infold, clock: FrozenClock) -> None:
    space = Scope(space="default")
    engine.store.write(lambda tx: tx.queue_job(space, SWEEP_JOB, "all", clock.now()))
    job = engine.store.write(
        lambda tx: tx.claim_job("default", clock.now(), 15.0, kinds=[SWEEP_JOB])
    )
    assert job is not None
    engine.store.write(lambda tx: tx.fail_job(job, "store: le disque est plein", None))
    failed = found(engine, "failed sweep")
    assert failed.state == "problem"
    assert failed.value == (
        "the sweep by the schedule failed after 1 try: store: le disque est plein"
    )
    assert "infold sweep --apply" in failed.advice
    # It is told once, and not as if a message could queue it again.
    assert "failed job" not in topics(engine)


def test_a_sweep_that_was_broken_off_is_named(
    engine: Infold, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "CHUNK", 1)
    for text in ("バスのストライキ", "Grève des bus"):
        engine.add(text, kind="temporary", user="아리")
    clock.advance(8 * DAY)

    def killed(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.apply(engine.plan_sweep(user="아리"), progress=killed)
    assert "broken sweep" not in topics(engine)  # its worker may still live
    clock.advance(timedelta(seconds=60))
    broken = found(engine, "broken sweep")
    assert broken.state == "problem"
    assert "was broken off after 1 step" in broken.value
    assert broken.advice.endswith("infold --user 아리 sweep --apply")
    engine.apply(engine.plan_sweep(user="아리"))
    assert "broken sweep" not in topics(engine)


def test_the_command_shows_it_and_json_has_the_numbers(tmp_path: Path) -> None:
    db = str(tmp_path / "one.db")
    infold("add", "Gosta de café", DB=db, EMBEDDER="none")
    assert b"sweeps" in infold("doctor", DB=db, EMBEDDER="none").out
    told = infold("doctor", "--json", DB=db, EMBEDDER="none").data
    (one,) = [one for one in told if one["topic"] == "sweeps"]
    assert one["state"] == "note"
    assert set(one["data"]) == {"last", "changes", "next", "overdue_seconds"}
