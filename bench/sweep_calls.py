"""The row loop of `bench sweep`: what a program would write with the store's own calls.

Every fact is read as a value and judged by the very function that explains a plan; what goes is
changed as `delete` changes it, one fact after the other, a thousand changes a transaction.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from infold import Infold
from infold.core.facts import EventKind, FactEvent
from infold.core.scope import Scope
from infold.engine.fact_events import append_event
from infold.engine.purging import remove_facts
from infold.memory.retention import cap_score
from infold.memory.standing import confidence_of, state_at
from infold.memory.sweeping import verdict
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Writer

_CHUNK: Final = 1_000
_PAGE: Final = 1_000
_KINDS: Final[dict[str, EventKind]] = {"expire": "expired", "tombstone": "tombstoned"}


class CallLoop:
    """Sweeps a store fact by fact.

    Args:
        memory: The open store.
        at: The sweep's clock.
    """

    def __init__(self, memory: Infold, at: datetime) -> None:
        self._memory = memory
        self._at = at
        self.changes = 0

    def run(self) -> int:
        """Sweep all users; how many facts were changed."""
        store = self._memory.store
        with store.read() as reader:
            users = [scope for scope, _ in reader.fact_users(self._memory.space)]
        for scope in users:
            going = self._going(scope)
            for first in range(0, len(going), _CHUNK):
                piece = going[first : first + _CHUNK]
                store.write(lambda tx, scope=scope, piece=piece: self._let_go(tx, scope, piece))  # type: ignore[misc]
        store.shorten_log()
        return self.changes

    def _going(self, scope: Scope) -> list[tuple[FactRow, str, str]]:
        retention, last = self._memory.retention, 0
        going: list[tuple[FactRow, str, str]] = []
        live: list[FactRow] = []
        while True:
            with self._memory.store.read() as reader:
                rows = reader.facts(scope, after=last, limit=_PAGE)
            for row in rows:
                found = verdict(row.fact, row.standing, self._at, retention)
                if found.action != "keep":
                    going.append((row, found.action, found.reason))
                elif state_at(row.standing, self._at) == "live":
                    live.append(row)
            if len(rows) < _PAGE:
                break
            last = rows[-1].number
        cap = retention.cap_of(scope.user)
        if cap is not None and len(live) > cap:
            loose = [row for row in live if not row.standing.pinned]
            loose.sort(key=self._rank)
            going += [(row, "tombstone", "Over the cap.") for row in loose[: len(live) - cap]]
        return going

    def _rank(self, row: FactRow) -> tuple[float, datetime, str]:
        sure = confidence_of(row.fact, row.standing, self._at, self._memory.retention)
        return cap_score(sure, row.standing.importance), row.standing.confirmed_at, row.fact.id

    def _let_go(self, tx: Writer, scope: Scope, piece: list[tuple[FactRow, str, str]]) -> None:
        keeper = self._memory.keeper
        for row, action, reason in piece:
            if action == "purge":
                remove_facts(tx, scope, [row.fact.id], keeper=keeper, now=self._at, by="sweep")
            else:
                event = FactEvent(
                    fact=row.fact.id, kind=_KINDS[action], at=self._at, by="sweep", data=reason
                )
                append_event(tx, scope, row, event, keeper.retention)
            self.changes += 1
        tx.touch(scope)
