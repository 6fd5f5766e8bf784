"""Filling a large store: the rows that appending one by one gives, in fewer transactions."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bench import filling
from bench.filling import Shape, last, pour, user
from bench.sessions import session
from bench.stores import name, open_store, say
from tests.integration.engine.search_state import Hashing

COLUMNS = "position, parent, role, author, at, tokens, flags, terms"


@pytest.mark.parametrize("shape", ["one user", "many users"])
def test_the_rows_are_those_of_single_appends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shape: Shape
) -> None:
    monkeypatch.setattr(filling, "_CHUNK", 7)
    monkeypatch.setattr(filling, "LONGEST", 50)
    monkeypatch.setattr(filling, "EACH", 20)
    poured, said = tmp_path / "poured.db", tmp_path / "said.db"
    pour(poured, 120, shape, seed=3, embedder=Hashing())
    each = 50 if shape == "one user" else 20
    made = [*session(50, 3).messages, *session(50, 4).messages, *session(20, 5).messages]
    # Sessions of 50 end in a rest where conversations are of 20.
    stretches = (
        [made[:50], made[50:100], made[100:]]
        if shape == "one user"
        else [
            made[0:20],
            made[20:40],
            made[40:50],
            made[50:70],
            made[70:90],
            made[90:100],
            made[100:],
        ]
    )
    with open_store(said, Hashing(), synchronous="NORMAL") as memory:
        for number, messages in enumerate(stretches):
            chat = memory.conversation(name(number), user=user(shape, number))
            for message in messages:
                say(chat, message)
    assert all(len(stretch) <= each for stretch in stretches)
    rows = []
    for path in (poured, said):
        connection = sqlite3.connect(path)
        rows.append(
            [
                connection.execute(
                    f"SELECT user_id, conversation, {COLUMNS} FROM forward"
                    " ORDER BY user_id, conversation, position"
                ).fetchall(),
                connection.execute(
                    "SELECT user_id, number, key, leaf, messages, turns, hot_from, hot_tokens"
                    " FROM conversations ORDER BY user_id, number"
                ).fetchall(),
                connection.execute(
                    "SELECT user_id, kind, state FROM jobs ORDER BY user_id, id"
                ).fetchall(),
            ]
        )
        connection.close()
    assert len(rows[0][0]) == 120
    assert rows[0] == rows[1]


def test_a_store_that_is_kept_is_copied(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    for number in range(2):
        pour(tmp_path / f"{number}.db", 30, "many users", seed=3, embedder=Hashing(), kept=kept)
    (file,) = kept.iterdir()
    assert (tmp_path / "0.db").read_bytes() == file.read_bytes()
    assert (tmp_path / "1.db").read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("size", "shape", "number"),
    [
        (1, "one user", 0),
        (20_000, "one user", 0),
        (20_001, "one user", 1),
        (3_000, "many users", 2),
    ],
)
def test_the_last_conversation_is_found(size: int, shape: Shape, number: int) -> None:
    assert last(size, shape) == number
