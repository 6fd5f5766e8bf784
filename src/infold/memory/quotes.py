"""Whole sentences of what is erased, and values of its facts, said again in other texts."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from infold.text.analysis import analyze
from infold.text.filler import says_little, set_phrases
from infold.text.invisible import visible
from infold.text.sentences import sentences

__all__ = ["Quotes"]

_LEAST: Final = 6
"""Weight of the shortest phrase: three written words, or six signs of a script without spaces."""
_A_WORD: Final = 2
_LEAST_OF_VALUE: Final = 4
_LEAST_DIGITS: Final = 4
_LONGEST: Final = 128
"""So many signs of a phrase are compared, its first."""
_STEPS: Final = (2, 4, 8, 16, 32, 64)
_WORD: Final = re.compile(r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*")
_PARTED: Final = re.compile(
    r"(?:(?<!\d)[,，]|[,，](?!\d)|[;:；：、()（）–—]|\s-\s)\s*(?:(?:and|but|or|so|und|aber|oder|dan|tapi)\s)?",
    re.IGNORECASE,
)
"""Between two clauses, as far as a sign shows them, and a small word that joins them."""
_WIDE: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uabff\uac00-\ud7af]")
_HANGUL: Final = re.compile("[\uac00-\ud7af]")


class Quotes:
    """Sentences and clauses that are erased, and a search for them in other texts.

    Compared are letters and digits alone: case, spaces and punctuation tell nothing. A phrase
    counts only while it has a word that nothing says that stays, or the value of a fact that goes;
    thanks, greetings and function words never count.

    Args:
        said: Texts that are erased: of facts, and of what people said. Linear in them.
        values: Values of the facts that are erased.
    """

    def __init__(self, said: Iterable[str], values: Iterable[str]) -> None:
        self._phrases: dict[str, frozenset[str]] = {}
        self._valued: set[str] = set()
        for value in values:
            self._take_value(value)
        held = _by_start(self._phrases)
        for text in said:
            for phrase in _phrases_of(text):
                self._take(phrase, held)
        self._rare = {term for terms in self._phrases.values() for term in terms}
        self._in_valued = {term for one in self._valued for term in self._phrases[one]}
        self._starts = _by_start(self._phrases)

    def __bool__(self) -> bool:
        return bool(self._phrases)

    def known_from(self, text: str) -> None:
        """Take back the words of a text that stays, and the values that it says."""
        terms = set(analyze(text))
        self._rare -= terms
        if not self._in_valued.isdisjoint(terms):
            self._valued.difference_update(_standing(self._starts, self._phrases, _read(text)))

    def in_text(self, text: str) -> str:
        """A phrase that a text repeats, as it is compared; empty for none. Linear in the text."""
        terms = set(analyze(text))
        if self._rare.isdisjoint(terms) and (not self._valued or self._in_valued.isdisjoint(terms)):
            return ""
        found = _standing(self._starts, self._phrases, _read(text))
        return next((one for one in found if self._counts(one)), "")

    def _counts(self, phrase: str) -> bool:
        return phrase in self._valued or not self._rare.isdisjoint(self._phrases[phrase])

    def _take_value(self, value: str) -> None:
        key, _ = _read(value)
        least = _LEAST_OF_VALUE // 2 if _WIDE.search(key) else _LEAST_OF_VALUE
        is_number = sum(sign.isdigit() for sign in key) == len(key)
        if len(key) < (_LEAST_DIGITS if is_number else least) or says_little(value):
            return
        terms = frozenset(analyze(value))
        if terms:
            self._phrases[key[:_LONGEST]] = terms
            self._valued.add(key[:_LONGEST])

    def _take(self, phrase: str, held: _Starts) -> None:
        read = _read(phrase)
        key = read[0][:_LONGEST]
        if _weight(phrase) < _LEAST or says_little(phrase) or key in self._phrases:
            return
        terms = frozenset(analyze(_without_set_phrases(phrase)))
        if not terms:
            return
        has_value = next(_standing(held, self._phrases, read), "") != ""
        self._phrases[key] = terms
        if has_value:
            self._valued.add(key)


_Starts = dict[int, dict[str, tuple[int, ...]]]
"""How phrases begin: a power of two, so many signs of them, and how long such phrases are."""
_Read = tuple[str, Sequence[bool]]
"""Letters and digits of a text, and whether each begins a word (one more at the end)."""


def _phrases_of(text: str) -> Iterator[str]:
    for sentence in sentences(text):
        yield sentence.text
        parts = _PARTED.split(sentence.text)
        if len(parts) > 1:
            yield from parts


def _without_set_phrases(phrase: str) -> str:
    out, reached = [], 0
    for start, end in set_phrases(phrase):
        out.append(phrase[reached:start])
        reached = end
    return " ".join([*out, phrase[reached:]])


def _read(text: str) -> _Read:
    plain = unicodedata.normalize("NFKC", visible(text)[0]).casefold()
    words = _WORD.findall(plain)
    begins: list[bool] = []
    for word in words:
        begins.append(True)
        begins += [False] * (len(word) - 1)
    return "".join(words), [*begins, True]


def _weight(phrase: str) -> int:
    """Two for each written word, one for each sign of a script that needs no spaces."""
    words = _WORD.findall(phrase)
    wide = sum(len(_WIDE.findall(word)) for word in words)
    return wide + _A_WORD * sum(_WIDE.search(word) is None for word in words)


def _by_start(phrases: Iterable[str]) -> _Starts:
    lengths: defaultdict[int, defaultdict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for one in phrases:
        step = max(size for size in _STEPS if size <= len(one))
        lengths[step][one[:step]].add(len(one))
    return {
        step: {start: tuple(sorted(sizes)) for start, sizes in lengths[step].items()}
        for step in sorted(lengths)
    }


def _standing(starts: _Starts, phrases: dict[str, frozenset[str]], read: _Read) -> Iterator[str]:
    """Phrases that stand in a text as words of their own.

    Two phrases of one beginning are told apart by all of it: at each place it looks once for each
    length that phrases of this beginning have, not for each phrase.
    """
    whole, begins = read
    for at, sign in enumerate(whole):
        if not begins[at] and (not _WIDE.match(sign) or _HANGUL.match(sign)):
            continue
        for step, lengths in starts.items():
            for size in lengths.get(whole[at : at + step], ()):
                one, end = whole[at : at + size], at + size
                # After a sign of a script without spaces, or a Korean particle, none is needed.
                if one in phrases and (
                    size == _LONGEST or begins[end] or _WIDE.match(whole[end - 1])
                ):
                    yield one
