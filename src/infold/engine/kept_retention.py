"""How long a store keeps its facts: what it was last opened with stands in it.

A program says it once (`Infold.open(…, retention=…)`), or the settings do. Workers and the command
line, which are told nothing, follow; a sweep by another retention than the store's is refused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from infold.config import Settings
from infold.core.scope import Scope
from infold.errors import Conflict
from infold.memory.chat_keeping import chats_of
from infold.memory.retention import Retention
from infold.memory.retention_text import (
    differences,
    has_settings,
    read_retention,
    with_settings,
    written,
)
from infold.store.protocol import Reader

if TYPE_CHECKING:
    from infold.engine.memory import Infold
    from infold.engine.opened import Opened

__all__ = ["follow", "in_force", "keep"]


def in_force(
    reader: Reader,
    scope: Scope,
    asked: Retention | None,
    settings: Settings,
    secret: bytes,
) -> tuple[Retention, str, bool]:
    """How facts are kept in a store that is being opened.

    What the program asks for wins, then what a program asked for last, then the settings, then
    what they said last, then the defaults.

    Args:
        reader: A snapshot.
        scope: Of the space.
        asked: What the program asks for.
        settings: Its settings.
        secret: Of the space.

    Returns:
        How facts are kept; that as text, empty for the defaults; whether it was asked for by this
        program or its settings: else the store is followed.
    """
    if asked is not None:
        return _whole(asked, settings), written(asked, secret=secret, by="program"), True
    text = reader.retention(scope)
    kept, by = read_retention(text, secret=secret) if text else (Retention(), "")
    if by != "program" and has_settings(settings):
        kept = with_settings(Retention(), settings)
        return _whole(kept, settings), written(kept, secret=secret, by="settings"), True
    return _whole(kept, settings), text, False


def keep(memory: Infold) -> None:
    """Let a store keep what this program asked for."""
    if not memory.is_asked or not memory.store.is_writable:
        return
    scope, text = Scope(space=memory.space), memory.kept
    with memory.store.read() as reader:
        if reader.retention(scope) == text:
            return
    memory.store.write(lambda tx: tx.bind_retention(scope, text))


def follow(opened: Opened) -> None:
    """Sweep only as the store is kept now: a program that was told nothing follows it.

    Raises:
        Conflict: This program asked for something else than the store was last opened with.
    """
    memory = cast("Infold", opened)
    with memory.store.read() as reader:
        text = reader.retention(Scope(space=memory.space))
    if text == memory.kept:
        return
    if memory.is_asked:
        what = "; ".join(differences(memory.kept, text)) or "other values"
        raise Conflict(
            "The store has been opened with another retention since this program opened it. "
            f"This program has {what}.",
            hint="Open the store anew with the retention that is meant: the last one that was "
            "given is kept in it, and workers and the command line follow it.",
        )
    kept = read_retention(text, secret=memory.secret)[0] if text else Retention()
    memory.retention, memory.kept = _whole(kept, memory.settings), text


def _whole(retention: Retention, settings: Settings) -> Retention:
    return replace(retention, chats=retention.chats or chats_of(settings))
