"""The life cycle of facts against small cases with exact answers, in six languages.

Each section is a module with `rows(options)`; add one to `SECTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bench.lifecycle import cascades, extraction, hand, turns
from bench.options import Options
from bench.report import Row

SECTIONS: Final[dict[str, Callable[[Options], list[Row]]]] = {
    "extraction": extraction.rows,
    "turns": turns.rows,
    "cascades": cascades.rows,
    "hand": hand.rows,
}
"""By name, in the order in which they are printed; `--only` picks some."""


def run(options: Options) -> list[Row]:
    """The rows of all sections, or of those that `--only` names; nothing is left to chance."""
    wanted = options.only or tuple(SECTIONS)
    return [row for name, rows in SECTIONS.items() if name in wanted for row in rows(options)]
