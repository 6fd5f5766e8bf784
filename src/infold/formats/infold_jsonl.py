"""Infold's own JSONL, in and out: complete, versioned, the same bytes for the same content.

A header, then for each conversation its record, its messages, wires, blobs, placements, merges and
folds, each kind in its own order, and an end that counts them; last a record that closes the file.
Every line is canonical JSON in ASCII (`core.ids.canonical`), so lone surrogates survive.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from infold.core.folds import Claim, Fold, Merge, Price, Span
from infold.core.graph import Conversation, Wire
from infold.core.ids import canonical, part_data, part_from_data
from infold.core.messages import ROLES, Message
from infold.errors import FormatError
from infold.formats.cursor import Item
from infold.formats.reading import Archive, Parsed, Reading
from infold.formats.records import Records

NAME = "infold"
VERSION: Final = 1

_KINDS = frozenset(
    ("conversation", "message", "wire", "blob", "placement", "merge", "fold", "end", "close")
)
_STATES = ("pending", "ready", "refused", "withdrawn")


def matches(value: object) -> bool:
    """Whether a record of a file looks like this format."""
    if not isinstance(value, dict):
        return False
    record = value.get("record")
    if record == "header":
        return value.get("format") == NAME
    return isinstance(record, str) and record in _KINDS


# Out


def write_infold(conversations: Iterable[Parsed]) -> Iterator[str]:
    """The lines of a file, each with its line break; one conversation in memory at a time."""
    yield _line({"record": "header", "format": NAME, "version": VERSION})
    count = 0
    for parsed in conversations:
        count += 1
        yield from _conversation_lines(parsed)
    yield _line({"record": "close", "conversations": count})


def _line(record: dict[str, object]) -> str:
    return canonical(record) + "\n"


def _conversation_lines(parsed: Parsed) -> Iterator[str]:
    conversation, archive = parsed.conversation, parsed.archive
    head: dict[str, object] = {
        "record": "conversation",
        "id": conversation.id,
        "key": conversation.key,
        "title": conversation.title,
        "format": conversation.format,
        "leaf": conversation.leaf,
        "archive": None,
    }
    if archive is not None:
        head["archive"] = {
            "agent": archive.agent,
            "session": archive.session,
            "hot_from": archive.hot_from,
            "hot_tokens": archive.hot_tokens,
            "placed_to": archive.placed_to,
            "generation": archive.generation,
        }
    yield _line(head)
    records = 0
    for record in _inner(parsed):
        records += 1
        yield _line(record)
    yield _line({"record": "end", "messages": len(conversation.messages), "records": records})


def _inner(parsed: Parsed) -> Iterator[dict[str, object]]:
    conversation = parsed.conversation
    place = {message.id: index for index, message in enumerate(conversation.messages)}
    for message in conversation.messages:
        yield {
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

    def order(wire: Wire) -> tuple[int, int, str]:
        return place.get(wire.child, -1), place.get(wire.parent, -1), wire.kind

    for wire in sorted(conversation.wires, key=order):
        yield {
            "record": "wire",
            "parent": wire.parent,
            "child": wire.child,
            "kind": wire.kind,
            "inferred": wire.inferred,
        }
    for digest, data in sorted(parsed.blobs.items()):
        yield {"record": "blob", "digest": digest, "data": base64.b64encode(data).decode("ascii")}
    if parsed.archive is None:
        return
    for position, unit in sorted(parsed.archive.placements.items()):
        yield {"record": "placement", "position": position, "unit": unit}
    for merge in parsed.archive.merges:
        yield {
            "record": "merge",
            "id": merge.id,
            "a": merge.a,
            "b": merge.b,
            "score": float(merge.score),
            "reason": merge.reason,
            "withdrawn_by": merge.withdrawn_by,
        }
    for fold in parsed.archive.folds:
        yield _fold_record(fold)


def _fold_record(fold: Fold) -> dict[str, object]:
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
    }


# In


def read(records: Records, reading: Reading) -> Iterator[Parsed]:
    """The conversations of a file; one that is cut off is left out.

    Raises:
        FormatError: The file was written by a newer version.
    """
    building: _Building | None = None
    closed = False
    last = 1
    for item in records.items(reading):
        last = item.line
        kind = item.value.get("record") if isinstance(item.value, dict) else None
        if kind == "header":
            _check_version(item, reading)
            reading.skip("header")
        elif kind == "conversation":
            if building is not None:
                building.give_up(item.line, reading)
            building = _begin(item, reading)
        elif kind == "close":
            closed = True
            reading.skip("close")
        elif building is None:
            reading.fault(item.line, "a record outside of a conversation")
        elif kind == "end":
            reading.skip("end")
            yield building.finish(item, reading)
            building = None
        else:
            building.add(item, reading)
    if building is not None:
        building.give_up(last, reading)
    elif not closed:
        reading.fault(last, "the file is cut off after this line")


def _check_version(item: Item, reading: Reading) -> None:
    version = item.value.get("version")
    if isinstance(version, int) and version <= VERSION:
        return
    raise FormatError(
        f"was written in version {version!r:.20} of Infold's format.",
        file=reading.file,
        line=item.line,
        expected=f"version {VERSION} or older",
        hint="Update Infold, or export again with this version.",
    )


def _begin(item: Item, reading: Reading) -> _Building | None:
    try:
        building = _Building(item.value, item.line)
    except _Wrong as error:
        reading.fault(item.line, f"a conversation whose {error}")
        return None
    reading.skip("conversation")
    return building


class _Wrong(ValueError):
    """A field that is missing or of another kind than it should be."""


class _Building:
    """One conversation on its way."""

    def __init__(self, head: dict[str, Any], line: int) -> None:
        self._line = line
        self._head = Conversation(
            key=_field(head, "key", str),
            title=_field(head, "title", str),
            format=_field(head, "format", str),
            leaf=_optional(head, "leaf"),
            id=_field(head, "id", str),
        )
        self._archive: Archive | None = None
        row = head.get("archive")
        if isinstance(row, dict):
            self._archive = Archive(
                agent=_optional(row, "agent"),
                session=_optional(row, "session"),
                hot_from=_field(row, "hot_from", int),
                hot_tokens=_field(row, "hot_tokens", int),
                placed_to=_field(row, "placed_to", int),
                generation=_field(row, "generation", int),
            )
        self._messages: dict[str, Message] = {}
        self._wires: list[Wire] = []
        self._blobs: dict[str, bytes] = {}
        self._placements: dict[int, int] = {}
        self._merges: list[Merge] = []
        self._folds: list[Fold] = []
        self._records = 0
        self._faults = 0

    def add(self, item: Item, reading: Reading) -> None:
        """Take a record of this conversation."""
        record = item.value
        kind = record.get("record") if isinstance(record, dict) else None
        take = self._takers().get(kind) if isinstance(kind, str) else None
        try:
            if take is None:
                raise _Wrong(f"kind {kind!r:.40} is not known")
            take(record)
        except (_Wrong, ValueError) as error:
            self._faults += 1
            reading.fault(item.line, f"a record whose {error}")
            return
        self._records += 1
        if kind == "message":
            reading.record()
        else:
            reading.skip(str(kind))

    def _takers(self) -> dict[str, Callable[[dict[str, Any]], None]]:
        return {
            "message": self._message,
            "wire": self._wire,
            "blob": self._blob,
            "placement": self._placement,
            "merge": self._merge,
            "fold": self._fold,
        }

    def finish(self, item: Item, reading: Reading) -> Parsed:
        """The conversation; where records of it are missing, without what hung from them."""
        expected = item.value.get("records")
        if expected != self._records and not self._faults:
            self._faults += 1
            reading.fault(item.line, "records of this conversation are missing before this line")
        messages = tuple(self._messages.values())
        if self._faults:
            return Parsed(conversation=self._mended(messages), blobs=self._blobs)
        archive = self._archive
        if archive is not None:
            archive = replace(
                archive,
                placements=self._placements,
                merges=tuple(self._merges),
                folds=tuple(self._folds),
            )
        conversation = replace(
            self._head, messages=messages, wires=tuple(self._wires), id=self._head.id
        )
        return Parsed(conversation=conversation, blobs=self._blobs, archive=archive)

    def give_up(self, line: int, reading: Reading) -> None:
        """Leave out a conversation that has no end."""
        reading.fault(line, f"the conversation that begins on line {self._line} has no end")
        if self._messages:
            reading.skip("message of a cut conversation", len(self._messages), counted=True)

    def _mended(self, messages: tuple[Message, ...]) -> Conversation:
        """What is left, with wires by order where those of the file are lost."""
        known = self._messages
        wires = [wire for wire in self._wires if wire.parent in known and wire.child in known]
        lost = {message.id for message in messages[1:]} - {wire.child for wire in wires}
        for before, message in zip(messages, messages[1:], strict=False):
            if message.id in lost:
                wires.append(Wire(parent=before.id, child=message.id, inferred=True))
        leaf = self._head.leaf if self._head.leaf in known else None
        return replace(self._head, messages=messages, wires=tuple(wires), leaf=leaf)

    def _message(self, record: dict[str, Any]) -> None:
        role = _field(record, "role", str)
        if role not in ROLES:
            raise _Wrong(f"role {role!r:.40} is not known")
        at = _optional(record, "at")
        moment = None if at is None else datetime.fromisoformat(at)
        if moment is not None and moment.utcoffset() is None:
            raise _Wrong("time names no zone")
        message = Message(
            role=role,
            parts=tuple(part_from_data(part) for part in _field(record, "parts", list)),
            author=_optional(record, "author"),
            at=moment,
            source=_field(record, "source", str),
            id=_field(record, "id", str),
            position=_field(record, "position", int),
            tokens=_field(record, "tokens", int),
        )
        if message.id in self._messages:
            raise _Wrong(f"id {message.id!r:.60} was there before")
        self._messages[message.id] = message

    def _wire(self, record: dict[str, Any]) -> None:
        kind = record.get("kind")
        if kind not in ("continue", "reference"):
            raise _Wrong(f"kind of wire {kind!r:.40} is not known")
        self._wires.append(
            Wire(
                parent=_field(record, "parent", str),
                child=_field(record, "child", str),
                kind=kind,
                inferred=_field(record, "inferred", bool),
            )
        )

    def _blob(self, record: dict[str, Any]) -> None:
        data = base64.b64decode(_field(record, "data", str), validate=True)
        digest = _field(record, "digest", str)
        if hashlib.sha256(data).hexdigest() != digest:
            raise _Wrong("bytes are not those of their digest")
        self._blobs[digest] = data

    def _placement(self, record: dict[str, Any]) -> None:
        self._placements[_field(record, "position", int)] = _field(record, "unit", int)

    def _merge(self, record: dict[str, Any]) -> None:
        self._merges.append(
            Merge(
                a=_field(record, "a", int),
                b=_field(record, "b", int),
                score=_field(record, "score", float),
                reason=_field(record, "reason", str),
                withdrawn_by=_field(record, "withdrawn_by", str),
                id=_field(record, "id", str),
            )
        )

    def _fold(self, record: dict[str, Any]) -> None:
        method, state = record.get("method"), record.get("state")
        if method not in ("extractive", "model") or state not in _STATES:
            raise _Wrong(f"method {method!r:.40} or state {state!r:.40} is not known")
        calls, given, made = (_whole(number) for number in _field(record, "price", list))
        self._folds.append(
            Fold(
                root=_field(record, "root", int),
                sources=tuple(_field(record, "sources", list)),
                claims=tuple(_claim(claim) for claim in _field(record, "claims", list)),
                method=method,
                state=state,
                generation=_field(record, "generation", int),
                tokens=_field(record, "tokens", int),
                model=_field(record, "model", str),
                prompt=_field(record, "prompt", str),
                price=Price(calls=calls, input_tokens=given, output_tokens=made),
                id=_field(record, "id", str),
            )
        )


def _claim(record: object) -> Claim:
    if not isinstance(record, dict):
        raise _Wrong("claim is no object")
    spans = []
    for span in _field(record, "spans", list):
        match span:
            case [str(message), int(part), int(start), int(end)]:
                spans.append(Span(message=message, part=part, start=start, end=end))
            case _:
                raise _Wrong(f"span {span!r:.60} is none")
    return Claim(
        text=_field(record, "text", str),
        spans=tuple(spans),
        level=_field(record, "level", int),
        id=_field(record, "id", str),
    )


def _field(record: dict[str, Any], name: str, kind: type) -> Any:  # noqa: ANN401 # of that kind
    value = record.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise _Wrong(f"{name} is missing or wrong")
    return value


def _optional(record: dict[str, Any], name: str) -> str | None:
    value = record.get(name)
    if value is not None and not isinstance(value, str):
        raise _Wrong(f"{name} is wrong")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _Wrong("price is wrong")
    return value
