"""One extractive summariser for all peers that would ask a model for a summary.

It keeps the sentences that say most in the fewest tokens: rare words, and above all numbers,
identifiers and names. None of it is shared with what it is compared to.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bench.peers.stopwords import STOPWORDS
from bench.retention.values import Turn
from bench.retention.words import count_tokens, words

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_IDENTIFIER: Final = re.compile(r"\w+[-_/.:]\w+")
_NAME: Final = re.compile(r"(?<=\s)[A-Z][\w-]+")
_FACTS: Final = 3.0
"""Weight of what looks like a fact beside the rarity of words."""
_SEEN: Final = 0.9
"""A sentence of which so much was said by those chosen before it is left out."""
_LEAST_ROOM: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence of a turn, with its speaker; `order` is its place among all sentences."""

    order: int
    turn: int
    text: str
    words: frozenset[str]
    tokens: int
    facts: float


class Summariser:
    """Learns how rare words are from all that it has split."""

    def __init__(self) -> None:
        self._in: Counter[str] = Counter()
        self._count = 0
        self._values: dict[int, float] = {}

    def split(self, at: int, turn: Turn) -> list[Sentence]:
        """Sentences of the turn with index `at`."""
        found = []
        for part in _SENTENCE.split(turn.text):
            text = part.strip()
            if not text:
                continue
            known = frozenset(words(text)) - STOPWORDS
            line = f"{turn.speaker}: {text}"
            facts = (
                2.0 * min(4, sum(any(sign.isdigit() for sign in word) for word in known))
                + 1.5 * min(3, len(_IDENTIFIER.findall(text)))
                + 0.7 * min(4, len(_NAME.findall(text)))
            )
            found.append(
                Sentence(order=self._count, turn=at, text=line, words=known,
                         tokens=count_tokens(line), facts=facts)
            )  # fmt: skip
            self._count += 1
            self._in.update(known)
        self._values.clear()
        return found

    def value(self, sentence: Sentence) -> float:
        """What a sentence is worth for its length."""
        known = self._values.get(sentence.order)
        if known is None:
            rarity = math.fsum(
                math.log((self._count + 1) / (self._in[word] + 0.5)) for word in sentence.words
            )
            known = (_FACTS * sentence.facts + rarity) / math.sqrt(sentence.tokens + 4)
            self._values[sentence.order] = known = round(known, 9)
        return known

    def select(self, given: Iterable[Sentence], room: int) -> list[Sentence]:
        """The best sentences that fit, without repetitions, in their order."""
        chosen: list[Sentence] = []
        said: set[str] = set()
        for sentence in sorted(given, key=lambda one: (-self.value(one), one.order)):
            if sentence.tokens > room:
                if room < _LEAST_ROOM:
                    break
                continue
            known = sentence.words
            if len(known) > 2 and len(known & said) >= _SEEN * len(known):
                continue
            room -= sentence.tokens
            chosen.append(sentence)
            said |= known
        return sorted(chosen, key=lambda one: one.order)


def lines(chosen: Sequence[Sentence]) -> list[str]:
    """Sentences as lines of a context."""
    return [sentence.text for sentence in chosen]
