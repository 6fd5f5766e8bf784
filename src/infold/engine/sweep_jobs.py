"""The sweep that a schedule asks for: queued once however many workers ask, and run as a job."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from infold.core.scope import Scope
from infold.engine.fact_folds import fold_old
from infold.engine.sweep_records import SweepReceipt, SweepStep
from infold.errors import Conflict, StoreBusy
from infold.store.protocol import Reader, Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["SWEEP_JOB", "has_any", "queue_sweep", "run_sweep"]

SWEEP_JOB: Final = "sweep"
"""Kind of the job that sweeps all users of a space; it belongs to no user."""
_SUBJECT: Final = "all"


def queue_sweep(
    memory: Infold, scope: Scope, *, is_due: Callable[[datetime | None, datetime], bool]
) -> bool:
    """Queue a sweep where one is due and none is asked for yet; whether it did.

    One transaction, so that of several workers one queues it.

    Args:
        memory: The open store.
        scope: The space.
        is_due: Tells by when the schedule asked last, and by the clock.
    """
    now = memory.clock.now()

    def is_time(last: datetime | None) -> bool:
        return is_due(last, now)

    with memory.store.read() as reader:
        if not is_time(reader.sweep_scheduled(scope.space)):
            return False

    def command(tx: Writer) -> bool:
        if not is_time(tx.sweep_scheduled(scope.space)):
            return False
        if not has_any(memory, tx):
            return False
        if any(job.kind == SWEEP_JOB and job.state != "failed" for job in tx.jobs(scope.space)):
            return False
        tx.queue_job(scope, SWEEP_JOB, _SUBJECT, now)
        return True

    return memory.store.write(command)


def has_any(memory: Infold, reader: Reader) -> bool:
    """Whether there is anything that a sweep looks at: facts, or chats where a policy is set."""
    chats = memory.retention.chats
    return bool(reader.sweep_users(memory.space, after=None, limit=1)) or (
        chats is not None and chats.is_on and bool(reader.users_after(memory.space, None, limit=1))
    )


def run_sweep(memory: Infold, scope: Scope, *, beat: Callable[[], None]) -> SweepReceipt:
    """Sweep all users of a space, as the schedule asked; old facts are folded before a cap looks.

    Args:
        memory: The open store.
        scope: Of the job.
        beat: Called after each chunk, to keep the job's lease.

    Raises:
        StoreBusy: Somebody is sweeping there: the job is tried again a little later.
    """
    now = memory.clock.now()
    lost = False

    def progress(_: SweepStep) -> None:
        nonlocal lost
        lost = True
        beat()
        lost = False

    fold_old(memory, beat=beat)
    try:
        return memory.sweeper().sweep(
            Scope(space=scope.space), whole=True, at=now, scheduled=now, progress=progress
        )
    except Conflict as error:
        if lost:
            raise
        raise StoreBusy(error.message, hint=error.hint) from error
