"""The text of a material as it is shown: whole, or the blocks of it that a question asks for."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from infold.text.analysis import analyze

__all__ = ["excerpt", "whole"]

_BLOCK: Final = 600
"""Characters of a block: paragraphs are joined up to it, and longer ones cut."""
_GAP: Final = "…"


def whole(pages: Sequence[str]) -> str:
    """All pages, each with its number where there are several."""
    if len(pages) == 1:
        return pages[0]
    return "\n".join(f"[page {number}]\n{page}" for number, page in enumerate(pages, 1))


def excerpt(pages: Sequence[str], question: str, room: int, count: Callable[[str], int]) -> str:
    """The blocks of a document that share the rarest words with a question, in their order.

    Args:
        pages: Texts.
        question: What is asked. Blocks that share nothing with it come last, the first of them
            first.
        room: Tokens.
        count: Counts tokens.

    Returns:
        The blocks, each page's with its number where there are several; empty where not one fits.
        Linear in the text.
    """
    blocks = [
        (number, start, block)
        for number, page in enumerate(pages, 1)
        for start, block in _blocks(page)
    ]
    words = [frozenset(analyze(block)) for _, _, block in blocks]
    held = Counter(word for one in words for word in one)
    asked = frozenset(analyze(question))
    weight = {word: math.log(1 + len(blocks) / held[word]) for word in asked if held[word]}
    scores = [
        round(math.fsum(sorted(weight[word] for word in one & weight.keys())), 9) for one in words
    ]
    chosen: list[int] = []
    for index in sorted(range(len(blocks)), key=lambda i: (-scores[i], i)):
        # A gap and a page number are counted with every block: what is shown never exceeds.
        needs = count(f"{_GAP}\n[page {blocks[index][0]}]\n{blocks[index][2]}\n{_GAP}\n")
        if needs <= room:
            chosen.append(index)
            room -= needs
    return _shown(blocks, sorted(chosen), several=len(pages) > 1)


def _shown(blocks: Sequence[tuple[int, int, str]], chosen: Sequence[int], *, several: bool) -> str:
    lines: list[str] = []
    last, page = -1, 0
    for index in chosen:
        number, _, block = blocks[index]
        if index != last + 1:
            lines.append(_GAP)
        if several and number != page:
            lines.append(f"[page {number}]")
        lines.append(block)
        last, page = index, number
    if lines and last < len(blocks) - 1:
        lines.append(_GAP)
    return "\n".join(lines)


def _blocks(page: str) -> list[tuple[int, str]]:
    """(start, text) of pieces of a page, some 600 characters each, cut at line ends."""
    out: list[tuple[int, str]] = []
    begin = at = 0
    held: list[str] = []
    size = 0
    for line in page.splitlines(keepends=True):
        if held and size + len(line) > _BLOCK:
            out.append((begin, "".join(held).strip()))
            held, size, begin = [], 0, at
        for start in range(0, len(line), _BLOCK):
            piece = line[start : start + _BLOCK]
            if len(line) > _BLOCK:
                out.append((at + start, piece.strip()))
            else:
                held.append(piece)
                size += len(piece)
        at += len(line)
        if len(line) > _BLOCK:
            begin = at
    if held:
        out.append((begin, "".join(held).strip()))
    return [one for one in out if one[1]]
