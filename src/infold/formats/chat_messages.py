"""One message of a chat, as OpenAI and Anthropic write it, and chats written as labelled lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from infold.core.messages import Message, Opaque, Part, Role, Text, ToolCall, ToolResult
from infold.formats.blocks import (
    PLAIN,
    Gathering,
    Unreadable,
    arguments,
    compact,
    moment,
    parts_of,
    shown,
)
from infold.formats.cursor import raw_items

ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
}
LABEL = re.compile(r"^(system|developer|user|assistant|tool|function):(?: |$)", re.MULTILINE)


def message_of(record: object, gathering: Gathering, raw: str = "") -> Message:
    """The message that a record is.

    Args:
        record: The record, decoded.
        gathering: Takes the bytes of images and files, and pairs calls that have no id.
        raw: The record's own text, where it is at hand: signed reasoning is kept as it stands.

    Raises:
        Unreadable: It is none.
    """
    if not isinstance(record, dict):
        raise Unreadable("a message that is no object")
    name = record.get("role")
    role = ROLES.get(name) if isinstance(name, str) else None
    if role is None:
        raise Unreadable(f"the role {shown(name)} is not known")
    author = record.get("name")
    author = author if isinstance(author, str) and author else None
    parts: list[Part] = [
        Opaque(kind=field, data=compact(record[field]))
        for field in ("reasoning_content", "reasoning", "thinking_blocks")
        if record.get(field)
    ]
    content = parts_of(record.get("content"), gathering, _raw_blocks(record, raw))
    if role == "tool":
        call = gathering.answered(record.get("tool_call_id"), author or "")
        texts = [part.text for part in content if isinstance(part, Text)]
        parts.append(ToolResult(call=call, text="\n".join(texts)))
        parts += [part for part in content if not isinstance(part, Text)]
        # The call says which tool it was; where it is missing, only the result does.
        author = None if gathering.is_known(call) else author
    else:
        parts += content
    if isinstance(record.get("refusal"), str) and record["refusal"]:
        parts.append(Text(text=record["refusal"]))
    parts += _calls(record, gathering)
    if not parts and "content" not in record:
        raise Unreadable("a message without content")
    if role == "user" and _brings_results_only(parts):
        role = "tool"
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
    found = list(LABEL.finditer(text))
    if not found:
        return
    ends = [match.start() - 1 for match in found[1:]] + [len(text)]
    said = [
        (ROLES[match.group(1)], text[match.end() : max(end, match.end())])
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
            ToolCall(id=gathering.called(None, ""), name="") for _ in range(following - index - 1)
        )
        silent = not content or (bool(calls) and content == "None")
        yield Message(role=role, parts=(*(() if silent else (Text(text=content),)), *calls))


def _brings_results_only(parts: list[Part]) -> bool:
    return any(isinstance(part, ToolResult) for part in parts) and not any(
        isinstance(part, Text) for part in parts
    )


def _raw_blocks(record: Mapping[str, Any], raw: str) -> tuple[str, ...]:
    """The texts of a message's blocks, if one of them is to be kept as it stands."""
    content = record.get("content")
    if not raw or not isinstance(content, list):
        return ()
    if all(not isinstance(block, dict) or block.get("type") in PLAIN for block in content):
        return ()
    return raw_items(raw, "content")


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
