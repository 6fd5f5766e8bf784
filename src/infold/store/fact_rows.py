"""Rows of facts as values, and values as rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final, cast

from infold.core import facts as core
from infold.core.facts import EventKind, Fact, FactEvent, FactKind, Hold, Origin, Slot, Standing
from infold.core.folds import Span
from infold.errors import IntegrityError
from infold.store import rows as convert
from infold.store.fact_protocol import FactRow, FactState
from infold.store.rows import Row

FACT: Final = 22
"""Columns of a fact's content with its checksum, before those of its standing."""


def content(row: FactRow) -> tuple[object, ...]:
    """A fact's content as its columns, from its id on."""
    fact = row.fact
    slot = fact.slot or Slot(subject="", attribute="")
    return (
        fact.id,
        row.agent,
        row.session,
        row.same,
        row.ordinal,
        fact.text,
        fact.kind,
        slot.subject,
        slot.attribute,
        fact.value,
        int(fact.retracts),
        fact.confidence,
        fact.importance,
        convert.time_text(fact.valid_from),
        convert.time_text(fact.valid_to),
        convert.time_text(fact.recorded_at),
        convert.time_text(fact.expires_at),
        fact.origin,
        fact.trust,
        row.digest,
    )


def standing_values(standing: Standing, due: datetime | None) -> tuple[object, ...]:
    """How a fact stands, as its columns from its state on."""
    holds = [[_micro(one.begins), _micro(one.ends), one.by] for one in standing.holds]
    return (
        standing.state,
        int(standing.pinned),
        convert.microseconds(standing.confirmed_at),
        standing.confidence,
        standing.importance,
        _micro(standing.expires_at),
        _micro(standing.last_used),
        standing.uses,
        standing.repeats,
        standing.origin,
        standing.trust,
        standing.superseded_by,
        _micro(standing.tombstoned_at),
        convert.list_text(holds),
        standing.events,
        _micro(due),
    )


def event_values(fact: int, number: int, event: FactEvent) -> tuple[object, ...]:
    """An event as its columns, from its fact's number on."""
    at = convert.time_text(event.at)
    return fact, number, event.kind, at, event.by, event.other, event.data


def plain(values: Sequence[object]) -> tuple[object, ...]:
    """Values as their checksum is of them: texts that came as bytes are turned back."""
    return tuple(convert.text(one) if isinstance(one, bytes) else one for one in values)


def _micro(at: datetime | None) -> int | None:
    return None if at is None else convert.microseconds(at)


def _time(stored: int | None) -> datetime | None:
    return None if stored is None else convert.from_microseconds(stored)


def standing(values: Sequence[object]) -> tuple[Standing, datetime | None]:
    """How a fact stands, and when it is due, from its columns.

    Raises:
        ValueError, TypeError: They are none.
    """
    (
        state, pinned, confirmed, confidence, importance, expires, used, uses, repeats, origin,
        trust, by, tombstoned, holds, events, due,
    ) = cast(
        tuple[
            core.FactState, int, int, float, float, int | None, int | None, int, int, Origin,
            float, str, int | None, str, int, int | None,
        ],
        tuple(values),
    )  # fmt: skip
    found = Standing(
        state=state,
        pinned=bool(pinned),
        confirmed_at=convert.from_microseconds(confirmed),
        confidence=confidence,
        importance=importance,
        expires_at=_time(expires),
        last_used=_time(used),
        uses=uses,
        repeats=repeats,
        origin=origin,
        trust=trust,
        superseded_by=by,
        tombstoned_at=_time(tombstoned),
        holds=tuple(
            Hold(begins=_time(begins), ends=_time(ends), by=ended)
            for begins, ends, ended in json.loads(holds)
        ),
        events=events,
    )
    return found, _time(due)


def fact_row(row: Row, sources: tuple[Span, ...] = ()) -> FactRow:
    """A fact with how it stands, from a row of `fact` or `facts`.

    Raises:
        IntegrityError: It is not what was written.
    """
    number, *own = row[: FACT - 1]
    kept, stood, stood_kept = row[FACT - 1], row[FACT:-1], row[-1]
    what = f"Fact {own[0]!s:.40}"
    convert.check(what, plain(own), kept)
    convert.check(f"The standing of fact {own[0]!s:.40}", (own[0], *plain(stood)), stood_kept)
    try:
        how, due = standing(stood)
        (
            id_, agent, session, same, ordinal, text, kind, subject, attribute, value, retracts,
            confidence, importance, valid_from, valid_to, recorded, expires, origin, trust, digest,
        ) = plain(own)  # fmt: skip
        fact = Fact(
            id=cast(str, id_),
            text=cast(str, text),
            kind=cast(FactKind, kind),
            slot=Slot(subject=cast(str, subject), attribute=cast(str, attribute))
            if attribute
            else None,
            value=cast(str, value),
            retracts=bool(retracts),
            confidence=cast(float, confidence),
            importance=cast(float, importance),
            valid_from=convert.time_value(cast(str | None, valid_from)),
            valid_to=convert.time_value(cast(str | None, valid_to)),
            recorded_at=convert.time_value(cast(str, recorded)),
            expires_at=convert.time_value(cast(str | None, expires)),
            sources=sources,
            origin=cast(Origin, origin),
            trust=cast(float, trust),
        )
    except (ValueError, TypeError, AttributeError) as error:
        raise IntegrityError(
            f"{what} cannot be read ({error}).",
            hint="Run 'infold verify' to see what else is damaged.",
            records=[str(own[0])],
        ) from error
    return FactRow(
        fact=fact,
        standing=how,
        same=cast(str, same),
        ordinal=cast(int, ordinal),
        agent=cast(str | None, agent),
        session=cast(str | None, session),
        digest=cast(str | None, digest),
        due=due,
        number=number,
    )


def fact_state(row: Row) -> FactState:
    """How a fact stands, from a row of `fact_states`.

    Raises:
        IntegrityError: It is not what was written.
    """
    number, id_, agent, session = row[:4]
    stood, kept = row[4:-1], row[-1]
    convert.check(f"The standing of fact {id_!s:.40}", (id_, *plain(stood)), kept)
    how, due = standing(stood)
    return FactState(
        id=id_,
        number=number,
        standing=how,
        due=due,
        agent=None if agent is None else convert.text(agent),
        session=None if session is None else convert.text(session),
    )


def fact_event(fact: str, row: Row, number: int, sources: tuple[Span, ...]) -> FactEvent:
    """An event, from a row of `fact_events`.

    Raises:
        IntegrityError: It is not what was written.
    """
    at_number, *own = row[:-1]
    values = (number, at_number, *plain(own))
    convert.check(f"Event {at_number} of fact {fact:.40}", values, row[-1])
    kind, at, by, other, data = (str(one) for one in plain(own))
    return FactEvent(
        fact=fact,
        kind=cast(EventKind, kind),
        at=datetime.fromisoformat(at),
        by=by,
        other=other,
        data=data,
        sources=sources,
    )
