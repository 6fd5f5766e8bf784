"""What a peer is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bench.retention.values import Turn


class Peer(Protocol):
    """An engine that keeps a conversation and answers with a context.

    One that holds files or processes has a `close` too.
    """

    def ingest(self, turns: Sequence[Turn]) -> None:
        """Take turns, in order."""
        ...

    def flush(self) -> None:
        """Do all that was put off. Its CPU counts as that of writing."""
        ...

    def context(self, question: str, budget: int) -> str:
        """What a model would be given to answer; what is over `budget` tokens is cut off."""
        ...


class Missing(Exception):
    """The peer's package is not installed; says how to install it."""
