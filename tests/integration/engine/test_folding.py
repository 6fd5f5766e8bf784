"""Jobs: what they make, that timing changes nothing, and that a job cut off is simply run again."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from infold import Infold
from infold.config import Settings
from infold.core.scope import Scope
from infold.jobs.worker import BackgroundWorker, run_all
from infold.testing import FrozenClock

TOPICS = (
    "the alembic migration of seat_events",
    "the 배포 점검표 for db-new",
    "der Drucker in Graz",
)


def talk(count: int) -> list[tuple[str, str]]:
    said = []
    for number in range(count):
        topic = TOPICS[(number // 2) % len(TOPICS)]
        if number % 2 == 0:
            said.append(("user", f"About {topic}: step {number} takes {number * 7 + 3} minutes."))
        else:
            said.append(
                ("assistant", f"Noted for {topic}: {number * 7 - 4} minutes, retry {number}.")
            )
    return said


def fill(memory: Infold, said: list[tuple[str, str]], *, work_every: int = 0):
    chat = memory.conversation("c")
    for number, (role, text) in enumerate(said):
        chat.append(role, text)
        if work_every and number % work_every == 0:
            run_all(memory)
    run_all(memory)
    return chat


def forest_of(memory: Infold, chat) -> object:
    with memory.store.read() as reader:
        return (
            reader.placements(chat.scope, chat.id),
            reader.merges(chat.scope, chat.id),
            [(fold.id, fold.claims) for fold in reader.folds(chat.scope, chat.id)],
        )


def test_older_messages_fold_and_recent_ones_stay_raw(memory: Infold) -> None:
    chat = fill(memory, talk(240))
    folds = chat.folds()
    sources = [source for fold in folds for source in fold.sources]
    assert len(sources) == len(set(sources))
    with memory.store.read() as reader:
        row = reader.conversation(chat.scope, chat.id)
    assert row is not None
    assert row.placed_to == row.hot_from > 100
    assert len(sources) == row.hot_from
    assert row.hot_tokens <= 1500
    assert all(fold.state == "ready" and fold.claims for fold in folds)


@pytest.mark.parametrize("embedder", ["none", "wordllama"])
def test_timing_changes_nothing(tmp_path: Path, embedder: str) -> None:
    made = []
    for name, every in (("a.db", 0), ("b.db", 1), ("c.db", 37)):
        settings = Settings(embedder=embedder, space_secret="same", synchronous="NORMAL")
        with Infold.open(tmp_path / name, settings=settings, clock=FrozenClock()) as memory:
            chat = fill(memory, talk(160), work_every=every)
            placements, merges, folds = forest_of(memory, chat)
            made.append((placements, merges, folds))
    assert made[0] == made[1] == made[2]
    assert len(made[0][1]) > 10


def test_thirty_times_got_it_makes_no_fold(memory: Infold) -> None:
    chat = memory.conversation("c")
    for _ in range(600):
        chat.append("user", "Got it.")
    run_all(memory)
    assert chat.folds() == []
    made = chat.context("What was said?", budget=300)
    assert made.accounting["total"] == 600
    assert made.omissions.get("filler", 0) + made.accounting["raw"] == 600


def test_a_job_of_a_dead_worker_is_taken_over(folding: Infold, clock: FrozenClock) -> None:
    memory = folding
    chat = memory.conversation("c")
    for role, text in talk(120):
        chat.append(role, text)
    memory.store.write(lambda tx: tx.claim_job("default", clock.now(), 15.0, kinds=["fold"]))
    assert memory.run_job() is None
    clock.advance(timedelta(seconds=16))
    report = memory.run_job()
    assert report is not None
    assert report.done
    assert chat.folds()


def test_another_worker_that_came_first_costs_one_retry(folding: Infold) -> None:
    memory = folding
    chat = memory.conversation("c")
    for role, text in talk(120):
        chat.append(role, text)
    scope = Scope()
    original = memory.store.write
    raced = False

    def write(command):
        nonlocal raced
        # Between the plan and its transaction another worker folds the same conversation.
        if not raced and "plan" in getattr(getattr(command, "__code__", None), "co_freevars", ()):
            raced = True
            with memory.store.read() as reader:
                row = reader.conversation(scope, chat.id)
            assert row is not None

            def bump(tx):
                from dataclasses import replace

                tx.save_conversation(scope, replace(row, generation=row.generation + 1))

            original(bump)
        return original(command)

    memory.store.write = write  # type: ignore[method-assign]
    first = memory.run_job()
    assert raced
    assert first is not None
    assert not first.done
    assert "conflict" in first.error or "meanwhile" in first.error
    second = memory.run_job()
    assert second is not None
    assert second.done
    assert chat.folds()


def test_a_withdrawn_merge_opens_its_cluster_and_folds_again(memory: Infold) -> None:
    chat = fill(memory, talk(240))
    before = {fold.root: fold for fold in chat.folds()}
    merge = next(merge for merge in chat.merges() if not merge.withdrawn_by)
    chat.withdraw(merge.id, by="alice")
    run_all(memory)
    after = {fold.root: fold for fold in chat.folds()}
    assert after != before
    sources = sorted(source for fold in before.values() for source in fold.sources)
    assert sorted(source for fold in after.values() for source in fold.sources) == sources
    assert [m.withdrawn_by for m in chat.merges() if m.id == merge.id] == ["alice"]
    assert memory.verify() == []


def test_a_background_worker_folds_while_the_program_goes_on(tmp_path: Path) -> None:
    settings = Settings(embedder="none", synchronous="NORMAL")
    with Infold.open(tmp_path / "a.db", settings=settings) as memory:
        chat = memory.conversation("c")
        with BackgroundWorker(memory):
            for role, text in talk(200):
                chat.append(role, text)
        run_all(memory)
        assert chat.folds()
        assert memory.verify() == []


class Interrupting:
    """An embedder that lets the program go on appending while it works."""

    id = "interrupting-8"
    dim = 8

    def __init__(self) -> None:
        self.meanwhile: list[object] = []

    def embed(self, texts):
        if self.meanwhile and len(texts) > 1:
            self.meanwhile.pop(0)()
        made = np.zeros((len(texts), self.dim), np.float32)
        for row, text in zip(made, texts, strict=True):
            for at, sign in enumerate(text.encode()):
                row[(at + sign) % self.dim] += 1
        return made / np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-9)


def test_messages_that_come_while_others_are_embedded_change_no_merge(tmp_path: Path) -> None:
    made = []
    for name, cut in (("a.db", 0), ("b.db", 200), ("c.db", 30)):
        embedder = Interrupting()
        settings = Settings(space_secret="same", synchronous="NORMAL")
        with Infold.open(
            tmp_path / name, settings=settings, embedder=embedder, clock=FrozenClock()
        ) as memory:
            chat = memory.conversation("c")
            said = talk(400)

            def append(first: int, last: int, chat=chat, said=said) -> None:
                for role, text in said[first:last]:
                    chat.append(role, text)

            append(0, cut or 400)
            if cut:
                embedder.meanwhile.append(partial(append, cut, 400))
            run_all(memory)
            made.append(forest_of(memory, chat))
            assert memory.verify() == []
    assert made[0] == made[1] == made[2]
    assert len(made[0][0]) > 200


def test_short_chats_are_embedded_too(tmp_path: Path) -> None:
    settings = Settings(synchronous="NORMAL", extract="off")
    with Infold.open(tmp_path / "a.db", settings=settings) as memory:
        for number in range(5):
            chat = memory.conversation(f"c{number}")
            chat.append("user", f"The kettle number {number} boils at 96 degrees.")
            chat.append("assistant", "알겠습니다, 96도입니다.")
        assert run_all(memory) == 5
        with memory.store.read() as reader:
            for row in reader.conversations(chat.scope):
                positions, vectors = reader.vectors(chat.scope, row.id, memory.embedder.id)
                assert positions.tolist() == [0, 1]
                assert vectors.shape == (2, memory.embedder.dim)
        assert run_all(memory) == 0
        chat.append("user", "And the pot?")
        assert run_all(memory) == 1


def test_a_job_that_fails_by_a_fault_of_ours_stops_neither_worker_nor_other_chats(
    memory: Infold, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    from infold.engine import jobs

    bad, good = memory.conversation("bad"), memory.conversation("good")
    for chat in (bad, good):
        for role, text in talk(120):
            chat.append(role, text)
    original = jobs.tend

    def tend(memory, scope, conversation, **named):
        if conversation == bad.id:
            raise ValueError("cannot reshape")
        original(memory, scope, conversation, **named)

    monkeypatch.setattr(jobs, "tend", tend)
    run_all(memory)
    assert good.folds()
    for _ in range(6):
        clock.advance(timedelta(hours=1))
        run_all(memory)
    (job,) = memory.jobs()
    assert (job.state, job.attempts, job.error) == ("failed", 5, "ValueError: cannot reshape")
    monkeypatch.undo()
    for role, text in talk(120):
        bad.append(role, text)
    run_all(memory)
    assert bad.folds()
    assert memory.jobs() == []
