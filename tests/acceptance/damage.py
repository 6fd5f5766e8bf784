"""Stores with bytes that turned, in a process of their own: `python -m tests.acceptance.damage`.

Each is a copy of a sound store with some bytes changed. It is opened, verified, listed, searched
and asked. What comes out is a typed error, or what was written: nothing else, and never a crash.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
import shutil
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from infold import Infold
from infold.config import Settings
from infold.errors import InfoldError
from infold.testing import FrozenClock

SETTINGS = Settings(embedder="none", space_secret="a secret for tests")
PAGE = 4096
QUESTIONS = ("", "How long does the backup take?", "백업 작업은 몇 분?", "数据库的备份")


def opened(path: Path) -> Infold:
    return Infold.open(path, settings=SETTINGS, clock=FrozenClock(), create=False)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@dataclass(frozen=True, slots=True)
class Written:
    """What stands in the sound store."""

    titles: dict[str, str] = field(default_factory=dict)
    messages: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    claims: dict[str, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)


def written(path: Path) -> Written:
    """Read the sound store."""
    found = Written()
    with opened(path) as memory:
        assert memory.verify() == []
        for info in memory.conversations():
            found.titles[info.id] = info.title
            chat = memory.conversation(info.id)
            for message in chat.messages():
                found.messages[message.id] = as_read(message)
                found.said.append(squeezed(message.text))
            for fold in chat.folds():
                for claim in fold.claims:
                    found.claims[claim.id] = claim.text
                    found.said.append(squeezed(claim.text))
        assert list(untrue(memory, found)) == []
    return found


def as_read(message: Any) -> tuple[Any, ...]:
    return (message.role, message.author, message.at, message.parts, message.position)


def untrue(memory: Infold, sound: Written) -> Iterator[str]:
    """What a store shows that was never written."""
    for info in memory.conversations():
        if sound.titles.get(info.id) != info.title:
            yield f"a conversation is called {info.title!r}"
    for identity in sound.titles:
        chat = memory.conversation(identity)
        for call in (
            lambda chat=chat: _messages(chat, sound),
            lambda chat=chat: _claims(chat, sound),
            *(lambda chat=chat, q=q: _context(chat, q, sound) for q in QUESTIONS),
        ):
            with contextlib.suppress(InfoldError):
                yield from call()
    for question in QUESTIONS[1:]:
        for hit in memory.search(question, k=20):
            if hit.kind == "message" and hit.id in sound.messages:
                if squeezed(hit.text) not in sound.said:
                    yield f"search shows {hit.text!r}"
            elif hit.kind == "message":
                yield f"search shows a message {hit.id}"


def _messages(chat: Any, sound: Written) -> Iterator[str]:
    for message in chat.messages():
        if sound.messages.get(message.id) != as_read(message):
            yield f"message {message.id} reads {as_read(message)!r}"


def _claims(chat: Any, sound: Written) -> Iterator[str]:
    for fold in chat.folds():
        for claim in fold.claims:
            if sound.claims.get(claim.id) != claim.text:
                yield f"claim {claim.id} reads {claim.text!r}"


def _context(chat: Any, question: str, sound: Written) -> Iterator[str]:
    made = chat.context(question, budget=1500)
    flat = squeezed(made.text)
    for source in made.sources:
        if source["id"] not in sound.messages:
            yield f"a context stands on {source['id']!r}"
            continue
        part = sound.messages[source["id"]][3][source["part"]]
        stretch = squeezed(part.text[source["start"] : source["end"]]).strip()
        if stretch not in flat:
            yield f"a context that stands on {stretch!r} shows {made.text!r}"
    for claim in made.claims:
        if claim["text"] not in sound.claims.values():
            yield f"a context claims {claim['text']!r}"


def hurt(data: bytearray, chance: random.Random) -> list[tuple[int, int]]:
    """Change one byte, a few, or a whole page; where and to what."""
    count = chance.choice((1, 1, 1, 1, 2, 8, PAGE))
    changes = []
    if count == PAGE:
        first = chance.randrange(len(data) // PAGE) * PAGE
        new = chance.choice((bytes(PAGE), chance.randbytes(PAGE), bytes(data[:PAGE])))
        data[first : first + PAGE] = new
        return [(first, PAGE)]
    for _ in range(count):
        at = chance.randrange(len(data))
        data[at] ^= chance.choice((1 << chance.randrange(8), chance.randrange(1, 256)))
        changes.append((at, data[at]))
    return changes


def main() -> None:
    """Arguments: the sound store, a folder, the first seed, how many. A line of JSON each."""
    path, folder, first, count = Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:5])
    sound = written(path)
    for seed in range(first, first + count):
        chance = random.Random(seed)
        data = bytearray(path.read_bytes())
        changes = hurt(data, chance)
        print(json.dumps({"seed": seed, "changes": changes[:8]}), flush=True)
        copy = folder / f"{seed}.db"
        shutil.rmtree(copy, ignore_errors=True)
        copy.write_bytes(data)
        answer: dict[str, Any] = {
            "seed": seed,
            "typed": "",
            "untrue": [],
            "untyped": "",
            "faults": 0,
        }
        try:
            with opened(copy) as memory:
                answer["faults"] = len(memory.verify())
                answer["untrue"] = list(untrue(memory, sound))[:3]
        except InfoldError as error:
            answer["typed"] = f"{type(error).__name__}: {error}"
            if not error.hint:
                answer["untyped"] = f"no hint: {error}"
        except Exception:  # noqa: BLE001 - what this looks for
            answer["untyped"] = traceback.format_exc()
        print(json.dumps(answer), flush=True)
        for left in folder.glob(f"{seed}.db*"):
            left.unlink()


if __name__ == "__main__":
    main()
