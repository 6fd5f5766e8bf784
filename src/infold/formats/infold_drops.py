"""What was dropped of the sources of folds, as records of Infold's own JSONL."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from infold.formats.blocks import shown
from infold.formats.infold_records import Wrong, field_of
from infold.formats.reading import Drop
from infold.text.kinds import Kind

__all__ = ["drop_from", "drop_record"]


def drop_record(one: Drop) -> dict[str, object]:
    """The record of a drop."""
    return {
        "record": "drop",
        "fold": one.fold,
        "at": one.at.isoformat(),
        "by": one.by,
        "reason": one.reason,
        "positions": list(one.positions),
        "tokens": one.tokens,
        "kept": dict(one.kept),
        "lost": dict(one.lost),
        "file": one.file,
        "sha256": one.sha256,
    }


def drop_from(record: dict[str, Any]) -> Drop:
    """The drop of a record.

    Raises:
        ValueError: A field is missing or wrong.
    """
    at = datetime.fromisoformat(field_of(record, "at", str))
    if at.tzinfo is None:
        raise Wrong(f"time {shown(record['at'])} has no zone")
    positions = field_of(record, "positions", list)
    if not positions or not all(_is_count(one) for one in positions):
        raise Wrong(f"positions {shown(positions)} are no numbers of messages")
    if not _is_count(record.get("tokens")):
        raise Wrong(f"tokens {shown(record.get('tokens'))} is no count")
    return Drop(
        fold=field_of(record, "fold", str),
        at=at,
        by=field_of(record, "by", str),
        reason=field_of(record, "reason", str),
        positions=tuple(sorted(positions)),
        tokens=record["tokens"],
        kept=_counts(record, "kept"),
        lost=_counts(record, "lost"),
        file=field_of(record, "file", str),
        sha256=field_of(record, "sha256", str),
    )


def _counts(record: dict[str, Any], name: str) -> Mapping[str, int]:
    found = field_of(record, name, dict)
    known = {kind.value for kind in Kind}
    if not all(kind in known and _is_count(count) for kind, count in found.items()):
        raise Wrong(f"{name} {shown(found)} is no count of hard facts by kind")
    return dict(found)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
