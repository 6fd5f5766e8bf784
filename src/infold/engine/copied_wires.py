"""What quotes what in a view, wired again between the copies that a conversation is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from infold.core.scope import Scope
from infold.store.protocol import WireRow, Writer

if TYPE_CHECKING:
    from infold.engine.chat import Chat

__all__ = ["LeftBehind", "Materialised", "copy_leaf", "copy_wires"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftBehind:
    """Something of a conversation that a copy of a view of it does not have.

    Attributes:
        kind: What it is.
        messages: Ids of the messages that it is about, in the original.
        what: Its kind of mark, setting or wire; empty for a message.
        reason: Why it stays, in words.
    """

    kind: Literal["message", "wire", "mark", "setting"]
    messages: tuple[str, ...]
    what: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Materialised:
    """A conversation that was made of a view.

    Attributes:
        chat: The new conversation.
        left: What of the original stayed behind: it stands there as before.
    """

    chat: Chat
    left: tuple[LeftBehind, ...]


def copy_wires(
    tx: Writer, scope: Scope, old: str, new: str, stands: Sequence[str], copies: Mapping[str, str]
) -> list[LeftBehind]:
    """Wire the copies as what they stand for is wired: what quotes a folded turn quotes its fold.

    Args:
        tx: The transaction in which the copies were written.
        scope: Whose.
        old: Id of the conversation.
        new: Id of the copy.
        stands: For each position the id of the message or fold that stands there; empty for none.
        copies: That id → the id of the message of the copy.

    Returns:
        The wires that cannot stand in the copy.
    """
    places = tx.locate(scope, list(copies.values()))
    ids = {one.position: one.id for one in tx.messages(scope, old)}
    left: list[LeftBehind] = []
    made: dict[tuple[int, int], WireRow] = {}
    for wire in tx.wires(scope, old):
        if wire.kind == "continue" and not wire.cut:
            continue  # the copies go on from one another already
        ends = [copies.get(stands[position]) for position in (wire.parent, wire.child)]
        quoted, quoting = (places[end][1] if end else -1 for end in ends)
        reason = ""
        if wire.cut:
            reason = "it was cut"
        elif min(quoted, quoting) < 0:
            reason = "an end of it is archived"
        elif quoted == quoting:
            reason = "both of its ends stand in one fold"
        elif quoted > quoting:
            reason = "its fold stands before what it quotes"
        if reason:
            ends_there = (ids[wire.parent], ids[wire.child])
            left.append(LeftBehind(kind="wire", messages=ends_there, what=wire.kind, reason=reason))
            continue
        known = made.get((quoted, quoting))
        made[quoted, quoting] = WireRow(
            parent=quoted,
            child=quoting,
            kind="reference",
            chain=wire.chain or (known is not None and known.chain),
        )
    tx.add_wires(scope, new, list(made.values()))
    return left


def copy_leaf(
    tx: Writer, scope: Scope, old: str, new: str, stands: Sequence[str], copies: Mapping[str, str]
) -> None:
    """Let a copy go on where the original does; for the arguments see `copy_wires`."""
    there, here = tx.conversation(scope, old), tx.conversation(scope, new)
    if there is None or here is None or there.leaf < 0:
        return
    copy = copies.get(stands[there.leaf])
    if copy is not None:
        tx.save_conversation(scope, replace(here, leaf=tx.locate(scope, [copy])[copy][1]))
