"""Cline: sessions before and after a compaction, API histories and UI messages."""

from __future__ import annotations

import hashlib
import random
from datetime import UTC, datetime, timedelta
from typing import Any

from infold.core.messages import Attachment, Message, Part, Text, ToolCall, ToolResult
from tests.writers.common import Chat, Pen, Written, said

BAD = [3, {"role": "robot", "content": "x"}, {"role": "user"}, {"role": "user", "content": 4}]
NOTICE = "<SYSTEM_NOTICE>\nEarlier context was compacted. Summary of your actions: {}"
CONTINUED = (
    "This session is being continued from a previous conversation that ran out of context. {}"
)
SKIPPED = [
    {"type": "say", "say": "api_req_started", "ts": 1, "text": "{}"},
    {"type": "say", "say": "text", "ts": 1, "text": "half", "partial": True},
    {"type": "ask", "ask": "completion_result", "ts": 1, "text": ""},
]


def write(rng: random.Random) -> Written:
    """Write a file."""
    pen = Pen(rng)
    return rng.choice((_sessions, _history, _shown))(pen)


def _stamp(pen: Pen) -> tuple[int, datetime]:
    milliseconds = 1_783_376_868_634 + pen.rng.randrange(10**9)
    return milliseconds, datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)


def _sessions(pen: Pen) -> Written:
    """Sessions, each an object."""
    written, values = Written(), []
    for number in range(pen.rng.randint(1, 3)):
        chat = Chat(key=f"17840941_{number}", compactions=[])
        messages: list[Any] = []
        value = {"sessionId": chat.key, "updated_at": "2026-07-16", "messages": messages}
        if pen.chance(0.7):
            value |= {"system_prompt": pen.phrase(), "agent": "lead"}
            written.skipped += 1
        if pen.chance(0.4):
            _summary(pen, chat, messages)
        notices: list[tuple[int, str]] = []
        for index in range(pen.rng.randint(1, 8)):
            _message(pen, chat, messages, f"msg_{index}", notices)
            if pen.chance(0.15):
                messages.append(messages[-1])
                written.skipped += 1
            if pen.chance(0.15):
                messages.append(pen.rng.choice(BAD))
                written.bad += 1
        if notices:
            texts = [text for _, text in notices]
            chat.compactions = sorted(
                [*(chat.compactions or ()), (notices[0][0], "\n\n".join(texts), None)]
            )
        chat.leaf = len(chat.messages) - 1
        written.chats.append(chat)
        values.append(value)
    written.text = pen.records(values)
    return written


def _summary(pen: Pen, chat: Chat, messages: list[Any]) -> None:
    """A summary of what was removed, or an empty one."""
    text = pen.rng.choice(["", f"Context summary:\n\n{pen.phrase()}"])
    messages.append(
        {
            "id": "summary",
            "role": "user",
            "content": [{"type": "text", "text": text}],
            "metadata": {"kind": "compaction_summary", "tokensBefore": 9},
        }
    )
    parts = (Text(text=text),) if text else ()
    place = chat.follow(Message(role="system", parts=parts, source="summary"))
    assert chat.compactions is not None
    chat.compactions.append((place, text, None))


