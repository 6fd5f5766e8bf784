"""A stretch of a long text around what matches the question best, in whole sentences."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from infold.core.tokens import TokenCounter
from infold.recall.terms import term_hashes
from infold.text.analysis import analyze
from infold.text.sentences import sentences

_LONG = 24_000
"""Characters that are read sentence by sentence; of longer texts the part with most words asked."""
_REACH = 2_000
_HITS = 400
_ROOTS = 64
_NEAR = 400
_WORD = re.compile(r"\w+")


def best_window(text: str, question: str) -> tuple[int, int]:
    """The part of a very long text that holds most of the question's words, rare ones first.

    Words are looked for by their first letters, so that endings do not matter. A word counts the
    more the fewer times the text holds it (inverse document frequency), so that one line among
    forty thousand that share its common words is found.

    Returns:
        (start, end), at most `_LONG` characters; the beginning where no word is found. Linear in
        the text for each word of the question, in C.
    """
    if len(text) <= _LONG:
        return 0, len(text)
    roots = {
        word[: max(3, len(word) - 3)] if word.isascii() else word[i : i + 2]
        for word in _WORD.findall(question.lower())
        for i in (range(1) if word.isascii() else range(max(1, len(word) - 1)))
        if len(word) > 2 or not word.isascii() or word.isdigit()
    }
    # A number is a word of its own: its first digits are those of many others.
    roots |= {word for word in _WORD.findall(question.lower()) if word.isdigit()}
    lower = text.lower()
    if len(lower) != len(text):  # some letters grow when lowered: places would no longer agree
        lower = text
    counts = {root: lower.count(root) for root in sorted(roots)[:_ROOTS]}
    worth = {root: math.log(1 + len(text) / n) for root, n in counts.items() if n}
    places: list[int] = []
    for root in sorted(worth, key=lambda root: (counts[root], root)):
        at = lower.find(root)
        while at >= 0 and len(places) < _HITS:
            places.append(at)
            at = lower.find(root, at + 1)
    best, start = 0.0, 0
    for at in sorted(set(places)):
        near = sum(value for root, value in worth.items() if lower.find(root, at, at + _NEAR) >= 0)
        if round(near, 9) > best:
            best, start = round(near, 9), at
    start = max(0, start - _REACH)
    return start, min(len(text), start + _LONG)


def extract(
    text: str,
    question: str,
    weights: Mapping[int, float],
    room: int,
    counter: TokenCounter,
    *,
    least: int = 12,
) -> tuple[int, int] | None:
    """Find the stretch of a text to quote.

    Args:
        text: The text of one part of a message.
        question: The question as it was asked.
        weights: Hash of a term of the question → its weight.
        room: Tokens that the stretch may take.
        counter: Counts tokens.
        least: Tokens below which a stretch is not worth a line.

    Returns:
        (start, end) in characters: the sentence that matches best with as many around it as fit;
        words around its middle where that sentence alone is too long. None where even that does
        not fit.
    """
    if room < least:
        return None
    offset, end = best_window(text, question)
    pieces = sentences(text[offset:end])
    if not pieces:
        return None
    gains = [
        sum(weights.get(term, 0.0) for term in set(term_hashes(analyze(piece.text)).tolist()))
        for piece in pieces
    ]
    first = last = max(range(len(pieces)), key=lambda i: (round(gains[i], 9), -i))
    costs = [0] * len(pieces)
    used = counter.count(pieces[first].text)
    if used > room:
        cut = _cut(pieces[first].text, room, counter)
        at = offset + pieces[first].start
        return (at + cut[0], at + cut[1]) if cut else None
    while True:
        after, before = last + 1, first - 1
        sides = [i for i in (after, before) if 0 <= i < len(pieces)]
        for i in sides:
            costs[i] = costs[i] or counter.count(pieces[i].text)
        sides = [i for i in sides if used + costs[i] <= room]
        if not sides:
            break
        # What follows explains more often than what came before; a better match wins over both.
        side = max(sides, key=lambda i: (round(gains[i], 9), i == after))
        used += costs[side]
        first, last = min(first, side), max(last, side)
    return offset + pieces[first].start, offset + pieces[last].end


def _cut(text: str, room: int, counter: TokenCounter) -> tuple[int, int] | None:
    """The longest beginning of whole words that fits."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if counter.count(text[:middle]) <= room:
            low = middle
        else:
            high = middle - 1
    if low < len(text):
        space = max(text.rfind(" ", 0, low + 1), text.rfind("\n", 0, low + 1))
        if space > low // 2:
            low = space
    low = len(text[:low].rstrip())
    return (0, low) if low else None
