"""The records of Infold's own JSONL: values as plain data and back, every field of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypeVar

from infold.core.folds import Claim, Fold, Merge, Price, Span
from infold.core.graph import Wire
from infold.core.ids import part_data, part_from_data
from infold.core.messages import ROLES, Dropped, Message
from infold.core.supersessions import HOWS, Supersession
from infold.formats.blocks import shown

_STATES = ("pending", "ready", "refused", "withdrawn")
_MOST = (1 << 63) - 1  # what a store can hold

Record = dict[str, Any]
T = TypeVar("T")


class Wrong(ValueError):
    """A field that is missing or of another kind; the text goes on from "a record whose"."""


def message_record(message: Message) -> Record:
    """The record of a message."""
    return {
        "record": "message",
        "id": message.id,
        "role": message.role,
        "author": message.author,
        "at": None if message.at is None else message.at.isoformat(),
        "source": message.source,
        "position": message.position,
        "tokens": message.tokens,
        "parts": [part_data(part) for part in message.parts],
    }


def message_from(record: Record) -> Message:
    """The message of a record.

    Raises:
        ValueError: A field is missing or wrong.
    """
    role = record.get("role")
    if role not in ROLES:
        raise Wrong(f"role {shown(role)} is not known")
    at = optional_of(record, "at")
    moment = None if at is None else datetime.fromisoformat(at)
    if moment is not None and moment.utcoffset() is None:
        raise Wrong("time names no zone")
    parts = tuple(part_from_data(part) for part in field_of(record, "parts", list))
    if len(parts) > 1 and any(isinstance(part, Dropped) for part in parts):
        raise Wrong("text was dropped, and there is more of it")
    return Message(
        role=role,
        parts=parts,
        author=optional_of(record, "author"),
        at=moment,
        source=field_of(record, "source", str),
        id=field_of(record, "id", str),
        position=field_of(record, "position", int),
        tokens=field_of(record, "tokens", int),
    )


def wire_record(wire: Wire) -> Record:
    """The record of a wire."""
    return {
        "record": "wire",
        "parent": wire.parent,
        "child": wire.child,
        "kind": wire.kind,
        "inferred": wire.inferred,
        **({"cut": True} if wire.cut else {}),
        **({"chain": True} if wire.chain else {}),
    }


def wire_from(record: Record) -> Wire:
    """The wire of a record.

    Raises:
        ValueError: A field is missing or wrong.
    """
    kind = record.get("kind")
    if kind not in ("continue", "reference"):
        raise Wrong(f"kind of wire {shown(kind)} is not known")
    return Wire(
        parent=field_of(record, "parent", str),
        child=field_of(record, "child", str),
        kind=kind,
        inferred=field_of(record, "inferred", bool),
        cut=record.get("cut") is True,
        chain=record.get("chain") is True,
    )


def merge_record(merge: Merge) -> Record:
    """The record of an entry of the merge log."""
    return {
        "record": "merge",
        "id": merge.id,
        "a": merge.a,
        "b": merge.b,
        "score": float(merge.score),
        "reason": merge.reason,
        "withdrawn_by": merge.withdrawn_by,
    }


def merge_from(record: Record) -> Merge:
    """The entry of the merge log of a record.

    Raises:
        ValueError: A field is missing or wrong.
    """
    return Merge(
        a=field_of(record, "a", int),
        b=field_of(record, "b", int),
        score=field_of(record, "score", float),
        reason=field_of(record, "reason", str),
        withdrawn_by=field_of(record, "withdrawn_by", str),
        id=field_of(record, "id", str),
    )


def supersession_record(one: Supersession) -> Record:
    """The record of a superseded value."""
    return {
        "record": "supersession",
        "id": one.id,
        "old": [one.old.message, one.old.part, one.old.start, one.old.end],
        "new": [one.new.message, one.new.part, one.new.start, one.new.end],
        "old_at": one.old_at,
        "new_at": one.new_at,
        "was": one.was,
        "now": one.now,
        "written": one.written,
        "shown": one.shown,
        "score": float(one.score),
        "reason": one.reason,
        "withdrawn_by": one.withdrawn_by,
    }


def supersession_from(record: Record) -> Supersession:
    """The superseded value of a record.

    Raises:
        ValueError: A field is missing or wrong.
    """
    reason = record.get("reason")
    if reason not in HOWS:
        raise Wrong(f"reason {shown(reason)} is not known")
    return Supersession(
        old=_span(record.get("old")),
        new=_span(record.get("new")),
        was=field_of(record, "was", str),
        now=field_of(record, "now", str),
        written=field_of(record, "written", str),
        shown=field_of(record, "shown", str),
        score=field_of(record, "score", float),
        reason=reason,
        withdrawn_by=field_of(record, "withdrawn_by", str),
        id=field_of(record, "id", str),
        old_at=field_of(record, "old_at", int),
        new_at=field_of(record, "new_at", int),
    )


def fold_record(fold: Fold) -> Record:
    """The record of a fold with its claims."""
    return {
        "record": "fold",
        "id": fold.id,
        "root": fold.root,
        "sources": list(fold.sources),
        "claims": [
            {
                "id": claim.id,
                "text": claim.text,
                "level": claim.level,
                "spans": [[span.message, span.part, span.start, span.end] for span in claim.spans],
            }
            for claim in fold.claims
        ],
        "method": fold.method,
        "state": fold.state,
        "generation": fold.generation,
        "tokens": fold.tokens,
        "model": fold.model,
        "prompt": fold.prompt,
        "price": [fold.price.calls, fold.price.input_tokens, fold.price.output_tokens],
        **({"view": fold.view, "made_from": fold.made_from} if fold.view else {}),
        **({"fault": fold.fault} if fold.fault else {}),
    }


def fold_from(record: Record) -> Fold:
    """The fold of a record, with its claims.

    Raises:
        ValueError: A field is missing or wrong.
    """
    method, state = record.get("method"), record.get("state")
    if method not in ("extractive", "model", "foreign", "person"):
        raise Wrong(f"method {shown(method)} is not known")
    if state not in _STATES:
        raise Wrong(f"state {shown(state)} is not known")
    price = [_whole(number) for number in field_of(record, "price", list)]
    if len(price) != 3:
        raise Wrong("price is wrong")
    return Fold(
        root=field_of(record, "root", int),
        sources=tuple(_name(source) for source in field_of(record, "sources", list)),
        claims=tuple(_claim(claim) for claim in field_of(record, "claims", list)),
        method=method,
        state=state,
        generation=field_of(record, "generation", int),
        tokens=field_of(record, "tokens", int),
        model=field_of(record, "model", str),
        prompt=field_of(record, "prompt", str),
        price=Price(calls=price[0], input_tokens=price[1], output_tokens=price[2]),
        view=field_of(record, "view", int) if "view" in record else 0,
        made_from=field_of(record, "made_from", str) if "made_from" in record else "",
        fault=field_of(record, "fault", str) if "fault" in record else "",
        id=field_of(record, "id", str),
    )


def _claim(record: object) -> Claim:
    if not isinstance(record, dict):
        raise Wrong("claim is no object")
    spans = [_span(span) for span in field_of(record, "spans", list)]
    return Claim(
        text=field_of(record, "text", str),
        spans=tuple(spans),
        level=field_of(record, "level", int),
        id=field_of(record, "id", str),
    )


def _span(value: object) -> Span:
    match value:
        case [str(message), int(part), int(start), int(end)]:
            return Span(message=message, part=part, start=start, end=end)
        case _:
            raise Wrong(f"span {shown(value)} is none")


def field_of(record: Record, name: str, kind: type[T]) -> T:
    """A field of a record.

    Raises:
        Wrong: It is missing, or of another kind.
    """
    value = record.get(name)
    if not isinstance(value, kind):
        raise Wrong(f"{name} is missing or wrong")
    if kind is int and not _is_whole(value):
        raise Wrong(f"{name} is missing or wrong")
    return value


def optional_of(record: Record, name: str) -> str | None:
    """A text of a record, or None.

    Raises:
        Wrong: It is of another kind.
    """
    value = record.get(name)
    if value is not None and not isinstance(value, str):
        raise Wrong(f"{name} is wrong")
    return value


def _name(value: object) -> str:
    if not isinstance(value, str):
        raise Wrong("source is no id")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or not _is_whole(value):
        raise Wrong("price is wrong")
    return value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -_MOST <= value <= _MOST
