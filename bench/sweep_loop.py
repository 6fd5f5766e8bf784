"""The plain loop that `bench sweep` compares with: every fact is read and decided one by one.

The same rules, tables, indexes, checksums and transactions of a thousand changes; no index tells it
which facts are due, and each change is a statement of its own.
"""

from __future__ import annotations

import json
import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from infold.memory.decay import confidence_at
from infold.memory.retention import Retention, cap_score
from infold.store.rows import checksum, from_microseconds, microseconds, time_text

_CHUNK: Final = 1_000
_STATES: Final = (
    "SELECT s.number, s.id, s.state, s.pinned, s.confirmed_at, s.confidence, s.importance, "
    "s.expires_at, s.last_used, s.uses, s.repeats, s.origin, s.trust, s.superseded_by, "
    "s.tombstoned_at, s.holds, s.events, s.due_at, f.kind FROM fact_states AS s "
    "JOIN facts AS f ON f.space_id = s.space_id AND f.user_id = s.user_id AND f.number = s.number "
    "WHERE s.space_id = 'default' AND s.user_id = ? ORDER BY s.number"
)
_SAVE: Final = (
    "UPDATE fact_states SET state = ?, tombstoned_at = ?, holds = ?, events = ?, due_at = ?, "
    "checksum = ?, changed = 2 WHERE space_id = 'default' AND user_id = ? AND number = ?"
)
_EVENT: Final = "INSERT INTO fact_events VALUES ('default', ?, ?, ?, ?, ?, ?, '', ?, ?)"
_DELETES: Final = tuple(
    f"DELETE FROM {table} WHERE space_id = 'default' AND user_id = ? AND {where}"
    for table, where in (
        ("facts", "number = ?"),
        ("fact_terms", "number = ?"),
        ("fact_vectors", "embedder = 'bench' AND number = ?"),
        ("fact_events", "fact = ?"),
        ("fact_spans", "fact = ?"),
    )
)


class Loop:
    """Sweeps a store row by row.

    Args:
        path: The store.
        retention: How facts are kept.
        at: The sweep's clock.
    """

    def __init__(self, path: Path, retention: Retention, at: datetime) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, cached_statements=256)
        for setting in (
            "synchronous = FULL",
            "secure_delete = ON",
            f"journal_size_limit = {2**24}",
        ):
            self._connection.execute(f"PRAGMA {setting}")
        self._retention = retention
        self._at, self._micro = at, microseconds(at)
        self.changes = 0

    def run(self) -> int:
        """Sweep all users; how many facts were changed."""
        execute = self._connection.execute
        users = [row[0] for row in execute("SELECT user_id FROM fact_totals ORDER BY user_id")]
        execute("BEGIN IMMEDIATE")
        for user in users:
            self._user(user)
        execute("COMMIT")
        execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()
        return self.changes

    def _user(self, user: str) -> None:
        before, live = self.changes, []
        for row in self._connection.execute(_STATES, (user,)).fetchall():
            action = self._action(row)
            if action == "keep":
                if row[2] == "live":
                    live.append(row)
            elif action == "purge":
                self._purge(user, row)
            else:
                self._hide(user, row, action)
        cap = self._retention.cap_of(user)
        if cap is not None and len(live) > cap:
            decay = self._retention.of
            scored = [
                (
                    cap_score(
                        confidence_at(
                            row[5],
                            from_microseconds(row[4]),
                            self._at,
                            decay(row[18]).decay,
                            importance=row[6],
                        ),
                        row[6],
                    ),
                    row[4],
                    row[1],
                    row,
                )
                for row in live
                if not row[3] and self._holds(row)
            ]
            for *_, row in sorted(scored, key=lambda one: one[:3])[: len(live) - cap]:
                self._hide(user, row, "tombstoned")
        if self.changes > before:
            self._connection.execute(
                "UPDATE scopes SET version = version + 1 "
                "WHERE space_id = 'default' AND user_id = ?",
                (user,),
            )

    def _action(self, row: tuple[Any, ...]) -> str:
        state, pinned, confirmed, expires, used, gone = (
            row[2], row[3], row[4], row[7], row[8], row[14],
        )  # fmt: skip
        if state in ("tombstoned", "expired"):
            over = from_microseconds(gone) + self._retention.grace <= self._at
            return "purge" if over else "keep"
        if state != "live" or pinned:
            return "keep"
        if expires is not None and expires <= self._micro:
            return "expired"
        idle = self._retention.of(row[18]).idle
        last = from_microseconds(max(confirmed, used or confirmed))
        return "tombstoned" if idle is not None and last + idle <= self._at else "keep"

    def _holds(self, row: tuple[Any, ...]) -> bool:
        return any(
            (begins is None or begins <= self._micro) and (ends is None or self._micro < ends)
            for begins, ends, _ in json.loads(row[15])
        )

    def _hide(self, user: str, row: tuple[Any, ...], state: str) -> None:
        due = microseconds(self._at + self._retention.grace)
        self._save(user, row, state, self._micro, row[15], due)
        self._connection.execute(
            "UPDATE fact_totals SET live = live - 1 WHERE space_id = 'default' AND user_id = ?",
            (user,),
        )

    def _purge(self, user: str, row: tuple[Any, ...]) -> None:
        for statement in _DELETES:
            self._connection.execute(statement, (user, row[0]))
        self._save(user, row, "purged", row[14], "[]", None)

    def _save(
        self, user: str, row: tuple[Any, ...], state: str, gone: int, holds: str, due: int | None
    ) -> None:
        number, identity, events = row[0], row[1], row[16] + 1
        stood = (state, *row[3:14], gone, holds, events, due)
        kept = checksum((identity, *stood))
        self._connection.execute(_SAVE, (state, gone, holds, events, due, kept, user, number))
        said = (number, events, state, time_text(self._at), "sweep", "", "The reason.")
        values = (user, *said[:5], said[6], checksum(said))
        self._connection.execute(_EVENT, values)
        self.changes += 1
        if self.changes % _CHUNK == 0:
            self._connection.execute("COMMIT")
            self._connection.execute("BEGIN IMMEDIATE")
