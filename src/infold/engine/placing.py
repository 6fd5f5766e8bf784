"""Giving a message its place in a conversation: id, position, wires, forward row, counts.

Shared by `append` and `import`, so that both ways in give the same rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from infold.core.forward import SEVERAL
from infold.core.ids import message_id
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter, message_tokens
from infold.graph.turns import opens_turn
from infold.recall.forward import forward_row
from infold.store.protocol import ConversationRow, WireRow, Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class Parent:
    """A parent that is in the store already."""

    position: int
    id: str
    inferred: bool = False


def placed(
    row: ConversationRow,
    message: Message,
    *,
    secret: bytes,
    parents: Sequence[Parent],
    ordinal: int,
    counter: TokenCounter,
) -> Message:
    """The message with its id, position and tokens; the next position of the conversation."""
    return replace(
        message,
        id=message_id(
            secret,
            row.key,
            message,
            parents=[parent.id for parent in parents],
            ordinal=ordinal,
        ),
        position=row.messages,
        tokens=message_tokens(counter, message.parts),
    )


def save_message(
    tx: Writer,
    scope: Scope,
    row: ConversationRow,
    message: Message,
    parents: Sequence[Parent],
    *,
    digest: str | None = None,
) -> None:
    """Write a placed message with its wires and its forward row; see `Writer.add_message`."""
    position = message.position
    wires = [
        WireRow(parent=parent.position, child=position, inferred=parent.inferred)
        for parent in parents
    ]
    only = parents[0].position if len(parents) == 1 else (SEVERAL if parents else -1)
    tx.add_message(scope, row.id, message, wires, forward_row(message, parent=only), digest=digest)


def grown(row: ConversationRow, message: Message, *, ended_leaves: int) -> ConversationRow:
    """The conversation's row after a message was added at its end.

    Args:
        row: The row before.
        message: The message as placed.
        ended_leaves: How many of its parents had no child before.
    """
    at = message.at
    return replace(
        row,
        leaf=message.position,
        messages=row.messages + 1,
        turns=row.turns + opens_turn(message),
        branches=row.branches + 1 - ended_leaves,
        first=row.first if at is None or (row.first and row.first <= at) else at,
        last=row.last if at is None or (row.last and row.last >= at) else at,
        hot_tokens=row.hot_tokens + message.tokens,
    )
