"""Anthropic messages: blocks, duplicate tool ids, signed thinking that must stay as it is."""

from __future__ import annotations

import base64
import hashlib
import random
from typing import Any

from infold.core.messages import Attachment, Message, Opaque, Text, ToolCall, ToolResult
from tests.writers.common import Chat, Pen, Written, said


def write(rng: random.Random) -> Written:
    """Write a file."""
    pen, written, chats = Pen(rng), Written(), []
    for _ in range(rng.randint(1, 3)):
        expected = Chat()
        value: dict[str, Any] = {"messages": []}
        if pen.chance(0.4):
            prompt = pen.phrase()
            value["system"] = rng.choice([prompt, [{"type": "text", "text": prompt}]])
            expected.follow(said("system", prompt))
        for _ in range(rng.randint(1, 5)):
            value["messages"] += _exchange(pen, expected)
            if pen.chance(0.1):
                written.bad += 1
                value["messages"].append(rng.choice([4, None, [], {"role": "user"}]))
            if pen.chance(0.1):  # a block that nobody knows is kept as it is
                block = {"type": "odd", "a": [pen.phrase()]}
                value["messages"].append({"role": "user", "content": [block]})
                kept = Opaque(kind="odd", data=pen.dumps(block))
                expected.follow(Message(role="user", parts=(kept,)))
        chats.append(value)
        written.chats.append(expected)
    # A block keeps its own text: it must be written in the way that is expected.
    if len(chats) == 1 and pen.chance(0.5):
        written.text = pen.dumps(chats[0])
    else:
        written.text = rng.choice([pen.dumps(chats), "\n".join(map(pen.dumps, chats))])
    return written


def _exchange(pen: Pen, expected: Chat) -> list[dict[str, Any]]:
    asked = pen.phrase()
    expected.follow(said("user", asked))
    made: list[dict[str, Any]] = [{"role": "user", "content": asked}]
    if pen.chance(0.2):
        made[0]["content"] = [{"type": "text", "text": asked}]
    thought = {"type": "thinking", "thinking": pen.phrase(), "signature": "c2ln"}
    call, name = pen.rng.choice(["toolu_1", "toolu_2"]), pen.phrase()
    text, result = pen.phrase(), pen.phrase()
    use = {"type": "tool_use", "id": call, "name": "read", "input": {"path": name}}
    answer: list[dict[str, Any]] = [thought, {"type": "text", "text": text}, use]
    expected.follow(
        Message(
            role="assistant",
            parts=(
                Opaque(kind="thinking", data=pen.dumps(thought)),
                Text(text=text),
                ToolCall(id=call, name="read", arguments=_compact(name)),
            ),
        )
    )
    made.append({"role": "assistant", "content": answer})
    given: dict[str, Any] = {"type": "tool_result", "tool_use_id": call, "content": result}
    error = pen.chance(0.3)
    if error:
        given |= {"is_error": True, "content": [{"type": "text", "text": result}]}
    brought = ToolResult(call=call, text=result, error=error)
    if pen.chance(0.5):
        expected.follow(Message(role="tool", parts=(brought,)))
        made.append({"role": "user", "content": [given]})
    else:
        data, said_too = pen.rng.randbytes(7), pen.phrase()
        source = {
            "type": "base64",
            "media_type": "image/png",
            "data": base64.b64encode(data).decode(),
        }
        image = Attachment(
            kind="image", media_type="image/png", digest=hashlib.sha256(data).hexdigest(), size=7
        )
        blocks = [given, {"type": "image", "source": source}, {"type": "text", "text": said_too}]
        expected.follow(Message(role="user", parts=(brought, image, Text(text=said_too))))
        made.append({"role": "user", "content": blocks})
    return made


def _compact(path: str) -> str:
    """The arguments as they are kept: compact, whatever the file escapes."""
    escaped = path.replace("\\", "\\\\").replace('"', '\\"')
    return f'{{"path":"{escaped}"}}'
