"""Records of marks, views and steps in Infold's own JSONL, as values and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from infold.core.changes import CHANGE_STATES, TARGETS, Change, Effect
from infold.core.folds import Fold
from infold.core.marks import BY, LANDMARKS, MARK_KINDS, Mark, MarkState
from infold.core.views import VIEW_STATES, View, ViewFold
from infold.formats.blocks import shown
from infold.formats.infold_records import Record, Wrong, field_of

__all__ = [
    "change_from",
    "change_record",
    "mark_from",
    "mark_record",
    "view_from",
    "view_record",
]

T = TypeVar("T", bound=str)
_STATES: tuple[MarkState, ...] = ("suggested", "confirmed", "withdrawn")


def mark_record(mark: Mark) -> Record:
    """The record of a mark."""
    return {
        "record": "mark",
        "id": mark.id,
        "kind": mark.kind,
        "label": mark.label,
        "message": mark.message,
        "part": mark.part,
        "start": mark.start,
        "end": mark.end,
        "text": mark.text,
        "by": mark.by,
        "state": mark.state,
        "evidence": mark.evidence,
    }


def mark_from(record: Record) -> Mark:
    """The mark of a record.

    Raises:
        ValueError: A field is missing or wrong.
    """
    return Mark(
        id=field_of(record, "id", str),
        kind=_one_of(record, "kind", MARK_KINDS),
        label=_one_of(record, "label", ("", *LANDMARKS)),
        message=field_of(record, "message", str),
        part=field_of(record, "part", int),
        start=field_of(record, "start", int),
        end=field_of(record, "end", int),
        text=field_of(record, "text", str),
        by=_one_of(record, "by", BY),
        state=_one_of(record, "state", _STATES),
        evidence=field_of(record, "evidence", str),
    )


def view_record(view: View) -> Record:
    """The record of a view; its folds by their ids."""
    return {
        "record": "view",
        "id": view.id,
        "name": view.name,
        "number": view.number,
        "base": view.base,
        "state": view.state,
        "compared": view.is_compared,
        "folds": [[one.fold.id, one.is_open, one.flag] for one in view.folds],
    }


def view_from(record: Record, folds: Mapping[str, Fold], conversation: str) -> View:
    """The view of a record.

    Args:
        record: The record.
        folds: The folds of the conversation by id.
        conversation: Its id.

    Raises:
        ValueError: A field is missing or wrong, or a fold is not there.
    """
    held = []
    for entry in field_of(record, "folds", list):
        match entry:
            case [str(fold), bool(is_open), str(flag)] if fold in folds:
                held.append(ViewFold(fold=folds[fold], is_open=is_open, flag=flag))
            case _:
                raise Wrong(f"fold {shown(entry)} is none of the conversation")
    return View(
        id=field_of(record, "id", str),
        name=field_of(record, "name", str),
        conversation=conversation,
        number=field_of(record, "number", int),
        base=field_of(record, "base", int),
        state=_one_of(record, "state", VIEW_STATES),
        is_compared=field_of(record, "compared", bool),
        folds=tuple(held),
    )


def change_record(change: Change) -> Record:
    """The record of a step."""
    return {
        "record": "change",
        "id": change.id,
        "number": change.number,
        "name": change.name,
        "at": change.at,
        "by": change.by,
        "state": change.state,
        "effects": [[one.target, one.record, one.old, one.new] for one in change.effects],
        "spans": list(change.spans),
    }


def change_from(record: Record) -> Change:
    """The step of a record.

    Raises:
        ValueError: A field is missing or wrong.
    """
    effects = []
    for entry in field_of(record, "effects", list):
        match entry:
            case [str(target), str(name), str(old), str(new)]:
                effects.append(
                    Effect(
                        target=_one_of({"target": target}, "target", TARGETS),
                        record=name,
                        old=old,
                        new=new,
                    )
                )
            case _:
                raise Wrong(f"effect {shown(entry)} is none")
    return Change(
        id=field_of(record, "id", str),
        number=field_of(record, "number", int),
        name=field_of(record, "name", str),
        at=field_of(record, "at", str),
        by=field_of(record, "by", str),
        state=_one_of(record, "state", CHANGE_STATES),
        effects=tuple(effects),
        spans=tuple(_counts(record)),
    )


def _counts(record: Record) -> list[int]:
    """Counts of messages; a file of before has none: its steps are older than every message."""
    listed = record.get("spans", [0] if record.get("state") == "done" else [])
    if not isinstance(listed, list) or not all(type(one) is int and one >= 0 for one in listed):
        raise Wrong(f"spans are {shown(listed)}")
    return listed


def _one_of(record: Mapping[str, Any], name: str, known: Sequence[T]) -> T:
    value = record.get(name)
    for one in known:
        if value == one:
            return one
    raise Wrong(f"{name} {shown(value)} is not known")
