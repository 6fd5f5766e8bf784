"""The queue: waiting, leases, failures."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from infold.core.scope import Scope
from infold.store.protocol import ScopeVersion, Store

ALICE = Scope(user="alice")
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def test_a_job_waits_once_and_is_done_once(store: Store) -> None:
    early, late = NOW - timedelta(minutes=1), NOW + timedelta(minutes=1)
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", late))
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", early))
    store.write(lambda w: w.queue_job(ALICE, "fold", "d", late))
    with store.read() as reader:
        rows = reader.jobs("default")
        assert [(row.subject, row.state, row.due) for row in rows] == [
            ("c", "waiting", early),
            ("d", "waiting", late),
        ]
        assert reader.jobs("other") == []
    job = store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold"]))
    assert job is not None
    assert (job.scope, job.kind, job.subject, job.attempts) == (ALICE, "fold", "c", 1)
    assert store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold"])) is None
    assert store.write(lambda w: w.claim_job("other", NOW, 60, kinds=["fold"])) is None
    assert store.write(lambda w: w.finish_job(job))
    assert not store.write(lambda w: w.finish_job(job))
    with store.read() as reader:
        assert [row.subject for row in reader.jobs("default")] == ["d"]


def test_what_is_queued_while_its_like_runs_waits_for_it(store: Store) -> None:
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    job = store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold"]))
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    assert store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold"])) is None
    assert store.write(lambda w: w.finish_job(job))
    again = store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold"]))
    assert again is not None
    assert again.attempts == 1


def test_a_lease_that_ran_out_is_taken_over(store: Store) -> None:
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    lost = store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold"]))
    after = NOW + timedelta(seconds=60)
    assert (
        store.write(
            lambda w: w.claim_job("default", after - timedelta(seconds=1), 60, kinds=["fold"])
        )
        is None
    )
    taken = store.write(lambda w: w.claim_job("default", after, 60, kinds=["fold"]))
    assert lost is not None
    assert taken is not None
    assert (taken.id, taken.attempts) == (lost.id, 2)
    assert taken.token != lost.token
    assert not store.write(lambda w: w.finish_job(lost))
    assert not store.write(lambda w: w.fail_job(lost, "late", None))
    assert store.write(lambda w: w.finish_job(taken))


def test_a_clock_that_was_set_back_holds_no_job(store: Store) -> None:
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    store.write(lambda w: w.queue_job(ALICE, "fold", "d", NOW))
    lost = store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold"]))
    assert lost is not None
    # A little is the wait for the writer, and what a clock corrects.
    soon = NOW - timedelta(seconds=50)
    assert store.write(lambda w: w.claim_job("default", soon, 60, kinds=["fold"])) is None
    back = NOW - timedelta(days=2)
    found = [
        store.write(lambda w: w.claim_job("default", back, 60, kinds=["fold"])) for _ in range(3)
    ]
    assert [job and (job.subject, job.attempts) for job in found] == [("c", 2), ("d", 1), None]
    assert not store.write(lambda w: w.finish_job(lost))
    assert all(job and store.write(lambda w, job=job: w.finish_job(job)) for job in found[:2])


def test_a_clock_that_jumps_ahead_and_back_gives_a_lease_its_length(store: Store) -> None:
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    job = store.write(lambda w: w.claim_job("default", NOW + timedelta(days=9), 60, kinds=["fold"]))
    assert job is not None
    # Its owner goes on under the clock that was put right, and keeps it.
    assert store.write(lambda w: w.renew_job(job, NOW, 60))
    assert store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold"])) is None
    assert store.write(lambda w: w.finish_job(job))


def test_removing_raises_the_epoch_and_the_version(store: Store) -> None:
    store.write(lambda w: w.touch(ALICE))
    store.write(lambda w: w.touch_removed(ALICE))
    bob = Scope(user="bob")
    store.write(lambda w: w.touch_removed(bob))
    with store.read() as reader:
        assert reader.scope_version(ALICE) == ScopeVersion(version=2, erase_epoch=1)
        assert reader.scope_version(bob) == ScopeVersion(version=1, erase_epoch=1)


def test_a_failing_job_waits_keeps_its_pause_and_gives_up(store: Store) -> None:
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    later = NOW + timedelta(minutes=5)
    job = store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold"]))
    assert job is not None
    assert store.write(lambda w: w.fail_job(job, "모델이 답하지 않음", later))
    # New work for the same subject does not cut the pause short.
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    assert store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold"])) is None
    with store.read() as reader:
        (row,) = reader.jobs("default")
        assert (row.state, row.due, row.error) == ("waiting", later, "모델이 답하지 않음")
    job = store.write(lambda w: w.claim_job("default", later, 60, kinds=["fold"]))
    assert job is not None
    assert job.attempts == 2
    # Queued while it runs: the two become one, with the attempts and the pause of the failed one.
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", later))
    assert store.write(lambda w: w.fail_job(job, "again", later + timedelta(minutes=5)))
    assert store.write(lambda w: w.claim_job("default", later, 60, kinds=["fold"])) is None
    job = store.write(
        lambda w: w.claim_job("default", later + timedelta(hours=1), 60, kinds=["fold"])
    )
    assert job is not None
    assert job.attempts == 3
    assert store.write(lambda w: w.fail_job(job, "for good", None))
    with store.read() as reader:
        assert [(row.state, row.error) for row in reader.jobs("default")] == [
            ("failed", "for good")
        ]
    # A later one that is done clears what failed before.
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    job = store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold"]))
    assert store.write(lambda w: w.finish_job(job))
    with store.read() as reader:
        assert reader.jobs("default") == []


def test_a_conversation_that_the_embedder_has_not_seen_is_behind(make: Any, store: Store) -> None:
    assert store.write(lambda tx: tx.behind("default")) is None
    made = make.add_chain(store, ALICE, "c")
    with store.read() as reader:
        row = reader.conversation(ALICE, "c")
        assert row is not None
    store.write(lambda tx: tx.save_conversation(ALICE, replace(row, messages=len(made))))
    with store.read() as reader:
        assert reader.behind("default") == (ALICE, "c")
        assert reader.behind("another") is None
    store.write(lambda tx: tx.queue_job(ALICE, "fold", "c", NOW))
    assert store.write(lambda tx: tx.behind("default")) is None
    job = store.write(lambda tx: tx.claim_job("default", NOW, 60, kinds=["fold"]))
    assert job is not None
    store.write(lambda tx: tx.finish_job(job))
    done = replace(row, messages=len(made), embedded_to=len(made))
    store.write(lambda tx: tx.save_conversation(ALICE, done))
    assert store.write(lambda tx: tx.behind("default")) is None


def test_a_worker_takes_only_jobs_of_kinds_that_it_can_do(store: Store) -> None:
    store.write(lambda w: w.queue_job(ALICE, "model-fold", "c", NOW))
    assert store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold"])) is None
    job = store.write(lambda w: w.claim_job("default", NOW, 60, kinds=["fold", "model-fold"]))
    assert job is not None
    assert job.kind == "model-fold"
    later = NOW + timedelta(hours=1)
    assert store.write(lambda w: w.claim_job("default", later, 60, kinds=["fold"])) is None
    again = store.write(lambda w: w.claim_job("default", later, 60, kinds=["model-fold"]))
    assert again is not None
    assert again.attempts == 2
