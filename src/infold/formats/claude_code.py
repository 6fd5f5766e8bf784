"""Claude Code sessions: a record a line, of some 25 types; a tree by the parents they name."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from infold.core.folds import Compaction
from infold.core.ids import content_hash
from infold.core.messages import Message
from infold.formats.assembly import Draft, Keys, assemble, local_ids
from infold.formats.blocks import Gathering, Unreadable
from infold.formats.claude_compactions import Boundary, Summary, Way, preserved, replaced
from infold.formats.claude_records import MAIN, chain_of, message_of, skipped_as
from infold.formats.items import Item
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records

NAME = "claude-code"

_TITLES = ("custom-title", "ai-title", "summary")
_TITLE_FIELDS = {"custom-title": "customTitle", "ai-title": "aiTitle"}
_ANY = "any"


def matches(value: object) -> bool:
    """Whether a record of a file looks like this format."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    if "uuid" in value and "parentUuid" in value:
        return True
    if value["type"] == "summary":
        return "leafUuid" in value
    if not isinstance(value.get("sessionId"), str):
        return False
    return "message" in value or not {"content", "payload", "startTime"} & value.keys()


def read(records: Records, reading: Reading) -> Iterator[Parsed]:
    """The sessions of a file, each a conversation, in order of their last record.

    The file is looked through once before it is read, so that each session is given, and forgotten,
    as soon as nothing more of it can come: memory is bounded by the sessions that run side by side.
    """
    keys = Keys(NAME)
    sessions: dict[str, _Session] = {}
    ends, summaries = _ahead(records, reading)
    for number, (name, item) in enumerate(_records(records, reading)):
        kind = item.value["type"]
        if kind == "summary":
            reading.skip(kind)
        else:
            session = sessions.setdefault(name, _Session(name))
            if kind in _TITLE_FIELDS:
                session.entitle(kind, item.value.get(_TITLE_FIELDS[kind]))
            session.add(item.value, item, reading)
        if ends.get(name) == number and name in sessions:
            parsed = _finished(sessions.pop(name), summaries, keys, reading)
            if parsed is not None:
                yield parsed
    # A file that changed since it was looked through may have left some open.
    for session in sessions.values():
        parsed = _finished(session, summaries, keys, reading)
        if parsed is not None:
            yield parsed


def _records(records: Records, reading: Reading) -> Iterator[tuple[str, Item]]:
    """Records that have a type, each with its session: the one that it names, else the one before.

    Others are counted as bad.
    """
    current = ""
    for item in records.items(reading):
        record = item.value
        if not isinstance(record, dict) or not isinstance(record.get("type"), str):
            reading.fault(item.line, "no record of a session: it has no type")
            continue
        named = record.get("sessionId", record.get("session_id"))
        if record["type"] != "summary" and isinstance(named, str) and named:
            current = named
        yield current, item


def _ahead(records: Records, reading: Reading) -> tuple[dict[str, int], list[tuple[str, object]]]:
    """The number of each session's last record, and all summaries with the leaf that they name."""
    ends: dict[str, int] = {}
    summaries: list[tuple[str, object]] = []
    apart = Reading(reading.file, reading.format)  # what is met here is counted when it is read
    for number, (name, item) in enumerate(_records(records, apart)):
        if item.value["type"] == "summary":
            summaries.append((str(item.value.get("leafUuid")), item.value.get("summary")))
        else:
            ends[name] = number
    return ends, summaries


def _finished(
    session: _Session, summaries: Sequence[tuple[str, object]], keys: Keys, reading: Reading
) -> Parsed | None:
    # A summary may stand in another session's file: it belongs to the one whose leaf it names.
    for leaf, summary in summaries:
        if session.holds(leaf):
            session.entitle("summary", summary)
    return session.parsed(keys, reading)


@dataclass(slots=True)
class _Record:
    """A record that others may name as their parent.

    Attributes:
        parent: Id of its parent; empty where it names none.
        before: Index of the message before it, which it continues where its parent is missing.
        message: Index of its own message; None where it is none.
    """

    parent: str
    before: int | None
    message: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Above:
    """What stands above a record.

    Attributes:
        message: The message that it continues; None for a root.
        inferred: Whether order had to tell.
        boundary: The nearest compact boundary on the way there, itself included.
    """

    message: int | None
    inferred: bool
    boundary: int | None = None


