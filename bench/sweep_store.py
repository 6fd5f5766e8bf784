"""A store of facts for `bench sweep`: uneven users, a tenth of the facts due or over a cap."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from infold.memory.retention import Retention
from infold.store.rows import checksum, list_text
from infold.store.sqlite import SqliteStore

NOW: Final = datetime(2026, 6, 1, tzinfo=UTC)
BIG: Final = "user-0"
"""The user with a tenth of all facts, and a cap of its own."""
_DAY: Final = 86_400_000_000
_SPREAD: Final = 1.0
"""Of the logarithm of a user's facts: one user in seventy is over the cap of 500."""
_VECTOR: Final = 512  # bytes of 256 dimensions in float16
_MICRO: Final = int(NOW.timestamp()) * 1_000_000


def retention(size: int) -> Retention:
    """The default policies, with the big user's cap raised."""
    return Retention(caps={BIG: size})


def counts(size: int, seed: int) -> list[int]:
    """Facts of each user: `size` in all, a hundred a user on average, the first with a tenth."""
    users = size // 100
    drawn = random.Random(seed)
    weights = [drawn.lognormvariate(0.0, _SPREAD) for _ in range(users - 1)]
    rest, total = size - size // 10, sum(weights)
    found = [max(1, int(rest * weight / total)) for weight in weights]
    found[0] += rest - sum(found)
    return [size // 10, *found]


def fill(path: Path, size: int, seed: int) -> None:
    """Make the store; its rows are those that recording the facts one by one would have made."""
    SqliteStore.open(path, synchronous="NORMAL").close()
    connection = sqlite3.connect(path, isolation_level=None)
    drawn = random.Random(seed + 1)
    try:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -400000")
        connection.execute("BEGIN")
        for number, many in enumerate(counts(size, seed)):
            _add_user(connection, f"user-{number}", many, drawn)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def _add_user(connection: sqlite3.Connection, user: str, many: int, drawn: random.Random) -> None:
    rows = list(_rows(user, many, drawn))
    live = sum(row["live"] for row in rows)
    own = ("default", user)
    connection.execute("INSERT INTO scopes (space_id, user_id, version) VALUES (?, ?, 1)", own)
    connection.execute(
        "INSERT INTO fact_totals (space_id, user_id, facts, live, embedded_to, policy) "
        "VALUES (?, ?, ?, ?, 0, ?)",
        (*own, many, live, Retention().mark),
    )
    for table, name in (
        ("facts", "fact"),
        ("fact_states", "state"),
        ("fact_events", "event"),
        ("fact_terms", "terms"),
        ("fact_vectors", "vector"),
    ):
        values = [(*own, *row[name]) for row in rows if row[name] is not None]
        if values:
            marks = ", ".join("?" * len(values[0]))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", values)


def _rows(user: str, many: int, drawn: random.Random) -> Iterator[dict[str, Any]]:
    idle, grace = 90 * _DAY, 30 * _DAY
    for number in range(1, many + 1):
        draw = drawn.random()
        said = _MICRO - int(drawn.random() * 80 * _DAY)
        expires, state, gone = None, "live", None
        if draw < 0.02:
            expires = _MICRO - int(drawn.random() * _DAY)
        elif draw < 0.04:
            said = _MICRO - idle - int(drawn.random() * _DAY)
        elif draw < 0.07:
            state, gone = "tombstoned", _MICRO - grace - int(drawn.random() * _DAY)
        due = gone + grace if gone is not None else min(expires or 2**62, said + idle)
        recorded = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=said)).isoformat()
        identity = f"a_{drawn.getrandbits(128):032x}"
        text = f"The thing number {number} of {user} was seen {drawn.randrange(10**6)} times"
        content = (
            identity, None, None, f"e_{drawn.getrandbits(64):016x}", 0, text, "statement", "", "",
            "", 0, 1.0, 0.5, None, None, recorded, None, "user", 1.0, None,
        )  # fmt: skip
        stood = (
            state, 0, said, 1.0, 0.5, expires, None, 0, 0, "user", 1.0, "", gone,
            list_text([[said, None, ""]]), 1 + (gone is not None), due,
        )  # fmt: skip
        event = (number, 1, "added", recorded, "user", "", "")
        yield {
            "live": state == "live",
            "fact": (number, *content, said, 0, checksum(content)),
            "state": (number, identity, None, None, *stood, 1, checksum((identity, *stood))),
            "event": (*event, checksum(event)),
            "terms": (number, said / 1e6, 12, 0, drawn.randbytes(48)),
            "vector": None if gone is None else ("bench", number, drawn.randbytes(_VECTOR)),
        }
