"""Blocks graduate from the hot window as messages come in: a pointer moves, one job is queued."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from infold.core.messages import Message
from infold.core.scope import Scope
from infold.fold.policy import FoldPolicy
from infold.fold.window import Window, asks_to_graduate, fill, graduate
from infold.graph.units import Outline, outline
from infold.store.protocol import ConversationRow, Reader, Writer

FOLD_JOB = "fold"


def outlines(
    reader: Reader, scope: Scope, conversation: str, *, first: int, last: int | None = None
) -> list[Outline]:
    """Outlines of the messages from position `first` to `last` (inclusive; the newest if None)."""
    return [
        outline(message, (parent,))
        for message, parent in reader.messages_below(scope, conversation, first=first, last=last)
    ]


def parents_of(
    reader: Reader, scope: Scope, conversation: str, messages: Sequence[Message]
) -> list[tuple[int, ...]]:
    """For each of some consecutive messages the positions of its parents, ascending."""
    above: dict[int, list[int]] = {message.position: [] for message in messages}
    if messages:
        for wire in reader.wires(scope, conversation, first=messages[0].position):
            if wire.kind == "continue" and wire.child in above:
                above[wire.child].append(wire.parent)
    return [tuple(parents) for parents in above.values()]


def after_append(
    tx: Writer,
    scope: Scope,
    row: ConversationRow,
    message: Outline,
    *,
    policy: FoldPolicy,
    now: datetime,
) -> ConversationRow:
    """Move the pointer if the message that was just written fills the window.

    Args:
        tx: The transaction in which the message was written.
        scope: Whose.
        row: The conversation with the message counted.
        message: Its outline.
        policy: Says when blocks graduate.
        now: When the job is due.

    Returns:
        The row. Constant time where nothing graduates; else linear in the hot window.
    """
    before = Window(start=row.hot_from, tokens=row.hot_tokens - message.tokens)
    if not asks_to_graduate(before, message, policy):
        return row
    moved = graduate(outlines(tx, scope, row.id, first=row.hot_from), policy)
    return _moved(tx, scope, row, moved, now) if moved else row


def after_import(
    tx: Writer,
    scope: Scope,
    row: ConversationRow,
    messages: Sequence[Outline],
    *,
    policy: FoldPolicy,
    now: datetime,
) -> ConversationRow:
    """The same for many messages at once: the pointer ends where one by one would leave it."""
    if not messages:
        return row
    first = messages[0].position
    tokens = row.hot_tokens - sum(message.tokens for message in messages)
    hot = (
        outlines(tx, scope, row.id, first=row.hot_from, last=first - 1)
        if row.hot_from < first
        else []
    )
    moves = fill(Window(start=row.hot_from, tokens=tokens), messages, hot, policy)
    last = moves[-1]
    return _moved(tx, scope, row, last, now) if last.start > row.hot_from else row


def _moved(
    tx: Writer, scope: Scope, row: ConversationRow, window: Window, now: datetime
) -> ConversationRow:
    tx.queue_job(scope, FOLD_JOB, row.id, now)
    return replace(row, hot_from=window.start, hot_tokens=window.tokens)
