"""What `infold doctor` says: how a store stands, and what to do about it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from infold.engine.memory import Infold

_MIB = 1024 * 1024
WAL_ALARM = 64 * _MIB
"""A write-ahead log that is larger than this is held open by a long reader."""
DISK_ALARM = 512 * _MIB


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One line of the report.

    Attributes:
        topic: What it is about.
        state: `ok`, `note` or `problem`.
        value: What was found.
        advice: What to do; empty where there is nothing to do.
    """

    topic: str
    state: Literal["ok", "note", "problem"]
    value: str
    advice: str = ""


def examine(memory: Infold) -> list[Finding]:
    """See `infold.engine.memory.Infold.doctor`."""
    with memory.store.read() as reader:
        scopes = reader.scopes(memory.space)
        rows = [row for scope in scopes for row in reader.conversations(scope)]
        jobs = reader.jobs(memory.space)
    sizes = memory.store.sizes()
    free = shutil.disk_usage(memory.store.path.parent).free
    messages = sum(row.messages for row in rows)
    behind = sum(max(0, row.hot_from - row.placed_to) for row in rows)
    waiting = [job for job in jobs if job.state != "failed"]
    failed = [job for job in jobs if job.state == "failed"]
    return [
        Finding(
            topic="store",
            state="ok",
            value=f"{memory.store.path}, {_size(sizes.database)}, "
            f"writes are {memory.settings.synchronous}",
        ),
        Finding(
            topic="holds",
            state="ok",
            value=f"{messages:,} messages in {len(rows):,} conversations of {len(scopes):,} users",
        ),
        Finding(
            topic="journal",
            state="problem" if sizes.journal > WAL_ALARM else "ok",
            value=_size(sizes.journal),
            advice="A reader has been open for long: close programs that hold the store."
            if sizes.journal > WAL_ALARM
            else "",
        ),
        Finding(
            topic="disk left",
            state="problem" if free < DISK_ALARM else "ok",
            value=_size(free),
            advice="Make room: writes are refused when the disk is full."
            if free < DISK_ALARM
            else "",
        ),
        Finding(
            topic="embedder",
            state="ok" if memory.embedder else "note",
            value=memory.embedder.id if memory.embedder else "none: search is by words alone",
        ),
        Finding(
            topic="model",
            state="ok" if memory.settings.model else "note",
            value=memory.settings.model or "none: folds are extractive",
        ),
        Finding(
            topic="jobs",
            state="note" if waiting else "ok",
            value=f"{len(waiting)} waiting, {behind:,} graduated messages not folded yet",
            advice="Run: infold worker --once" if waiting else "",
        ),
        *(
            Finding(
                topic="failed job",
                state="problem",
                value=f"{job.kind} of {job.subject} after {job.attempts} tries: {job.error}",
                advice="Mend the cause; the next message of that conversation queues it again.",
            )
            for job in failed
        ),
    ]


def _size(count: int) -> str:
    return f"{count / _MIB:,.1f} MiB" if count >= _MIB else f"{count / 1024:,.1f} KiB"
