"""OpenAI chat messages: contents null, texts, parts; calls; labelled lines; four layouts."""

from __future__ import annotations

import base64
import hashlib
import random
from typing import Any

from infold.core.messages import Attachment, Message, Text, ToolCall, ToolResult
from tests.writers.common import Chat, Pen, Written, said

BAD: list[Any] = [7, None, "x", {"role": "ghost"}, {"role": "user", "content": 1}]


def write(rng: random.Random) -> Written:
    """Write a file."""
    pen = Pen(rng)
    if pen.chance(0.15):
        return _labelled(pen)
    written = Written()
    chats = []
    for _ in range(rng.randint(1, 4)):
        expected = Chat()
        first = pen.phrase()
        expected.follow(said("user", first))
        chat: list[Any] = [{"role": "user", "content": first}]
        for number in range(rng.randint(0, 8)):
            chat += _some(pen, expected, written, number)
        chats.append(chat)
        written.chats.append(expected)
    match rng.randrange(4):
        case 0 if len(chats) == 1:
            written.text = pen.dumps(chats[0], indent=rng.choice([None, 2]))
        case 1:
            written.text = "\n".join(pen.dumps({"messages": chat, "id": "x"}) for chat in chats)
        case 2:
            written.text = pen.dumps([{"messages": chat} for chat in chats], indent=1)
        case _:
            written.text = "\n\n".join(map(pen.dumps, chats))
    return written


def _some(pen: Pen, expected: Chat, written: Written, number: int) -> list[Any]:
    match pen.rng.randrange(7):
        case 0:
            result = pen.phrase()
            call = {"id": f"c{number}", "function": {"name": "f", "arguments": f'{{"n":{number}}}'}}
            asked = ToolCall(id=f"c{number}", name="f", arguments=f'{{"n":{number}}}')
            expected.follow(Message(role="assistant", parts=(asked,)))
            expected.follow(
                Message(role="tool", parts=(ToolResult(call=f"c{number}", text=result),))
            )
            return [
                {"role": "assistant", "content": None, "tool_calls": [call]},
                {"role": "tool", "tool_call_id": f"c{number}", "content": result},
            ]
        case 1:
            data, text = pen.rng.randbytes(9), pen.phrase()
            place = f"data:image/png;base64,{base64.b64encode(data).decode()}"
            image = Attachment(
                kind="image",
                media_type="image/png",
                digest=hashlib.sha256(data).hexdigest(),
                size=9,
            )
            expected.follow(Message(role="user", parts=(Text(text=text), image)))
            blocks = [
                {"type": "text", "text": text},
                {"type": "image_url", "image_url": {"url": place}},
            ]
            return [{"role": "user", "content": blocks}]
        case 2:
            written.bad += 1
            return [pen.rng.choice(BAD)]
        case 3:
            result = pen.phrase()
            expected.follow(
                Message(role="tool", author="g", parts=(ToolResult(call="", text=result),))
            )
            return [{"role": "function", "name": "g", "content": result}]
        case _:
            role, text = pen.rng.choice(["user", "assistant", "developer", "system"]), pen.phrase()
            expected.follow(said("system" if role == "developer" else role, text))
            return [{"role": role, "content": text}]


def _labelled(pen: Pen) -> Written:
    """One text of labelled lines, where only a result says that there was a call."""
    written, lines = Written(), []
    for _ in range(pen.rng.randint(1, 3)):
        expected, text, made = Chat(), [], 0
        for _ in range(pen.rng.randint(1, 4)):
            asked = pen.phrase().replace("\u2028", "")
            expected.follow(said("user", asked))
            text.append(f"user: {asked}")
            if pen.chance(0.5):
                made += 1
                result = pen.phrase()
                call = ToolCall(id=f"call-{made}", name="")
                expected.follow(Message(role="assistant", parts=(call,)))
                answer = ToolResult(call=f"call-{made}", text=result)
                expected.follow(Message(role="tool", parts=(answer,)))
                text += ["assistant: None", f"tool: {result}"]
            answered = pen.phrase()
            expected.follow(said("assistant", answered))
            text.append(f"assistant: {answered}")
        written.chats.append(expected)
        lines.append(pen.dumps({"messages_display": "\n".join(text)}))
    written.text = "\n".join(lines)
    return written
