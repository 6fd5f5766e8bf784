"""Seeded writers of each format, with the oddities of real files: what goes in comes out."""

from __future__ import annotations

import base64
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infold.core.messages import Text, ToolResult
from infold.formats import Parsed, Reading, open_transcript

WORDS = (
    "PostgreSQL 16.2 listens on 5433",
    "데이터베이스는 5433 포트입니다",
    "数据库在端口 5433",
    "データベースはポート5433です",
    "basis data ada di port 5433",
    "la base de données écoute sur 5433",
    "\ud83d lone",
    '🎉 ]}[{"\\ \u2028 end',
)


@dataclass
class Written:
    """A file and what stands in it.

    Attributes:
        text: The file.
        said: Texts that must come out, each as often as it was written.
        conversations: How many hold a message.
        leaves: Of all conversations together; None where the writer does not count them.
        bad: Records that cannot be read.
        skipped: Records that are no messages.
    """

    text: str = ""
    said: Counter[str] = field(default_factory=Counter)
    conversations: int = 0
    leaves: int | None = None
    bad: int = 0
    skipped: int = 0


def phrase(rng: random.Random, written: Written) -> str:
    text = f"{rng.choice(WORDS)} {rng.randrange(10**6)}"
    written.said[text] += 1
    return text


def dumps(rng: random.Random, value: object) -> str:
    return json.dumps(value, ensure_ascii=rng.random() < 0.5 or "\\ud83d" in json.dumps(value))


def write_openai(rng: random.Random) -> Written:
    written = Written(leaves=0)
    chats = []
    for _ in range(rng.randint(1, 4)):
        chat: list[Any] = [{"role": "user", "content": phrase(rng, written)}]
        for number in range(rng.randint(0, 8)):
            match rng.randrange(7):
                case 0:
                    call = {"id": f"c{number}", "function": {"name": "f", "arguments": "{}"}}
                    chat.append({"role": "assistant", "content": None, "tool_calls": [call]})
                    result = phrase(rng, written)
                    chat.append({"role": "tool", "tool_call_id": f"c{number}", "content": result})
                case 1:
                    data = base64.b64encode(rng.randbytes(9)).decode()
                    image = {
                        "type": "image_url",
                        "image_url": {"url": f"data:image/png;base64,{data}"},
                    }
                    text = {"type": "text", "text": phrase(rng, written)}
                    chat.append({"role": "user", "content": [text, image]})
                case 2:
                    bad = rng.choice(
                        [7, None, "x", {"role": "ghost"}, {"role": "user", "content": 1}]
                    )
                    chat.append(bad)
                    written.bad += 1
                case 3:
                    chat.append({"role": "function", "name": "g", "content": phrase(rng, written)})
                case _:
                    role = rng.choice(["user", "assistant", "developer", "system"])
                    chat.append({"role": role, "content": phrase(rng, written)})
        chats.append(chat)
        written.leaves = (written.leaves or 0) + 1
    written.conversations = len(chats)
    match rng.randrange(4):
        case 0 if len(chats) == 1:
            written.text = json.dumps(chats[0], indent=rng.choice([None, 2]))
        case 1:
            written.text = "\n".join(dumps(rng, {"messages": chat, "id": "x"}) for chat in chats)
        case 2:
            written.text = json.dumps([{"messages": chat} for chat in chats], indent=1)
        case _:
            written.text = "\n\n".join(dumps(rng, chat) for chat in chats)
    return written


