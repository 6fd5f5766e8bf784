"""What `infold doctor` says: how a store stands, and what to do about it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from infold.core.scope import Scope
from infold.core.wording import counted
from infold.engine.findings import Finding
from infold.engine.hearing_care import hearing_finding
from infold.engine.removing import OWN, READER
from infold.engine.sweep_care import sweep_findings
from infold.engine.sweep_jobs import SWEEP_JOB
from infold.errors import InfoldError
from infold.store.log import ALARM as LOG_ALARM
from infold.store.protocol import ConversationRow, JobRow, Reader
from infold.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["DISK_ALARM", "LATE", "Finding", "examine"]

_MIB = 1024 * 1024
DISK_ALARM = 512 * _MIB
"""Bytes left on the disk below which somebody has to make room."""
LATE = timedelta(hours=1)
"""A job that has waited for so long has no worker."""
_LISTED = 5
_DOES = {"fold": "writes folds", "answer": "answers questions"}
_WITHOUT = {"fold": "folds are extracts", "answer": "contexts are made, questions are not answered"}


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was read of the store, all of one snapshot."""

    now: datetime
    scopes: Sequence[Scope]
    rows: Sequence[tuple[Scope, ConversationRow]]
    jobs: Sequence[JobRow]
    segments: tuple[int, int]
    unfolded: datetime | None
    pending: int
    refused: Sequence[tuple[str, int]]


def examine(memory: Infold, *, copy: Path | None = None) -> list[Finding]:
    """See `infold.engine.memory.Infold.doctor`. Linear in the conversations."""
    with memory.store.read() as reader:
        scopes = reader.scopes(memory.space)
        rows = [(scope, row) for scope in scopes for row in reader.conversations(scope)]
        sizes = [reader.segment_sizes(scope) for scope in scopes]
        seen = _Seen(
            memory.clock.now(),
            scopes,
            rows,
            reader.jobs(memory.space),
            (sum(one.count for one in sizes), sum(one.size for one in sizes)),
            _unfolded(reader, rows),
            sum(
                len(reader.fold_keys(scope, row.id, ("pending",)))
                for scope, row in rows
                if row.generation
            ),
            [
                (row.id, count)
                for scope, row in rows
                if row.generation and (count := len(reader.fold_keys(scope, row.id, ("refused",))))
            ],
        )
    return [
        *_files(memory),
        *_contents(seen),
        *_configured(memory, seen),
        *_queue(seen),
        *_folding(seen),
        *sweep_findings(memory, seen.jobs),
        *_erasures(memory),
        _copy(memory, seen, copy),
    ]


def _files(memory: Infold) -> list[Finding]:
    store = memory.store
    if store.sizes().journal > LOG_ALARM:
        store.shorten_log()
    sizes = store.sizes()
    free = shutil.disk_usage(store.path.parent).free
    is_long = sizes.journal > LOG_ALARM
    is_full = free < DISK_ALARM
    return [
        Finding(
            topic="store",
            state="ok" if store.is_writable else "note",
            value=f"{store.path}, {_size(sizes.database)}"
            + (f", of which {_size(sizes.free)} are free" if sizes.free else "")
            + ("" if store.is_writable else "; it can be read here, but not written"),
            advice=""
            if store.is_writable
            else "To write to it, get the right to write to the file and to its folder.",
            data={
                "path": str(store.path),
                "bytes": sizes.database,
                "free_bytes": sizes.free,
                "writable": store.is_writable,
                "synchronous": memory.settings.synchronous,
            },
        ),
        Finding(
            topic="log",
            state="problem" if is_long else "ok",
            value="empty"
            if not sizes.journal
            else _size(sizes.journal)
            + (", and it could not be shortened" if is_long else " not yet moved into the store"),
            advice="A program has kept a reading of the store open for long, or stopped in the "
            "middle of one: close it. Writing goes on meanwhile."
            if is_long
            else "",
            data={"bytes": sizes.journal},
        ),
        Finding(
            topic="disk",
            state="problem" if is_full else "ok",
            value=f"{_size(free)} left",
            advice="Make room: when the disk is full, writes are refused." if is_full else "",
            data={"free_bytes": free},
        ),
    ]


def _contents(seen: _Seen) -> list[Finding]:
    messages = sum(row.messages for _, row in seen.rows)
    conversations, users = len(seen.rows), len(seen.scopes)
    count, size = seen.segments
    return [
        Finding(
            topic="holds",
            state="ok",
            value=f"{counted(messages, 'message')} in {counted(conversations, 'conversation')} of "
            f"{counted(users, 'user')}",
            data={"messages": messages, "conversations": conversations, "users": users},
        ),
        Finding(
            topic="search",
            state="ok",
            value=f"{counted(count, 'segment')}, {_size(size)}; made anew where they are lost"
            if count
            else "no segments kept yet: search reads the messages' own rows",
            data={"segments": count, "bytes": size},
        ),
    ]


