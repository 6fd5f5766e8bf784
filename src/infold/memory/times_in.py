"""Where words of time stand in a sentence, and the sentence without them."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["joined", "masked_by"]

_BINDS: Final = re.compile(
    r"\s*(?:to|till|until|through|and|bis|und|sampai|hingga|dan|[-–~～至到])?\s*", re.IGNORECASE
)
_OPENS: Final = re.compile(r"\b(?:between|from|zwischen|antara)\s+\Z", re.IGNORECASE)


def joined(sentence: str, spans: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Spans of words of time with the words that bind two of them: "from 2010 to 2014"."""
    out: list[tuple[int, int]] = []
    for first, last in spans:
        if out and _BINDS.fullmatch(sentence, out[-1][1], first):
            first = out.pop()[0]
        out.append((first, last))
    if len(out) < len(spans) and (opened := _OPENS.search(sentence[: out[0][0]])):
        out[0] = (opened.start(), out[0][1])
    return tuple(out)


def masked_by(sentence: str, holes: tuple[tuple[int, int], ...]) -> str:
    """A sentence with blanks for its words of time."""
    out = list(sentence)
    for first, last in holes:
        out[first:last] = " " * (last - first)
    return "".join(out)
