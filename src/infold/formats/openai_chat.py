"""OpenAI chat messages: a list, `{"messages": […]}`, logged completions, or one JSON a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from infold.core.messages import Message
from infold.formats.assembly import Draft, Keys, assemble
from infold.formats.blocks import Gathering, Unreadable
from infold.formats.chat_messages import LABEL, ROLES, labelled, message_of
from infold.formats.cursor import raw_items
from infold.formats.items import Item
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records

NAME = "openai"

_IDS = ("conversation_id", "id", "session_id", "thread_id", "custom_id")


def matches(value: object) -> bool:
    """Whether a record of a file looks like this format."""
    if isinstance(value, list):
        return bool(value) and isinstance(value[0], dict) and matches(value[0])
    if not isinstance(value, dict):
        return False
    if "role" in value:
        role = value["role"]
        return (
            isinstance(role, str) and role in ROLES and not isinstance(value.get("message"), dict)
        )
    messages = _envelope(value).get("messages")
    if isinstance(messages, list):
        return any(matches(message) for message in messages[:20])
    return _holds_messages(value)


def read(records: Records, reading: Reading) -> Iterator[Parsed]:
    """The conversations of a file. Messages that stand by themselves make one together."""
    keys = Keys(reading.format)
    loose = _Thread()
    for item in records.items(reading):
        value = item.value
        if isinstance(value, dict) and "role" in value:
            loose.add(value, item.line, reading, raw=item.raw)
            continue
        if not isinstance(value, list) and not _holds_messages(value):
            reading.fault(item.line, "neither a message nor a conversation")
            continue
        if loose.drafts:
            yield loose.finish(keys, reading)
            loose = _Thread()
        thread = _Thread()
        if isinstance(value, list):
            thread.add_all(value, item.line, reading, raw_items(item.raw))
        else:
            thread.add_envelope(value, item, reading)
        if thread.drafts:
            yield thread.finish(keys, reading)
    if loose.drafts:
        yield loose.finish(keys, reading)


class _Thread:
    """One conversation on its way."""

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.gathering = Gathering()
        self.id: object = None
        self.title = ""
        self.leaf: int | None = None

    def add(
        self,
        record: object,
        line: int | None,
        reading: Reading,
        *,
        number: int | None = None,
        raw: str = "",
    ) -> None:
        """Add a message after the one before, or count it as bad."""
        try:
            message = message_of(record, self.gathering, raw)
        except Unreadable as error:
            place = "" if number is None else f"message {number}: "
            reading.fault(line, f"{place}{error}")
            return
        self.append(message, line, reading)

    def append(self, message: Message, line: int | None, reading: Reading) -> None:
        parent = len(self.drafts) - 1 if self.drafts else None
        self.drafts.append(Draft(message=message, parent=parent, line=line))
        reading.record()

    def add_all(
        self,
        messages: Sequence[object],
        line: int | None,
        reading: Reading,
        raw: Sequence[str] = (),
    ) -> None:
        if not messages:
            reading.skip("empty conversation")
        for index, message in enumerate(messages):
            text = raw[index] if index < len(raw) else ""
            self.add(message, line, reading, number=index + 1, raw=text)

    def add_envelope(self, value: Mapping[str, Any], item: Item, reading: Reading) -> None:
        """Add what an object around messages holds: a conversation or a logged completion."""
        line = item.line
        envelope = _envelope(value)
        self.id = next((value[name] for name in _IDS if isinstance(value.get(name), str)), None)
        title = value.get("title", value.get("name"))
        self.title = title if isinstance(title, str) else ""
        display, messages = envelope.get("messages_display"), envelope.get("messages")
        choices = _choices(value) or _choices(envelope)
        if isinstance(messages, list):
            self.add_system(envelope.get("system"), line, reading)
            raw = raw_items(item.raw, "messages") if envelope is value and not item.reason else ()
            self.add_all(messages, line, reading, raw)
        elif isinstance(display, str):
            self.add_labelled(display, line, reading)
        self.add_choices(choices, line, reading)

    def add_system(self, prompt: object, line: int | None, reading: Reading) -> None:
        """Add the system prompt that Anthropic keeps beside the messages."""
        if isinstance(prompt, str | list) and prompt:
            self.add({"role": "system", "content": prompt}, line, reading)

    def add_choices(
        self, choices: Sequence[Mapping[str, Any]], line: int | None, reading: Reading
    ) -> None:
        """Add the answers of a logged completion; several are branches, the first is current."""
        parent = len(self.drafts) - 1 if self.drafts else None
        for choice in choices:
            try:
                message = message_of(choice, self.gathering)
            except Unreadable as error:
                reading.fault(line, str(error))
                continue
            reading.record()
            if self.leaf is None and len(choices) > 1:
                self.leaf = len(self.drafts)
            self.drafts.append(Draft(message=message, parent=parent, line=line))

    def add_labelled(self, text: str, line: int | None, reading: Reading) -> None:
        """Add the messages of a text of labelled lines."""
        first = LABEL.search(text)
        if first is None:
            reading.fault(line, "a text without a line that begins with a role")
        elif text[: first.start()].strip():
            reading.fault(line, "text before the first line that begins with a role")
        for message in labelled(text, self.gathering):
            self.append(message, line, reading)

    def finish(self, keys: Keys, reading: Reading) -> Parsed:
        conversation, _ = assemble(
            keys.key(self.id, [draft.message for draft in self.drafts], unique=False),
            self.drafts,
            title=self.title,
            format=reading.format,
            leaf=self.leaf,
        )
        return Parsed(conversation=conversation, blobs=self.gathering.blobs)


def _holds_messages(value: object) -> bool:
    """Whether an object has messages around which it stands."""
    if not isinstance(value, dict):
        return False
    envelope = _envelope(value)
    return (
        isinstance(envelope.get("messages"), list)
        or isinstance(envelope.get("messages_display"), str)
        or bool(_choices(value))
    )


def _envelope(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """The object that holds the messages: itself, or the request inside a log of requests."""
    if "messages" in value or "messages_display" in value:
        return value
    for name in ("body", "request", "kwargs"):
        inner = value.get(name)
        if isinstance(inner, dict):
            inner = inner.get("body", inner)
            if isinstance(inner, dict) and "messages" in inner:
                return inner
    return value


def _choices(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The messages that a logged completion answered with."""
    response = value.get("response", value)
    if isinstance(response, dict) and isinstance(response.get("body"), dict):
        response = response["body"]
    if not isinstance(response, dict):
        return []
    if response is not value and response.get("role") == "assistant" and "content" in response:
        return [response]  # Anthropic answers with the message itself
    choices = response.get("choices")
    found = []
    for choice in choices if isinstance(choices, list) else ():
        message = choice.get("message") if isinstance(choice, dict) else None
        if isinstance(message, dict):
            made = {"role": "assistant", **message}
            made.setdefault("timestamp", response.get("created"))
            found.append(made)
    return found
