"""`infold doctor`: what it finds of a store in every state, and whether a person has to act."""

from __future__ import annotations

import shutil
import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from infold import Infold
from infold.config import Settings
from infold.engine import doctor
from infold.engine.doctor import Finding
from infold.jobs.worker import run_all
from infold.store import log
from infold.testing import FrozenClock
from tests.acceptance.surface import infold
from tests.acceptance.transcripts import talk

NONE = {"EMBEDDER": "none"}


class Disk(NamedTuple):
    """What `shutil.disk_usage` gives."""

    total: int
    used: int
    free: int


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk with room, wherever the tests run."""
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path: Disk(10**12, 0, 10**12))


def found(memory: Infold, topic: str, **more: Any) -> Finding:
    (one,) = [one for one in memory.doctor(**more) if one.topic == topic]
    return one


def test_a_store_at_rest_needs_nobody(engine: Infold) -> None:
    chat = engine.conversation("백업")
    for role, text in talk(120):
        chat.append(role, text)
    run_all(engine)
    findings = {one.topic: one for one in engine.doctor()}
    assert "problem" not in {one.state for one in findings.values()}
    assert findings["holds"].value == "120 messages in 1 conversation of 1 user"
    assert findings["jobs"].value == "0 waiting, 0 running, 0 failed"
    assert findings["folds"].value == "every message that left the hot window is folded"
    assert findings["embedder"].data["id"] == "none"
    assert all(one.advice for one in findings.values() if one.state == "problem")


def test_jobs_that_wait_are_dated_and_a_missing_worker_is_a_problem(
    engine: Infold, clock: FrozenClock
) -> None:
    chat = engine.conversation("c")
    for role, text in talk(120):
        chat.append(role, text, at=clock.now())
    clock.advance(timedelta(minutes=50))
    jobs, folds = found(engine, "jobs"), found(engine, "folds")
    assert (jobs.state, jobs.data["waiting"]) == ("note", 1)
    assert "the oldest waits for 50 minutes" in jobs.value
    assert "infold worker --once" in jobs.advice
    assert folds.state == "note"
    assert "50 minutes ago" in folds.value
    assert folds.data["behind"] > 0
    clock.advance(timedelta(days=3))
    jobs = found(engine, "jobs")
    assert (jobs.state, jobs.value[-16:]) == ("problem", "waits for 3 days")
    assert "No worker seems to run" in jobs.advice


def test_a_lease_of_a_dead_worker_and_a_failed_job(engine: Infold, clock: FrozenClock) -> None:
    scope = engine.scope()
    engine.store.write(lambda tx: tx.queue_job(scope, "fold", "c_1", clock.now()))
    job = engine.store.write(lambda tx: tx.claim_job("default", clock.now(), 15.0, kinds=["fold"]))
    assert job is not None
    assert "leases" not in {one.topic for one in engine.doctor()}
    clock.advance(timedelta(seconds=16))
    lease = found(engine, "leases")
    assert lease.value == "1 job held by a worker that has stopped"
    assert "takes them over" in lease.advice
    engine.store.write(lambda tx: tx.fail_job(job, "모델이 답하지 않음", None))
    failed = found(engine, "failed job")
    assert failed.state == "problem"
    assert failed.value == "fold of c_1 after 1 try: 모델이 답하지 않음"
    assert failed.data["user"] == ""


def test_a_clock_that_was_set_back(engine: Infold, clock: FrozenClock) -> None:
    engine.store.write(lambda tx: tx.queue_job(engine.scope(), "fold", "c_1", clock.now()))
    clock.advance(timedelta(days=-3))
    assert found(engine, "clock").state == "problem"
    assert "set back" in found(engine, "clock").advice


def test_a_full_disk_and_a_long_log(engine: Infold, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path: Disk(10**12, 0, 3 * 10**6))
    disk = found(engine, "disk")
    assert (disk.state, disk.value) == ("problem", "2.9 MiB left")
    monkeypatch.setattr(doctor, "LOG_ALARM", 10_000)
    other = sqlite3.connect(engine.store.path, isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT count(*) FROM messages").fetchone()
    chat = engine.conversation("c")
    for role, text in talk(10):
        chat.append(role, text)
    stuck = found(engine, "log")
    assert stuck.state == "problem"
    assert "could not be shortened" in stuck.value
    assert "close it" in stuck.advice
    other.execute("COMMIT")
    other.close()
    assert (found(engine, "log").state, found(engine, "log").value) == ("ok", "empty")
    assert log.ALARM == 64 * 1024 * 1024


def test_a_copy_is_checked(engine: Infold, tmp_path: Path) -> None:
    chat = engine.conversation("c")
    for role, text in talk(40):
        chat.append(role, text)
    assert engine.store.shorten_log()
    copy = tmp_path / "copy.db"
    shutil.copy(engine.store.path, copy)
    assert found(engine, "copy", copy=copy).value.endswith("holds as many messages")
    chat.append("user", "one more")
    late = found(engine, "copy", copy=copy)
    assert (late.state, late.data["lacks"]) == ("note", 1)
    data = bytearray(copy.read_bytes())
    data[4096 * 20 : 4096 * 30] = bytes(4096 * 10)
    broken = tmp_path / "broken.db"
    broken.write_bytes(data)
    assert found(engine, "copy", copy=broken).state == "problem"
    with Infold.open(tmp_path / "other.db", embedder="none"):
        pass
    other = found(engine, "copy", copy=tmp_path / "other.db")
    assert (other.state, "another store" in other.value) == ("problem", True)
    assert found(engine, "copy", copy=tmp_path / "none.db").state == "problem"
    assert sorted(each.name for each in tmp_path.glob("copy.db*")) == ["copy.db"]


def test_the_command_says_by_its_exit_code_whether_a_person_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.db"
    settings = Settings(embedder="none", fold_model="", model_api_key="sk-canary-7731")
    with Infold.open(path, settings=settings) as memory:
        memory.conversation("c").append("user", "안녕하세요")
    answer = infold("doctor", "--db", path, "--json", **NONE, MODEL_API_KEY="sk-canary-7731")
    assert answer.code == 0
    assert {"topic", "state", "value", "advice", "data"} == set(answer.data[0])
    assert b"sk-canary" not in answer.out
    plain = infold("doctor", "--db", path, "--copy", tmp_path / "no.db", **NONE)
    assert plain.code == 1
    assert "there is no file" in plain.out.decode()
