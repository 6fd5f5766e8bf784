"""Forward rows: what search needs to know of a message, without its text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.core.messages import Role

ROLE_CODE: Final[dict[Role, int]] = {"system": 0, "user": 1, "assistant": 2, "tool": 3}
SEVERAL: Final = -2
"""`parent` of a message that has several parents."""


class Flag(IntFlag):
    """What is known of a message from reading it once."""

    FILLER = 1
    QUESTION = 2
    CALLS = 4
    RESULTS = 8
    ATTACHMENT = 16
    DROPPED = 32
    TIME = 1 << 8
    NAME = 1 << 9
    SELF = 1 << 10
    THANKS = 1 << 11
    BACK = 1 << 12
    BACK_OFTEN = 1 << 13
    NUMBER = 1 << 14
    ASKS = 1 << 15


TELLS: Final = 8
"""Flags from this bit on say what kind of thing a message holds: `infold.text.telling.Tell`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForwardRow:
    """What search needs to know of one message (DESIGN §5): one row a message.

    Attributes:
        position: Of the message.
        parent: Position of its only parent through a `continue` wire; -1 for a root, -2 where
            there are several (`wires` has them).
        role: 0 system, 1 user, 2 assistant, 3 tool.
        author: Empty for none.
        at: Seconds since 1970 in UTC; NaN for none.
        tokens: Of the message's parts.
        flags: A sum of the `Flag`s that hold.
        terms: Hashes of its search terms, in order: little-endian uint32.
    """

    position: int
    parent: int
    role: int
    author: str
    at: float
    tokens: int
    flags: int
    terms: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ForwardColumns:
    """Forward rows of one conversation from a position on, column by column.

    Arrays have length n. `term_counts[i]` says how many of `terms` belong to row i.
    """

    position: NDArray[np.int64]
    parent: NDArray[np.int64]
    role: NDArray[np.int8]
    author: list[str]
    at: NDArray[np.float64]
    tokens: NDArray[np.int64]
    flags: NDArray[np.int64]
    terms: NDArray[np.uint32]
    term_counts: NDArray[np.int64]
