"""Who else says what is erased: answers that repeat its names, numbers and other hard facts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from infold.text.kinds import Kind
from infold.text.literals import hard_literals

__all__ = ["Repeats"]

_SHORTEST: Final = 3
_NUMBERS: Final = frozenset({Kind.NUMBER, Kind.TIME})
_LEAST_DIGITS: Final = 4
_INSIDE: Final = re.compile(r"[0-9A-Za-zÀ-ɏ]")


class Repeats:
    """The hard facts of what is erased, and a search for them in other texts.

    A bare number of fewer than four digits and what is shorter than three letters tell nothing: an
    answer that has it need not have it from there.

    Args:
        erased: Texts that are erased.
    """

    def __init__(self, erased: Iterable[str]) -> None:
        found: dict[str, None] = {}
        for text in erased:
            for literal in hard_literals(text):
                told = literal.text.strip().casefold()
                digits = sum(sign.isdigit() for sign in told)
                if literal.kind in _NUMBERS and digits < _LEAST_DIGITS:
                    continue
                if len(told.encode()) >= _SHORTEST:
                    found[told] = None
        self._told = list(found)

    def __bool__(self) -> bool:
        return bool(self._told)

    def known_from(self, text: str) -> None:
        """Take back what a text says that stays: who repeats it may have it from there."""
        whole = text.casefold()
        self._told = [one for one in self._told if not _stands_in(one, whole)]

    def in_text(self, text: str) -> str:
        """The first hard fact that a text repeats, as it is looked for; empty for none."""
        whole = text.casefold()
        return next((one for one in self._told if _stands_in(one, whole)), "")


def _stands_in(told: str, whole: str) -> bool:
    """Whether it stands there by itself, not inside of a longer word or number."""
    at = whole.find(told)
    while at >= 0:
        before, after = whole[at - 1 : at], whole[at + len(told) : at + len(told) + 1]
        if not (_INSIDE.match(before) and _INSIDE.match(told[0])) and not (
            _INSIDE.match(after) and _INSIDE.match(told[-1])
        ):
            return True
        at = whole.find(told, at + 1)
    return False
