"""The token rule and the words by which contexts are scored; nothing measured shares them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, TypeAlias

Words: TypeAlias = tuple[str, ...]

_WIDE: Final = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_NARROW: Final = rf"(?:(?![{_WIDE}])[^\W_])"
_WORD: Final = re.compile(rf"[{_WIDE}]|{_NARROW}+")
_TOKEN: Final = re.compile(rf"[{_WIDE}]|{_NARROW}{{1,6}}|[^\w\s]|_")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?。！？])\s+")


@lru_cache(maxsize=200_000)
def words(text: str) -> Words:
    """Words in lower case; each CJK, kana or hangul character is one."""
    return tuple(_WORD.findall(text.lower()))


def count_tokens(text: str) -> int:
    """One for each CJK, kana or hangul character, run of up to six letters or digits, or sign."""
    return sum(1 for _ in _TOKEN.finditer(text))


def cut(text: str, budget: int) -> str:
    """What of a text stands within its first `budget` tokens."""
    for number, token in enumerate(_TOKEN.finditer(text)):
        if number == budget:
            return text[: token.start()]
    return text


@lru_cache(maxsize=200_000)
def trigrams(text: str) -> frozenset[Words]:
    """Triples of neighbouring words; none in a text of fewer than three."""
    found = words(text)
    return frozenset(zip(found, found[1:], found[2:], strict=False))


def sentences(line: str) -> list[str]:
    """Sentences of one line, by the signs that end them before white space."""
    return _SENTENCE_END.split(line)
