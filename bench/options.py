"""What can be asked of a bench."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of a bench; each reads those that concern it.

    Attributes:
        sizes: Messages in the store, ascending; in the retention bench, of a session.
        seed: Of everything drawn by chance.
        runs: How often each comparison is run; at least five for figures that are published.
        quick: A small sample instead of everything.
        locomo: A file of LoCoMo conversations to ask about too.
        dialogues: A file of labelled dialogues in which values are corrected.
        wordings: Which wordings generated sessions have.
        budgets: Tokens of a context, ascending.
        peers: Names of the engines to compare; all by default.
        long: The large sizes too, which take long.
        stores: A folder in which filled stores are kept, to be copied the next time.
        only: Names of the formats to import; all by default.
        models: Use the language models that the settings name.
    """

    sizes: tuple[int, ...] = (1_000, 20_000)
    seed: int = 7
    runs: int = 5
    quick: bool = False
    locomo: Path | None = None
    dialogues: Path | None = None
    wordings: Literal["development", "test"] = "development"
    budgets: tuple[int, ...] = (500, 1_000, 2_000, 4_000)
    peers: tuple[str, ...] = ()
    long: bool = False
    stores: Path | None = None
    only: tuple[str, ...] = ()
    models: bool = False
