"""The nodes of a graph of turns."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Node"]


class Node(NamedTuple):
    """A turn, or one step of a long one.

    A tuple, since a graph has a hundred thousand of them and is read while somebody waits.

    Attributes:
        first: Position of its first message, which names it.
        members: Positions of its messages, ascending; versions of an answer are among them
            (`TurnGraph.shown` leaves out those that are not shown).
        opening: Position of the user message that opens it; None for steps after the first, and
            for what comes before any user message.
        is_answered: Whether an assistant answers in it.
        tokens: Of its messages.
    """

    first: int
    members: tuple[int, ...]
    opening: int | None
    is_answered: bool
    tokens: int
