"""Bringing the memories of a mem0 store in as facts; stopped, it goes on where it was."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from infold.adapters.mem0_reading import Mem0Memory, Mem0Store
from infold.core.scope import Scope
from infold.engine import remembering
from infold.engine.fact_calls import refusal
from infold.engine.fact_jobs import embed_facts
from infold.engine.memory import Infold
from infold.engine.saying import Saying, judged
from infold.errors import UsageError
from infold.store.protocol import StoredReply, Writer

__all__ = ["Mem0Refused", "Mem0Report", "import_mem0"]

_AT_ONCE: Final = 100
"""Memories of one transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mem0Refused:
    """A memory that was not brought in.

    Attributes:
        id: Its own.
        user: Whose.
        reason: Why not, in words.
    """

    id: str
    user: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mem0Report:
    """What was brought in.

    Attributes:
        memories: How many the store holds.
        users: Of how many users.
        added: Facts that are new.
        repeated: Memories that say what a fact says already.
        passed: Memories that had been brought in before.
        refused: What was not brought in, and why.
    """

    memories: int
    users: int
    added: int
    repeated: int
    passed: int
    refused: tuple[Mem0Refused, ...]


def import_mem0(
    memory: Infold,
    store: Mem0Store,
    *,
    user: str | None = None,
    dry_run: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Mem0Report:
    """Bring all memories of a mem0 store in, each once, whatever it was called with before.

    A memory becomes a fact of its user, agent (`agent_id`) and session (`run_id`): said when mem0
    changed it last, hidden when mem0 would hide it, of the origin `import`. A newer value of a
    slot ends the older one, as always.

    Args:
        memory: The open store of Infold.
        store: The open store of mem0.
        user: Only memories of this user; of all by default.
        dry_run: Say what would be done, and change nothing.
        progress: Called with how many are done, and of how many.

    Returns:
        What was brought in. Each hundred memories are one transaction: one that is stopped has
        the others already, and the next call passes them over.
    """
    found = [one for one in store.memories() if user is None or one.user == user]
    scopes: dict[Scope, list[Mem0Memory]] = defaultdict(list)
    for one in found:
        scopes[memory.scope(one.user, agent=one.agent, session=one.run)].append(one)
    added = repeated = passed = done = 0
    refused: list[Mem0Refused] = []
    for scope, own in scopes.items():
        for first in range(0, len(own), _AT_ONCE):
            sayings = [
                (one, saying)
                for one in own[first : first + _AT_ONCE]
                if (saying := _saying(memory, one, refused)) is not None
            ]
            counts = _record(memory, scope, sayings, dry_run=dry_run)
            added, repeated, passed = (
                added + counts[0],
                repeated + counts[1],
                passed + counts[2],
            )
            done += len(own[first : first + _AT_ONCE])
            if progress is not None:
                progress(done, len(found))
        if not dry_run:
            embed_facts(memory, scope)
    return Mem0Report(
        memories=len(found),
        users=len({one.user for one in found}),
        added=added,
        repeated=repeated,
        passed=passed,
        refused=tuple(refused),
    )


def _saying(memory: Infold, one: Mem0Memory, refused: list[Mem0Refused]) -> Saying | None:
    try:
        (saying,) = memory.sayings(
            one.text,
            said_at=one.said_at,
            expires=one.expires,
            origin="import",
            by="mem0",
        )
    except UsageError as error:
        refused.append(Mem0Refused(id=one.id, user=one.user, reason=error.message))
        return None
    if judged(saying).action == "block":
        reason = refusal(saying).message
        refused.append(Mem0Refused(id=one.id, user=one.user, reason=reason))
        return None
    return saying


class _Undone(Exception):
    """Ends a trial: its transaction is undone."""

    def __init__(self, counts: tuple[int, int, int]) -> None:
        super().__init__()
        self.counts = counts


def _record(
    memory: Infold, scope: Scope, sayings: Sequence[tuple[Mem0Memory, Saying]], *, dry_run: bool
) -> tuple[int, int, int]:
    """Record what was not recorded yet: how many facts are new, said again, and passed over."""
    now, keeper = memory.clock.now(), memory.keeper

    def command(tx: Writer) -> tuple[int, int, int]:
        before = tx.fact_totals(scope).facts
        passed = 0
        for one, saying in sayings:
            told = judged(saying).text  # of a secret no hash is kept
            digest = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
            key = f"mem0 {one.id} {digest[:16]}"
            if tx.reply(scope, key) is not None:
                passed += 1
                continue
            fact = remembering.record(tx, scope, saying, keeper=keeper, now=now)
            assert fact is not None  # `_saying` has refused what may not be written
            tx.keep_reply(scope, key, StoredReply(request=digest, reply=fact.id))
        added = tx.fact_totals(scope).facts - before
        counts = added, len(sayings) - added - passed, passed
        if dry_run:
            raise _Undone(counts)
        if len(sayings) > passed:
            tx.touch(scope)
        return counts

    try:
        return memory.store.write(command) if sayings else (0, 0, 0)
    except _Undone as undone:
        return undone.counts
