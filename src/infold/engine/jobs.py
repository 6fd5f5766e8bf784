"""Running one job of the queue: claimed under a lease, done, and finished or put back."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from infold.core.facts import Fact
from infold.engine.episodes import write_episodes
from infold.engine.erasing import ERASE_JOB
from infold.engine.extracting import hear, is_unheard
from infold.engine.fact_jobs import embed_facts
from infold.engine.folding import Counts, tend
from infold.engine.graduation import FOLD_JOB
from infold.engine.hearing import EXTRACT_JOB
from infold.engine.merge_jobs import MERGE_JOB, queue_merge, run_merge
from infold.engine.model_folding import MODEL_JOB, is_due, write_folds
from infold.engine.model_hearing import MODEL_EXTRACT_JOB, hear_pending, is_pending
from infold.engine.remembering import FACT_JOB, FACT_SUBJECT
from infold.engine.sweep_jobs import SWEEP_JOB, run_sweep
from infold.errors import Conflict, InfoldError
from infold.store.protocol import Job, Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

_log = logging.getLogger(__name__)

ATTEMPTS: Final = 5
"""A job that failed so often is left for a person (`infold doctor` shows it)."""
_RETRY: Final = timedelta(seconds=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobReport:
    """What a job did.

    Attributes:
        kind: Of the job.
        subject: What it worked on.
        done: False where it failed, or was lost to another worker.
        embedded: Messages and facts that got a vector.
        placed: Messages that were placed.
        folds: Folds that were made.
        facts: Facts that were recorded, or heard again.
        error: Why it failed; empty where it did not.
    """

    kind: str
    subject: str
    done: bool
    embedded: int = 0
    placed: int = 0
    folds: int = 0
    facts: int = 0
    error: str = ""


def run_job(memory: Infold) -> JobReport | None:
    """See `infold.engine.memory.Infold.run_job`."""
    store, clock, lease = memory.store, memory.clock, memory.settings.lease_seconds
    job = _claimed(memory)
    if job is None:
        return None
    counts = Counts()

    def beat() -> None:
        if not store.write(lambda tx: tx.renew_job(job, clock.now(), lease)):
            raise Conflict(
                "Another worker has taken this job over.",
                hint="Nothing to do: the job goes on there.",
            )

    try:
        _WORK[job.kind](memory, job, counts, beat)
    except Exception as error:  # noqa: BLE001 - one conversation must not stop all others
        return _failed(memory, job, counts, error)
    except BaseException:
        # Stopped from outside: free the job at once, so that nobody waits for its lease.
        store.write(lambda tx: tx.fail_job(job, "stopped", clock.now()))
        raise
    done = store.write(lambda tx: tx.finish_job(job))
    return _report(job, counts, done=done)


def _fold(memory: Infold, job: Job, counts: Counts, beat: Callable[[], None]) -> None:
    """The extracts first; what a model is to write is a job of its own, so that nobody waits."""
    tend(memory, job.scope, job.subject, counts=counts, beat=beat)
    write_episodes(memory, job.scope, job.subject)
    if memory.settings.extract != "off" and is_unheard(memory, job.scope, job.subject):
        now = memory.clock.now()
        memory.store.write(lambda tx: tx.queue_job(job.scope, EXTRACT_JOB, job.subject, now))
    if memory.models.fold is not None and is_due(memory, job.scope, job.subject):
        now = memory.clock.now()
        memory.store.write(lambda tx: tx.queue_job(job.scope, MODEL_JOB, job.subject, now))


def _model_fold(memory: Infold, job: Job, counts: Counts, beat: Callable[[], None]) -> None:
    model = memory.models.fold
    assert model is not None  # `_kinds`

    def wrote() -> None:
        counts.folds += 1

    write_folds(memory, job.scope, job.subject, model, beat=beat, wrote=wrote)


def _facts(memory: Infold, job: Job, counts: Counts, beat: Callable[[], None]) -> None:
    counts.embedded += embed_facts(memory, job.scope, beat=beat)


def _sweep(memory: Infold, job: Job, counts: Counts, beat: Callable[[], None]) -> None:  # noqa: ARG001 - as all work
    run_sweep(memory, job.scope, beat=beat)
    queue_merge(memory, job.scope)


def _merge(memory: Infold, job: Job, counts: Counts, beat: Callable[[], None]) -> None:  # noqa: ARG001 - as all work
    run_merge(memory, job.scope, job.subject, beat=beat)


def _erase(memory: Infold, job: Job, counts: Counts, beat: Callable[[], None]) -> None:  # noqa: ARG001 - as all jobs
    from infold.engine.removing import finish

    finish(memory, beat=beat)


def _extract(memory: Infold, job: Job, counts: Counts, beat: Callable[[], None]) -> None:
    def recorded(facts: int) -> None:
        counts.facts += facts

    write_episodes(memory, job.scope, job.subject)
    hear(memory, job.scope, job.subject, beat=beat, recorded=recorded)
    if memory.settings.extract == "model" and is_pending(memory, job.scope, job.subject):
        now = memory.clock.now()
        memory.store.write(lambda tx: tx.queue_job(job.scope, MODEL_EXTRACT_JOB, job.subject, now))


def _model_extract(memory: Infold, job: Job, counts: Counts, beat: Callable[[], None]) -> None:
    model = memory.models.chat("extract")
    assert model is not None  # `_kinds`

    def recorded(facts: Sequence[Fact]) -> None:
        counts.facts += len(facts)

    hear_pending(memory, job.scope, job.subject, model, beat=beat, recorded=recorded)


_WORK: Final[Mapping[str, Callable[[Infold, Job, Counts, Callable[[], None]], None]]] = {
    FOLD_JOB: _fold,
    EXTRACT_JOB: _extract,
    FACT_JOB: _facts,
    MODEL_JOB: _model_fold,
    SWEEP_JOB: _sweep,
    MERGE_JOB: _merge,
    ERASE_JOB: _erase,
    MODEL_EXTRACT_JOB: _model_extract,
}


def _kinds(memory: Infold) -> list[str]:
    """Jobs that can be done here: one for a model waits for a worker that has it."""
    missing = {
        kind
        for kind, model in (
            (MODEL_JOB, memory.models.fold),
            (MODEL_EXTRACT_JOB, memory.models.chat("extract")),
        )
        if model is None
    }
    return [kind for kind in _WORK if kind not in missing]


def _claimed(memory: Infold) -> Job | None:
    """The next job that is due; where none is, one for messages that have no vector yet."""
    now, lease = memory.clock.now(), memory.settings.lease_seconds
    kinds = _kinds(memory)
    with memory.store.read() as reader:
        is_quiet = not reader.jobs(memory.space)
        behind = reader.behind(memory.space) if memory.embedder else None
        facts = reader.facts_behind(memory.space) if memory.embedder else None
    if is_quiet and behind is None and facts is None:
        return None

    def command(tx: Writer) -> Job | None:
        job = tx.claim_job(memory.space, now, lease, kinds=kinds)
        if job is None and behind is not None:
            scope, conversation = behind
            tx.queue_job(scope, FOLD_JOB, conversation, now)
            job = tx.claim_job(memory.space, now, lease, kinds=kinds)
        if job is None and facts is not None:
            tx.queue_job(facts, FACT_JOB, FACT_SUBJECT, now)
            job = tx.claim_job(memory.space, now, lease, kinds=kinds)
        return job

    return memory.store.write(command)


def _failed(memory: Infold, job: Job, counts: Counts, error: Exception) -> JobReport:
    now = memory.clock.now()
    if isinstance(error, Conflict):
        retry = now
    elif job.attempts < ATTEMPTS:
        retry = now + _RETRY * job.attempts
    else:
        retry = None
    kind = error.code if isinstance(error, InfoldError) else type(error).__name__
    if not isinstance(error, InfoldError):
        _log.exception("A %s job failed", job.kind, exc_info=error)
    memory.store.write(lambda tx: tx.fail_job(job, f"{kind}: {error}", retry))
    return _report(job, counts, done=False, error=f"{kind}: {error}")


def _report(job: Job, counts: Counts, *, done: bool, error: str = "") -> JobReport:
    return JobReport(
        kind=job.kind,
        subject=job.subject,
        done=done,
        embedded=counts.embedded,
        placed=counts.placed,
        folds=counts.folds,
        facts=counts.facts,
        error=error,
    )
