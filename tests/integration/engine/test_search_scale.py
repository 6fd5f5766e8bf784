"""Searching a scope: the same answers in every process and store; beyond a size by words first."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.engine import searched
from infold.engine.records import Hit
from infold.engine.searching import CACHE
from infold.jobs.worker import run_all
from infold.testing import FrozenClock
from tests.integration.engine.search_state import Hashing, talk

QUESTIONS = (
    "Which port does PostgreSQL listen on, 30?",
    "배포 점검표 31",
    "数据库备份保留 32",
    "サーバーの再起動 33",
    "Basis data 34 jam",
    "café à côté 35",
)


def open_at(path: Path, secret: str = "") -> Infold:
    settings = Settings(synchronous="NORMAL", space_secret=secret)
    return Infold.open(path, settings=settings, embedder=Hashing(), clock=FrozenClock())


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Infold]:
    with open_at(tmp_path / "infold.db") as opened:
        yield opened


def told(hits: list[Hit]) -> list[tuple[object, ...]]:
    """Hits without their ids, which differ from store to store."""
    return [(hit.kind, hit.title, hit.position, hit.text, hit.score) for hit in hits]


def answers(memory: Infold, user: str = "") -> list[list[tuple[object, ...]]]:
    return [told(memory.search(question, user=user, k=8)) for question in QUESTIONS]


def test_the_order_in_which_messages_came_to_a_process_changes_nothing(
    memory: Infold, tmp_path: Path
) -> None:
    for name in ("a", "b", "c"):
        talk(memory, name, 20)
    memory.search("anything")
    for name in ("c", "a", "b", "a"):
        first = memory.conversation(name).info().messages
        talk(memory, name, 15, first=first)
        memory.search("port")
    run_all(memory)
    with open_at(tmp_path / "infold.db") as fresh:
        assert answers(fresh) == answers(memory)


def test_equal_hits_stand_in_order_of_creation_whatever_their_ids(tmp_path: Path) -> None:
    found = []
    for secret in ("one", "two", "three"):
        with open_at(tmp_path / f"{secret}.db", secret) as memory:
            names = [f"ferry {name}" for name in ("north", "south", "east", "west")]
            for name in names:
                memory.conversation(name).append("user", "배가 떠납니다")
            found.append(told(memory.search("ferry", k=8)))
            assert [hit[1] for hit in found[-1]] == names
            assert len({hit[-1] for hit in found[-1]}) == 1
            found.append(told(memory.search("배가", k=8)))
    assert found[0] == found[2] == found[4]
    assert found[1] == found[3] == found[5]
    assert len(found[1]) == 8


def test_a_large_scope_is_searched_by_words_first(
    memory: Infold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b", "c"):
        talk(memory, name, 60)
    run_all(memory)
    whole = answers(memory)
    monkeypatch.setattr(searched, "WHOLE", 100)
    with open_at(tmp_path / "infold.db") as large:
        wide = answers(large)
        entry = large.recent.take((CACHE, large.scope()), searched.Searched)
        assert entry.wide is not None
        assert entry.index is None
        for mine, theirs in zip(wide, whole, strict=True):
            assert mine[0][:4] == theirs[0][:4]
            messages = [hit[:3] for hit in mine if hit[0] == "message"]
            assert len(set(messages) & {hit[:3] for hit in theirs}) >= 0.6 * len(messages)
        talk(large, "b", 2, first=60)
        assert large.search("listens on port 60")[0].position == 60


def test_a_scope_that_grows_large_changes_its_ways(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searched, "WHOLE", 50)
    talk(memory, "a", 40)
    memory.search("port")
    entry = memory.recent.take((CACHE, memory.scope()), searched.Searched)
    assert entry.wide is None
    talk(memory, "b", 40)
    assert memory.search("(b 12)", kinds=["message"])[0].position == 12
    assert entry.wide is not None
    assert len(entry.wide) == 80


def test_a_second_look_reads_no_more_than_it_says(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searched, "WHOLE", 50)
    monkeypatch.setattr(searched, "LOOKED_AT", 4)
    for name in ("a", "b"):
        talk(memory, name, 60)
    run_all(memory)
    reader_type = type(memory.store.read().__enter__())
    read: list[int] = []
    plain = reader_type.vectors_at

    def counted(self, scope, conversation, embedder, positions):
        read.extend(positions)
        return plain(self, scope, conversation, embedder, positions)

    monkeypatch.setattr(reader_type, "vectors_at", counted)
    hits = memory.search("PostgreSQL listens on port 30", kinds=["message"])
    assert hits[0].position == 30
    assert 0 < len(read) <= 4 * 5


@pytest.mark.parametrize("limit", [50, 20_000])
def test_no_word_reaches_another_user(
    memory: Infold, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    monkeypatch.setattr(searched, "WHOLE", limit)
    talk(memory, "a", 60, user="ana")
    before = answers(memory, "ana")
    for name in ("a", "secret"):
        talk(memory, name, 90, user="민준")
    memory.search("port", user="민준")
    run_all(memory)
    assert answers(memory, "ana") != []
    assert {hit.conversation for hit in memory.search("secret 7", user="ana")} <= {
        row.id for row in memory.conversations(user="ana")
    }
    # Statistics too: what another user says changes no score. (Jobs have added vectors since.)
    with_vectors = answers(memory, "ana")
    talk(memory, "more", 30, user="민준")
    assert answers(memory, "ana") == with_vectors
    assert len(before) == len(with_vectors)


PROGRAM = """
import sys
from pathlib import Path
from tests.integration.engine.test_search_scale import QUESTIONS, answers, open_at
from tests.integration.engine.search_state import talk
from infold.jobs.worker import run_all
from bench.sessions import session
import hashlib

path = Path(sys.argv[1])
with open_at(path, sys.argv[2]) as memory:
    if sys.argv[3] == "fill":
        for name, user in (("a", ""), ("b", ""), ("a", "민준")):
            talk(memory, name, 90, user=user)
        chat = memory.conversation("work")
        for message in session(240, 7).messages:  # values that change, tools, six languages
            chat.append(message.role, message.parts, author=message.author, at=message.at)
        run_all(memory)
    digest = hashlib.sha256()
    for name in ("a", "work"):
        chat = memory.conversation(name)
        for question in (*QUESTIONS, *(one.text for one in session(240, 7).questions[:9])):
            for budget in (150, 600, 2000):
                for layout in ("default", "cached"):
                    made = chat.context(question, budget=budget, layout=layout)
                    digest.update(made.text.encode())
                    digest.update(repr(sorted(made.accounting.items())).encode())
                    digest.update(repr(made.states).encode())
    digest.update(repr(answers(memory)).encode())
    print(digest.hexdigest())
"""


def test_the_same_store_call_and_clock_give_the_same_bytes_in_every_process(
    tmp_path: Path,
) -> None:
    """Hash seeds, secrets (and so ids) and threads of linear algebra change nothing."""

    def run(store: str, secret: str, seed: str, how: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(tmp_path / store), secret, how],
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                "OPENBLAS_NUM_THREADS": seed,
                "PYTHONPATH": str(Path(__file__).parents[3]),
            },
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    first = run("one.db", "first secret", "1", "fill")
    assert len(first) == 64
    assert run("one.db", "first secret", "2", "ask") == first
    assert run("two.db", "another secret", "3", "fill") == first
