"""ShareGPT: no ids, no times, many names for the two who speak."""

from __future__ import annotations

import random
from typing import Any

from infold.core.messages import Message, ToolCall, ToolResult
from tests.writers.common import Chat, Pen, Written, said

SPEAKERS = {
    "human": "user",
    "user": "user",
    "gpt": "assistant",
    "chatgpt": "assistant",
    "assistant": "assistant",
    "system": "system",
}


def write(rng: random.Random) -> Written:
    """Write a file."""
    pen, written, values = Pen(rng), Written(), []
    for number in range(rng.randint(1, 4)):
        expected, made = Chat(), 0
        lines: list[Any] = []
        value: dict[str, Any] = {"id": f"identity_{number}", "conversations": lines}
        if pen.chance(0.3):
            value["system"] = pen.phrase()
            expected.follow(said("system", value["system"]))
        if pen.chance(0.2):
            del value["id"]
        for _ in range(rng.randint(1, 7)):
            speaker, text = rng.choice(list(SPEAKERS)), pen.phrase()
            expected.follow(said(SPEAKERS[speaker], text))
            lines.append({"from": speaker, "value": text})
            match rng.randrange(8):
                case 0:
                    written.bad += 1
                    bad = [3, {"from": "ghost", "value": "x"}, {"from": "gpt", "value": None}, {}]
                    lines.append(rng.choice(bad))
                case 1:
                    made += 1
                    asked, result = pen.phrase(), pen.phrase()
                    call = ToolCall(id=f"call-{made}", name="", arguments=asked)
                    expected.follow(Message(role="assistant", parts=(call,)))
                    answer = ToolResult(call=f"call-{made}", text=result)
                    expected.follow(Message(role="tool", parts=(answer,)))
                    lines.append({"from": "function_call", "value": asked})
                    lines.append({"from": "observation", "value": result})
        values.append(value)
        written.chats.append(expected)
    if pen.chance(0.3):
        values.append({"conversations": []})
        written.skipped += 1
    if pen.chance(0.3):
        values.append(rng.choice([{"id": "x"}, {"conversations": 4}]))
        written.bad += 1
    written.text = pen.records(values)
    return written
