"""Stores filled with sessions, for every bench."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Self

from bench.sessions import Session, session
from infold import Infold
from infold.config import Settings
from infold.core.messages import Message
from infold.engine.chat import Chat
from infold.fold.policy import FoldPolicy
from infold.models.embedder import Embedder

Synchronous = Literal["FULL", "NORMAL"]
USER = "bench"
LONGEST = 20_000
"""Messages of one conversation; a larger store has several."""


def settings(*, synchronous: Synchronous = "FULL") -> Settings:
    """Settings of a bench: the defaults, whatever the machine's own say."""
    return Settings(synchronous=synchronous, user=USER)


def open_store(
    path: Path,
    embedder: Embedder,
    *,
    synchronous: Synchronous = "FULL",
    policy: FoldPolicy | None = None,
) -> Infold:
    """Open a store with an embedder whose weights are loaded already."""
    return Infold.open(
        path, settings=settings(synchronous=synchronous), embedder=embedder, policy=policy
    )


def say(chat: Chat, message: Message) -> Message:
    """Append a message as a program would."""
    return chat.append(message.role, message.parts, author=message.author, at=message.at)


def run_jobs(memory: Infold) -> None:
    """Run every job that is due."""
    while memory.run_job() is not None:
        pass


def fill(
    path: Path,
    size: int,
    *,
    seed: int,
    embedder: Embedder,
    jobs: bool,
    policy: FoldPolicy | None = None,
) -> list[Session]:
    """Make a store of `size` messages through `append`, in conversations of up to 20,000.

    Args:
        path: Where; nothing is there yet.
        size: Messages in all.
        seed: Of the first session; the next ones count on.
        embedder: Its weights are loaded.
        jobs: Whether to embed and fold too.
        policy: How chats are folded.

    Returns:
        The sessions. The conversation of the i-th is called `session-i`.
    """
    sessions: list[Session] = []
    with open_store(path, embedder, synchronous="NORMAL", policy=policy) as memory:
        while size > 0:
            number = len(sessions)
            made = session(min(size, LONGEST), seed + number)
            chat = memory.conversation(name(number))
            for message in made.messages:
                say(chat, message)
            sessions.append(made)
            size -= len(made.messages)
            if jobs:
                run_jobs(memory)
    return sessions


def name(number: int) -> str:
    """Name of the conversation that holds a store's session of this number."""
    return f"session-{number}"


class Stopwatch:
    """CPU seconds of this process, all threads, user and system: `with Stopwatch() as watch`."""

    def __enter__(self) -> Self:
        self._wall = time.perf_counter()
        self._cpu = time.process_time()
        return self

    def __exit__(self, *error: object) -> None:
        self.cpu = time.process_time() - self._cpu
        self.wall = time.perf_counter() - self._wall


def ratio(above: Sequence[float], below: Sequence[float]) -> list[float]:
    """Run by run, one side over the other."""
    return [a / b for a, b in zip(above, below, strict=True)]
