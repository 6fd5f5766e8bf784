"""Infold's own JSONL, in and out: complete, versioned, the same bytes for the same content.

A header, then for each conversation its record, its messages, wires, blobs, placements, merges,
folds, marks, views, steps, settings, materials, asked answers and drops, each kind in its own
order, and an end that counts them; then facts with their events, in order of entry; last a record
that closes the file.
Every line is canonical JSON in ASCII (`core.ids.canonical`), so lone surrogates survive.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from infold.core.changes import Change
from infold.core.folds import Fold, Merge
from infold.core.graph import Conversation, Wire
from infold.core.ids import canonical
from infold.core.marks import Mark
from infold.core.materials import Material
from infold.core.messages import Message
from infold.core.settings import Asked, Setting
from infold.core.supersessions import Supersession
from infold.core.views import View
from infold.errors import FormatError
from infold.formats.blocks import shown
from infold.formats.infold_drops import drop_from, drop_record
from infold.formats.infold_facts import fact_from, fact_record
from infold.formats.infold_graph import (
    change_from,
    change_record,
    mark_from,
    mark_record,
    view_from,
    view_record,
)
from infold.formats.infold_nodes import (
    asked_from,
    asked_record,
    material_from,
    material_record,
    setting_from,
    setting_record,
)
from infold.formats.infold_records import (
    Wrong,
    field_of,
    fold_from,
    fold_record,
    merge_from,
    merge_record,
    message_from,
    message_record,
    optional_of,
    supersession_from,
    supersession_record,
    wire_from,
    wire_record,
)
from infold.formats.items import Item
from infold.formats.reading import Archive, ArchivedFact, Drop, Parsed, Reading
from infold.formats.records import Records

NAME = "infold"
VERSION: Final = 2
WITHOUT_FACTS: Final = 1
"""The version of a file that holds no facts, which an older Infold reads."""

_KINDS = frozenset(
    (
        "conversation",
        "message",
        "wire",
        "blob",
        "placement",
        "merge",
        "fold",
        "supersession",
        "fact",
        "mark",
        "view",
        "change",
        "setting",
        "material",
        "asked",
        "drop",
        "end",
        "close",
    )
)


def matches(value: object) -> bool:
    """Whether a record of a file looks like this format."""
    if not isinstance(value, dict):
        return False
    record = value.get("record")
    if record == "header":
        return value.get("format") == NAME
    return isinstance(record, str) and record in _KINDS


# Out


def write_infold(
    conversations: Iterable[Parsed], facts: Iterable[ArchivedFact] | None = None
) -> Iterator[str]:
    """The lines of a file, each with its line break; one conversation in memory at a time.

    Args:
        conversations: With their archives.
        facts: In order of entry; None for a file without any.
    """
    version = WITHOUT_FACTS if facts is None else VERSION
    yield _line({"record": "header", "format": NAME, "version": version})
    count = 0
    for parsed in conversations:
        count += 1
        yield from _conversation_lines(parsed)
    for archived in facts or ():
        yield _line(fact_record(archived))
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
        yield message_record(message)

    def order(wire: Wire) -> tuple[int, int, str]:
        return place.get(wire.child, -1), place.get(wire.parent, -1), wire.kind

    for wire in sorted(conversation.wires, key=order):
        yield wire_record(wire)
    for digest, data in sorted(parsed.blobs.items()):
        yield {"record": "blob", "digest": digest, "data": base64.b64encode(data).decode("ascii")}
    if parsed.archive is None:
        return
    for position, unit in sorted(parsed.archive.placements.items()):
        yield {"record": "placement", "position": position, "unit": unit}
    for merge in parsed.archive.merges:
        yield merge_record(merge)
    for fold in parsed.archive.folds:
        yield fold_record(fold)
    for mark in parsed.archive.marks:
        yield mark_record(mark)
    for view in parsed.archive.views:
        yield view_record(view)
    for change in parsed.archive.changes:
        yield change_record(change)
    for one in parsed.archive.withdrawn:
        yield supersession_record(one)
    for setting in parsed.archive.settings:
        yield setting_record(setting)
    for material in parsed.archive.materials:
        yield material_record(material)
    for asked in parsed.archive.asked:
        yield asked_record(asked)
    for drop in parsed.archive.drops:
        yield drop_record(drop)


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
        elif kind == "fact" and building is None:
            _take_fact(item, reading)
        elif building is None:
            reading.fault(item.line, "a record outside of a conversation")
        elif kind == "end":
            reading.skip("end")
            parsed = building.finish(item, reading)
            building = None
            if parsed is not None:
                yield parsed
        else:
            building.add(item, reading)
    if building is not None:
        building.give_up(last, reading)
    elif not closed:
        reading.fault(last, "the file is cut off after this line")


def _take_fact(item: Item, reading: Reading) -> None:
    try:
        archived = fact_from(item.value)
    except (ValueError, RecursionError) as error:
        reading.fault(item.line, f"a fact whose {error}")
        return
    reading.skip("fact")
    reading.facts.append(archived)


def _check_version(item: Item, reading: Reading) -> None:
    version = item.value.get("version")
    if isinstance(version, int) and version <= VERSION:
        return
    raise FormatError(
        f"was written in version {shown(version)} of Infold's format.",
        file=reading.file,
        line=item.line,
        expected=f"version {VERSION} or older",
        hint="Update Infold, or export again with this version.",
    )


def _begin(item: Item, reading: Reading) -> _Building | None:
    try:
        building = _Building(item.value, item.line)
    except Wrong as error:
        reading.fault(item.line, f"a conversation whose {error}")
        return None
    reading.skip("conversation")
    return building


class _Building:
    """One conversation on its way."""

    def __init__(self, head: dict[str, Any], line: int) -> None:
        self._line = line
        self._head = Conversation(
            key=field_of(head, "key", str),
            title=field_of(head, "title", str),
            format=field_of(head, "format", str),
            leaf=optional_of(head, "leaf"),
            id=field_of(head, "id", str),
        )
        self._archive: Archive | None = None
        row = head.get("archive")
        if isinstance(row, dict):
            self._archive = Archive(
                agent=optional_of(row, "agent"),
                session=optional_of(row, "session"),
                hot_from=field_of(row, "hot_from", int),
                hot_tokens=field_of(row, "hot_tokens", int),
                placed_to=field_of(row, "placed_to", int),
                generation=field_of(row, "generation", int),
            )
        self._messages: dict[str, Message] = {}
        self._wires: list[Wire] = []
        self._blobs: dict[str, bytes] = {}
        self._placements: dict[int, int] = {}
        self._merges: list[Merge] = []
        self._folds: list[Fold] = []
        self._marks: list[Mark] = []
        self._views: list[View] = []
        self._changes: list[Change] = []
        self._withdrawn: list[Supersession] = []
        self._settings: list[Setting] = []
        self._materials: list[Material] = []
        self._asked: list[Asked] = []
        self._drops: list[Drop] = []
        self._records = 0
        self._faults = 0

    def add(self, item: Item, reading: Reading) -> None:
        """Take a record of this conversation."""
        record = item.value
        kind = record.get("record") if isinstance(record, dict) else None
        take = self._takers().get(kind) if isinstance(kind, str) else None
        try:
            if take is None:
                raise Wrong(f"kind {shown(kind)} is not known")
            take(record)
        except (ValueError, RecursionError) as error:
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
            "wire": lambda record: self._wires.append(wire_from(record)),
            "blob": self._blob,
            "placement": self._placement,
            "merge": lambda record: self._merges.append(merge_from(record)),
            "fold": lambda record: self._folds.append(fold_from(record)),
            "mark": lambda record: self._marks.append(mark_from(record)),
            "view": self._view,
            "change": lambda record: self._changes.append(change_from(record)),
            "setting": lambda record: self._settings.append(setting_from(record)),
            "material": lambda record: self._materials.append(material_from(record)),
            "asked": lambda record: self._asked.append(asked_from(record)),
            "drop": lambda record: self._drops.append(drop_from(record)),
            "supersession": lambda record: self._withdrawn.append(supersession_from(record)),
        }

    def finish(self, item: Item, reading: Reading) -> Parsed | None:
        """The conversation; where records of it are missing, without what hung from them.

        None where nothing is left of it.
        """
        expected = item.value.get("records")
        if expected != self._records and not self._faults:
            self._faults += 1
            reading.fault(item.line, "records of this conversation are missing before this line")
        messages = tuple(self._messages.values())
        if self._faults and not messages:
            return None
        if self._faults:
            return Parsed(conversation=self._mended(messages), blobs=self._blobs)
        archive = self._archive
        if archive is not None:
            archive = replace(
                archive,
                placements=self._placements,
                merges=tuple(self._merges),
                folds=tuple(self._folds),
                withdrawn=tuple(self._withdrawn),
                marks=tuple(self._marks),
                views=tuple(self._views),
                changes=tuple(self._changes),
                settings=tuple(self._settings),
                materials=tuple(self._materials),
                files={
                    one.digest: self._blobs[one.digest]
                    for one in self._materials
                    if one.digest in self._blobs
                },
                asked=tuple(self._asked),
                drops=tuple(self._drops),
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
        for before, message in pairwise(messages):
            if message.id in lost:
                wires.append(Wire(parent=before.id, child=message.id, inferred=True))
        leaf = self._head.leaf if self._head.leaf in known else None
        return replace(self._head, messages=messages, wires=tuple(wires), leaf=leaf)

    def _message(self, record: dict[str, Any]) -> None:
        message = message_from(record)
        if message.id in self._messages:
            raise Wrong(f"id {shown(message.id)} was there before")
        self._messages[message.id] = message

    def _blob(self, record: dict[str, Any]) -> None:
        data = base64.b64decode(field_of(record, "data", str), validate=True)
        digest = field_of(record, "digest", str)
        if hashlib.sha256(data).hexdigest() != digest:
            raise Wrong("bytes are not those of their digest")
        self._blobs[digest] = data

    def _view(self, record: dict[str, Any]) -> None:
        folds = {fold.id: fold for fold in self._folds}
        self._views.append(view_from(record, folds, self._head.id))

    def _placement(self, record: dict[str, Any]) -> None:
        self._placements[field_of(record, "position", int)] = field_of(record, "unit", int)
