"""How many examples a property gets whose every example opens a store."""

from __future__ import annotations

from hypothesis import settings

__all__ = ["share"]


def share(percent: int) -> int:
    """That share of the examples of the profile that is in use, and one at least."""
    return max(1, settings().max_examples * percent // 100)
