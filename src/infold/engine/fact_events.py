"""What happens to a fact: its events, and how it stands after each of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from infold.core.facts import EventKind, FactEvent, Standing
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.errors import Conflict, NotFound
from infold.memory.retention import Retention, due_at
from infold.memory.standing import after
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader, Writer

__all__ = ["Keeper", "append_event", "happen_all", "save", "the_fact"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeper:
    """What recording needs of an open store.

    Attributes:
        secret: Of the space.
        counter: Counts tokens.
        retention: How facts are kept.
        embeds: Whether facts get vectors.
    """

    secret: bytes
    counter: TokenCounter
    retention: Retention
    embeds: bool


def the_fact(tx: Reader, scope: Scope, fact: str) -> FactRow:
    """A fact by its id.

    Raises:
        NotFound: No such fact in this scope.
        Conflict: It was purged: nothing of it is left.
    """
    row = tx.fact(scope, fact)
    if row is not None:
        return row
    if tx.fact_state(scope, fact) is not None:
        raise Conflict(
            f"The fact {fact} was purged.",
            hint="Nothing of it is left to be shown or restored; add it again if it is to be kept.",
            records=[fact],
        )
    raise NotFound(
        f"No fact {fact} in this scope.", hint="`infold facts` lists them.", records=[fact]
    )


def append_event(
    tx: Writer,
    scope: Scope,
    row: FactRow,
    event: FactEvent,
    retention: Retention,
    *,
    was: Standing | None = None,
) -> FactRow:
    """Append an event and save how the fact stands after it; its slot is not placed anew.

    Args:
        tx: The transaction.
        scope: Whose.
        row: The fact as it stands.
        event: What happened.
        retention: Says when a sweep could do anything with it.
        was: How it stood in the store, where `row` differs from that already.

    Returns:
        The fact as it stands afterwards.
    """
    changed = replace(row, standing=after(row.standing, event))
    changed = save(tx, scope, changed, was=was or row.standing, retention=retention)
    tx.add_fact_event(scope, changed, event)
    return changed


def save(tx: Writer, scope: Scope, row: FactRow, *, was: Standing, retention: Retention) -> FactRow:
    """Save how a fact stands without an event; it is returned with when it is due."""
    row = replace(row, due=due_at(row.fact, row.standing, retention))
    tx.save_standing(scope, row, was=was)
    return row


def happen_all(
    tx: Writer,
    scope: Scope,
    facts: Iterable[str],
    kind: EventKind,
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
) -> None:
    """Let the same happen to several facts; those that are gone are passed over."""
    for fact in facts:
        row = tx.fact(scope, fact)
        if row is not None:
            event = FactEvent(fact=fact, kind=kind, at=now, by=by)
            append_event(tx, scope, row, event, keeper.retention)
