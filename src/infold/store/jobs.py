"""The queue of jobs: who waits, who holds a lease, what failed.

A lease is a token with an end. A worker that dies lets its lease run out, and the job is taken
over; a worker that comes back too late learns that its token is no longer the job's.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import cast

from infold.core.scope import Scope
from infold.store import rows as convert
from infold.store.protocol import Job, JobRow, JobState
from infold.store.queries import SQL
from infold.store.snapshot import Snapshot
from infold.store.writing import Changes


class JobReads(Snapshot):
    """Reads of the queue."""

    __slots__ = ()

    def jobs(self, space: str) -> list[JobRow]:
        """Jobs that wait, run or failed, oldest first."""
        return [
            JobRow(
                scope=Scope(space=space, user=convert.text(user)),
                id=id_,
                kind=kind,
                subject=convert.text(subject),
                state=cast(JobState, state),
                attempts=attempts,
                due=convert.from_microseconds(due),
                leased_to=None if leased_to is None else convert.from_microseconds(leased_to),
                error=convert.text(error),
            )
            for user, id_, kind, subject, state, attempts, due, leased_to, error in self.rows(
                SQL["jobs"], (space,)
            )
        ]

    def behind(self, space: str) -> tuple[Scope, str] | None:
        """A conversation with messages that the embedder has not seen, and no job; the first."""
        row = self.row(SQL["behind"], (space,))
        if row is None:
            return None
        return Scope(space=space, user=convert.text(row[0])), row[1]


class JobWrites(Changes):
    """Changes of the queue."""

    __slots__ = ()

    def queue_job(self, scope: Scope, kind: str, subject: str, due: datetime) -> None:
        """Queue a job, unless one of this kind and subject waits already.

        The one that waits moves forward where it was due later; one that failed before and is to
        be tried again keeps its pause.
        """
        at = convert.microseconds(due)
        self.run(SQL["queue_job"], (kind, subject, at, scope.space, scope.user))

    def claim_job(
        self, space: str, now: datetime, lease_seconds: float, *, kinds: Sequence[str]
    ) -> Job | None:
        """Take the oldest job of some kinds that is due and free, or whose lease has run out.

        A job waits while another of its kind and subject runs. Where the clock was set back since
        a lease or a due time was given, neither is waited for.
        """
        at, wanted = convert.microseconds(now), convert.list_text(kinds)
        choices = [
            row
            for name in ("abandoned_job", "due_job", "misleased_job", "misdated_job")
            if (row := self.row(SQL[name], (space, at, wanted))) is not None
        ]
        if not choices:
            return None
        user, id_, kind, subject, attempts, _ = min(
            choices, key=lambda row: (row[5], convert.text(row[0]), row[1])
        )
        # The length of the lease stands in the token: `misleased_job` reads it.
        token = f"{secrets.token_hex(8)}-{lease_seconds:.3f}"
        until = convert.microseconds(now + timedelta(seconds=lease_seconds))
        self.run(SQL["lease_job"], (until, token, space, user, id_))
        return Job(
            id=id_,
            scope=Scope(space=space, user=convert.text(user)),
            kind=kind,
            subject=convert.text(subject),
            attempts=attempts + 1,
            token=token,
        )

    def renew_job(self, job: Job, now: datetime, lease_seconds: float) -> bool:
        """Extend a lease; False where it was lost."""
        until = convert.microseconds(now + timedelta(seconds=lease_seconds))
        space, user = job.scope.space, job.scope.user
        return bool(self.run(SQL["renew_job"], (until, space, user, job.id, job.token)).rowcount)

    def finish_job(self, job: Job) -> bool:
        """Remove a job that is done, and what failed of its kind and subject before.

        False where the lease was lost.
        """
        space, user = job.scope.space, job.scope.user
        if not self.run(SQL["finish_job"], (space, user, job.id, job.token)).rowcount:
            return False
        self.run(SQL["clear_failures"], (space, user, job.kind, job.subject))
        return True

    def fail_job(self, job: Job, error: str, retry: datetime | None) -> bool:
        """Put a job back for later, or mark it failed; False where the lease was lost.

        Where another of its kind and subject was queued meanwhile, that one takes over its count
        of attempts and its pause.
        """
        space, user = job.scope.space, job.scope.user
        if not self.run(SQL["give_up_job"], (error, space, user, job.id, job.token)).rowcount:
            return False
        if retry is not None:
            waiting = self.row(SQL["waiting_job"], (space, user, job.kind, job.subject))
            heir = job.id if waiting is None else waiting[0]
            if heir != job.id:
                self.run(SQL["drop_job"], (space, user, job.id))
            due = convert.microseconds(retry)
            self.run(SQL["retry_job"], (job.attempts, due, error, space, user, heir))
        return True
