"""Infold's own JSONL, line by line as its page describes it, sound or damaged."""

from __future__ import annotations

import base64
import hashlib
import json
import random
from datetime import datetime, timedelta, timezone
from typing import Any

from infold.core.messages import Attachment, Message, Opaque, Part, Text, ToolCall, ToolResult
from tests.writers.common import Chat, Pen, Written

AT = datetime(2026, 3, 1, 9, 30, tzinfo=timezone(timedelta(hours=9)))


def write(rng: random.Random) -> Written:
    """Write a file."""
    pen, written = Pen(rng), Written()
    lines: list[dict[str, Any]] = [{"record": "header", "format": "infold", "version": 1}]
    for number in range(rng.randint(1, 3)):
        lines += _conversation(pen, written, number)
    lines.append({"record": "close", "conversations": len(written.chats)})
    written.skipped += 2
    dump = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode
    written.text = "".join(dump(line) + "\n" for line in lines)
    return written


def _conversation(pen: Pen, written: Written, number: int) -> list[dict[str, Any]]:
    chat = Chat(key=f"key-{number}", title=pen.phrase())
    records: list[dict[str, Any]] = []
    for place in range(pen.rng.randint(1, 6)):
        text = pen.phrase()
        parts, data = _parts(pen, text)
        at, written_at = pen.rng.choice([(None, None), (AT, "2026-03-01T09:30:00+09:00")])
        role = pen.rng.choice(["user", "assistant", "tool", "system"])
        author = pen.rng.choice([None, "민수"])
        message = Message(role=role, parts=parts, author=author, at=at, source=f"src-{place}")
        parents = [pen.rng.randrange(place)] if place and pen.chance(0.9) else []
        chat.add(message, *parents)
        records.append(
            {
                "record": "message",
                "id": f"m_{number}_{place}",
                "position": place,
                "tokens": 3,
                "role": role,
                "author": author,
                "at": written_at,
                "source": f"src-{place}",
                "parts": data,
            }
        )
    if len(chat.messages) > 1 and pen.chance(0.4):
        chat.wires.add((0, len(chat.messages) - 1, "reference", False))
    records += [
        {
            "record": "wire",
            "parent": f"m_{number}_{parent}",
            "child": f"m_{number}_{child}",
            "inferred": inferred,
            "kind": kind,
        }
        for parent, child, kind, inferred in sorted(chat.wires)
    ]
    if pen.chance(0.3):
        data = pen.rng.randbytes(8)
        digest = hashlib.sha256(data).hexdigest()
        encoded = base64.b64encode(data).decode()
        records.append({"record": "blob", "digest": digest, "data": encoded})
    chat.leaf = len(chat.messages) - 1
    head = {
        "record": "conversation",
        "id": f"c_{number}",
        "key": chat.key,
        "title": chat.title,
        "format": "chatgpt",
        "leaf": f"m_{number}_{chat.leaf}",
        "archive": None,
    }
    count = len(records)
    written.skipped += 2 + count - len(chat.messages)
    written.chats.append(chat)
    if pen.chance(0.3):
        odd = pen.rng.choice([{"record": "odd"}, {"record": "message", "id": 4}, records[0]])
        records.append(odd)
        written.bad += 1
        # What is not whole is mended: a message without a wire continues the one before it.
        children = {child for _, child, _, _ in chat.wires}
        chat.wires |= {
            (place - 1, place, "continue", True)
            for place in range(1, len(chat.messages))
            if place not in children
        }
    end = {"record": "end", "messages": len(chat.messages), "records": count}
    return [head, *records, end]


def _parts(pen: Pen, text: str) -> tuple[tuple[Part, ...], list[list[Any]]]:
    kinds: list[tuple[Part, list[Any]]] = [
        (ToolCall(id="c", name="f", arguments=text), ["call", "c", "f", text]),
        (ToolResult(call="c", text=text, error=True), ["result", "c", text, True]),
        (Opaque(kind="thinking", data=text), ["opaque", "thinking", text]),
        (
            Attachment(kind="image", media_type="image/png", uri=text, name="a", size=3),
            ["attachment", "image", "image/png", "", text, "a", 3],
        ),
    ]
    drawn = [(Text(text=text), ["text", text]), *pen.rng.sample(kinds, pen.rng.randrange(3))]
    return tuple(part for part, _ in drawn), [data for _, data in drawn]
