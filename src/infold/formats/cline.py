"""Cline tasks: session files before and after their compaction, API histories, and UI messages.

A session file is an object with `sessionId` and `messages`. Tasks of the older versions are two
lists: `api_conversation_history.json`, as it was sent to the model, and `ui_messages.json`, as it
was shown; both tell the same task.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from infold.core.folds import Compaction
from infold.core.messages import Message
from infold.formats.assembly import Keys, assemble, chain
from infold.formats.blocks import Gathering, Unreadable
from infold.formats.cline_records import is_history, is_ui, message_of, shown_message, summary_of
from infold.formats.cursor import raw_items
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records

NAME = "cline"


def matches(value: object) -> bool:
    """Whether a record of a file looks like this format."""
    if not isinstance(value, dict):
        return False
    return _is_session(value) or is_ui(value) or is_history(value)


def read(records: Records, reading: Reading) -> Iterator[Parsed]:
    """The tasks of a file. Messages that stand by themselves are one task together."""
    keys = Keys(NAME)
    loose = _Task()
    for item in records.items(reading):
        value = item.value
        if _is_session(value):
            if "system_prompt" in value:
                reading.skip("system prompt")
            task = _Task(value["sessionId"])
            raw = () if item.reason else raw_items(item.raw, "messages")
            task.add_all(value["messages"], item.line, reading, raw)
            if task.messages:
                yield task.parsed(keys)
        else:
            loose.add(value, item.line, reading, raw=item.raw)
    if loose.messages:
        yield loose.parsed(keys)


def _is_session(value: object) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("sessionId"), str)
        and isinstance(value.get("messages"), list)
        and ("updated_at" in value or "agent" in value)
    )


class _Task:
    """One task on its way."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.messages: list[Message] = []
        self._gathering = Gathering()
        self._compacted: list[tuple[int, str]] = []
        self._notices: list[tuple[int, str]] = []
        self._seen: dict[str, list[Message]] = {}

    def add_all(
        self, messages: Sequence[object], line: int, reading: Reading, raw: Sequence[str]
    ) -> None:
        """Add the messages of a session file."""
        if not messages:
            reading.skip("empty conversation")
        for index, message in enumerate(messages):
            text = raw[index] if index < len(raw) else ""
            self.add(message, line, reading, number=index + 1, raw=text)

    def add(
        self,
        record: object,
        line: int,
        reading: Reading,
        *,
        number: int | None = None,
        raw: str = "",
    ) -> None:
        """Add a message after the one before, or count what it is instead."""
        try:
            if isinstance(record, dict) and is_ui(record):
                message = shown_message(record, self._gathering)
            else:
                message = message_of(record, self._gathering, raw)
        except Unreadable as error:
            place = "" if number is None else f"message {number}: "
            reading.fault(line, f"{place}{error}")
            return
        if message is None:
            reading.skip(_kind(record))
        elif self._is_repeated(message):
            reading.skip("repeated record")
        else:
            reading.record()
            self._note(record, message)
            self.messages.append(message)

    def _is_repeated(self, message: Message) -> bool:
        """Whether the message was there before: the same id, time and content."""
        if not message.source:
            return False
        before = self._seen.setdefault(message.source, [])
        if message in before:
            return True
        before.append(message)
        return False

    def _note(self, record: object, message: Message) -> None:
        """Keep what the record says of a compaction."""
        summary = summary_of(record, message)
        if summary is None:
            return
        is_notice, text = summary
        (self._notices if is_notice else self._compacted).append((len(self.messages), text))

    def parsed(self, keys: Keys) -> Parsed:
        """The conversation. Its leaf is the last message: earlier forms of it may be known."""
        conversation, _ = assemble(
            keys.key(self.name, self.messages),
            chain(self.messages),
            format=NAME,
            leaf=len(self.messages) - 1,
        )
        return Parsed(
            conversation=conversation,
            blobs=self._gathering.blobs,
            compactions=tuple(self._compactions()),
        )

    def _compactions(self) -> Iterator[Compaction]:
        """What was compacted. No file of Cline's says which messages a summary replaced."""
        found = [(index, [text]) for index, text in self._compacted]
        if self._notices:
            # One compaction leaves a notice behind each request whose answer it cut.
            found.append((self._notices[0][0], [text for _, text in self._notices if text]))
        for index, texts in sorted(found):
            yield Compaction(tool=NAME, text="\n\n".join(texts), message=str(index))


def _kind(record: object) -> str:
    """The type under which a record that is no message is counted."""
    if not isinstance(record, Mapping):
        return "unknown"
    kind: Any = record.get("type")
    return f"{kind}/{record.get(kind)}"[:80]
