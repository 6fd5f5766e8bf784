"""What the writers of transcripts share: phrases, and the answer that each of them knows.

A writer draws a file from a seed, with the oddities that real files of its format have, and says
what must be read of it. It shares no code with the readers: what is expected is built by hand.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

from infold.core.messages import Message, Text

WORDS = (
    "PostgreSQL 16.2 listens on 5433",
    "데이터베이스는 5433 포트입니다",
    "数据库在端口 5433",
    "データベースはポート5433です",
    "basis data ada di port 5433",
    "die Datenbank läuft über Port 5433, Größe ÄÖÜß",
    "la base de données écoute sur 5433",
    "\ud83d lone",
    '🎉 ]}[{"\\ \u2028 end',
)


@dataclass(kw_only=True)
class Chat:
    """A conversation that must come out.

    Attributes:
        messages: In any order, all different; `source` is what must stand there.
        wires: (parent, child, kind, inferred), ends by index among the messages.
        key: Its key; None where only its sameness matters.
        title: Its title.
        leaf: Index of its leaf; None where the source names none.
        compactions: What the tool compacted: index of the summary or None, its text, indexes of
            its sources or None where they are not known; None where they are not looked at.
        settings: (index of the message, name, value) of what stands on messages; a value may be
            (index of a message, the rest); None where they are not looked at.
        materials: Names and texts of the documents beside it; likewise.
    """

    messages: list[Message] = field(default_factory=list)
    wires: set[tuple[int, int, str, bool]] = field(default_factory=set)
    key: str | None = None
    title: str = ""
    leaf: int | None = None
    compactions: list[tuple[int | None, str, list[int] | None]] | None = None
    settings: list[tuple[int, str, str | tuple[int, str]]] | None = None
    materials: list[tuple[str, str]] | None = None

    def add(self, message: Message, *parents: int, inferred: bool = False) -> int:
        """Add a message below others; its index."""
        place = len(self.messages)
        self.messages.append(message)
        self.wires |= {(parent, place, "continue", inferred) for parent in parents}
        return place

    def follow(self, message: Message) -> int:
        """Add a message below the last one, if there is one; its index."""
        return self.add(message, *([len(self.messages) - 1] if self.messages else []))


@dataclass(kw_only=True)
class Written:
    """A file and what stands in it.

    Attributes:
        text: The file.
        chats: Those that hold a message, in the order of the file.
        bad: Records that cannot be read.
        skipped: Records that are no messages.
        repaired: Messages that are kept after a repair.
    """

    text: str = ""
    chats: list[Chat] = field(default_factory=list)
    bad: int = 0
    skipped: int = 0
    repaired: int = 0


class Pen:
    """Draws words and ways to write JSON."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._count = 0
        self.ascii = rng.random() < 0.5

    def phrase(self) -> str:
        """A text that stands nowhere else in the file."""
        self._count += 1
        return f"{self.rng.choice(WORDS)} {self._count}/{self.rng.randrange(10**6)}"

    def chance(self, share: float) -> bool:
        """True in so large a share of cases."""
        return self.rng.random() < share

    def dumps(self, value: object, indent: int | None = None) -> str:
        """JSON of a value; in ASCII, or as it is but for lone surrogates."""
        text = json.dumps(value, ensure_ascii=self.ascii, indent=indent)
        if self.ascii:
            return text
        return "".join(
            f"\\u{ord(sign):04x}" if "\ud800" <= sign <= "\udfff" else sign for sign in text
        )

    def records(self, values: list[Any], *, printed: bool = True) -> str:
        """Records as a list, one a line, or, of one record, by itself.

        Args:
            values: The records.
            printed: Whether they may be printed over several lines: a block that is kept as it
                stands is expected as `dumps` writes it.
        """
        layouts = ["list", "lines", *["printed"] * printed, *["single"] * (len(values) == 1)]
        match self.rng.choice(layouts):
            case "list":
                return self.dumps(values)
            case "printed":
                return self.dumps(values, indent=2)
            case "single":
                return self.dumps(values[0], indent=2 if printed and self.chance(0.5) else None)
            case _:
                return self.rng.choice(["\n", "\n\n"]).join(map(self.dumps, values))


def said(role: Any, text: str, **more: Any) -> Message:
    """A message of one text."""
    return Message(role=role, parts=(Text(text=text),), **more)
