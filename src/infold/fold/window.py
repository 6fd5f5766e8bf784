"""The hot window: recent messages stay raw, blocks of older ones graduate.

A conversation's window is a position: everything before it has graduated. It is a left fold over
the messages, so one by one and all at once give the same blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from infold.fold.policy import FoldPolicy
from infold.graph.units import Outline, stretches

__all__ = ["Window", "asks_to_graduate", "fill", "graduate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Where the hot stretch begins, and the tokens from there to the end."""

    start: int = 0
    tokens: int = 0


def asks_to_graduate(window: Window, message: Outline, policy: FoldPolicy) -> bool:
    """Say whether the window must be looked at after a message. Constant time.

    A tool result that comes while the window is over its mark only lengthens the step that keeps
    it there, so it is not looked at again: a thousand results of one call cost a thousand looks
    at one number.

    Args:
        window: Before the message.
        message: The one that is appended.
        policy: Its high mark.
    """
    if policy.placement == "classic":
        return message.position - window.start >= policy.classic_hot
    after = window.tokens + message.tokens
    return after > policy.hot_high and (message.role != "tool" or window.tokens <= policy.hot_high)


def graduate(hot: Sequence[Outline], policy: FoldPolicy) -> Window | None:
    """Move the window's start forward to the low mark, as far as whole units allow.

    It moves to where a unit begins (a turn, or a step in a turn of more than four atoms), never
    into an atom, never past the newest step, and never into the newest turn unless that has more
    than four atoms. The first place that leaves at most the low mark is taken, else the last one
    there is. Linear in the hot stretch.

    Args:
        hot: All messages from the window's start to the newest.
        policy: Its marks.

    Returns:
        The new window, or None where it stays as it is.
    """
    if policy.placement == "classic":
        over = len(hot) - policy.classic_hot
        if over < 1:
            return None
        left = sum(message.tokens for message in hot[over:])
        return Window(start=hot[over].position, tokens=left)
    before = [0, *accumulate(message.tokens for message in hot)]
    total = before[-1]
    if total <= policy.hot_high:
        return None
    read = stretches(hot)
    newest = read[-1]
    starts = [start for stretch in read[:-1] for start in stretch.starts]
    starts += newest.starts if newest.is_split else newest.steps[:1]
    inside = _inside_atoms(hot)
    chosen = 0
    for start in starts:
        if start and not inside[start]:
            chosen = start
            if total - before[start] <= policy.hot_low:
                break
    if not chosen:
        return None
    return Window(start=hot[chosen].position, tokens=total - before[chosen])


def fill(
    window: Window, messages: Iterable[Outline], hot: Sequence[Outline], policy: FoldPolicy
) -> tuple[list[Window], Window]:
    """Append messages one after another, as an import does.

    Args:
        window: Before them.
        messages: In order of position, from the next one on.
        hot: The messages that are in the window already.
        policy: Its marks.

    Returns:
        The window after each graduation, and the window at the end: what `asks_to_graduate` and
        `graduate` give message by message.
    """
    held = list(hot)
    moves: list[Window] = []
    for message in messages:
        asks = asks_to_graduate(window, message, policy)
        held.append(message)
        window = Window(start=window.start, tokens=window.tokens + message.tokens)
        moved = graduate(held, policy) if asks else None
        if moved is not None:
            del held[: moved.start - window.start]
            window = moved
            moves.append(moved)
    return moves, window


def _inside_atoms(hot: Sequence[Outline]) -> bytearray:
    """For each index whether a call stands before it and its result there or later."""
    caller: dict[str, int] = {}
    change = [0] * (len(hot) + 1)
    for index, message in enumerate(hot):
        for call in message.answers:
            if call in caller:
                change[caller[call] + 1] += 1
                change[index + 1] -= 1
        for call in message.calls:
            caller[call] = index
    return bytearray(min(1, depth) for depth in accumulate(change[: len(hot)]))
