"""Facts on their way out of a store and into one, with all that happened to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from infold.core.facts import Slot
from infold.core.scope import Scope
from infold.engine.fact_events import Keeper, append_event
from infold.engine.fact_identity import fact_digest, fact_id, same_id
from infold.engine.remembering import FACT_JOB, FACT_SUBJECT, fact_forward
from infold.engine.slot_placing import place_slot
from infold.formats.reading import ArchivedFact
from infold.memory.retention import due_at
from infold.memory.standing import after, begun
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader, Writer

__all__ = ["archived_facts", "place_restored", "restore_facts"]

_PIECE = 500


def archived_facts(reader: Reader, scope: Scope) -> Iterator[ArchivedFact]:
    """All facts of a scope with their events, in order of entry; some hundred in memory."""
    secret = reader.secret(scope)
    last = 0
    while rows := reader.facts(scope, after=last, limit=_PIECE):
        last = rows[-1].number
        for row in rows:
            dated = same_id(secret, row.fact, agent=row.agent, session=row.session, dated=True)
            events = reader.fact_events(scope, row.number)
            yield ArchivedFact(
                fact=replace(row.fact, sources=events[0].sources),
                events=tuple(events),
                agent=row.agent,
                session=row.session,
                ordinal=row.ordinal,
                dated=row.same == dated,
            )


def restore_facts(
    tx: Writer, scope: Scope, facts: Sequence[ArchivedFact], *, keeper: Keeper, now: datetime
) -> int:
    """Bring archived facts in; a fact that is there gets the events that it lacks.

    Their slots are placed by `place_restored`, once all are there: what ends a fact may come
    in later than the fact itself.

    Args:
        tx: The transaction; the caller calls `touch`.
        scope: Whose they become; an agent or session named in it has them for itself.
        facts: In order of entry.
        keeper: The store's settings.
        now: When jobs are due.

    Returns:
        How many facts were new.
    """
    added = 0
    everywhere = Scope(space=scope.space, user=scope.user)
    for one in facts:
        agent = one.agent if scope.agent is None else scope.agent
        session = one.session if scope.session is None else scope.session
        if tx.fact_state(everywhere, one.fact.id) is None:
            row = _new(tx, everywhere, one, agent, session, keeper)
            rest = one.events[1:]
            added += 1
        else:
            there = tx.fact(everywhere, one.fact.id)
            if there is None:
                continue  # purged
            row = there
            known = tx.fact_events(everywhere, row.number)
            # A history that went another way here stays as it is.
            rest = one.events[len(known) :] if list(one.events[: len(known)]) == known else ()
        for event in rest:
            row = append_event(tx, everywhere, row, event, keeper.retention)
    if added and keeper.embeds:
        tx.queue_job(everywhere, FACT_JOB, FACT_SUBJECT, now)
    return added


def place_restored(
    tx: Writer, scope: Scope, facts: Sequence[ArchivedFact], *, keeper: Keeper, now: datetime
) -> None:
    """Place the slots of restored facts: each fact gets the time that the others leave it."""
    everywhere = Scope(space=scope.space, user=scope.user)
    placed: set[tuple[str | None, str | None, Slot]] = set()
    for one in facts:
        row = None if one.fact.slot is None else tx.fact(everywhere, one.fact.id)
        if row is None or row.fact.slot is None:
            continue
        slot = (row.agent, row.session, row.fact.slot)
        if slot not in placed:
            placed.add(slot)
            place_slot(tx, everywhere, row, keeper=keeper, now=now, by="import")


def _new(
    tx: Writer,
    scope: Scope,
    one: ArchivedFact,
    agent: str | None,
    session: str | None,
    keeper: Keeper,
) -> FactRow:
    fact, first = one.fact, one.events[0]
    minted = fact_id(keeper.secret, fact, agent=agent, session=session, ordinal=one.ordinal)
    standing = after(begun(fact), first)
    row = FactRow(
        fact=fact,
        standing=standing,
        same=same_id(keeper.secret, fact, agent=agent, session=session, dated=one.dated),
        ordinal=one.ordinal,
        agent=agent,
        session=session,
        digest=None if minted == fact.id else fact_digest(fact),
        due=due_at(fact, standing, keeper.retention),
    )
    number = tx.add_fact(scope, row, first, fact_forward(fact, keeper.counter))
    if number == 1:
        tx.bind_policy(scope, keeper.retention.mark)
    return replace(row, number=number)
