"""Letta agent files: encoded twice, older form, empty messages, calls, notices, memory blocks."""

from __future__ import annotations

import random
from typing import Any

from infold.core.messages import Message, Opaque, Text, ToolCall, ToolResult
from tests.writers.common import Chat, Pen, Written, said

BAD: list[Any] = [3, {"role": "ghost", "content": []}, {"role": "user", "content": 4}, []]


def write(rng: random.Random) -> Written:
    """Write a file."""
    pen, written = Pen(rng), Written()
    agents = [_agent(pen, written, number) for number in range(rng.randint(1, 3))]
    blocks = [{"id": "block-0", "label": "human", "value": "이름은 민수"}] * rng.randint(0, 2)
    if len(agents) == 1 and pen.chance(0.2):
        value: dict[str, Any] = {
            **agents[0],
            "core_memory": blocks,
            "in_context_message_indices": [],
        }
        written.skipped += len(blocks)
    else:
        value = {"agents": agents, "blocks": blocks, "tools": [{"id": "tool-0"}], "groups": []}
        written.skipped += len(blocks) + 1
        if pen.chance(0.3):
            value["agents"].append(rng.choice([4, {"id": "agent-9", "messages": None}]))
            written.bad += 1
    written.text = pen.dumps(value, indent=rng.choice([None, 2]))
    if pen.chance(0.4):
        written.text = pen.dumps(written.text)
    return written


def _agent(pen: Pen, written: Written, number: int) -> dict[str, Any]:
    chat = Chat(title=f"agent {number}")
    prompt = pen.phrase()
    chat.follow(said("system", prompt, source="message-0"))
    records: list[Any] = [_record(0, "system", [{"type": "text", "text": prompt}])]
    for _ in range(pen.rng.randint(0, 6)):
        _exchange(pen, written, chat, records)
    written.chats.append(chat)
    named = [each["id"] for each in records if isinstance(each, dict) and "id" in each]
    return {
        "id": f"agent-{number}",
        "name": chat.title,
        "in_context_message_ids": named[:1] + named[-2:],
        "messages": records,
    }


def _record(place: int, role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"type": "message", "id": f"message-{place}", "role": role, "content": content} | {
        "name": None,
        "tool_calls": None,
        "tool_call_id": None,
        "tool_returns": [],
        **more,
    }


def _exchange(pen: Pen, written: Written, chat: Chat, records: list[Any]) -> None:
    place, text = len(records), pen.phrase()
    source = f"message-{place}"
    match pen.rng.randrange(8):
        case 0:
            records.append(
                _record(
                    place,
                    pen.rng.choice(["user", "assistant"]),
                    pen.rng.choice([[], None, "", [{"type": "text", "text": ""}]]),
                )
            )
            written.skipped += 1
        case 1:
            records.append(pen.rng.choice(BAD))
            written.bad += 1
        case 2:  # Letta's own notice, in the role of the user
            kind = pen.rng.choice(["heartbeat", "login", "system_alert"])
            notice = pen.dumps({"type": kind, "reason": text})
            records.append(_record(place, "user", [{"type": "text", "text": notice}]))
            chat.follow(said("system", notice, source=source))
        case 3:  # one call and its result
            call = {"id": f"call_{place}", "type": "function"}
            function = {"name": "send_message", "arguments": text}
            content: Any = pen.rng.choice([None, []])
            records.append(
                _record(place, "assistant", content, tool_calls=[call | {"function": function}])
            )
            asked = ToolCall(id=f"call_{place}", name="send_message", arguments=text)
            chat.follow(Message(role="assistant", parts=(asked,), source=source))
            result, status = pen.phrase(), pen.rng.choice(["success", "error"])
            records.append(
                _record(
                    place + 1,
                    "tool",
                    [{"type": "text", "text": result}],
                    tool_call_id=f"call_{place}",
                    tool_returns=[{"tool_call_id": f"call_{place}", "status": status}],
                )
            )
            answer = ToolResult(call=f"call_{place}", text=result, error=status == "error")
            chat.follow(Message(role="tool", parts=(answer,), source=f"message-{place + 1}"))
        case 4:  # several results at once
            results = [pen.phrase(), pen.phrase()]
            returns = [
                {"tool_call_id": f"c{n}", "status": "success", "func_response": result}
                for n, result in enumerate(results)
            ]
            records.append(_record(place, "tool", [], tool_returns=returns))
            parts = tuple(ToolResult(call=f"c{n}", text=each) for n, each in enumerate(results))
            chat.follow(Message(role="tool", parts=parts, source=source))
        case 5:  # blocks of its own
            thought = {"type": "reasoning", "reasoning": text, "is_native": True}
            use = {"type": "tool_call", "id": "t", "name": "f", "input": {"a": 1}}
            records.append(_record(place, "assistant", [thought, use], model="gpt-4o-mini"))
            compact = f'{{"type":"reasoning","reasoning":{_quoted(text)},"is_native":true}}'
            asked_too = (
                Opaque(kind="reasoning", data=compact),
                ToolCall(id="t", name="f", arguments='{"a":1}'),
            )
            chat.follow(
                Message(role="assistant", parts=asked_too, author="gpt-4o-mini", source=source)
            )
        case _:
            role = pen.rng.choice(["user", "assistant"])
            records.append(
                _record(place, role, pen.rng.choice([text, [{"type": "text", "text": text}]]))
            )
            chat.follow(Message(role=role, parts=(Text(text=text),), source=source))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
