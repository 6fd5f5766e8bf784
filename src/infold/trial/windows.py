"""The newest messages that fit a budget: what a program does that has no memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from infold.trial.summaries import Said

__all__ = ["Window"]


class Window:
    """The messages so far, with their tokens.

    Args:
        count: Tokens of a text.
    """

    def __init__(self, count: Callable[[str], int]) -> None:
        self._count = count
        self.said: list[Said] = []
        self.tokens: list[int] = []

    def add(self, said: Sequence[Said]) -> None:
        """Take messages, in order."""
        self.said += said
        self.tokens += [self._count(one.line) for one in said]

    def recent(self, room: int, most: int) -> list[int]:
        """Indexes of the last messages, at most `most`, that fit the room together."""
        found: list[int] = []
        for at in range(len(self.said) - 1, max(-1, len(self.said) - 1 - most), -1):
            room -= self.tokens[at]
            if room < 0:
                break
            found.append(at)
        return found[::-1]

    def cut(self, before: int, room: int) -> str:
        """The end of the message before those that fit, as much as there is room for.

        Args:
            before: Index of the first message that fits.
            room: Tokens that are left.

        Returns:
            Whole words behind a mark of what is missing; empty where nothing fits.
        """
        if before <= 0 or room <= 0:
            return ""
        line = self.said[before - 1].line
        low, high = 0, len(line)
        while low < high:  # the longest end that fits
            middle = (low + high) // 2
            if self._count("…" + line[middle:]) <= room:
                high = middle
            else:
                low = middle + 1
        end = line[low:]
        if low and end[:1].strip() and line[low - 1].strip():
            _, _, end = end.partition(" ")
        return f"…{end}" if end.strip() else ""