def _configured(memory: Infold, seen: _Seen) -> list[Finding]:
    behind = sum(max(0, row.messages - row.embedded_to) for _, row in seen.rows)
    embedder = memory.embedder
    found = [
        Finding(
            topic="embedder",
            state="ok",
            value=f"{embedder.id}, the one that this store was made with"
            + (f"; {counted(behind, 'message')} without a vector yet" if behind else "")
            if embedder
            else "none, as when this store was made: search is by words alone",
            data={
                "id": embedder.id if embedder else "none",
                "matches": True,
                "without_vector": behind if embedder else 0,
            },
        )
    ]
    settings = memory.settings
    host = urlsplit(settings.model_base_url).hostname or ""
    models, named = memory.models, {"fold": settings.fold_model, "answer": settings.answer_model}
    # The other roles fall back to these two (`infold.models.roles`).
    for role, model in (("fold", models.fold), ("answer", models.answer)):
        name = named[role] or settings.model
        is_ours = model is None or bool(name and host)
        said = (name if is_ours else "given by the program") if model else ""
        found.append(
            Finding(
                topic=f"{role} model",
                state="ok" if model else "note",
                value=f"{said}{f' at {host}' if is_ours and host else ''}: {_DOES[role]}"
                if model
                else f"none: {_WITHOUT[role]}",
                data={"role": role, "model": said, "host": host if model and is_ours else ""},
            )
        )
    found.append(hearing_finding(memory, seen.scopes))
    return found


def _queue(seen: _Seen) -> list[Finding]:
    waiting = [job for job in seen.jobs if job.state == "waiting"]
    running = [job for job in seen.jobs if job.state == "running"]
    failed = [job for job in seen.jobs if job.state == "failed"]
    told = [
        job for job in failed if job.kind != SWEEP_JOB
    ]  # those of sweeps have lines of their own
    # A conflict is no fault: somebody else was quicker. Nor is a worker that was stopped.
    retried = [
        job
        for job in waiting
        if job.kind != SWEEP_JOB
        and job.error
        and not job.error.startswith(("conflict:", "stopped"))
    ]
    stale = [job for job in running if job.leased_to is None or job.leased_to <= seen.now]
    far = timedelta(days=1, minutes=1)
    ahead = [
        job
        for job in (*waiting, *running)
        if max(job.due, job.leased_to or job.due) > seen.now + far
    ]
    oldest = min((job.due for job in waiting), default=None)
    age = seen.now - oldest if oldest else timedelta(0)
    is_late = age >= LATE
    value = f"{len(waiting):,} waiting, {len(running):,} running, {len(failed):,} failed"
    if oldest:
        value += f"; the oldest waits for {_age(age)}"
    found = [
        Finding(
            topic="jobs",
            state="problem" if is_late else "note" if waiting else "ok",
            value=value,
            advice=("No worker seems to run. Start one: " if is_late else "Run them: ")
            + "infold worker"
            + ("" if is_late else " --once")
            if waiting
            else "",
            data={
                "waiting": len(waiting),
                "running": len(running),
                "failed": len(failed),
                "oldest_waiting_seconds": max(0.0, age.total_seconds()),
            },
        )
    ]
    if stale:
        found.append(
            Finding(
                topic="leases",
                state="note",
                value=f"{counted(len(stale), 'job')} held by a worker that has stopped",
                advice="The next worker takes them over: infold worker --once",
                data={"stale": len(stale)},
            )
        )
    if ahead:
        found.append(
            Finding(
                topic="clock",
                state="problem",
                value=f"{counted(len(ahead), 'job')} dated more than a day ahead of this clock",
                advice="The clock was set back, or is wrong: check it. A worker does them anyway.",
                data={"ahead": len(ahead)},
            )
        )
    again = "Mend the cause; the next worker tries it again: infold worker --once"
    queued = "Mend the cause; the next message of that conversation queues it again."
    return [
        *found,
        *_faulty(retried, "retried job", again),
        *_faulty(told, "failed job", queued),
    ]


def _faulty(jobs: Sequence[JobRow], topic: str, advice: str) -> list[Finding]:
    """What is said of jobs that failed, the first of them one by one."""
    found = [
        Finding(
            topic=topic,
            state="problem",
            value=f"{job.kind} of {job.subject} after {counted(job.attempts, 'try', 'tries')}: "
            f"{job.error}",
            advice=advice,
            data={
                "kind": job.kind,
                "subject": job.subject,
                "user": job.scope.user,
                "attempts": job.attempts,
                "error": job.error,
            },
        )
        for job in jobs[:_LISTED]
    ]
    if len(jobs) > _LISTED:
        rest = len(jobs) - _LISTED
        found.append(Finding(topic=topic, state="problem", value=f"… and {rest:,} more"))
    return found


