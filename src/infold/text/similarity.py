"""How alike two short texts are, by the word and character trigrams that they share."""

import re
import unicodedata
from typing import Final

from infold.text.scripts import CJK

SIZE: Final = 3
"""Words or CJK characters in a shingle."""

_UNIT: Final = re.compile(rf"[{CJK}]|[^\W_{CJK}]+(?:[.:/_'-][^\W_{CJK}]+)*")

Shingle = tuple[str, ...]


def shingles(text: str, size: int = SIZE) -> frozenset[Shingle]:
    """Give the runs of `size` words (or CJK characters) of a text, without case and punctuation.

    Args:
        text: Any text.
        size: Units in a run, 1 or more.

    Returns:
        A set of runs; one shorter run for a text of fewer units; empty for a text without any.
    """
    units = _UNIT.findall(unicodedata.normalize("NFKC", text).casefold())
    if len(units) <= size:
        return frozenset({tuple(units)}) if units else frozenset()
    return frozenset(zip(*(units[i:] for i in range(size)), strict=False))


def containment(part: frozenset[Shingle], whole: frozenset[Shingle]) -> float:
    """Give the share of one text's shingles that stand in another: 0 to 1, 0 for an empty part."""
    return len(part & whole) / len(part) if part else 0.0


def jaccard(one: frozenset[Shingle], other: frozenset[Shingle]) -> float:
    """Give the shared shingles over all shingles of both: 0 to 1, 0 for two empty texts."""
    union = len(one | other)
    return len(one & other) / union if union else 0.0
