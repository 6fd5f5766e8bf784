"""What can be asked of a bench."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of a bench.

    Attributes:
        sizes: Messages in the store, ascending.
        seed: Of everything drawn by chance.
        runs: How often each comparison is run; at least five for figures that are published.
    """

    sizes: tuple[int, ...] = (1_000, 20_000)
    seed: int = 7
    runs: int = 5
