"""Merging after a scheduled sweep: a job of its own, in steps of a bounded size."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from infold.core.scope import Scope

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["MERGE_JOB", "queue_merge", "run_merge"]

MERGE_JOB: Final = "merge"
"""Kind of the job that merges for all users of a space; its subject says where it begins."""
PAIRS: Final = 100_000
"""Pairs that one job compares."""
SECONDS: Final = 20.0
"""Time after which a job leaves the rest to the next one."""


def queue_merge(memory: Infold, scope: Scope, begin: tuple[str, int] | None = None) -> None:
    """Queue a step of merging.

    Args:
        memory: The open store.
        scope: The space.
        begin: The user and the number of the fact behind which it begins; None for all.
    """
    now = memory.clock.now()
    subject = "" if begin is None else json.dumps(begin, ensure_ascii=True)
    memory.store.write(lambda tx: tx.queue_job(scope, MERGE_JOB, subject, now))


def run_merge(memory: Infold, scope: Scope, subject: str, *, beat: Callable[[], None]) -> int:
    """Merge what says the same, by rules alone, and queue the rest.

    Args:
        memory: The open store.
        scope: Of the job.
        subject: Of the job.
        beat: Called before, to keep the job's lease.

    Returns:
        How many facts stand for others since.
    """
    beat()
    begin: tuple[str, int] | None = None
    if subject:
        user, number = json.loads(subject)
        begin = (str(user), int(number))
    step = memory.merge_round(begin=begin, pairs=PAIRS, seconds=SECONDS, by="sweep")
    if step.next is not None:
        queue_merge(memory, scope, step.next)
    return sum(len(one.merged) for one in step.receipts)
