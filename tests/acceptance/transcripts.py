"""Transcripts written for these tests: branched, with tool calls, in several languages."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

TOPICS = (
    ("the {x} of the orders database", "replica|vacuum job|index|backup|connection pool"),
    ("데이터베이스 {x}", "복제본|백업 작업|색인|연결 풀|점검표"),
    ("数据库的{x}", "副本|备份|索引|连接池|日志"),
    ("サーバーの{x}", "設定|証明書|ログ|ポート|監視"),
    ("{x} di server Jakarta", "cadangan|sertifikat|antrean|jadwal|laporan"),
    ("la réservation du {x} à Orléans", "train|hôtel|musée|théâtre|café"),
)
ASKED = (
    "How long does {t} take, more than {n} minutes?",
    "Please set {t} to {n} before Friday.",
    "{t} failed with code E{n}, what now?",
)
ANSWERED = (
    "Setting {t} to {n} should do; it took {m} seconds in the last run.",
    "{t} needs {n} MB, I checked it on host-{m}.example.",
    "The cause was port {n}: {t} listens on {m} instead.",
)


SMALL = ("Got it.", "Thanks!", "네 알겠습니다", "好的", "わかりました", "Terima kasih", "Merci")


def talk(count: int, *, seed: int = 0, small: float = 0.0) -> list[tuple[str, str]]:
    """So many messages by turns of user and assistant, as (role, text); `small` of them filler."""
    chance = random.Random(seed)
    said = []
    topic = ""
    for number in range(count):
        asks = number % 2 == 0
        if asks:
            shape, things = chance.choice(TOPICS)
            topic = shape.format(x=chance.choice(things.split("|")))
        text = chance.choice(ASKED if asks else ANSWERED)
        if chance.random() < small:
            text = chance.choice(SMALL)
        said.append(
            (
                "user" if asks else "assistant",
                text.format(t=topic, n=chance.randrange(10, 9000), m=chance.randrange(10, 900)),
            )
        )
    return said


class Tree:
    """The nodes of one conversation of a ChatGPT export."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.at = 1_760_000_000.0 + 86_400 * number
        self.nodes: dict[str, dict[str, Any]] = {
            "root": {"id": "root", "parent": None, "message": None}
        }

    def add(self, parent: str, role: str, text: str, **more: str) -> str:
        """Add a node below another one, a minute after the last; its name."""
        name = f"c{self.number}-m{len(self.nodes)}"
        self.at += 60
        self.nodes[name] = {
            "id": name,
            "parent": parent,
            "message": {
                "id": name,
                "author": {"role": role, "name": more.get("name")},
                "create_time": self.at,
                "recipient": more.get("recipient", "all"),
                "content": {"content_type": "text", "parts": [text]},
            },
        }
        return name


def chatgpt_export(
    path: Path, *, conversations: int, messages: int, seed: int = 0, small: float = 0.5
) -> Path:
    """Write a ChatGPT export: branches, tool calls and filler in each of its conversations."""
    made = []
    for number in range(conversations):
        chance = random.Random(seed * 1000 + number)
        tree = Tree(number)
        last = "root"
        for turn, (role, text) in enumerate(talk(messages, seed=seed * 1000 + number, small=small)):
            if len(tree.nodes) > messages:
                break
            above = last
            if role == "assistant" and chance.random() < 0.2:
                call = tree.add(last, "assistant", f"print({turn})", recipient="python")
                found = f"{turn} rows, {chance.randrange(1000)} ms"
                last = tree.add(call, "tool", found, name="python")
            last = tree.add(last, role, text)
            if role == "assistant" and chance.random() < 0.05:
                # A second answer to the same question: a branch that ends.
                tree.add(above, role, f"Another try: {text}")
        made.append(
            {
                "conversation_id": f"export-{number}",
                "title": f"Operations {number}",
                "mapping": tree.nodes,
                "current_node": last,
            }
        )
    path.write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
    return path


def openai_file(path: Path, messages: Sequence[dict[str, Any]], *, encoding: str = "utf-8") -> Path:
    """Write messages in the form of the OpenAI interface as one JSON list."""
    path.write_bytes(json.dumps(messages, ensure_ascii=False).encode(encoding))
    return path


def images(count: int, size: int, *, seed: int = 0) -> Iterator[tuple[bytes, str]]:
    """Images as bytes and as data URIs; all different."""
    chance = random.Random(seed)
    for number in range(count):
        data = b"\x89PNG\r\n\x1a\n" + number.to_bytes(4, "big") + chance.randbytes(size - 12)
        yield data, f"data:image/png;base64,{base64.b64encode(data).decode()}"
