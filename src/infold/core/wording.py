"""Counts as people read them."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, one: str, many: str = "") -> str:
    """A count with its noun: `1 message`, `0 messages`, `1,200 messages`.

    Args:
        number: How many.
        one: The noun, or a phrase, for one of them.
        many: For none or several; `one` with an `s` where left out.
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
