"""Claude.ai: the export of an account, or single chats, whose edits and retries are branches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from infold.core.messages import Attachment, Message, Opaque, Part, Role, Text
from infold.formats.assembly import Draft, Keys, assemble
from infold.formats.blocks import (
    PLAIN,
    Gathering,
    Unreadable,
    compact,
    moment,
    parts_of,
    shown,
    size_of,
)
from infold.formats.cursor import raw_items
from infold.formats.items import Item
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records

NAME = "claude-ai"

_ROLES: dict[str, Role] = {"human": "user", "user": "user", "assistant": "assistant"}
_ROOTS = ("00000000-0000-4000-8000-000000000000", "00000000-0000-0000-0000-000000000000")
# What an export writes into `text` where `content` has a tool call.
_PLACEHOLDER = re.compile(
    r"(?:```\s*)?This block is not supported on your current device yet\.(?:\s*```)?"
)


def matches(value: object) -> bool:
    """Whether a record of a file looks like this format."""
    return isinstance(value, dict) and isinstance(value.get("chat_messages"), list)


def read(records: Records, reading: Reading) -> Iterator[Parsed]:
    """The conversations of a file."""
    keys = Keys(NAME)
    for item in records.items(reading):
        if not matches(item.value):
            reading.fault(item.line, "a conversation without chat_messages")
            continue
        parsed = _Chat(item, reading).parsed(keys)
        if parsed is not None:
            yield parsed


@dataclass(slots=True, kw_only=True)
class _Record:
    """A message of the file, whether it is kept or not.

    Attributes:
        parent: The id that it names; None where it names none.
        draft: Index of its draft; None where it is bad or empty.
        before: Index of the last draft before it; None where there is none.
    """

    parent: str | None
    draft: int | None
    before: int | None


class _Chat:
    """One conversation on its way."""

    def __init__(self, item: Item, reading: Reading) -> None:
        self._value: Mapping[str, Any] = item.value
        self._item = item
        self._reading = reading
        self._gathering = Gathering()
        self._messages: list[Message] = []
        self._records: list[_Record] = []
        self._named: dict[str, int] = {}
        self._found: dict[int, tuple[int | None, bool]] = {}
        # The export of an account may name no parents at all: then it is a plain list.
        self._has_parents = any(
            isinstance(message, dict) and message.get("parent_message_uuid")
            for message in self._value["chat_messages"]
        )

    def parsed(self, keys: Keys) -> Parsed | None:
        """The conversation; None where it holds no message."""
        listed = self._value["chat_messages"]
        raw = self._raw(listed)
        for number, record in enumerate(listed, 1):
            self._add(record, number, raw[number - 1] if raw else "")
        if not self._messages:
            if not listed:
                self._reading.skip("empty conversation")
            return None
        drafts = []
        for number, record in enumerate(self._records):
            if record.draft is not None:
                parent, inferred = self._continues(number)
                message = self._messages[record.draft]
                drafts.append(Draft(message=message, parent=parent, inferred=inferred))
        title = self._value.get("name")
        conversation, opened = assemble(
            keys.key(self._value.get("uuid"), self._messages),
            drafts,
            title=title if isinstance(title, str) else "",
            format=NAME,
            leaf=self._leaf(),
        )
        for index in opened:
            name = shown(drafts[index].message.source)
            self._reading.repair(self._item.line, f"the parents of message {name} go in a circle")
        return Parsed(conversation=conversation, blobs=self._gathering.blobs)

    def _raw(self, listed: list[Any]) -> tuple[str, ...]:
        """The messages' own texts, if one of them holds a block to be kept as it stands."""
        if self._item.reason or not any(_holds_opaque(message) for message in listed):
            return ()
        return raw_items(self._item.raw, "chat_messages")

    def _add(self, record: object, number: int, raw: str) -> None:
        """Take a message, or count it as bad, empty or repeated."""
        line, reading = self._item.line, self._reading
        message, repair = None, ""
        try:
            message, repair = _message(record, raw, self._gathering)
        except Unreadable as error:
            reading.fault(line, f"message {number}: {error}")
        value = record if isinstance(record, dict) else {}
        uuid, parent = value.get("uuid"), value.get("parent_message_uuid")
        uuid = uuid if isinstance(uuid, str) else ""
        if message is not None:
            known = self._named.get(uuid)
            first = None if known is None else self._records[known].draft
            if first is not None and self._messages[first] == message:
                reading.skip("repeated record")
                return
            if repair:
                reading.repair(line, f"message {number}: {repair}")
            if message.parts:
                reading.record()
            else:
                reading.skip("empty message")
                message = None
        entry = _Record(
            parent=parent if isinstance(parent, str) and parent else None,
            draft=None if message is None else len(self._messages),
            before=len(self._messages) - 1 if self._messages else None,
        )
        if uuid:
            self._named.setdefault(uuid, len(self._records))
        if message is not None:
            self._messages.append(message)
        self._records.append(entry)

    def _continues(self, number: int) -> tuple[int | None, bool]:
        """The draft that a record continues, and whether order had to tell.

        Ways through messages that are not kept are walked once: linear over all calls.
        """
        passed: list[int] = []
        found: tuple[int | None, bool]
        while True:
            if number in self._found:
                found = self._found[number]
                break
            record = self._records[number]
            found = (record.before, self._has_parents and record.before is not None)
            self._found[number] = found  # a walk in a circle ends here: order tells
            passed.append(number)
            if record.parent in _ROOTS:
                found = (None, False)
                break
            above = None if record.parent is None else self._named.get(record.parent)
            if above is None:
                break
            draft = self._records[above].draft
            if draft is not None:
                found = (draft, False)
                break
            number = above
        for each in passed:
            self._found[each] = found
        return found

    def _leaf(self) -> int | None:
        """The message of the current leaf, or what it stands for where it is not kept."""
        named = self._value.get("current_leaf_message_uuid")
        number = self._named.get(named) if isinstance(named, str) else None
        if number is None:
            return None
        draft = self._records[number].draft
        return self._continues(number)[0] if draft is None else draft


