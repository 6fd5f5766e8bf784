"""What `infold doctor` says of sweeps: the last one, the next one, what failed or is overdue."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from infold.core.wording import counted
from infold.engine.findings import Finding
from infold.engine.sweep_jobs import SWEEP_JOB, has_any
from infold.engine.sweep_records import receipt
from infold.engine.sweep_schedule import Schedule
from infold.errors import ConfigError
from infold.store.protocol import JobRow
from infold.store.sweep_protocol import SweepRow

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["sweep_findings"]

_LATE: Final = timedelta(hours=1)
"""A scheduled sweep that did not come for so long has no worker."""
_LOOKED_AT: Final = 50
_TOPIC: Final = "sweeps"
_BY_HAND: Final = "infold sweep --apply"
_WORKER: Final = "No worker seems to run. Start one: infold worker. Or sweep now: "


def sweep_findings(memory: Infold, jobs: Sequence[JobRow]) -> list[Finding]:
    """When the last sweep ran and what it did, when the next is due, and whether one is missing.

    Args:
        memory: The open store.
        jobs: All that wait, run or have failed.

    Returns:
        One line, and one more for each sweep that failed or was broken off.
    """
    with memory.store.read() as reader:
        newest = reader.sweeps(memory.space, limit=_LOOKED_AT)
        open_ = reader.sweeps_running(memory.space)
        is_needed = has_any(memory, reader)
    now = memory.clock.now()
    return [
        _schedule(memory, newest, now, is_needed=is_needed),
        *(_failed(job) for job in jobs if job.kind == SWEEP_JOB and _has_failed(job)),
        *(_broken_off(row, now) for row in open_ if row.leased_to is None or row.leased_to <= now),
    ]


def _schedule(
    memory: Infold, rows: Sequence[SweepRow], now: datetime, *, is_needed: bool
) -> Finding:
    last = rows[0] if rows else None
    whole = next((row for row in rows if row.whole), None)
    data: dict[str, int | float | str | bool] = {
        "last": last.started.isoformat() if last else "",
        "changes": receipt(last).changes if last else 0,
        "next": "",
        "overdue_seconds": 0.0,
    }
    said = _told(last) if last else "none yet"
    if not memory.settings.sweep_schedule:
        return Finding(
            topic=_TOPIC,
            state="note",
            value=f"{said}; none comes by itself, as the setting sweep_schedule is empty",
            advice=f"Sweep by hand: {_BY_HAND}. Or set sweep_schedule.",
            data=data,
        )
    try:
        schedule = Schedule(memory.settings.sweep_schedule, memory.settings.sweep_zone)
    except ConfigError as error:
        return Finding(
            topic=_TOPIC,
            state="problem",
            value=f"{said}; no other will come: {error.message.rstrip('.')}",
            advice=error.hint,
            data=data,
        )
    if whole is None:
        # A worker sweeps at once where none was ever asked for.
        return Finding(
            topic=_TOPIC,
            state="note" if is_needed else "ok",
            value=f"{said}; the first of all users is due now"
            if is_needed
            else f"{said}; nothing is remembered that could be swept",
            advice=f"infold worker does it, and goes on by the schedule. Or now: {_BY_HAND}"
            if is_needed
            else "",
            data=data | ({"next": now.isoformat()} if is_needed else {}),
        )
    due = schedule.next(min(whole.started, now))
    if due is None:
        return Finding(topic=_TOPIC, state="ok", value=f"{said}; none is due any more", data=data)
    data["next"] = due.isoformat()
    late = now - due
    if late >= _LATE:
        data["overdue_seconds"] = late.total_seconds()
        return Finding(
            topic=_TOPIC,
            state="problem",
            value=f"{said}; the next was due on {_time(due)} and did not come",
            advice=_WORKER + _BY_HAND,
            data=data,
        )
    value = f"{said}; the next is due on {_time(due)}"
    if last is not None and last.counts.get("failed"):
        return Finding(
            topic=_TOPIC,
            state="problem",
            value=value,
            advice="Some conversations could not be written to files: see that the folder "
            f"{memory.settings.export_folder or 'for exports'} can be written and has room. The "
            f"next sweep tries again. Or now: {_BY_HAND}",
            data=data,
        )
    return Finding(topic=_TOPIC, state="ok", value=value, data=data)


def _told(row: SweepRow) -> str:
    done = receipt(row)
    whose = "of all users" if row.whole else f"of the user {row.scope.user!r:.40}"
    what = "nothing had had its time"
    if done.changes:
        told = ", ".join(
            f"{name.replace('_', ' ')} {count:,}"
            for name, count in sorted(row.counts.items())
            if count and name != "users"
        )
        what = f"{counted(done.changes, 'change')} ({told})"
    state = {"done": "", "running": ", not finished", "undoing": ", being undone"}.get(
        row.state, ", undone since"
    )
    by = "by the schedule" if row.scheduled else "by hand"
    return f"the last on {_time(row.started)} {by}, {whose}: {what}{state}"


def _has_failed(job: JobRow) -> bool:
    return job.state == "failed" or (
        job.state == "waiting"
        and bool(job.error)
        # That somebody else sweeps is no fault, nor is a worker that was stopped.
        and not job.error.startswith(("conflict:", "store_busy:", "stopped"))
    )


def _failed(job: JobRow) -> Finding:
    is_over = job.state == "failed"
    return Finding(
        topic="failed sweep" if is_over else "retried sweep",
        state="problem",
        value=f"the sweep by the schedule failed after "
        f"{counted(job.attempts, 'try', 'tries')}: {job.error}",
        advice="Mend the cause, then: "
        + (
            f"{_BY_HAND}. The schedule asks again at its next time."
            if is_over
            else "infold worker --once"
        ),
        data={"attempts": job.attempts, "error": job.error},
    )


def _broken_off(row: SweepRow, now: datetime) -> Finding:
    is_undo = row.state == "undoing"
    user = "" if row.whole else f" --user {row.scope.user}" if row.scope.user else ""
    return Finding(
        topic="broken sweep",
        state="problem",
        value=f"the {'undo of the ' if is_undo else ''}sweep {row.id[:12]} of {_time(row.at)} was "
        f"broken off after {counted(row.chunks, 'step')}",
        advice="What it did stays, and it goes on from there: "
        + (f"infold undo {row.id[:12]}" if is_undo else f"infold{user} sweep --apply"),
        data={
            "sweep": row.id,
            "chunks": row.chunks,
            "idle_seconds": max(0.0, (now - (row.leased_to or row.started)).total_seconds()),
        },
    )


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} {at.tzname() or 'UTC'}"