def _message(
    pen: Pen, chat: Chat, messages: list[Any], id_: str, notices: list[tuple[int, str]]
) -> None:
    stamp, at = _stamp(pen)
    text = pen.phrase()
    role: Any = "user"
    author = None
    record: dict[str, Any] = {"id": id_, "ts": stamp}
    parts: tuple[Part, ...] = (Text(text=text),)
    content: list[Any] = [{"type": "text", "text": text}]
    match pen.rng.randrange(6):
        case 0:
            role, author = "assistant", "glm-5"
            record["modelInfo"] = {"id": "glm-5", "provider": "cline"}
            content.append({"type": "tool_use", "id": "t", "name": "f", "input": {"a": 1}})
            parts += (ToolCall(id="t", name="f", arguments='{"a":1}'),)
        case 1:
            role, failed = "tool", pen.chance(0.5)
            outcome = {"query": "ls", "result": text, "success": not failed}
            content = [{"type": "tool_result", "tool_use_id": "t", "content": [outcome]}]
            parts = (ToolResult(call="t", text=f"ls\n{text}", error=failed),)
        case 2:
            data = text.encode("utf-8", "surrogatepass")
            content.append({"type": "file", "path": "/a/b.py", "content": text})
            parts += (
                Attachment(
                    kind="file",
                    media_type="text/plain",
                    digest=hashlib.sha256(data).hexdigest(),
                    name="/a/b.py",
                    size=len(data),
                ),
            )
        case 3:
            notice = NOTICE.format(text)
            notices.append((len(chat.messages), notice))
            content.append({"type": "text", "text": notice})
            parts += (Text(text=notice),)
    named = "user" if role == "tool" else role
    messages.append(record | {"role": named, "content": content})
    chat.follow(Message(role=role, parts=parts, author=author, at=at, source=id_))


def _history(pen: Pen) -> Written:
    """An API history: a list of messages without ids."""
    written, chat = Written(), Chat(compactions=[])
    task = f"<task>\n{pen.phrase()}\n</task>"
    values: list[Any] = [{"role": "user", "content": [{"type": "text", "text": task}]}]
    chat.follow(said("user", task))
    for _ in range(pen.rng.randint(0, 6)):
        text = pen.phrase()
        if pen.chance(0.2):
            text = CONTINUED.format(text)
            chat.compactions = [*(chat.compactions or ()), (len(chat.messages), text, None)]
        role = pen.rng.choice(["user", "assistant"])
        values.append({"role": role, "content": [{"type": "text", "text": text}]})
        chat.follow(said(role, text))
        if pen.chance(0.15):
            values.append(pen.rng.choice([{"role": "robot"}, {"role": "user"}]))
            written.bad += 1
    chat.leaf = len(chat.messages) - 1
    written.chats.append(chat)
    written.text = pen.dumps(values, indent=pen.rng.choice([None, 2]))
    return written


def _shown(pen: Pen) -> Written:
    """UI messages."""
    written, chat = Written(), Chat(compactions=[])
    stamp, at = _stamp(pen)
    text = pen.phrase()
    values: list[Any] = [{"ts": stamp, "type": "say", "say": "task", "text": text}]
    chat.follow(said("user", text, at=at))
    commands = 0
    for _ in range(pen.rng.randint(0, 8)):
        stamp, at = _stamp(pen)
        text = pen.phrase()
        match pen.rng.randrange(6):
            case 0:
                values.append(pen.rng.choice(SKIPPED))
                written.skipped += 1
            case 1:
                commands += 1
                call = f"call-{commands}"
                asked = {"ts": stamp, "type": "ask", "ask": "command", "text": text}
                came = {"ts": stamp, "type": "say", "say": "command_output", "text": text}
                values += [asked, came]
                made = ToolCall(id=call, name="execute_command", arguments=text)
                chat.follow(Message(role="assistant", parts=(made,), at=at))
                result = ToolResult(call=call, text=text)
                chat.follow(Message(role="tool", parts=(result,), at=at))
            case 2:
                values.append({"ts": stamp, "type": "ask", "ask": "condense", "text": text})
                place = chat.follow(said("system", text, at=at))
                chat.compactions = [*(chat.compactions or ()), (place, text, None)]
            case 3:
                values.append({"ts": stamp, "type": "say", "say": "user_feedback", "text": text})
                chat.follow(said("user", text, at=at))
            case _:
                values.append({"ts": stamp, "type": "say", "say": "text", "text": text})
                chat.follow(said("assistant", text, at=at))
    chat.leaf = len(chat.messages) - 1
    written.chats.append(chat)
    written.text = pen.dumps(values, indent=pen.rng.choice([None, "\t"]))
    return written