def _holds_opaque(message: object) -> bool:
    content = message.get("content") if isinstance(message, dict) else None
    return isinstance(content, list) and any(
        isinstance(block, dict) and block.get("type") not in PLAIN for block in content
    )


def _message(record: object, raw: str, gathering: Gathering) -> tuple[Message, str]:
    """The message of a record, and what was repaired of it.

    Raises:
        Unreadable: It is none.
    """
    if not isinstance(record, dict):
        raise Unreadable("it is no object")
    sender, text = record.get("sender"), record.get("text")
    role = _ROLES.get(sender) if isinstance(sender, str) else None
    if role is None:
        raise Unreadable(f"the sender {shown(sender)} is not known")
    if text is not None and not isinstance(text, str):
        raise Unreadable(f"its text is {shown(text)}")
    blocks = raw_items(raw, "content") if raw and _holds_opaque(record) else ()
    parts, repair = _reconciled(parts_of(record.get("content"), gathering, blocks), text or "")
    for listed in ("attachments", "files"):
        given = record.get(listed)
        for file in given if isinstance(given, list) else ():
            parts += _file(file)
    uuid = record.get("uuid")
    message = Message(
        role=role,
        parts=tuple(parts),
        at=moment(record.get("created_at")),
        source=uuid if isinstance(uuid, str) else "",
    )
    return message, repair


def _reconciled(parts: list[Part], text: str) -> tuple[list[Part], str]:
    """The parts of a message whose words stand in `content` and again in `text`.

    Where the two differ, the one that says more is kept, `content` if both say as much.

    Returns:
        Its parts, and what was repaired.
    """
    given = _letters(_PLACEHOLDER.sub("", text))
    if not given:
        return parts, ""
    if not parts:
        return [Text(text=text)], ""
    said = _letters("".join(part.text for part in parts if isinstance(part, Text)))
    if given == said:
        return parts, ""
    if len(given) <= len(said):
        return parts, "its text and its content differ; the content says more and was kept"
    places = [index for index, part in enumerate(parts) if isinstance(part, Text)]
    start = next((i for i, part in enumerate(parts) if not isinstance(part, Opaque)), len(parts))
    first = places[0] if places else start
    before = [part for part in parts[:first] if not isinstance(part, Text)]
    after = [part for part in parts[first:] if not isinstance(part, Text)]
    kept = [*before, Text(text=text), *after]
    return kept, "its text and its content differ; the text says more and was kept"


def _letters(text: str) -> str:
    return "".join(text.split())


def _file(file: object) -> Iterator[Part]:
    """A file that was uploaded, and the text that was read out of it."""
    if not isinstance(file, dict):
        if file is not None:
            yield Opaque(kind="attachment", data=compact(file))
        return
    fields = {name: value for name, value in file.items() if isinstance(value, str)}
    media = fields.get("file_type", "")
    is_image = fields.get("file_kind") == "image" or media.startswith("image/")
    yield Attachment(
        kind="image" if is_image else "file",
        media_type=media,
        uri=fields.get("file_uuid") or fields.get("id") or fields.get("preview_url", ""),
        name=fields.get("file_name", ""),
        size=size_of(file.get("file_size")),
    )
    if fields.get("extracted_content"):
        yield Text(text=fields["extracted_content"])
