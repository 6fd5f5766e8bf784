"""Facts with their events in Infold's own JSONL: every field, and back.

How a fact stands is not written: it is the sum of its events.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, cast, get_args

from infold.core.facts import FACT_KINDS, ORIGINS, EventKind, Fact, FactEvent, Slot
from infold.core.folds import Span
from infold.formats.blocks import shown
from infold.formats.infold_records import Record, Wrong, field_of, optional_of
from infold.formats.reading import ArchivedFact
from infold.memory.repetition import read_repetition

__all__ = ["fact_from", "fact_record"]

_EVENTS: Final = frozenset(get_args(EventKind))


def fact_record(archived: ArchivedFact) -> Record:
    """The record of a fact."""
    fact = archived.fact
    return {
        "record": "fact",
        "id": fact.id,
        "text": fact.text,
        "kind": fact.kind,
        "slot": [fact.slot.subject, fact.slot.attribute] if fact.slot else None,
        "value": fact.value,
        "retracts": fact.retracts,
        "confidence": float(fact.confidence),
        "importance": float(fact.importance),
        "valid_from": _written(fact.valid_from),
        "valid_to": _written(fact.valid_to),
        "recorded_at": _written(fact.recorded_at),
        "expires_at": _written(fact.expires_at),
        "origin": fact.origin,
        "trust": float(fact.trust),
        "agent": archived.agent,
        "session": archived.session,
        "ordinal": archived.ordinal,
        "dated": archived.dated,
        "events": [
            {
                "kind": event.kind,
                "at": _written(event.at),
                "by": event.by,
                "other": event.other,
                "data": event.data,
                "sources": [
                    [span.message, span.part, span.start, span.end] for span in event.sources
                ],
            }
            for event in archived.events
        ],
    }


def fact_from(record: Record) -> ArchivedFact:
    """The fact of a record, with its events.

    Raises:
        ValueError: A field is missing or wrong.
    """
    identity = field_of(record, "id", str)
    kind, origin = record.get("kind"), record.get("origin")
    if kind not in FACT_KINDS:
        raise Wrong(f"kind of fact {shown(kind)} is not known")
    if origin not in ORIGINS:
        raise Wrong(f"origin {shown(origin)} is not known")
    events = tuple(_event(identity, one) for one in field_of(record, "events", list))
    if not events or events[0].kind != "added":
        raise Wrong("events do not begin with its entry")
    recorded = _time(record, "recorded_at")
    if recorded is None:
        raise Wrong("recorded_at is missing or wrong")
    fact = Fact(
        id=identity,
        text=field_of(record, "text", str),
        kind=kind,
        slot=_slot(record.get("slot")),
        value=field_of(record, "value", str),
        retracts=field_of(record, "retracts", bool),
        confidence=_share(record, "confidence"),
        importance=_share(record, "importance"),
        valid_from=_time(record, "valid_from"),
        valid_to=_time(record, "valid_to"),
        recorded_at=recorded,
        expires_at=_time(record, "expires_at"),
        sources=events[0].sources,
        origin=origin,
        trust=_share(record, "trust"),
    )
    return ArchivedFact(
        fact=fact,
        events=events,
        agent=optional_of(record, "agent"),
        session=optional_of(record, "session"),
        ordinal=field_of(record, "ordinal", int),
        dated=field_of(record, "dated", bool),
    )


def _event(fact: str, record: object) -> FactEvent:
    if not isinstance(record, dict):
        raise Wrong("event is no object")
    kind = record.get("kind")
    if not isinstance(kind, str) or kind not in _EVENTS:
        raise Wrong(f"kind of event {shown(kind)} is not known")
    at = _time(record, "at")
    if at is None:
        raise Wrong("time of an event is missing or wrong")
    data = field_of(record, "data", str)
    _check_data(kind, data)
    return FactEvent(
        fact=fact,
        kind=cast(EventKind, kind),
        at=at,
        by=field_of(record, "by", str),
        other=field_of(record, "other", str),
        data=data,
        sources=tuple(_span(span) for span in field_of(record, "sources", list)),
    )


def _check_data(kind: str, data: str) -> None:
    """Refuse a value that adding up the events could not read."""
    if kind == "weighed" or (kind == "confirmed" and data):
        if not 0.0 <= float(data) <= 1.0:
            raise Wrong(f"{kind} event has the number {shown(data)}")
    elif kind == "repeated":
        read_repetition(data)
    elif kind == "restored":
        state, _, until = data.partition(" ")
        if state not in ("", "live", "quarantined"):
            raise Wrong(f"restored event has the state {shown(data)}")
        if until and datetime.fromisoformat(until).utcoffset() is None:
            raise Wrong("time of an event names no zone")


def _span(value: object) -> Span:
    match value:
        case [str(message), int(part), int(start), int(end)]:
            return Span(message=message, part=part, start=start, end=end)
        case _:
            raise Wrong(f"span {shown(value)} is none")


def _slot(value: object) -> Slot | None:
    match value:
        case None:
            return None
        case [str(subject), str(attribute)] if attribute:
            return Slot(subject=subject, attribute=attribute)
        case _:
            raise Wrong(f"slot {shown(value)} is none")


def _share(record: Record, name: str) -> float:
    value: Any = record.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
        raise Wrong(f"{name} is missing or wrong")
    return float(value)


def _time(record: Record, name: str) -> datetime | None:
    written = optional_of(record, name)
    if written is None:
        return None
    at = datetime.fromisoformat(written)
    if at.utcoffset() is None:
        raise Wrong(f"{name} names no zone")
    return at


def _written(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()
