"""ChatGPT export: trees with hidden and empty nodes, missing children, odd times, images, tools."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from infold.core.messages import Attachment, Message, Part, Text, ToolCall, ToolResult
from tests.writers.common import Chat, Pen, Written

TIMES: list[tuple[Any, datetime | None]] = [
    (None, None),
    (0, None),
    ("x", None),
    (1757015046.5, datetime(2025, 9, 4, 19, 44, 6, 500000, tzinfo=UTC)),
    (1.0, datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)),  # before its parents
]


def write(rng: random.Random) -> Written:
    """Write a file."""
    pen, written, values = Pen(rng), Written(), []
    for number in range(rng.randint(1, 4)):
        values.append(_Tree(pen, written, number).value)
    if pen.chance(0.3):
        values.append({"id": "empty", "mapping": {}})
        written.skipped += 1
    if pen.chance(0.3):
        values.append({"id": "broken"})
        written.bad += 1
    written.text = pen.records(values)
    return written


class _Tree:
    def __init__(self, pen: Pen, written: Written, number: int) -> None:
        self.pen = pen
        self.written = written
        root = {"id": "r", "parent": None, "children": [], "message": None}
        self.mapping: dict[str, Any] = {"r": root}
        written.skipped += 1
        self.chat = Chat(key=f"c{number}", title=pen.phrase())
        self.calls: dict[str, str] = {}  # node → the call that a result right below it answers
        self.places: dict[str, int | None] = {"r": None}  # node → the nearest message at or above
        for index in range(pen.rng.randint(1, 10)):
            self._add(index)
        written.chats.append(self.chat)
        for name, node in self.mapping.items():
            parent = node.get("parent") if isinstance(node, dict) else None
            above = self.mapping.get(parent)
            if isinstance(above, dict) and pen.chance(0.7):
                above.setdefault("children", []).append(name)
        items = list(self.mapping.items())
        pen.rng.shuffle(items)
        current = pen.rng.choice(list(self.places))
        self.chat.leaf = self.places[current]
        self.value: dict[str, Any] = {
            pen.rng.choice(["id", "conversation_id"]): f"c{number}",
            "title": self.chat.title,
            "current_node": current,
            "mapping": dict(items),
        }

    def _add(self, index: int) -> None:
        pen, name = self.pen, f"n{index}"
        above = pen.rng.choice(list(self.places))
        written_at, at = pen.rng.choice(TIMES)
        role = pen.rng.choice(["user", "assistant", "tool", "system", "critic"])
        text = pen.phrase()
        parts: list[Any] = [text]
        kept: list[Part] = [Text(text=text)]
        if pen.chance(0.2):
            place = f"file-service://{pen.phrase()}"
            kept.insert(0, Attachment(kind="image", uri=place, size=12))
            image = {"content_type": "image_asset_pointer", "asset_pointer": place}
            parts.insert(0, {**image, "size_bytes": 12})
        metadata = pen.rng.choice([None, {}, {"model_slug": "gpt-4o"}])
        hidden = role in ("user", "system") and pen.chance(0.2)
        if hidden:
            metadata = {"is_visually_hidden_from_conversation": True}
        message: dict[str, Any] = {
            "id": name,
            "author": {"role": role},
            "create_time": written_at,
            "content": {"content_type": "text", "parts": parts},
            "metadata": metadata,
            "weight": pen.rng.choice([0, 1.0]),
            "recipient": "all",
        }
        if hidden:
            message["content"] = {"content_type": "user_editable_context", "user_profile": text}
            kept, role = [Text(text=text)], "system"
        expected = Message(role="user", parts=tuple(kept), at=at, source=name)
        if role in ("assistant", "critic"):
            author = "gpt-4o" if metadata else None
            expected = replace(expected, role="assistant", author=author)
            if role == "assistant" and pen.chance(0.3):
                message["recipient"] = "python"
                call = ToolCall(id=name, name="python", arguments=text)
                others = (part for part in kept if not isinstance(part, Text))
                expected = replace(expected, parts=(call, *others))
        elif role == "tool":
            call_of = self.calls.get(above, "")
            others = (part for part in kept if not isinstance(part, Text))
            result = ToolResult(call=call_of, text=text)
            expected = replace(expected, role="tool", parts=(result, *others))
            if call_of:
                self.calls[name] = call_of
        elif role == "system":
            expected = replace(expected, role="system")
        if message["recipient"] == "python":
            self.calls[name] = name
        parent = self.places[above]
        place_of = self.chat.add(expected, *([] if parent is None else [parent]))
        self.places[name] = place_of
        self.mapping[name] = {"id": name, "parent": above, "children": [], "message": message}
        if pen.chance(0.2):  # an empty node above whatever comes next
            hollow = {"author": {"role": "system"}, "content": {"parts": [""]}}
            self.mapping[f"h{index}"] = {"id": f"h{index}", "parent": name, "message": hollow}
            self.places[f"h{index}"] = place_of
            self.written.skipped += 1
        if pen.chance(0.1):
            self.mapping[f"b{index}"] = pen.rng.choice([3, None, {"parent": name, "message": 4}])
            self.written.bad += 1
