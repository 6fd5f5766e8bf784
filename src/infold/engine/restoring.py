"""Bringing a fact back: for how long it stays then, and what stands in its way."""

from __future__ import annotations

from datetime import datetime

from infold.core.scope import Scope
from infold.errors import Conflict
from infold.memory.standing import is_said
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader

__all__ = ["equal_to", "refuse_equal", "restored_data"]


def restored_data(row: FactRow, now: datetime) -> str:
    """The value of the event by which a person brings a fact back.

    One that has expired lives once more for as long as it was given at first, from now on.

    Returns:
        Empty, or `live` and until when.
    """
    expires, recorded = row.standing.expires_at, row.fact.recorded_at
    if expires is None or recorded is None or expires > now:
        return ""
    first = row.fact.expires_at or expires
    life = first - recorded
    return f"live {(now + life).isoformat()}" if first > recorded else ""


def equal_to(reader: Reader, scope: Scope, row: FactRow, now: datetime) -> str:
    """Id of an equal fact that holds, since the same was said again after a fact had gone.

    What was merged into the fact is none: it goes into it once more.
    """
    same = reader.same_facts(scope, row.same)
    members = set(reader.merge_members(scope, row.fact.id)) if len(same) > 1 else set()
    for one in same:
        if one.number in members:
            continue
        found: FactRow | None = one
        while found is not None and found.standing.state == "superseded":
            found = reader.fact(scope, found.standing.superseded_by)
        if found is not None and found.number != row.number and is_said(found.standing, now):
            return found.fact.id
    return ""


def refuse_equal(reader: Reader, scope: Scope, row: FactRow, now: datetime) -> None:
    """Refuse to bring a fact back that stands there again.

    Raises:
        Conflict: It names the equal one.
    """
    if row.standing.state == "tombstoned" and (other := equal_to(reader, scope, row, now)):
        raise Conflict(
            f"What the fact {row.fact.id} says is remembered again, as {other}.",
            hint="Nothing is missing. To have this one instead, with its history, delete that one "
            "first.",
            records=[other],
        )
