"""ShareGPT: conversations of `{from, value}`, without ids or times of their messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from infold.core.messages import Message, Part, Role, Text, ToolCall, ToolResult
from infold.formats.assembly import Keys, assemble, chain
from infold.formats.blocks import Gathering, Unreadable, shown
from infold.formats.items import read_item
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records

NAME = "sharegpt"

_ROLES: dict[str, Role] = {
    "system": "system",
    "human": "user",
    "user": "user",
    "gpt": "assistant",
    "assistant": "assistant",
    "chatgpt": "assistant",
    "bing": "assistant",
    "bard": "assistant",
    "model": "assistant",
    "function_call": "assistant",
    "tool": "tool",
    "function_response": "tool",
    "observation": "tool",
}


def matches(value: object) -> bool:
    """Whether a record of a file looks like this format."""
    said = value.get("conversations") if isinstance(value, dict) else None
    if not isinstance(said, list):
        return False
    return any(isinstance(line, dict) and {"from", "value"} <= line.keys() for line in said[:20])


def read(records: Records, reading: Reading) -> Iterator[Parsed]:
    """The conversations of a file."""
    keys = Keys(NAME)
    for item in records.items(reading):
        value = item.value
        said = value.get("conversations") if isinstance(value, dict) else None
        if not isinstance(said, list):
            reading.fault(item.line, "a record without conversations")
            continue
        gathering = Gathering()
        messages = _system(value, reading)
        for number, line in enumerate(said, 1):
            try:
                messages.append(_message(line, gathering))
            except Unreadable as error:
                reading.fault(item.line, f"message {number}: {error}")
            else:
                reading.record()
        if not messages:
            if not said:
                reading.skip("empty conversation")
            continue
        conversation, _ = assemble(
            keys.key(value.get("id"), messages, unique=False), chain(messages), format=NAME
        )
        yield Parsed(conversation=conversation)


def _system(value: Mapping[str, Any], reading: Reading) -> list[Message]:
    """The system prompt that some files keep beside the conversation."""
    prompt = value.get("system")
    if not isinstance(prompt, str) or not prompt:
        return []
    reading.record()
    return [Message(role="system", parts=(Text(text=prompt),))]


def _message(line: object, gathering: Gathering) -> Message:
    if not isinstance(line, dict):
        raise Unreadable("it is no object")
    speaker, text = line.get("from"), line.get("value")
    role = _ROLES.get(speaker) if isinstance(speaker, str) else None
    if role is None:
        raise Unreadable(f"the speaker {shown(speaker)} is not known")
    if not isinstance(text, str):
        raise Unreadable(f"its value is {shown(text)}")
    parts: tuple[Part, ...] = (Text(text=text),) if text else ()
    if speaker == "function_call":
        name = _called(text)
        parts = (ToolCall(id=gathering.called(None, name), name=name, arguments=text),)
    elif role == "tool":
        parts = (ToolResult(call=gathering.answered(None), text=text),)
    return Message(role=role, parts=parts)


def _called(text: str) -> str:
    """The tool that a call names, where it is the usual object with a `name`; else empty."""
    if not text.lstrip().startswith("{"):
        return ""
    value = read_item(text).value
    name = value.get("name") if isinstance(value, dict) else None
    return name if isinstance(name, str) else ""
