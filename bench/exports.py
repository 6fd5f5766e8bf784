"""Exports of any size in each format, made from a seed: what people bring, in six languages.

Written after docs/reference/formats.md with nothing shared with the readers. Each chat is a talk
of some twenty to sixty messages, now and then with a second answer or a call of a tool; what is
said is taken from the sessions of `bench.sessions`, an answer several sentences long.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from bench.sessions import session

_POOL: Final = 3_000
_START: Final = datetime(2025, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message of a talk: who says it, the text, and when."""

    role: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """One chat.

    Attributes:
        name: Its id, unlike any other.
        said: Questions and answers by turns.
        chance: For what a format adds.
    """

    name: str
    said: tuple[Said, ...]
    chance: random.Random


def talks(seed: int) -> Iterator[Talk]:
    """Talks without end, all different."""
    pool = [message.text for message in session(_POOL, seed).messages if len(message.text) > 20]
    number = 0
    while True:
        chance = random.Random(seed * 1_000_003 + number)
        said = []
        for turn in range(2 * chance.randint(10, 30)):
            asks = turn % 2 == 0
            sentences = chance.sample(pool, 1 if asks else chance.randint(2, 8))
            said.append(
                Said(
                    role="user" if asks else "assistant",
                    text=f"{' '.join(sentences)} ({number}/{turn})",
                    at=_START + timedelta(hours=number, minutes=turn),
                )
            )
        yield Talk(name=f"{seed:04x}-{number:08x}", said=tuple(said), chance=chance)
        number += 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How a file of a format is laid out.

    Attributes:
        one: The text of one talk.
        head: What stands before the first.
        join: What stands between two.
        tail: What stands after the last, told at the end.
    """

    one: Callable[[Talk], str]
    head: str = ""
    join: str = "\n"
    tail: Callable[[], str] = field(default=lambda: "\n")


def write(path: Path, form: str, size: int, seed: int) -> int:
    """Write a file of at least `size` bytes, a talk more than needed; its bytes.

    Args:
        path: Where to.
        form: A name in `FORMS`.
        size: In bytes.
        seed: Of all that is drawn by chance.
    """
    made = FORMS[form]()
    written = 0
    with path.open("w", encoding="utf-8") as file:
        file.write(made.head)
        for number, talk in enumerate(talks(seed)):
            text = (made.join if number else "") + made.one(talk)
            file.write(text)
            written += len(text.encode())
            if written >= size:
                break
        file.write(made.tail())
    return path.stat().st_size


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _chatgpt() -> Form:
    return Form(one=lambda talk: _dumps(_tree(talk)), head="[", join=",\n", tail=lambda: "]")


def _tree(talk: Talk) -> dict[str, Any]:
    nodes: dict[str, dict[str, Any]] = {
        "root": {"id": "root", "parent": None, "children": [], "message": None}
    }
    last = "root"
    for number, said in enumerate(talk.said):
        again = said.role == "assistant" and talk.chance.random() < 0.05
        for version in range(2 if again else 1):
            name = f"{talk.name}-{number}-{version}"
            nodes[last]["children"].append(name)
            nodes[name] = {
                "id": name,
                "parent": last,
                "children": [],
                "message": {
                    "id": name,
                    "author": {"role": said.role, "name": None, "metadata": {}},
                    "create_time": said.at.timestamp(),
                    "update_time": None,
                    "content": {
                        "content_type": "text",
                        "parts": [said.text + " (again)" * version],
                    },
                    "status": "finished_successfully",
                    "end_turn": True,
                    "weight": 1.0,
                    "metadata": {"model_slug": "gpt-5"} if said.role == "assistant" else {},
                    "recipient": "all",
                    "channel": None,
                },
            }
        last = f"{talk.name}-{number}-0"
    return {
        "title": talk.said[0].text[:40],
        "create_time": talk.said[0].at.timestamp(),
        "update_time": talk.said[-1].at.timestamp(),
        "mapping": nodes,
        "current_node": last,
        "conversation_id": talk.name,
        "id": talk.name,
    }


def _claude_ai() -> Form:
    def one(talk: Talk) -> str:
        messages = [
            {
                "uuid": f"{talk.name}-{number}",
                "sender": "human" if said.role == "user" else "assistant",
                "text": said.text,
                "content": [{"type": "text", "text": said.text}],
                "created_at": said.at.isoformat(),
                "attachments": [],
                "files": [],
            }
            for number, said in enumerate(talk.said)
        ]
        return _dumps({"uuid": talk.name, "name": talk.name, "chat_messages": messages})

    return Form(one=one, head="[", join=",\n", tail=lambda: "]")


def _claude_code() -> Form:
    def one(talk: Talk) -> str:
        lines: list[dict[str, Any]] = []
        for number, said in enumerate(talk.said):
            shared = {
                "parentUuid": f"{talk.name}-{number - 1}" if number else None,
                "isSidechain": False,
                "sessionId": talk.name,
                "timestamp": said.at.isoformat(),
                "cwd": "/home/mira/orders",
                "version": "2.0.14",
            }
            content: Any = said.text
            if said.role == "assistant":
                content = [{"type": "text", "text": said.text}]
            message = {"role": said.role, "content": content}
            lines.append(
                {**shared, "type": said.role, "uuid": f"{talk.name}-{number}", "message": message}
            )
            if talk.chance.random() < 0.2:
                lines.append({"type": "file-history-snapshot", "sessionId": talk.name})
        return "\n".join(map(_dumps, lines))

    return Form(one=one)


def _openai() -> Form:
    def one(talk: Talk) -> str:
        messages: list[dict[str, Any]] = []
        for number, said in enumerate(talk.said):
            if said.role == "assistant" and talk.chance.random() < 0.1:
                call = {
                    "id": f"{talk.name}-{number}",
                    "type": "function",
                    "function": {"name": "look_up", "arguments": '{"key": "orders"}'},
                }
                messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
                messages.append(
                    {"role": "tool", "tool_call_id": call["id"], "content": f"{number} rows"}
                )
            messages.append({"role": said.role, "content": said.text})
        return _dumps({"messages": messages})

    return Form(one=one)


def _anthropic() -> Form:
    def one(talk: Talk) -> str:
        messages: list[dict[str, Any]] = []
        for number, said in enumerate(talk.said):
            blocks: list[dict[str, Any]] = [{"type": "text", "text": said.text}]
            if said.role == "assistant" and number % 4 == 1:
                thinking = {"type": "thinking", "thinking": said.text[:80], "signature": "c2ln"}
                blocks.insert(0, thinking)
            messages.append({"role": said.role, "content": blocks})
        return _dumps({"system": "You help with orders.", "messages": messages})

    return Form(one=one)


def _sharegpt() -> Form:
    def one(talk: Talk) -> str:
        lines = [
            {"from": "human" if said.role == "user" else "gpt", "value": said.text}
            for said in talk.said
        ]
        return _dumps({"id": talk.name, "conversations": lines})

    return Form(one=one, head="[", join=",\n", tail=lambda: "]")


def _letta() -> Form:
    def one(talk: Talk) -> str:
        messages = [
            {
                "type": "message",
                "id": f"message-{number}",
                "role": said.role,
                "content": [{"type": "text", "text": said.text}],
                "created_at": said.at.isoformat(),
            }
            for number, said in enumerate(talk.said)
        ]
        ids = [message["id"] for message in messages]
        return _dumps(
            {"id": talk.name, "name": talk.name, "in_context_message_ids": ids,
             "messages": messages}
        )  # fmt: skip

    return Form(one=one, head='{"agents": [', join=",\n", tail=lambda: '], "blocks": []}')


def _locomo() -> Form:
    def one(talk: Talk) -> str:
        turns = [
            {
                "speaker": "Mira" if said.role == "user" else "Jonas",
                "dia_id": f"D1:{number + 1}",
                "text": said.text,
            }
            for number, said in enumerate(talk.said)
        ]
        held = {
            "speaker_a": "Mira",
            "speaker_b": "Jonas",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": turns,
        }
        return _dumps({"sample_id": talk.name, "conversation": held, "qa": []})

    return Form(one=one, head="[", join=",\n", tail=lambda: "]")


def _thoughtdag() -> Form:
    edges: list[dict[str, Any]] = []

    def one(talk: Talk) -> str:
        nodes = []
        for number in range(0, len(talk.said), 2):
            name = f"{talk.name}-{number}"
            data = {"question": talk.said[number].text, "response": talk.said[number + 1].text}
            nodes.append({"id": name, "type": "turn", "position": {"x": 0, "y": 0}, "data": data})
            if number:
                edges.append({"source": f"{talk.name}-{number - 2}", "target": name, "data": {}})
        return ",\n".join(map(_dumps, nodes))

    return Form(
        one=one,
        head='{"version": 1, "name": "bench", "nodes": [',
        join=",\n",
        tail=lambda: f'], "edges": {_dumps(edges)}}}',
    )


def _cline() -> Form:
    def one(talk: Talk) -> str:
        messages = [
            {"role": said.role, "content": [{"type": "text", "text": said.text}]}
            for said in talk.said
        ]
        return _dumps(
            {"version": 1, "sessionId": talk.name, "agent": "lead", "messages": messages,
             "updated_at": talk.said[-1].at.isoformat()}
        )  # fmt: skip

    return Form(one=one)


FORMS: Final[dict[str, Callable[[], Form]]] = {
    "chatgpt": _chatgpt,
    "claude-ai": _claude_ai,
    "claude-code": _claude_code,
    "cline": _cline,
    "openai": _openai,
    "anthropic": _anthropic,
    "sharegpt": _sharegpt,
    "letta": _letta,
    "locomo": _locomo,
    "thoughtdag": _thoughtdag,
}
"""Every format that a bench writes by itself; Infold's own is exported from a store."""
