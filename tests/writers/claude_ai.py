"""Claude.ai: exports and single chats; contents that are empty, shorter or longer than the text."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any

from infold.core.messages import Attachment, Message, Opaque, Part, Role, Text, ToolCall, ToolResult
from tests.writers.common import Chat, Pen, Written

ROLES: tuple[Role, ...] = ("user", "assistant")
ROOT = "00000000-0000-4000-8000-000000000000"
HIDDEN = "```\nThis block is not supported on your current device yet.\n```"
AT = datetime(2025, 5, 3, 10, 0, 1, tzinfo=UTC)
BAD: list[Any] = [5, {"sender": "ghost", "text": "x"}, {"sender": "human", "text": 4}, {}]


def write(rng: random.Random) -> Written:
    """Write a file."""
    pen, written = Pen(rng), Written()
    values: list[Any] = [_chat(pen, written, number) for number in range(rng.randint(1, 4))]
    if pen.chance(0.3):
        values.append({"uuid": "empty", "name": "", "chat_messages": []})
        written.skipped += 1
    if pen.chance(0.3):
        values.append(rng.choice([{"uuid": "x"}, 7]))
        written.bad += 1
    opaque = [
        part
        for chat in written.chats
        for message in chat.messages
        for part in message.parts
        if isinstance(part, Opaque)
    ]
    written.text = pen.records(values, printed=not opaque)
    return written


def _chat(pen: Pen, written: Written, number: int) -> dict[str, Any]:
    chat = Chat(key=f"u-{number}", title=pen.phrase())
    has_parents = pen.chance(0.6)
    records: list[Any] = []
    # Id of each record → the message at or above it, and whether order told of it.
    ways: dict[str, tuple[int | None, bool]] = {}
    made = 0
    last: int | None = None
    for index in range(pen.rng.randint(1, 8)):
        uuid = f"m-{number}-{index}"
        record: dict[str, Any] = {"uuid": uuid, "created_at": "2025-05-03T10:00:01Z"}
        parent: tuple[int | None, bool] = (last, False)
        if has_parents:
            named = pen.rng.choice([ROOT, *ways, *list(ways)[-1:] * 3]) if index else ROOT
            odd = pen.rng.random()
            if odd < 0.1 and index:
                named = pen.rng.choice([None, "gone"])
            record["parent_message_uuid"] = named
            parent = ways.get(named, (last, last is not None)) if named != ROOT else (None, False)
        if pen.chance(0.1) and index:
            bad = pen.rng.choice(BAD)
            written.bad += 1
            if isinstance(bad, dict):
                records.append(record | bad)
                ways[uuid] = parent
            else:
                records.append(bad)
            continue
        if pen.chance(0.1) and index:
            records.append(record | {"sender": "assistant", "text": "", "content": []})
            written.skipped += 1
            ways[uuid] = parent
            continue
        role: Role = pen.rng.choice(ROLES)
        parts, calls, repaired = _filled(pen, record, made)
        made += calls
        written.repaired += repaired
        record["sender"] = "human" if role == "user" else "assistant"
        records.append(record)
        place, inferred = parent
        last = chat.add(
            Message(role=role, parts=parts, at=AT, source=uuid),
            *([] if place is None else [place]),
            inferred=inferred,
        )
        ways[uuid] = (last, False)
        if pen.chance(0.1) and not calls:
            records.append(dict(record))
            written.skipped += 1
    value: dict[str, Any] = {"uuid": chat.key, "name": chat.title, "chat_messages": records}
    if has_parents and pen.chance(0.7):
        named = pen.rng.choice(list(ways))
        value["current_leaf_message_uuid"] = named
        chat.leaf = ways[named][0]
    written.chats.append(chat)
    return value


def _filled(pen: Pen, record: dict[str, Any], made: int) -> tuple[tuple[Part, ...], int, int]:
    """Fill a record; its parts, the calls without an id, and how many repairs it takes."""
    text = pen.phrase()
    record |= {"text": text, "content": [{"type": "text", "text": text, "citations": []}]}
    parts: list[Part] = [Text(text=text)]
    calls = repaired = 0
    match pen.rng.randrange(8):
        case 0:
            record["content"] = pen.rng.choice([[], None, ""])
        case 1:
            record["text"] = pen.rng.choice(["", None])
        case 2:  # the text says more than the content
            record["content"] = [{"type": "text", "text": text[:3]}]
            repaired = 1
        case 3:  # the content says more than the text
            record["text"] = text[:4]
            repaired = 1
        case 4:  # a call without an id, its result, and what an export writes in their place
            result = pen.phrase()
            use = {"type": "tool_use", "name": "search", "input": {"q": made}}
            given = {"type": "tool_result", "name": "search", "content": [{"text": result}]}
            record["content"] += [use, given]
            record["text"] = f"{text}\n{HIDDEN}\n"
            calls = 1
            call = f"call-{made + 1}"
            parts.append(ToolCall(id=call, name="search", arguments=f'{{"q":{made}}}'))
            parts.append(ToolResult(call=call, text=result))
        case 5:
            thought = {"type": "thinking", "thinking": pen.phrase(), "summaries": []}
            record["content"].insert(0, thought)
            parts.insert(0, Opaque(kind="thinking", data=pen.dumps(thought)))
    if pen.chance(0.2):
        inside = pen.phrase()
        record["attachments"] = [
            {
                "file_name": "노트.txt",
                "file_size": 12,
                "file_type": "text/plain",
                "extracted_content": inside,
            }
        ]
        parts.append(Attachment(kind="file", media_type="text/plain", name="노트.txt", size=12))
        parts.append(Text(text=inside))
    if pen.chance(0.2):
        record["files"] = [{"file_kind": "image", "file_uuid": "f-1", "file_name": "a.png"}]
        parts.append(Attachment(kind="image", uri="f-1", name="a.png"))
    return tuple(parts), calls, repaired
