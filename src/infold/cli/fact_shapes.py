"""Facts as plain data for `--json`."""

from __future__ import annotations

from dataclasses import asdict

from infold.cli.shapes import Plain, when
from infold.core.episodes import Episode
from infold.core.facts import FactEvent
from infold.memory.contradiction import Question
from infold.memory.standing import KnownFact
from infold.memory.validity import Interval

__all__ = ["episode", "event", "fact", "interval", "question"]


def fact(value: KnownFact) -> Plain:
    """A fact as it is seen at a moment."""
    own, standing = value.fact, value.standing
    return {
        "id": own.id,
        "text": own.text,
        "kind": own.kind,
        "slot": [own.slot.subject, own.slot.attribute] if own.slot else None,
        "value": own.value,
        "retracts": own.retracts,
        "state": value.state,
        "confidence": value.confidence,
        "confidence_at_first": own.confidence,
        "importance": standing.importance,
        "origin": standing.origin,
        "trust": standing.trust,
        "pinned": standing.pinned,
        "valid_from": when(own.valid_from),
        "valid_to": when(own.valid_to),
        "recorded_at": when(own.recorded_at),
        "expires_at": when(standing.expires_at),
        "confirmed_at": when(standing.confirmed_at),
        "last_used": when(standing.last_used),
        "uses": standing.uses,
        "repeats": standing.repeats,
        "superseded_by": standing.superseded_by or None,
        "tombstoned_at": when(standing.tombstoned_at),
        "holds": [
            {"begins": when(one.begins), "ends": when(one.ends), "by": one.by or None}
            for one in standing.holds
        ],
        "sources": [asdict(span) for span in own.sources],
        "at": when(value.at),
    }


def episode(value: Episode) -> Plain:
    """A stretch of a conversation."""
    return {
        "id": value.id,
        "conversation": value.conversation,
        "first": value.first,
        "last": value.last,
        "at_from": when(value.at_from),
        "at_to": when(value.at_to),
        "participants": list(value.participants),
        "fold": value.fold or None,
    }


def interval(value: Interval) -> Plain:
    """A time in which a slot had one value."""
    return {
        "fact": value.fact,
        "value": value.value,
        "begins": when(value.begins),
        "ends": when(value.ends),
        "ended_by": value.ended_by or None,
    }


def event(value: FactEvent) -> Plain:
    """Something that happened to a fact."""
    return {
        "kind": value.kind,
        "at": when(value.at),
        "by": value.by,
        "other": value.other or None,
        "data": value.data,
        "sources": [asdict(span) for span in value.sources],
    }


def question(value: Question) -> Plain:
    """A contradiction that somebody has to settle."""
    return {"fact": value.fact, "against": value.against, "reason": value.reason}
