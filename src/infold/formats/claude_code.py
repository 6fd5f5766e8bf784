"""Claude Code sessions: a record a line, of some 25 types; a tree by the parents they name."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from infold.core.ids import content_hash
from infold.core.messages import Message, Part, Role, Text, ToolCall, ToolResult
from infold.formats.assembly import Draft, Keys, assemble
from infold.formats.blocks import PLAIN, Gathering, Unreadable, arguments, moment, parts_of
from infold.formats.cursor import Item, raw_items
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records

NAME = "claude-code"

_TITLES = ("custom-title", "ai-title", "summary")
_TITLE_FIELDS = {"custom-title": "customTitle", "ai-title": "aiTitle"}
_MAIN, _ANY = "main", "any"


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
    """The sessions of a file, each a conversation, in order of their first message."""
    keys = Keys(NAME)
    sessions: dict[str, _Session] = {}
    summaries: list[tuple[str, object]] = []
    current = ""
    for item in records.items(reading):
        record = item.value
        if not isinstance(record, dict) or not isinstance(record.get("type"), str):
            reading.fault(item.line, "no record of a session: it has no type")
            continue
        kind = record["type"]
        if kind == "summary":
            reading.skip(kind)
            summaries.append((str(record.get("leafUuid")), record.get("summary")))
            continue
        named = record.get("sessionId", record.get("session_id"))
        if isinstance(named, str) and named:
            current = named
        session = sessions.setdefault(current, _Session(current))
        if kind in _TITLE_FIELDS:
            session.entitle(kind, record.get(_TITLE_FIELDS[kind]))
        session.add(record, item, reading)
    # A summary may stand in another session's file: it belongs to the one whose leaf it names.
    for leaf, summary in summaries:
        for session in sessions.values():
            if session.holds(leaf):
                session.entitle("summary", summary)
    for session in sessions.values():
        parsed = session.parsed(keys, reading)
        if parsed is not None:
            yield parsed


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
        self._found: dict[int, tuple[int | None, bool]] = {}

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
            message = _message(record, item, self._gathering)
        except Unreadable as error:
            reading.fault(item.line, str(error))
        else:
            if message is None:
                reading.skip(_skipped_as(record))
            elif uuid and self._is_repeated(uuid, message, item.raw):
                reading.skip("repeated record")
                return
            else:
                reading.record()
        chain = _chain(record)
        parent = record.get("parentUuid") or record.get("logicalParentUuid")
        entry = _Record(
            parent=parent if isinstance(parent, str) else "",
            before=self._latest.get(chain, self._latest.get(_ANY)),
        )
        if uuid:
            self._named.setdefault(uuid, []).append(len(self._records))
        if message is not None:
            entry.message = len(self._messages)
            self._messages.append((message, item.line, len(self._records)))
            self._latest[chain] = self._latest[_ANY] = entry.message
            if chain == _MAIN:
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
            parent, inferred = self._continues(number)
            drafts.append(Draft(message=message, parent=parent, inferred=inferred, line=line))
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
        return Parsed(conversation=conversation, blobs=self._gathering.blobs)

    def _continues(self, number: int) -> tuple[int | None, bool]:
        """The message that a record continues, and whether order had to tell.

        Ways through records that are no messages are walked once: linear over all calls.
        """
        passed: list[int] = []
        while True:
            if number in self._found:
                found = self._found[number]
                break
            record = self._records[number]
            # A walk in a circle ends here too: order tells.
            self._found[number] = found = (record.before, record.before is not None)
            passed.append(number)
            above = self._named_record(record.parent, number)
            if above is None:
                break
            message = self._records[above].message
            if message is not None:
                found = (message, False)
                break
            number = above
        for passing in passed:
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


def _chain(record: Mapping[str, Any]) -> str:
    """Name of the chain that a record belongs to: the main one, or one of a subagent."""
    if record.get("isSidechain") is not True:
        return _MAIN
    agent = record.get("agentId")
    return f"side {agent}" if isinstance(agent, str) else "side"


def _skipped_as(record: Mapping[str, Any]) -> str:
    """The type under which a record that is no message is counted."""
    kind = str(record["type"])
    inner = record.get("attachment") if kind == "attachment" else None
    detail = inner.get("type") if isinstance(inner, dict) else record.get("subtype")
    return f"{kind}/{detail}"[:80] if isinstance(detail, str) and detail else kind[:80]


def _message(record: Mapping[str, Any], item: Item, gathering: Gathering) -> Message | None:
    """The message of a record; None where its type is none of a message.

    Raises:
        Unreadable: It should hold a message and does not.
    """
    kind = record["type"]
    role: Role
    if kind in ("user", "assistant"):
        role, parts = kind, _said(record.get("message"), item, gathering)
        if role == "user" and parts and not any(isinstance(part, Text) for part in parts):
            role = "tool" if any(isinstance(part, ToolResult) for part in parts) else role
        if record.get("isCompactSummary") is True:
            role = "system"  # written by the program in place of what it left out
    elif kind == "tool_use":
        name = str(record.get("name") or "")
        call = gathering.called(record.get("id", record.get("tool_use_id")), name)
        role = "assistant"
        parts = [ToolCall(id=call, name=name, arguments=arguments(record.get("input")))]
    elif kind == "tool_result":
        content = record.get("output", record.get("content"))
        given = parts_of(
            content if isinstance(content, str | list) else arguments(content), gathering
        )
        role = "tool"
        parts = [
            ToolResult(
                call=gathering.answered(record.get("tool_use_id"), str(record.get("name") or "")),
                text="\n".join(part.text for part in given if isinstance(part, Text)),
                error=record.get("is_error") is True,
            ),
            *(part for part in given if not isinstance(part, Text)),
        ]
    elif kind == "attachment":
        queued = record.get("attachment")
        # What a person typed while the agent was at work stands nowhere else.
        if not isinstance(queued, dict) or queued.get("type") != "queued_command":
            return None
        if queued.get("commandMode") != "prompt":
            return None
        role, parts = "user", parts_of(queued.get("prompt"), gathering)
    else:
        return None
    uuid = record.get("uuid")
    return Message(
        role=role,
        parts=tuple(parts),
        at=moment(record.get("timestamp")),
        source=uuid if isinstance(uuid, str) else "",
    )


def _said(message: object, item: Item, gathering: Gathering) -> list[Part]:
    if not isinstance(message, dict):
        raise Unreadable("its message is no object")
    if "content" not in message:
        raise Unreadable("its message has no content")
    content = message["content"]
    raw: tuple[str, ...] = ()
    if isinstance(content, list) and any(
        isinstance(block, dict) and block.get("type") not in PLAIN for block in content
    ):
        raw = raw_items(item.raw, "message", "content")
    return parts_of(content, gathering, raw)
