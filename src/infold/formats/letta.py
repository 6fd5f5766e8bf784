"""Letta agent files (`.af`): the messages of agents, beside their memory blocks and tools.

The memory of an agent is no message: as far as its model saw it, it stands in a system message.
Messages that had left the context are in the file like all others, and are read like them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from infold.core.messages import Message, Part, Role, Text, ToolCall, ToolResult
from infold.formats.assembly import Keys, assemble, chain
from infold.formats.blocks import Gathering, Unreadable, compact, parts_of, shown
from infold.formats.chat_messages import message_of
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records

NAME = "letta"

# What a file holds beside its agents: member → the type under which it is counted.
_BESIDE = {
    "blocks": "memory block",
    "core_memory": "memory block",
    "tools": "tool",
    "files": "file",
    "sources": "source",
    "groups": "group",
    "mcp_servers": "tool server",
}
# What Letta itself says in the role of the user.
_EVENTS = frozenset(("heartbeat", "login", "system_alert"))
_RETURNED = ("func_response", "tool_return", "reason", "stdout", "stderr")
_BLOCKS = {"tool_call": "tool_use", "tool_return": "tool_result"}


def matches(value: object) -> bool:
    """Whether a record of a file looks like this format: that of today, or that of 2025."""
    if not isinstance(value, dict):
        return False
    agents = value.get("agents")
    if isinstance(agents, list):
        return any(isinstance(agent, dict) and "messages" in agent for agent in agents)
    return isinstance(value.get("core_memory"), list) and isinstance(value.get("messages"), list)


def read(records: Records, reading: Reading) -> Iterator[Parsed]:
    """The agents of a file, each a conversation."""
    keys = Keys(NAME)
    for item in records.items(reading):
        value = item.value
        if not matches(value):
            reading.fault(item.line, "a record without agents")
            continue
        agents = value["agents"] if isinstance(value.get("agents"), list) else [value]
        for number, agent in enumerate(agents, 1):
            if not isinstance(agent, dict) or not isinstance(agent.get("messages"), list):
                reading.fault(item.line, f"agent {number} has no messages")
                continue
            parsed = _agent(agent, item.line, reading, keys)
            if parsed is not None:
                yield parsed
        for field, kind in _BESIDE.items():
            listed = value.get(field)
            if isinstance(listed, list) and listed:
                reading.skip(kind, len(listed))


def _agent(
    agent: Mapping[str, Any], line: int | None, reading: Reading, keys: Keys
) -> Parsed | None:
    """The conversation of an agent; None where it holds no message."""
    gathering = Gathering()
    messages: list[Message] = []
    for number, record in enumerate(agent["messages"], 1):
        try:
            message = _message(record, gathering)
        except Unreadable as error:
            reading.fault(line, f"message {number}: {error}")
            continue
        if message.parts:
            messages.append(message)
            reading.record()
        else:
            reading.skip("empty message")
    if not messages:
        if not agent["messages"]:
            reading.skip("empty conversation")
        return None
    name = agent.get("name")
    conversation, _ = assemble(
        keys.key(agent.get("id"), messages, unique=False),
        chain(messages),
        title=name if isinstance(name, str) else "",
        format=NAME,
    )
    return Parsed(conversation=conversation, blobs=gathering.blobs)


def _message(record: object, gathering: Gathering) -> Message:
    """The message that a record is.

    Raises:
        Unreadable: It is none.
    """
    if not isinstance(record, dict):
        raise Unreadable("it is no object")
    value = dict(record)
    content = value.setdefault("content", None)
    if isinstance(content, list):
        value["content"] = [_block(block) for block in content]
    returns = value.get("tool_returns")
    returns = returns if isinstance(returns, list) else []
    if value.get("role") == "approval":
        # Asking a person whether a tool may run is a call; the answer may bring its result.
        given = value.get("approvals")
        returns = returns or (given if isinstance(given, list) else [])
        value["role"] = "assistant" if value.get("tool_calls") else "tool"
    if value.get("role") == "tool":
        return _results(value, returns, gathering)
    message = message_of(value, gathering)
    parts = _without_repeats(message.parts)
    role: Role = "system" if message.role == "user" and _is_event(message.text) else message.role
    author = message.author
    if role == "assistant":
        model = record.get("model")
        author = author or (model if isinstance(model, str) and model else None)
    return replace(message, role=role, author=author, parts=tuple(parts))


def _results(value: dict[str, Any], returns: list[Any], gathering: Gathering) -> Message:
    """The message that brings what tools gave back.

    Its content is what the model saw of one result; of several, `tool_returns` tells them apart.
    """
    first = returns[0] if returns and isinstance(returns[0], dict) else {}
    call = value.get("tool_call_id") or first.get("tool_call_id")
    content = parts_of(value["content"], Gathering())
    said = any(isinstance(part, Text) for part in content)
    brings = bool(returns) or any(isinstance(part, ToolResult) for part in content)
    if len(returns) < 2 and (said or (call and not brings)):
        message = message_of({**value, "tool_call_id": call}, gathering)
        failed = first.get("status") == "error"
        parts = (
            replace(part, error=part.error or failed) if isinstance(part, ToolResult) else part
            for part in message.parts
        )
        return replace(message, parts=tuple(parts))
    message = message_of({**value, "role": "user"}, gathering)
    brought = [part for part in message.parts if not isinstance(part, Text)]
    results = [_returned(each, gathering) for each in returns]
    return replace(message, role="tool", author=None, parts=(*results, *brought))


def _block(block: object) -> object:
    """A block in the form that other programs give it."""
    kind = block.get("type") if isinstance(block, dict) else None
    if not isinstance(block, dict) or not isinstance(kind, str) or kind not in _BLOCKS:
        return block
    named = {"tool_use_id": block.get("tool_call_id")} if kind == "tool_return" else {}
    return {**block, **named, "type": _BLOCKS[kind]}


def _returned(value: object, gathering: Gathering) -> ToolResult:
    """What a tool gave back, as `tool_returns` has it."""
    if not isinstance(value, dict):
        raise Unreadable(f"a tool return that is {shown(value)}")
    given = next((value[name] for name in _RETURNED if value.get(name) is not None), "")
    return ToolResult(
        call=gathering.answered(value.get("tool_call_id")),
        text=given if isinstance(given, str) else compact(given),
        error=value.get("status") == "error",
    )


def _without_repeats(parts: tuple[Part, ...]) -> list[Part]:
    """The parts without calls that stand both in `content` and in `tool_calls`."""
    kept: list[Part] = []
    known: set[str] = set()
    for part in parts:
        if isinstance(part, ToolCall):
            if part.id in known:
                continue
            known.add(part.id)
        kept.append(part)
    return kept


def _is_event(text: str) -> bool:
    """Whether a text is what Letta wraps its own notices in."""
    if not text.startswith("{") or len(text) > 1 << 20:
        return False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    kind = value.get("type")
    return isinstance(kind, str) and kind in _EVENTS