class _Session:
    """One session on its way."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.title = ""
        self._rank = len(_TITLES)
        self._gathering = Gathering()
        self._records: list[_Record] = []
        self._named: dict[str, list[int]] = {}
        self._messages: list[tuple[Message, int, int]] = []  # with line and record
        self._first: dict[str, Message] = {}
        self._seen: set[str] = set()
        self._latest: dict[str, int] = {}
        self._main: list[int] = []
        self._found: dict[int, _Above] = {}
        self._boundaries: dict[int, object] = {}  # record → its metadata
        self._summaries: list[tuple[int, int | None]] = []  # with the boundary just before
        self._fresh: int | None = None  # the boundary since which no message came

    def holds(self, uuid: str) -> bool:
        """Whether a record of this session has this id."""
        return uuid in self._named

    def entitle(self, kind: str, title: object) -> None:
        """Take a title, unless a better one is known; of equals the later one."""
        rank = _TITLES.index(kind)
        if isinstance(title, str) and title and rank <= self._rank:
            self.title, self._rank = title, rank

    def add(self, record: Mapping[str, Any], item: Item, reading: Reading) -> None:
        """Take a record: a message, or something that is skipped or bad."""
        message = None
        uuid = record.get("uuid")
        uuid = uuid if isinstance(uuid, str) else ""
        try:
            message = message_of(record, item, self._gathering)
        except Unreadable as error:
            reading.fault(item.line, str(error))
        else:
            if message is None:
                reading.skip(skipped_as(record))
            elif uuid and self._is_repeated(uuid, message, item.raw):
                reading.skip("repeated record")
                return
            else:
                reading.record()
        chain = chain_of(record)
        parent = record.get("parentUuid") or record.get("logicalParentUuid")
        entry = _Record(
            parent=parent if isinstance(parent, str) else "",
            before=self._latest.get(chain, self._latest.get(_ANY)),
        )
        if uuid:
            self._named.setdefault(uuid, []).append(len(self._records))
        if record["type"] == "system" and record.get("subtype") == "compact_boundary":
            self._fresh = len(self._records)
            self._boundaries[self._fresh] = record.get("compactMetadata")
        if message is not None:
            entry.message = len(self._messages)
            if record.get("isCompactSummary") is True:
                self._summaries.append((entry.message, self._fresh))
            self._fresh = None
            self._messages.append((message, item.line, len(self._records)))
            self._latest[chain] = self._latest[_ANY] = entry.message
            if chain == MAIN:
                self._main.append(entry.message)
        self._records.append(entry)

    def _is_repeated(self, uuid: str, message: Message, raw: str) -> bool:
        """Whether the record was there before: the same id, time and content, or the same text.

        Ids are mostly unique, so contents are hashed only from an id's second record on.
        """
        if message.at is None:
            mark = hashlib.sha256(raw.encode("utf-8", "surrogatepass")).hexdigest()
        else:
            first = self._first.setdefault(uuid, message)
            if first is message:
                return False
            self._seen.add(_mark(uuid, first))
            mark = _mark(uuid, message)
        if mark in self._seen:
            return True
        self._seen.add(mark)
        return False

    def parsed(self, keys: Keys, reading: Reading) -> Parsed | None:
        """The conversation; None where it holds no message."""
        if not self._messages:
            return None
        drafts = []
        for message, line, number in self._messages:
            above = self._above(number)
            drafts.append(
                Draft(message=message, parent=above.message, inferred=above.inferred, line=line)
            )
        parents = {draft.parent for draft in drafts}
        conversation, opened = assemble(
            keys.key(self.name, [message for message, _, _ in self._messages]),
            drafts,
            title=self.title,
            format=NAME,
            leaf=next((index for index in reversed(self._main) if index not in parents), None),
        )
        for index in opened:
            reading.repair(drafts[index].line, "the parents of this record go in a circle")
        return Parsed(
            conversation=conversation,
            blobs=self._gathering.blobs,
            compactions=tuple(self._compactions(drafts)),
        )

    def _compactions(self, drafts: Sequence[Draft]) -> Iterator[Compaction]:
        """What was compacted, in the order of the file."""
        if not self._boundaries and not self._summaries:
            return
        record_of = [number for _, _, number in self._messages]
        behind = [self._above(number).boundary for number in record_of]
        found = replaced(
            [Boundary(record=number, way=self._way(number)) for number in self._boundaries],
            [
                Summary(
                    record=record_of[message],
                    message=message,
                    behind=behind[message],
                    follows=before,
                    way=self._way(record_of[message]),
                )
                for message, before in self._summaries
            ],
            [draft.parent for draft in drafts],
            {message for message, _ in self._summaries}
            | {message for message, boundary in enumerate(behind) if boundary is not None},
        )
        ids = local_ids(drafts)
        for each in found:
            sources = each.sources
            yield Compaction(
                tool=NAME,
                text="" if each.summary is None else drafts[each.summary].message.text,
                message=None if each.summary is None else ids[each.summary],
                sources=None
                if sources is None
                else tuple(sorted((ids[source] for source in sources), key=int)),
            )

    def _way(self, number: int) -> Way | None:
        """What leads up to a boundary or summary; None where it names no record that is there."""
        above = self._named_record(self._records[number].parent, number)
        if above is None:
            return None
        last = self._records[above].message
        if last is None:
            found = self._above(above)
            # Where another boundary comes first, nothing is left to replace.
            last = None if found.boundary is not None else found.message
        unchanged = preserved(self._boundaries.get(number))
        kept = {self._message_of(uuid, number) for uuid in unchanged.ids}
        first = self._message_of(unchanged.head, number)
        final = self._message_of(unchanged.tail, number)
        return Way(
            last=last,
            kept=frozenset(message for message in kept if message is not None),
            segment=None if first is None or final is None else (first, final),
        )

    def _message_of(self, uuid: str, number: int) -> int | None:
        """The message of an id, as the record `number` would name it."""
        place = self._named_record(uuid, number)
        return None if place is None else self._records[place].message

    def _above(self, number: int) -> _Above:
        """What a record continues.

        Ways through records that are no messages are walked once: linear over all calls.
        """
        passed: list[int] = []
        while True:
            if number in self._found:
                found = self._found[number]
                break
            record = self._records[number]
            # A walk in a circle ends here too: order tells.
            found = _Above(message=record.before, inferred=record.before is not None)
            self._found[number] = found
            passed.append(number)
            above = self._named_record(record.parent, number)
            if above is None:
                break
            message = self._records[above].message
            if message is not None:
                found = _Above(message=message, inferred=False)
                break
            number = above
        for passing in reversed(passed):
            if passing in self._boundaries:
                found = replace(found, boundary=passing)
            self._found[passing] = found
        return found

    def _named_record(self, uuid: str, number: int) -> int | None:
        """The record of an id: of several the last one before `number`, else the first after it."""
        places = self._named.get(uuid, ())
        at = bisect_left(places, number)
        if at:
            return places[at - 1]
        return next((place for place in places[:2] if place != number), None)


def _mark(uuid: str, message: Message) -> str:
    at = "" if message.at is None else message.at.isoformat()
    return f"{uuid} {content_hash(message)} {at}"
