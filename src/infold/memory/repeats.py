"""Who else says what is erased: answers that repeat its hard facts, or a sentence of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from infold.memory.quotes import Quotes
from infold.text.invisible import visible
from infold.text.kinds import Kind
from infold.text.literals import hard_words

__all__ = ["Repeats", "beginnings"]

_SHORTEST: Final = 3
_NUMBERS: Final = frozenset({Kind.NUMBER, Kind.TIME})
_LEAST_DIGITS: Final = 4
_INSIDE: Final = re.compile(r"[0-9A-Za-zÀ-ɏ]")
_FEW: Final = 64
"""So many are looked for one by one; more of them, by how they begin."""
_START: Final = 3
"""Letters of a beginning."""


def beginnings(texts: Iterable[str], *, most: int, of_one: int) -> Iterator[str]:
    """Texts, each once, as far as they are to be read: the beginning of each, until it is enough.

    Args:
        texts: Any.
        most: Characters of all together.
        of_one: Characters of one.
    """
    for text in dict.fromkeys(texts):
        some = text[: min(most, of_one)]
        if some:
            yield some
        most -= len(some)


class Repeats:
    """The hard facts of what is erased, and a search for them in other texts.

    A bare number of fewer than four digits and what is shorter than three letters tell nothing: an
    answer that has it need not have it from there.

    Whole sentences are looked for as well (`infold.memory.quotes`).

    Args:
        erased: Texts that are erased.
        said: Those of them whose sentences are looked for: what people said, and facts.
        values: Values of facts that are erased.
    """

    def __init__(
        self, erased: Iterable[str], *, said: Iterable[str] = (), values: Iterable[str] = ()
    ) -> None:
        found: dict[str, None] = {}
        for text in erased:
            for kind, words in hard_words(text):
                told = words.strip().casefold()
                digits = sum(sign.isdigit() for sign in told)
                if kind in _NUMBERS and digits < _LEAST_DIGITS:
                    continue
                if len(told.encode()) >= _SHORTEST:
                    found[told] = None
        self._told = found
        self._starts: dict[str, list[str]] | None = None
        self._quotes = Quotes(said, values)

    def __bool__(self) -> bool:
        return bool(self._told) or bool(self._quotes)

    def known_from(self, text: str) -> None:
        """Take back what a text says that stays: who repeats it may have it from there."""
        for one in list(self._standing_in(_read(text))):
            self._told.pop(one, None)
        if self._quotes:
            self._quotes.known_from(text)

    def in_text(self, text: str) -> str:
        """A hard fact or sentence that a text repeats, as it is looked for; empty for none.

        Linear in the text, however many hard facts there are.
        """
        hard = next(self._standing_in(_read(text)), "")
        return hard or (self._quotes.in_text(text) if self._quotes else "")

    def _standing_in(self, whole: str) -> Iterator[str]:
        """Those that stand in a text; some more than once."""
        if len(self._told) <= _FEW:
            yield from [one for one in self._told if _stands_in(one, whole)]
            return
        if self._starts is None:
            self._starts = _by_start(self._told)
        starts = self._starts
        for at in range(len(whole)):
            for one in starts.get(whole[at : at + _START], ()):
                if one in self._told and _stands_at(one, whole, at):
                    yield one


def _read(text: str) -> str:
    return visible(text)[0].casefold()


def _stands_in(told: str, whole: str) -> bool:
    """Whether it stands there by itself, not inside of a longer word or number."""
    at = whole.find(told)
    while at >= 0:
        if _stands_at(told, whole, at):
            return True
        at = whole.find(told, at + 1)
    return False


def _stands_at(told: str, whole: str, at: int) -> bool:
    end = at + len(told)
    before, after = whole[max(0, at - 1) : at], whole[end : end + 1]
    return (
        whole.startswith(told, at)
        and not (_INSIDE.match(before) and _INSIDE.match(told[0]))
        and not (_INSIDE.match(after) and _INSIDE.match(told[-1]))
    )


def _by_start(told: Iterable[str]) -> dict[str, list[str]]:
    out: defaultdict[str, list[str]] = defaultdict(list)
    for one in told:
        out[one[:_START]].append(one)
    return dict(out)
