"""The search for a literal in other texts, however it is written there."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final

from infold.text.invisible import visible
from infold.text.kinds import NUMERIC, STATEMENTS, Kind, Literal
from infold.text.literals import hard_found, normal
from infold.text.numbers import same_quantity
from infold.text.quantities import number_values

__all__ = ["Texts", "contains", "has_literal"]

_NUMERIC_FAMILY: Final = NUMERIC | {Kind.IDENTIFIER}
_DIGITS: Final = re.compile(r"(?<![A-Za-z0-9_.,])-?\d+(?:[.,]\d+)*(?![A-Za-z0-9_]|[.,]\d)")
_REMEMBERED: Final = 256


def has_literal(text: str, literal: Literal) -> bool:
    """Say whether a literal's value stands in a text, whatever its status there.

    A number is not found inside a longer one, `1,000` is found as `1000`, `30 s` as `30 seconds`, a
    date in another notation; an amount without its unit counts. For one text or a few; `Texts`
    looks in many.
    """
    one = _one(text)
    return one.stands(literal.text) or bool(one.containing(literal.value, literal.kind))


def contains(text: str, value: str, kind: Kind) -> bool:
    """Say whether a normalised value of a kind stands in a text (see `has_literal`)."""
    return bool(_one(text).containing(value, kind))


class Texts:
    """Several texts to look for literals in: each is read once, when the first is looked for.

    Args:
        texts: They are named by their index.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def holding(self, literal: Literal) -> list[int]:
        """Which texts hold a literal, by index; see `has_literal`.

        A look-up, and a plain search of the whole for its words.
        """
        found = {*self._standing(literal.text), *self.containing(literal.value, literal.kind)}
        return sorted(found)

    def holding_word(self, word: str) -> list[int]:
        """Which texts hold a word as it is written, in any case, by index."""
        sought = re.compile(rf"(?<![^\W_]){re.escape(word.casefold())}(?![^\W_])")
        return self._cased.places(match.start() for match in sought.finditer(self._cased.whole))

    def stands(self, written: str) -> bool:
        """Whether any of them holds some words as whole words."""
        return bool(self._standing(written))

    def containing(self, value: str, kind: Kind) -> list[int]:
        """Which texts hold a normalised value of a kind, by index, in any order."""
        if kind in NUMERIC:
            found = [
                at
                for other, at in self._measured.get(_number(value), ())
                if same_quantity(value, other)
            ]
            return found if found or " " in value else self._standing(value, as_is=True)
        if kind in STATEMENTS or kind is Kind.QUOTE:
            return self._folded.places(_starts(self._folded.whole, normal(value)))
        standing = [] if kind in (Kind.DATE, Kind.TIME) else self._standing(value)
        return [*standing, *self._values.get((kind, value), ())]

    def _standing(self, written: str, *, as_is: bool = False) -> list[int]:
        """Which texts hold some words as whole words."""
        needle = written if as_is else normal(written)
        if not needle:
            return []
        hay = self._folded.whole
        return self._folded.places(
            at for at in _starts(hay, needle) if _apart(hay, at, at + len(needle))
        )

    @cached_property
    def _folded(self) -> _Joined:
        return _Joined(self._texts, normal)

    @cached_property
    def _cased(self) -> _Joined:
        return _Joined(self._texts, str.casefold)

    @cached_property
    def _values(self) -> dict[tuple[Kind, str], list[int]]:
        found: defaultdict[tuple[Kind, str], list[int]] = defaultdict(list)
        for at, text in enumerate(self._texts):
            for one in _values(text):
                found[one].append(at)
        return dict(found)

    @cached_property
    def _measured(self) -> dict[str, list[tuple[str, int]]]:
        """Number → values with it, each with the text that it stands in."""
        found: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        for (kind, value), where in self._values.items():
            if kind in _NUMERIC_FAMILY:
                found[_number(value)] += [(value, at) for at in where]
        return dict(found)


class _Joined:
    """Texts in another form, one behind the other; no line of one goes over into the next."""

    def __init__(self, texts: Sequence[str], form: Callable[[str], str]) -> None:
        made = [form(text) for text in texts]
        self.whole = "\n".join(made)
        self._begins: list[int] = []
        at = 0
        for text in made:
            self._begins.append(at)
            at += len(text) + 1

    def places(self, found: Iterator[int]) -> list[int]:
        """The texts in which some characters of the whole stand, each once, in order."""
        return list(dict.fromkeys(bisect_right(self._begins, at) - 1 for at in found))


@lru_cache(maxsize=_REMEMBERED)
def _one(text: str) -> Texts:
    return Texts((text,))


def _number(value: str) -> str:
    return value.partition(" ")[0]


def _values(text: str) -> frozenset[tuple[Kind, str]]:
    """Values of the hard literals of a text; an ambiguous number has both of its readings."""
    out: set[tuple[Kind, str]] = set()
    measured: list[tuple[int, int]] = []
    text, _ = visible(text)
    for start, end, kind, value in hard_found(text):
        out.add((kind, value))
        if kind in (Kind.NUMBER, Kind.MONEY):
            measured.append((start, end))
            number, _, unit = value.partition(" ")
            digits = _DIGITS.search(text, start, end)
            # What is scaled ("10k") has one reading only.
            if digits and number in (readings := number_values(digits.group())):
                out.update((kind, f"{reading} {unit}".rstrip()) for reading in readings)
    at = 0
    for match in _DIGITS.finditer(text):
        while at < len(measured) and measured[at][1] <= match.start():
            at += 1
        if at == len(measured) or match.end() <= measured[at][0]:
            out.update((Kind.NUMBER, value) for value in number_values(match.group()))
    return frozenset(out)


def _starts(hay: str, needle: str) -> Iterator[int]:
    at = hay.find(needle)
    while at >= 0:
        yield at
        at = hay.find(needle, at + 1)


def _apart(hay: str, start: int, end: int) -> bool:
    before, first = hay[start - 1 : start] if start else "", hay[start]
    after, last = hay[end : end + 1], hay[end - 1]
    if before and _word(before) and _word(first):
        return False
    if after and _word(after) and _word(last):
        return False
    if first.isdigit() and before in (".", ",") and hay[max(0, start - 2) : start - 1].isdigit():
        return False
    return not (last.isdigit() and after in (".", ",") and hay[end + 1 : end + 2].isdigit())


def _word(char: str) -> bool:
    """Latin letters and digits are parts of words; CJK signs stand beside one another freely."""
    return char == "_" or (char.isalnum() and ord(char) < 0x2E80)
