"""OpenAI chat messages: a list, `{"messages": […]}`, logged completions, or one JSON a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from infold.core.messages import Message, Opaque, Part, Role, Text, ToolCall, ToolResult
from infold.formats.assembly import Draft, Keys, assemble
from infold.formats.blocks import (
    Gathering,
    Unreadable,
    arguments,
    compact,
    moment,
    parts_of,
)
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records

NAME = "openai"

_ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
}
_LABEL = re.compile(r"^(system|developer|user|assistant|tool|function):(?: |$)", re.MULTILINE)
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
            isinstance(role, str) and role in _ROLES and not isinstance(value.get("message"), dict)
        )
    envelope = _envelope(value)
    if isinstance(envelope.get("messages_display"), str):
        return True
    messages = envelope.get("messages")
    if isinstance(messages, list):
        return any(matches(message) for message in messages[:20])
    return bool(_choices(value))


def read(records: Records, reading: Reading) -> Iterator[Parsed]:
    """The conversations of a file. Messages that stand by themselves make one together."""
    keys = Keys(NAME)
    loose = _Thread()
    for item in records.items(reading):
        value = item.value
        if isinstance(value, dict) and "role" in value:
            loose.add(value, item.line, reading)
            continue
        if loose.drafts:
            yield loose.finish(keys, reading)
            loose = _Thread()
        thread = _Thread()
        if isinstance(value, list):
            thread.add_all(value, item.line, reading)
        elif isinstance(value, dict):
            thread.add_envelope(value, item.line, reading)
        else:
            reading.fault(item.line, "neither a message nor a conversation")
            continue
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
        self, record: object, line: int | None, reading: Reading, number: int | None = None
    ) -> None:
        """Add a message after the one before, or count it as bad."""
        try:
            message = message_of(record, self.gathering)
        except Unreadable as error:
            place = "" if number is None else f"message {number}: "
            reading.fault(line, f"{place}{error}")
            return
        self.append(message, line, reading)

    def append(self, message: Message, line: int | None, reading: Reading) -> None:
        parent = len(self.drafts) - 1 if self.drafts else None
        self.drafts.append(Draft(message=message, parent=parent, line=line))
        reading.record()

    def add_all(self, messages: Sequence[object], line: int | None, reading: Reading) -> None:
        if not messages:
            reading.skip("empty conversation")
        for number, message in enumerate(messages, 1):
            self.add(message, line, reading, number)

    def add_envelope(self, value: Mapping[str, Any], line: int | None, reading: Reading) -> None:
        """Add what an object around messages holds: a conversation or a logged completion."""
        envelope = _envelope(value)
        self.id = next((value[name] for name in _IDS if isinstance(value.get(name), str)), None)
        title = value.get("title", value.get("name"))
        self.title = title if isinstance(title, str) else ""
        display, messages = envelope.get("messages_display"), envelope.get("messages")
        choices = _choices(value) or _choices(envelope)
        if isinstance(messages, list):
            self.add_all(messages, line, reading)
        elif isinstance(display, str):
            self.add_labelled(display, line, reading)
        elif not choices:
            reading.fault(line, "an object without messages")
            return
        self.add_choices(choices, line, reading)

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
        found = list(labelled(text, self.gathering))
        if not found:
            reading.fault(line, "a text without a line that begins with a role")
        for message in found:
            self.append(message, line, reading)

    def finish(self, keys: Keys, reading: Reading) -> Parsed:
        conversation, _ = assemble(
            keys.key(self.id, [draft.message for draft in self.drafts]),
            self.drafts,
            title=self.title,
            format=reading.format,
            leaf=self.leaf,
        )
        return Parsed(conversation=conversation, blobs=self.gathering.blobs)


def message_of(record: object, gathering: Gathering) -> Message:
    """The message that a record is.

    Raises:
        Unreadable: It is none.
    """
    if not isinstance(record, dict):
        raise Unreadable("a message that is no object")
    name = record.get("role")
    role = _ROLES.get(name) if isinstance(name, str) else None
    if role is None:
        raise Unreadable(f"the role {name!r:.40} is not known")
    author = record.get("name")
    author = author if isinstance(author, str) and author else None
    parts: list[Part] = [
        Opaque(kind=field, data=compact(record[field]))
        for field in ("reasoning_content", "reasoning", "thinking_blocks")
        if record.get(field)
    ]
    content = parts_of(record.get("content"), gathering)
    if role == "tool":
        call = gathering.answered(record.get("tool_call_id"), author or "")
        texts = [part.text for part in content if isinstance(part, Text)]
        parts.append(ToolResult(call=call, text="\n".join(texts)))
        parts += [part for part in content if not isinstance(part, Text)]
        author = None if call else author
    else:
        parts += content
    if isinstance(record.get("refusal"), str) and record["refusal"]:
        parts.append(Text(text=record["refusal"]))
    parts += _calls(record, gathering)
    source = record.get("id")
    at = next((record[name] for name in ("timestamp", "created_at", "time") if record.get(name)), 0)
    return Message(
        role=role,
        parts=tuple(parts),
        author=author,
        at=moment(at) if at else None,
        source=source if isinstance(source, str) else "",
    )


def labelled(text: str, gathering: Gathering) -> Iterator[Message]:
    """Messages of a text whose lines begin with `user:`, `assistant:`, `tool:` and so on.

    Such a text leaves calls out: a result says only that there was one. So an answer gets a call
    for each result that follows it, and `None`, where a result follows, is an answer without text.
    """
    found = list(_LABEL.finditer(text))
    ends = [match.start() - 1 for match in found[1:]] + [len(text)]
    said = [
        (_ROLES[match.group(1)], text[match.end() : max(end, match.end())])
        for match, end in zip(found, ends, strict=True)
    ]
    for index, (role, content) in enumerate(said):
        if role == "tool":
            yield Message(
                role=role, parts=(ToolResult(call=gathering.answered(None), text=content),)
            )
            continue
        following = index + 1
        while role == "assistant" and following < len(said) and said[following][0] == "tool":
            following += 1
        calls = tuple(
            ToolCall(id=gathering.called(None, "unknown"), name="unknown")
            for _ in range(following - index - 1)
        )
        silent = not content or (bool(calls) and content == "None")
        yield Message(role=role, parts=(*(() if silent else (Text(text=content),)), *calls))


def _calls(record: Mapping[str, Any], gathering: Gathering) -> Iterator[Part]:
    calls = record.get("tool_calls")
    if calls is not None and not isinstance(calls, list):
        raise Unreadable("its tool_calls are no list")
    for call in calls or ():
        inner = call.get("function", call.get("custom")) if isinstance(call, dict) else None
        if not isinstance(inner, dict):
            raise Unreadable("a tool call that names no function")
        yield _call(call.get("id"), inner, gathering)
    legacy = record.get("function_call")
    if isinstance(legacy, dict):
        yield _call(None, legacy, gathering)


def _call(call: object, inner: Mapping[str, Any], gathering: Gathering) -> ToolCall:
    name = str(inner.get("name") or "")
    return ToolCall(
        id=gathering.called(call, name),
        name=name,
        arguments=arguments(inner.get("arguments", inner.get("input"))),
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
    if not isinstance(response, dict) or not isinstance(response.get("choices"), list):
        return []
    found = []
    for choice in response["choices"]:
        message = choice.get("message") if isinstance(choice, dict) else None
        if isinstance(message, dict):
            made = {"role": "assistant", **message}
            made.setdefault("timestamp", response.get("created"))
            found.append(made)
    return found
