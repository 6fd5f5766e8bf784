"""Records as plain data for `--json`."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from infold.core.folds import Claim, Fold
from infold.core.messages import (
    Attachment,
    Dropped,
    Message,
    Opaque,
    Part,
    Text,
    ToolCall,
    ToolResult,
)
from infold.engine.dropped import DroppedSources
from infold.engine.importing import ImportReport
from infold.engine.records import ConversationInfo, Hit, Source
from infold.fold.fidelity import Fidelity
from infold.recall.plain import mark_data

Plain = dict[str, Any]


def when(at: datetime | None) -> str | None:
    """A time in ISO 8601, or None."""
    return at.isoformat() if at else None


def part(value: Part) -> Plain:
    """A message part."""
    match value:
        case Text(text=text):
            return {"type": "text", "text": text}
        case ToolCall():
            return {"type": "tool_call", **asdict(value)}
        case ToolResult():
            return {"type": "tool_result", **asdict(value)}
        case Attachment():
            return {"type": "attachment", **asdict(value)}
        case Opaque():
            return {"type": "opaque", **asdict(value)}
        case Dropped():
            return {"type": "dropped", **asdict(value)}


def message(value: Message) -> Plain:
    """A message with its parts."""
    return {
        "id": value.id,
        "position": value.position,
        "role": value.role,
        "author": value.author,
        "at": when(value.at),
        "tokens": value.tokens,
        "source": value.source,
        "parts": [part(item) for item in value.parts],
    }


def claim(value: Claim) -> Plain:
    """A claim with its spans."""
    return {
        "id": value.id,
        "text": value.text,
        "level": value.level,
        "spans": [asdict(span) for span in value.spans],
    }


def fold(
    value: Fold,
    kept: Fidelity | None = None,
    *,
    demoted: bool | None = None,
    dropped: DroppedSources | None = None,
) -> Plain:
    """A fold with its claims; whether it is demoted and what it kept where that is asked for.

    Then it says as well whether sources of it were dropped.
    """
    shape: Plain = {
        "id": value.id,
        "root": value.root,
        "state": value.state,
        "method": value.method,
        "tokens": value.tokens,
        "sources": list(value.sources),
        "claims": [claim(item) for item in value.claims],
        "model": value.model,
        "price": asdict(value.price),
        "fault": value.fault,
    }
    if demoted is not None:
        shape["demoted"] = demoted
        shape["dropped"] = None if dropped is None else _dropped(dropped)
    if kept is not None:
        shape["fidelity"] = fidelity(kept)
    return shape


def _dropped(value: DroppedSources) -> Plain:
    return {
        "at": when(value.at),
        "positions": list(value.positions),
        "tokens": value.tokens,
        "kept": sum(value.kept.values()),
        "lost": sum(value.lost.values()),
        "files": list(value.files),
        "note": value.note,
    }


def fidelity(value: Fidelity) -> Plain:
    """What a fold kept: counts, counts by kind, and each literal that it does not hold."""
    return {
        "faithful": value.is_faithful,
        "note": value.note,
        "counts": value.counts(),
        "unread": value.unread,
        "by_kind": {kind.value: counts for kind, counts in value.by_kind().items()},
        "findings": [
            {
                "outcome": one.outcome,
                "kind": one.kind.value,
                "text": one.text,
                "status": one.status.value,
                "shown": one.shown.value if one.shown else None,
                "message": one.wanted.message if one.wanted else None,
                "part": one.wanted.part if one.wanted else None,
                "start": one.wanted.start if one.wanted else None,
                "end": one.wanted.end if one.wanted else None,
                "changed": one.wanted.by.message if one.wanted and one.wanted.by else None,
            }
            for one in value.findings
            if one.outcome != "kept"
        ],
    }


def source(value: Source) -> Plain:
    """A stretch of a message."""
    return {
        "conversation": value.conversation,
        "message": value.message.id,
        "position": value.message.position,
        "role": value.message.role,
        "author": value.message.author,
        "at": when(value.message.at),
        "part": value.part,
        "start": value.start,
        "end": value.end,
        "text": value.text,
        "note": value.note,
    }


def hit(value: Hit) -> Plain:
    """Something that search found."""
    shape: Plain = {
        "kind": value.kind,
        "id": value.id,
        "conversation": value.conversation,
        "title": value.title,
        "text": value.text,
        "score": value.score,
        "position": value.position,
        "at": when(value.at),
    }
    if value.fact is not None:
        shape |= {"confidence": value.fact.confidence, "state": value.fact.state}
    if value.parts is not None:
        shape["parts"] = dict(value.parts)
    if value.replaced:
        shape["replaced"] = [mark_data(value.id, value.position, mark) for mark in value.replaced]
    return shape


def conversation(value: ConversationInfo) -> Plain:
    """A conversation in a list."""
    return {
        "id": value.id,
        "title": value.title,
        "messages": value.messages,
        "turns": value.turns,
        "branches": value.branches,
        "first": when(value.first),
        "last": when(value.last),
        "archived": when(value.archived),
    }


def imported(value: ImportReport) -> Plain:
    """What became of a file."""
    return {
        "file": value.file,
        "format": value.format,
        "messages": value.messages,
        "added": value.added,
        "conversations": [
            {
                "id": item.id,
                "title": item.title,
                "messages": item.messages,
                "added": item.added,
                "file": item.file,
            }
            for item in value.conversations
        ],
        "files": [asdict(file) for file in value.files],
        "others": [asdict(other) for other in value.others],
        "attachments": value.attachments,
        "facts": value.facts,
        "added_facts": value.added_facts,
        "erased": value.erased,
        "bad": [asdict(bad) for bad in value.bad],
        "repaired": [asdict(bad) for bad in value.repaired],
        "unkept": [asdict(bad) for bad in value.unkept],
        "compactions": value.compactions,
        "marks": value.marks,
        "settings": value.settings,
        "materials": value.materials,
        "skipped": dict(value.skipped),
    }
