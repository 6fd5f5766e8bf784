"""Content words of a clause, as two statements about one thing are compared by them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from sys import intern
from typing import Any, Final, TypeAlias

from infold.text import slot_cues as cues
from infold.text.analysis import analyze
from infold.text.scripts import CJK, HANGUL, HIRAGANA

__all__ = ["NOTHING", "Word", "read_words"]

NOTHING: Final[frozenset[Any]] = frozenset()
"""Shared: most statements lack pairs, names or qualifiers, and each set would be one of its own."""

_CHUNK: Final = re.compile(r"\S+")
_PLAIN: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\Z")
_VERB_NEXT: Final = re.compile(
    r"\s+(?:on|in|to|from|for|with|out|up|over|by|after|under|within|the|a|an|our|my|its"
    r"|us|me)\b|\s{2}|\s+[A-Z]|\Z"
)
_HANGUL: Final = re.compile(f"[{HANGUL}]")
_WIDE: Final = re.compile(f"[{CJK}]")
_KANA: Final = re.compile(f"[{HIRAGANA}]+\\Z")
_ENDING: Final = re.compile(
    "(?:입니다|이에요|예요|이다|에서는|에서|에게|으로|까지는|까지|부터|처럼|보다|이나|은|는|이|가|을|를|의|에는|에|로|와|과|도|만)\\Z"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A content word.

    Attributes:
        term: What it is compared by: a stem, a Korean word without its particle, or two signs of a
            script without spaces.
        start: Where it begins in the text of the part, in characters.
        word: As written.
        keys: Its search terms, as forward rows hold them; none for what several words share
            (`infold.text.slot_cues.SAME`).
    """

    term: str
    start: int
    word: str
    keys: tuple[str, ...]


def read_words(masked: str, base: int) -> tuple[tuple[Word, ...], frozenset[tuple[str, str]]]:
    """Give the content words of a clause, and those that stand side by side.

    Args:
        masked: The clause, with spaces for its values.
        base: Where it begins in the text of the part.
    """
    words: list[Word] = []
    pairs: set[tuple[str, str]] = set()
    last, last_end = "", -2
    same = [(name, found) for name, pattern in cues.SAME if (found := pattern.search(masked))]
    if not masked.isascii():
        masked = cues.WIDE.sub(lambda match: " " * len(match.group()), masked)
    for match in _CHUNK.finditer(masked):
        chunk = match.group()
        bare = chunk.strip(".,;:!?()\"'")
        terms = _terms(chunk)
        word = intern(bare)
        words += [
            Word(term=term, start=base + match.start(), word=word, keys=keys)
            for term, keys in terms
        ]
        plain = bool(terms) and bool(_PLAIN.match(chunk.rstrip(".,;:!?")))
        if plain and bare.endswith("s") and _VERB_NEXT.match(masked, match.end()):
            plain = False
        if plain and last and match.start() - last_end == 1:
            pairs.add((last, terms[0][0]))
        joins = plain and chunk[-1].isalnum()
        # A Korean word with a particle ends its noun: what follows is no part of it.
        joins = joins and not (_HANGUL.match(chunk) and terms[0][0] != chunk)
        last, last_end = (terms[0][0], match.end()) if joins else ("", -2)
    words += [
        Word(term=name, start=base + found.start(), word=name, keys=()) for name, found in same
    ]
    return tuple(words), frozenset(pairs) if pairs else NOTHING


_Terms: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]


@lru_cache(maxsize=4_096)
def _terms(chunk: str) -> _Terms:
    """What a stretch without spaces is compared by, with the search terms of each.

    Remembered, so that the words of many statements share what they hold.
    """
    keys = [intern(term) for term in analyze(chunk) if term not in cues.WEIGHTLESS]
    if not keys:
        return ()
    if chunk.isascii():
        return ((keys[0], (keys[0],)),)
    if _HANGUL.match(chunk):
        bare = _ENDING.sub("", chunk.strip(".,!?…"))
        return ((bare, tuple(analyze(bare))),) if bare and bare not in cues.WEIGHTLESS else ()
    if not _WIDE.search(chunk):
        return ((keys[0], (keys[0],)),)
    # Kana alone are endings and particles.
    return tuple((key, (key,)) for key in keys if not _KANA.match(key))
