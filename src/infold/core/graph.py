"""Wires and conversations: an acyclic graph of messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from infold.core.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """A way that context flows, from `parent` to `child` (message ids).

    Attributes:
        parent: The earlier message.
        child: The later message.
        kind: `continue` carries the whole ancestry, `reference` quotes.
        inferred: True where the source did not say so and order was taken for it.
        cut: Whether it carries nothing; its record stays, and it can be restored.
        chain: Of a reference, whether it quotes all that leads to its parent, too.
    """

    parent: str
    child: str
    kind: Literal["continue", "reference"] = "continue"
    inferred: bool = False
    cut: bool = False
    chain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A conversation as a value: its messages in order of position, and its wires.

    Attributes:
        key: The identity from which ids are minted (the source's id, or one made from the content).
        messages: Every parent comes before its children.
        wires: In any order; a message's parents are ordered by position.
        title: As the source names it; may be empty.
        format: The format it was read from; empty for one written by `append`.
        leaf: Id of the source's current leaf; None where it names none.
        id: Minted by the store; empty before.
    """

    key: str
    messages: tuple[Message, ...] = ()
    wires: tuple[Wire, ...] = ()
    title: str = ""
    format: str = ""
    leaf: str | None = None
    id: str = field(default="", compare=False)
