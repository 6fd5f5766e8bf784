"""Where a context's tokens go, and which messages make its hot window.

A provider's prompt cache keeps a prompt for as long as its beginning stays the same. So the parts
stand in the order in which they change: head (system messages, fold map), hot window, evidence. The
hot window's start moves by blocks: it is a function of the path alone, and between two moves a new
message is only added at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Layout: TypeAlias = Literal["default", "cached"]
LAYOUTS: Final[tuple[Layout, ...]] = ("default", "cached")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """Shares of a budget.

    Attributes:
        head: Most that system messages and fold map take.
        hot: Most that the hot window takes; of head and hot window together where `with_head`.
        block: How much newer messages bring before the hot window's start moves. Where it is more
            than `hot`, the window stands still when it is full, and what is newer stands with the
            evidence until the start moves.
        newest: Most that the newest messages take among the evidence, where the hot window does not
            reach them.
        with_head: The head counts as part of `hot`.
    """

    head: float
    hot: float
    block: float
    newest: float
    with_head: bool = False


SHARES: Final[dict[Layout, Shares]] = {
    "default": Shares(head=0.05, hot=0.06, block=0.30, newest=0.03),
    "cached": Shares(head=0.10, hot=0.92, block=0.15, newest=0.05, with_head=True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hot:
    """The hot window: places `start` to `stop` of a path, and `newest` to the end beside it."""

    start: int
    stop: int
    newest: int


def hot_window(
    sizes: NDArray[np.int64],
    boundary: NDArray[np.bool_],
    *,
    first: int,
    high: int,
    block: int,
    newest: int,
) -> Hot:
    """Find the hot window of a path.

    The start is the first atom at or after the k-th block, where k is the least for which what
    follows fits `max(high, block)`: so it depends on the path's beginning and length alone, and
    stays while a block's worth of messages comes in.

    Args:
        sizes: (n,) tokens of each message of the path as it would be shown.
        boundary: (n,) whether an atom begins at a message.
        first: Place at which the window may start; those before are system messages.
        high: Most tokens of the window.
        block: Tokens by which the start moves.
        newest: Most tokens of the newest messages outside of the window.

    Returns:
        Places; a window without messages has `start == stop`. Cost: O(n) in numpy.
    """
    n = len(sizes)
    before = np.zeros(n + 1, np.int64)
    np.cumsum(sizes[first:], out=before[first + 1 :])
    starts = np.append(np.flatnonzero(boundary[first:]) + first, n)
    total = int(before[n])
    moves = max(0, -(-(total - max(high, block)) // max(1, block)))
    start = int(starts[np.searchsorted(before[starts], moves * block)])
    ends = starts[starts >= start]
    stop = int(ends[np.searchsorted(before[ends], int(before[start]) + high, side="right") - 1])
    tail = ends[ends >= stop]
    newer = int(tail[np.searchsorted(before[tail], total - newest)])
    return Hot(start=start, stop=stop, newest=newer)


def leading(role: NDArray[np.int8]) -> int:
    """How many system messages (role 0) open a path: those are its head."""
    others = np.flatnonzero(role != 0)
    return int(others[0]) if len(others) else len(role)