def write_chatgpt(rng: random.Random) -> Written:
    written = Written(leaves=0)
    conversations = []
    for number in range(rng.randint(1, 4)):
        mapping: dict[str, Any] = {
            "r": {"id": "r", "parent": None, "children": [], "message": None}
        }
        written.skipped += 1
        kept: list[str] = []
        parents: set[str] = set()
        for index in range(rng.randint(1, 10)):
            name = f"n{index}"
            parent = rng.choice(kept) if kept else "r"
            parents.add(parent)
            kept.append(name)
            role = rng.choice(["user", "assistant", "tool", "system"])
            parts: list[Any] = [phrase(rng, written)]
            if rng.random() < 0.2:
                image = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://1"}
                parts.insert(0, image)
            mapping[name] = {
                "id": name,
                "parent": parent,
                "children": [],
                "message": {
                    "id": name,
                    "author": {"role": role},
                    "create_time": rng.choice([None, 0, 1.7e9 - index, "x"]),
                    "content": {"content_type": "text", "parts": parts},
                    "metadata": rng.choice([None, {}, {"model_slug": "gpt-4o"}]),
                    "weight": rng.choice([0, 1.0]),
                },
            }
            if rng.random() < 0.2:  # an empty node above whatever comes next
                hollow = {"author": {"role": "system"}, "content": {"parts": [""]}}
                mapping[f"h{index}"] = {"id": f"h{index}", "parent": name, "message": hollow}
                written.skipped += 1
            if rng.random() < 0.1:
                mapping[f"b{index}"] = rng.choice([3, None, {"parent": name, "message": 4}])
                written.bad += 1
        for name, node in mapping.items():
            if isinstance(node, dict) and node.get("parent") in mapping and rng.random() < 0.7:
                mapping[node["parent"]].setdefault("children", []).append(name)
        shuffled = list(mapping.items())
        rng.shuffle(shuffled)
        written.leaves = (written.leaves or 0) + len(set(kept) - parents)
        conversations.append(
            {"id": f"c{number}", "current_node": kept[-1], "mapping": dict(shuffled)}
        )
    written.conversations = len(conversations)
    if rng.random() < 0.3:
        conversations.append({"id": "empty", "mapping": {}})
        written.skipped += 1
    if rng.random() < 0.3:
        conversations.append({"id": "broken"})
        written.bad += 1
    written.text = json.dumps(conversations, indent=rng.choice([None, 2]))
    return written


def write_claude_code(rng: random.Random) -> Written:
    written = Written()
    lines: list[str] = []
    sessions = [f"s{index}" for index in range(rng.randint(1, 3))]
    before: dict[str, list[str]] = {name: [] for name in sessions}
    for index in range(rng.randint(1, 25)):
        session = rng.choice(sessions)
        earlier = before[session]
        uuid = f"u{index}"
        base: dict[str, Any] = {
            "uuid": uuid,
            "sessionId": session,
            "parentUuid": rng.choice([None, "gone", uuid, *earlier[-3:]]),
            "isSidechain": rng.random() < 0.2,
            "timestamp": rng.choice(["2025-12-16T02:00:00Z", None, "no time", 5]),
        }
        if rng.random() < 0.2:
            del base["parentUuid"]
        match rng.randrange(8):
            case 0:
                kind = rng.choice(["progress", "attachment", "system", "file-history-snapshot"])
                lines.append(json.dumps(base | {"type": kind, "subtype": "x"}))
                written.skipped += 1
            case 1:
                lines.append(rng.choice(['{"type": "user"', "42", '{"x": 1}', '"text"', "nul"]))
                written.bad += 1
                continue
            case 2:
                lines.append(json.dumps(base | {"type": "user", "message": {"role": "user"}}))
                written.bad += 1
            case 3:
                block = {"type": "tool_result", "content": phrase(rng, written)}
                message = {"role": "user", "content": [block]}
                lines.append(json.dumps(base | {"type": "user", "message": message}))
            case 4:
                blocks = [
                    {"type": "thinking", "thinking": "t", "signature": "s"},
                    {"type": "text", "text": phrase(rng, written)},
                    {"type": "tool_use", "name": "f", "input": {"a": 1}},
                ]
                message = {"role": "assistant", "content": blocks}
                lines.append(json.dumps(base | {"type": "assistant", "message": message}))
            case _:
                message = {"role": "user", "content": phrase(rng, written)}
                line = json.dumps(base | {"type": "user", "message": message})
                lines.append(line)
                if rng.random() < 0.2:
                    lines.append(line)
                    written.skipped += 1
        earlier.append(uuid)
    first = {"role": "user", "content": phrase(rng, written)}
    lines.append(json.dumps({"type": "user", "uuid": "z", "sessionId": "s0", "message": first}))
    written.text = "\n".join(lines)
    said_in = {
        record["sessionId"]
        for record in (json.loads(line) for line in lines if line.startswith('{"uuid"'))
        if isinstance(record.get("message"), dict) and "content" in record["message"]
    }
    written.conversations = len(said_in | {"s0"})
    return written