def _folding(seen: _Seen) -> list[Finding]:
    behind = sum(max(0, row.hot_from - row.placed_to) for _, row in seen.rows)
    value = "every message that left the hot window is folded"
    if behind or seen.pending:
        parts = []
        if behind:
            parts.append(f"{counted(behind, 'message')} not folded yet")
        if seen.pending:
            parts.append(f"{counted(seen.pending, 'fold')} pending")
        if seen.unfolded:
            parts.append(
                f"the oldest of {seen.unfolded:%Y-%m-%d}, {_age(seen.now - seen.unfolded)} ago"
            )
        value = ", ".join(parts)
    refused = sum(count for _, count in seen.refused)
    return [
        *_refused(seen.refused, refused),
        Finding(
            topic="folds",
            state="note" if behind or seen.pending else "ok",
            value=value,
            advice="Nothing is missing from contexts meanwhile. To fold: infold worker --once"
            if behind or seen.pending
            else "",
            data={
                "behind": behind,
                "pending": seen.pending,
                "refused": refused,
                "oldest": seen.unfolded.isoformat() if seen.unfolded else "",
            },
        ),
    ]


def _erasures(memory: Infold) -> list[Finding]:
    """Erasures that are hidden and not gone from the files yet; nothing where none is."""
    waiting = [receipt for receipt in memory.erasures() if not receipt.is_gone]
    if not waiting:
        return []
    notes = sorted({receipt.note for receipt in waiting if receipt.note})
    value = f"{counted(len(waiting), 'erasure')} hidden, and not gone from the files yet"
    advice = "To remove it from the files: infold worker --once"
    if {READER, OWN}.intersection(notes):
        if memory.store.shorten_log():
            # The notes are those of the last try.
            value += "; what kept its log open has ended since"
            notes = [one for one in notes if one not in (READER, OWN)]
        else:
            advice = "Close whatever keeps the store open, then: infold worker --once"
    return [
        Finding(
            topic="erasures",
            state="problem" if notes else "note",
            value=". ".join([value, *(note.rstrip(".") for note in notes)]),
            advice=f"Nothing shows it any more. {advice}",
            data={"hidden": len(waiting)},
        )
    ]


def _refused(by: Sequence[tuple[str, int]], count: int) -> list[Finding]:
    """What is said of folds of a model that were refused; nothing where none was."""
    if not count:
        return []
    where = max(by, key=lambda one: one[1])[0]
    return [
        Finding(
            topic="refused folds",
            state="note",
            value=counted(count, "fold that a model wrote was", "folds that a model wrote were")
            + " refused, and the extracts stand",
            advice=f"Why: infold folds {where} --state refused. They are tried again when more has "
            "been said; a stronger model may do better.",
            data={"refused": count, "conversations": len(by)},
        )
    ]


def _unfolded(reader: Reader, rows: Sequence[tuple[Scope, ConversationRow]]) -> datetime | None:
    """When the oldest dated message was said that begins what is not folded yet."""
    times = [
        message.at
        for scope, row in rows
        if row.placed_to < row.hot_from
        for message in reader.messages(scope, row.id, [row.placed_to])
        if message.at is not None
    ]
    return min(times, default=None)


def _copy(memory: Infold, seen: _Seen, path: Path | None) -> Finding:
    """Whether a copy of the store is sound, and what it lacks."""
    if path is None:
        return Finding(
            topic="copy",
            state="note",
            value="not looked at",
            advice="To check a copy of this store: infold doctor --copy FILE",
        )
    told = f"{path}: "
    mend = "Make a new copy while no program writes to the store, of the file and its -wal."
    if not path.is_file():
        return Finding(topic="copy", state="problem", value=told + "there is no file", advice=mend)
    scope = Scope(space=memory.space)
    try:
        store = SqliteStore.open_to_read(path)
        try:
            faults = store.check()
            with store.read() as copy, memory.store.read() as here:
                is_ours = copy.secret(scope) == here.secret(scope)
                held = sum(
                    row.messages
                    for each in copy.scopes(memory.space)
                    for row in copy.conversations(each)
                )
        finally:
            store.close()
    except InfoldError as error:
        return Finding(topic="copy", state="problem", value=told + error.message, advice=mend)
    if faults:
        value = f"{told}it is damaged ({faults[0]})"
        return Finding(topic="copy", state="problem", value=value, advice=mend)
    if not is_ours:
        return Finding(
            topic="copy", state="problem", value=told + "it is a copy of another store", advice=mend
        )
    lacks = sum(row.messages for _, row in seen.rows) - held
    return Finding(
        topic="copy",
        state="note" if lacks else "ok",
        value=told
        + "it is sound, "
        + (f"and lacks {counted(lacks, 'message')}" if lacks else "and holds as many messages"),
        data={"path": str(path), "messages": held, "lacks": lacks},
    )


def _size(count: int) -> str:
    for unit, size in (("GiB", 1024 * _MIB), ("MiB", _MIB)):
        if count >= size:
            return f"{count / size:,.1f} {unit}"
    return f"{count / 1024:,.1f} KiB" if count else "0 bytes"


def _age(age: timedelta) -> str:
    """An age in its largest unit; none is negative."""
    seconds = max(0, int(age.total_seconds()))
    for name, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= size:
            return counted(seconds // size, name)
    return "less than a minute"
