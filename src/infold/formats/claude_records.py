"""One record of a Claude Code session: the message that it is, or what it is counted as."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from infold.core.messages import Message, Part, Role, Text, ToolCall, ToolResult
from infold.formats.blocks import PLAIN, Gathering, Unreadable, arguments, moment, parts_of
from infold.formats.cursor import raw_items
from infold.formats.items import Item

MAIN = "main"
"""The chain of the session itself; subagents have chains of their own."""


def chain_of(record: Mapping[str, Any]) -> str:
    """Name of the chain that a record belongs to: the main one, or one of a subagent."""
    if record.get("isSidechain") is not True:
        return MAIN
    agent = record.get("agentId")
    return f"side {agent}" if isinstance(agent, str) else "side"


def skipped_as(record: Mapping[str, Any]) -> str:
    """The type under which a record that is no message is counted."""
    kind = str(record["type"])
    inner = record.get("attachment") if kind == "attachment" else None
    detail = inner.get("type") if isinstance(inner, dict) else record.get("subtype")
    return f"{kind}/{detail}"[:80] if isinstance(detail, str) and detail else kind[:80]


def message_of(record: Mapping[str, Any], item: Item, gathering: Gathering) -> Message | None:
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
