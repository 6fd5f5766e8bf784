"""Who sweeps what: a sweep has its scope to itself, under a lease that ends if its worker dies."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from infold.core.ids import mint
from infold.core.scope import Scope
from infold.errors import Conflict
from infold.store.protocol import Writer
from infold.store.sweep_protocol import SweepRow, SweepState

__all__ = ["begin", "check_lease", "renewed", "taken_over"]

_SLACK: Final = timedelta(seconds=60)
"""A lease that ends later than this beyond its length was given before the clock was set back."""


def begin(
    tx: Writer,
    scope: Scope,
    *,
    whole: bool,
    at: datetime,
    now: datetime,
    lease: timedelta,
    scheduled: datetime | None = None,
) -> tuple[SweepRow, bool]:
    """Begin a sweep, or go on with one of the same scope that was broken off.

    Args:
        tx: The transaction.
        scope: Whose; the empty user where it is `whole`.
        whole: Of all users of the space.
        at: Its clock.
        now: The clock.
        lease: For how long nobody else may sweep there without a sign of life.
        scheduled: When the schedule asked for it.

    Returns:
        The record, leased; and whether it goes on with one that was broken off, by that one's own
        clock.

    Raises:
        Conflict: Somebody is sweeping there, or an undo there was broken off.
    """
    for other in tx.sweeps_running(scope.space):
        if not (whole or other.whole or other.scope.user == scope.user):
            continue
        _refuse_if_held(other, now, lease)
        if other.state == "undoing":
            raise Conflict(
                f"The undo of the sweep {other.id} was broken off.",
                hint=f"Finish it first: infold undo {other.id}.",
                records=[other.id],
            )
        if (other.whole, other.scope.user) == (whole, scope.user):
            row = taken_over(tx, other, "running", now=now, lease=lease)
            return row, True
    newest = tx.sweeps(scope.space, limit=1)
    number = newest[0].number + 1 if newest else 1
    row = SweepRow(
        id=mint(tx.secret(scope), "sweep", None if whole else scope.user, at.isoformat(), number),
        scope=scope,
        whole=whole,
        state="running",
        at=at,
        started=now,
        scheduled=scheduled,
        number=number,
        leased_to=now + lease,
        token=secrets.token_hex(8),
    )
    tx.add_sweep(row)
    return row, False


def taken_over(
    tx: Writer, row: SweepRow, state: SweepState, *, now: datetime, lease: timedelta
) -> SweepRow:
    """Take a sweep that nobody works on.

    Raises:
        Conflict: Somebody works on it.
    """
    _refuse_if_held(row, now, lease)
    row = replace(row, state=state, leased_to=now + lease, token=secrets.token_hex(8))
    tx.save_sweep(row)
    return row


def check_lease(tx: Writer, row: SweepRow) -> None:
    """Refuse to go on where another worker has taken a sweep over.

    Raises:
        Conflict: It has.
    """
    there = tx.sweep(row.scope.space, row.id)
    if there is None or there.token != row.token:
        raise Conflict(
            f"Another worker has taken the sweep {row.id} over.",
            hint="Nothing is lost: it goes on where this one was.",
            records=[row.id],
        )


def renewed(row: SweepRow, now: datetime, lease: timedelta) -> SweepRow:
    """A sweep whose lease counts from now; to be saved."""
    return replace(row, leased_to=now + lease)


def _refuse_if_held(row: SweepRow, now: datetime, lease: timedelta) -> None:
    until = row.leased_to
    if until is not None and now < until <= now + lease + _SLACK:
        what = "all users" if row.whole else f"the user {row.scope.user!r:.40}"
        raise Conflict(
            f"The facts of {what} are being swept already, by the sweep {row.id}.",
            hint="Wait until it is done. If its worker has died, its lease ends in "
            f"{(until - now).total_seconds():.0f} s.",
            records=[row.id],
        )
