"""What a question quotes of a sentence: its own words, shortened where a clause ends."""

from __future__ import annotations

import re
from typing import Final

from infold.trial.plain_values import Value, plain
from infold.trial.stances import stance

__all__ = ["quoted", "undecided"]

_CLAUSE: Final = re.compile(r"[,;:.!?](?=\s)|\s[–—-](?=\s)|[，。；：、！？]")
_WORD: Final = re.compile(r"\s|(?<=[，。；：、！？的はがをのに])")
"""Where a sentence may be cut: between words; in scripts without spaces after particles."""
_HALF: Final = re.compile(
    r"(?:\s+(?:is|are|was|were|has|have|had|been|be|did|does|do|no|not|never|ist|sind|war|waren|wird"
    r"|wurde|wurden|nicht|nie|kein\w*|tidak|bukan|sudah|belum|더|더는|안|못))+\s*\Z",
    re.IGNORECASE,
)
"""The half of a denial that is left at the end where the other half was cut."""
_CUT: Final = "…"


def quoted(text: str, value: Value, most: int) -> str:
    """A sentence word for word, or the clauses of it around a value.

    Args:
        text: The sentence.
        value: What the question is about, with its place in it.
        most: Characters up to which it is quoted whole; a clause that is longer is cut between
            words.

    Returns:
        Its words with single spaces; "…" where something is left out.
    """
    if len(text) <= most:
        return " ".join(text.split())
    start, end = 0, len(text)
    if value.end > most:
        ends = [one.end() for one in _CLAUSE.finditer(text, 0, value.start)]
        near = [at for at in ends if at >= value.end - most]
        start = near[0] if near else _word_from(text, max(0, value.start - most // 2), value.start)
    if end - start > most:
        last = max(start + most, value.end)
        stops = [one.start() for one in _CLAUSE.finditer(text, value.end, last)]
        end = stops[-1] if stops else _word_to(text, value.end, last)
    return _between(text, start, end)


def undecided(text: str, value: Value, most: int) -> str:
    """The words around a value that do not tell what became of it, word for word.

    Where a sentence that takes a value back is all that was said of it, quoting it whole would give
    the answer away.

    Args:
        text: The sentence.
        value: What the question is about, with its place in it.
        most: Characters up to which it is quoted.

    Returns:
        The longest stretch found that holds the value and takes nothing back; the value alone where
        there is none. A reading of the stretch for each word.
    """
    cuts = [0, *(one.end() for one in _WORD.finditer(text)), len(text)]
    left = [at for at in cuts if value.end - most <= at <= value.start]
    right = [at for at in cuts if value.end <= at <= value.start + most]
    spans = [(value.start, value.end)]
    for grow in ("right", "left"):
        start, end = value.start, value.end
        for way in (grow, "left" if grow == "right" else "right"):
            if way == "right":
                for at in right:
                    if at - start > most or not _is_open(text[start:at], value):
                        break
                    end = max(end, at)
            else:
                for at in reversed(left):
                    if end - at > most or not _is_open(text[at:end], value):
                        break
                    start = at
        spans.append((start, end))
    start, end = max(spans, key=lambda span: (span[1] - span[0], -span[0]))
    half = _HALF.search(text, value.end, end) if end < len(text) else None
    end = half.start() if half else end
    return _between(text, start, end)


def _is_open(part: str, value: Value) -> bool:
    return stance(plain(part), value.plain) != "gone"


def _word_from(text: str, at: int, last: int) -> int:
    found = _WORD.search(text, at, last)
    return found.end() if found else last


def _word_to(text: str, first: int, at: int) -> int:
    ends = [one.start() for one in _WORD.finditer(text, first, at)]
    return ends[-1] if ends else max(first, at)


def _between(text: str, start: int, end: int) -> str:
    inside = " ".join(text[start:end].split())
    before = f"{_CUT} " if text[:start].strip() else ""
    after = f" {_CUT}" if text[end:].strip(" \n\t.。!！") else ""
    return f"{before}{inside}{after}"