WRITERS = {"openai": write_openai, "chatgpt": write_chatgpt, "claude-code": write_claude_code}


def texts(parsed: Parsed) -> list[str]:
    return [
        part.text
        for message in parsed.conversation.messages
        for part in message.parts
        if isinstance(part, Text | ToolResult) and part.text
    ]


def check_shape(parsed: Parsed) -> int:
    """Check that the conversation is a graph as it should be; the number of its leaves."""
    conversation = parsed.conversation
    ids = [message.id for message in conversation.messages]
    assert ids == [str(index) for index in range(len(ids))]
    assert all(int(wire.parent) < int(wire.child) for wire in conversation.wires)
    assert len({wire.child for wire in conversation.wires}) == len(conversation.wires)
    assert conversation.leaf is None or conversation.leaf in ids
    sources = [message.source for message in conversation.messages if message.source]
    assert len(set(sources)) == len(sources)
    return len(set(ids) - {wire.parent for wire in conversation.wires})


def read(path: Path) -> tuple[Reading, list[Parsed]]:
    reading = open_transcript(path)
    return reading, list(reading)


@pytest.mark.parametrize("name", WRITERS)
@given(seed=st.integers(0, 2**32), encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_counts_and_texts_in_are_counts_and_texts_out(
    tmp_path_factory: pytest.TempPathFactory, name: str, seed: int, encoding: str
) -> None:
    writer: Callable[[random.Random], Written] = WRITERS[name]
    written = writer(random.Random(seed))
    path = tmp_path_factory.mktemp("f") / "f"
    path.write_bytes(
        written.text.encode(encoding, "surrogatepass" if encoding == "utf-16" else "strict")
    )
    reading, parsed = read(path)
    assert reading.format == name
    assert Counter(text for each in parsed for text in texts(each)) == written.said
    assert reading.bad_count == written.bad
    assert sum(reading.skipped.values()) == written.skipped
    assert reading.records_in == reading.messages_out + written.bad + written.skipped
    assert len(parsed) == written.conversations
    leaves = sum(check_shape(each) for each in parsed)
    assert written.leaves is None or leaves == written.leaves
    assert len({each.conversation.key for each in parsed}) == len(parsed)
    again = read(path)[1]
    assert again == parsed


@pytest.mark.parametrize("name", ["openai", "claude-code"])
@given(seed=st.integers(0, 2**32))
def test_a_grown_file_is_the_same_conversation_and_more(
    tmp_path_factory: pytest.TempPathFactory, name: str, seed: int
) -> None:
    rng = random.Random(seed)
    written = Written()
    lines = []
    for index in range(rng.randint(2, 12)):
        said = {"role": "user", "content": phrase(rng, written)}
        log = {"type": "user", "uuid": f"u{index % 7}", "sessionId": "s", "message": said}
        lines.append(json.dumps(said if name == "openai" else log))
    path = tmp_path_factory.mktemp("f") / "f"
    path.write_text("\n".join(lines[: rng.randint(1, len(lines) - 1)]), encoding="utf-8")
    (short,) = read(path)[1]
    path.write_text("\n".join(lines), encoding="utf-8")
    (long,) = read(path)[1]
    size = len(short.conversation.messages)
    assert long.conversation.key == short.conversation.key
    assert long.conversation.messages[:size] == short.conversation.messages
    assert [message.source for message in long.conversation.messages[:size]] == [
        message.source for message in short.conversation.messages
    ]
    assert set(short.conversation.wires) <= set(long.conversation.wires)
