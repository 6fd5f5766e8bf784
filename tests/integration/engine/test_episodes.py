"""Episodes of conversations: made by jobs, found by what was said in them, led back to it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.errors import NotFound
from infold.jobs.worker import run_all
from infold.testing import FrozenClock

TALKS = (
    ("The kayak trip starts in Hallein.", "Pack the blue tent."),
    ("강릉 여행은 금요일에 출발해요.", "서핑 보드를 챙기세요."),
    ("Der Umzug nach Graz ist am Montag.", "Bestelle zwölf Kartons."),
)


def fill(memory: Infold, clock: FrozenClock, user: str = "alice") -> str:
    chat = memory.conversation("c", user=user)
    for asked, answered in TALKS:
        chat.append("user", asked)
        chat.append("assistant", answered)
        clock.advance(timedelta(hours=3))
    run_all(memory)
    return chat.id


def test_each_sitting_is_an_episode_with_its_time_and_participants(
    memory: Infold, clock: FrozenClock
) -> None:
    start = clock.now()
    chat = fill(memory, clock)
    made = memory.episodes(user="alice")
    assert [(one.first, one.last) for one in made] == [(0, 1), (2, 3), (4, 5)]
    assert [one.at_from for one in made] == [start + timedelta(hours=3 * n) for n in range(3)]
    assert {one.participants for one in made} == {("user", "assistant")}
    assert {one.conversation for one in made} == {chat}
    assert memory.episode(made[1].id, user="alice") == made[1]
    said = [one.parts[0].text for one in memory.episode_messages(made[1], user="alice")]
    assert said == list(TALKS[1])
    assert memory.episodes(user="bob") == []
    with pytest.raises(NotFound):
        memory.episode(made[0].id, user="bob")
    assert memory.verify() == []


@pytest.mark.parametrize(
    ("question", "number"), [("blue tent", 0), ("서핑 보드", 1), ("Kartons", 2)]
)
def test_an_episode_is_found_by_what_was_said_in_it(
    memory: Infold, clock: FrozenClock, question: str, number: int
) -> None:
    fill(memory, clock)
    episodes = memory.episodes(user="alice")
    first = memory.search(question, user="alice", kinds=("episode",))[0]
    assert (first.kind, first.id, first.episode) == (
        "episode",
        episodes[number].id,
        episodes[number],
    )
    assert first.position == episodes[number].first
    assert question in first.text
    assert {hit.kind for hit in memory.search(question, user="alice", kinds=None)} >= {
        "message",
        "episode",
        "conversation",
    }
    assert memory.search(question, user="bob", kinds=("episode",)) == []


def test_the_newest_episode_grows_and_keeps_its_id(memory: Infold, clock: FrozenClock) -> None:
    chat = memory.conversation("c")
    chat.append("user", "The kayak trip starts in Hallein.")
    chat.append("assistant", "Pack the blue tent.")
    run_all(memory)
    (before,) = memory.episodes()
    chat.append("user", "And the stove?")
    chat.append("assistant", "It is packed.")
    run_all(memory)
    (after,) = memory.episodes()
    assert (after.id, after.first, after.last) == (before.id, 0, 3)
    clock.advance(timedelta(days=1))
    chat.append("user", "We are back.")
    chat.append("assistant", "Welcome!")
    run_all(memory)
    assert memory.episodes()[0] == after
    assert len(memory.episodes()) == 2


def test_how_often_the_job_runs_changes_nothing(tmp_path: Path) -> None:
    made = []
    for number, often in enumerate((1, 3, 100)):
        clock = FrozenClock()
        settings = Settings(embedder="none", space_secret="one")
        with Infold.open(tmp_path / f"{number}.db", settings=settings, clock=clock) as memory:
            chat = memory.conversation("c")
            for turn in range(40):
                chat.append("user", f"About step {turn}: " + "the migration of seats. " * 12)
                chat.append("assistant", f"Step {turn} is done, {turn * 7} rows were moved.")
                clock.advance(timedelta(minutes=20 * (turn % 7)))
                if turn % often == 0:
                    run_all(memory)
            run_all(memory)
            made.append([(one.id, one.first, one.last) for one in memory.episodes()])
            folded = [one.fold for one in memory.episodes() if one.fold]
            assert set(folded) <= {fold.id for fold in chat.folds()}
            assert folded
    assert made[0] == made[1] == made[2]


def test_imported_chats_have_episodes_too(
    memory: Infold, clock: FrozenClock, tmp_path: Path
) -> None:
    chat = memory.conversation("c", user="alice")
    for turn in range(60):
        chat.append("user", f"About step {turn}: " + "the migration of seats. " * 12)
        chat.append("assistant", f"Step {turn} is done.")
    run_all(memory)
    file = tmp_path / "old.jsonl"
    file.write_bytes(b"".join(memory.export(user="alice")))
    memory.import_file(file, user="bob")
    run_all(memory)
    spans = [
        [(one.first, one.last) for one in memory.episodes(user=who)] for who in ("alice", "bob")
    ]
    assert spans[0] == spans[1]
    assert len(spans[0]) > 1
