"""Large stores, filled faster than message by message.

Messages go through the same command as `append`, several hundred of them a transaction, without a
sync for each: the same rows, in the same order. Jobs run only for the conversation that is asked.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, Literal, TypeAlias

from bench import copying
from bench.sessions import Session, session
from bench.stores import LONGEST, USER, name, open_store
from infold import Infold
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.engine.append import Append, append
from infold.engine.chat import Chat
from infold.models.embedder import Embedder
from infold.store.protocol import ConversationRow, Writer

Shape: TypeAlias = Literal["one user", "many users"]
SHAPES: Final[tuple[Shape, ...]] = ("one user", "many users")
EACH: Final = 1_000
"""Messages of each of many users."""
_CHUNK: Final = 500
COPIED_FROM: Final = 500_000
"""Stores of so many messages are made of copies: to fill one by appends takes hours."""


def user(shape: Shape, number: int) -> str:
    """Whose a store's conversation of this number is."""
    return USER if shape == "one user" else f"user-{number}"


def length(shape: Shape) -> int:
    """Messages of a whole conversation."""
    return LONGEST if shape == "one user" else EACH


def last(size: int, shape: Shape) -> int:
    """Number of the conversation that was filled last; it has whatever was left."""
    return max(0, size - 1) // length(shape)


def pour(
    path: Path, size: int, shape: Shape, *, seed: int, embedder: Embedder, kept: Path | None = None
) -> None:
    """Make a store of `size` messages in conversations of up to 20,000, or 1,000 a user.

    Args:
        path: Where; nothing is there yet.
        size: Messages in all.
        shape: Whose they are.
        seed: Of the first session; the next ones count on.
        embedder: The store is bound to it; nothing is embedded.
        kept: A folder in which filled stores are kept, to be copied the next time.
    """
    store = None if kept is None else kept / f"{shape.replace(' ', '-')}-{size}-{seed}.db"
    if store is not None and store.exists():
        shutil.copyfile(store, path)
        return
    if size >= COPIED_FROM:
        _pour_copies(path, size, shape, seed=seed, embedder=embedder)
    else:
        with open_store(path, embedder, synchronous="NORMAL") as memory:
            for number, messages in enumerate(_stretches(size, length(shape), seed)):
                chat = memory.conversation(name(number), user=user(shape, number))
                say_all(chat, memory, messages)
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
    if store is not None:
        store.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, store.with_suffix(".part"))
        store.with_suffix(".part").rename(store)


def how(size: int) -> str:
    """How a store of this size was filled, for its rows."""
    return copying.HOW if size >= COPIED_FROM else f"filled by {_CHUNK} appends a transaction"


def _pour_copies(path: Path, size: int, shape: Shape, *, seed: int, embedder: Embedder) -> None:
    """Fill the first conversation and the last, and copy the first to where the others stand."""
    each = length(shape)
    made = session(min(size, LONGEST), seed).messages[:each]
    with open_store(path, embedder, synchronous="NORMAL") as memory:
        say_all(memory.conversation(name(0), user=user(shape, 0)), memory, made)
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        (original,) = connection.execute(
            "SELECT number FROM conversations WHERE user_id = ?", (user(shape, 0),)
        ).fetchone()
        for number in range(1, last(size, shape)):
            copying.copy_conversation(
                connection,
                owner=user(shape, 0),
                original=original,
                user=user(shape, number),
                number=original + number if shape == "one user" else original,
            )
        connection.execute("COMMIT")
    finally:
        connection.close()
    number = last(size, shape)
    rest = session(LONGEST, seed + 1).messages[: size - number * each]
    with open_store(path, embedder, synchronous="NORMAL") as memory:
        say_all(memory.conversation(name(number), user=user(shape, number)), memory, rest)


def asked(size: int, shape: Shape, seed: int) -> Session:
    """The session that a large store's first conversation is of, to ask its questions."""
    return session(min(size, LONGEST) if shape == "one user" else EACH, seed)


def _stretches(size: int, each: int, seed: int) -> Iterator[Sequence[Message]]:
    number = 0
    while size > 0:
        # Sessions are long also where conversations are short: those of a user hang together.
        made = session(min(size, LONGEST), seed + number).messages
        for first in range(0, len(made), each):
            yield made[first : first + each]
        size -= len(made)
        number += 1


def say_all(chat: Chat, memory: Infold, messages: Sequence[Message]) -> None:
    """Append messages, many a transaction."""
    row = ConversationRow(id=chat.id, key=chat.key)
    for first in range(0, len(messages), _CHUNK):
        chunk = messages[first : first + _CHUNK]
        memory.store.write(partial(_chunk, memory=memory, scope=chat.scope, row=row, chunk=chunk))


def _chunk(
    tx: Writer, *, memory: Infold, scope: Scope, row: ConversationRow, chunk: Sequence[Message]
) -> None:
    now = memory.clock.now()
    for message in chunk:
        append(
            tx,
            scope,
            Append(conversation=row, message=message, parents=None, key="", now=now),
            secret=memory.secret,
            counter=memory.counter,
            policy=memory.policy,
        )
