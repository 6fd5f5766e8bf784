"""One extractive summariser for every method that would ask a model for a summary.

It keeps the sentences that say most in the fewest tokens: rare words, and above all numbers,
identifiers and names. Its own rules read them, so that no method is measured by the rules that made
it. What a model would have written is unknown; this is what can be kept word for word.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

__all__ = ["Line", "Said", "Sentence", "Summariser"]

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_IDENTIFIER: Final = re.compile(r"\b\w++[-_/.:]\w+")
_NAME: Final = re.compile(r"(?<=\s)[A-Z][\w-]+")
_FACTS: Final = 3.0
"""Weight of what looks like a fact beside the rarity of words."""
_SEEN: Final = 0.9
"""A sentence of which so much was said by those chosen before it is left out."""
_LEAST_ROOM: Final = 8


class Said(Protocol):
    """A message as the methods see it."""

    @property
    def speaker(self) -> str:
        """Who says it."""
        ...

    @property
    def text(self) -> str:
        """What is said."""
        ...

    @property
    def line(self) -> str:
        """The whole message as a context shows it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A message of a transcript as the methods see it; see `Said`."""

    speaker: str
    text: str

    @property
    def line(self) -> str:
        """The whole message as a context shows it."""
        return f"{self.speaker}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence of a message, with its speaker.

    Attributes:
        order: Its place among all sentences.
        text: As a summary shows it.
        words: Its words that tell something.
        tokens: Of the text.
        facts: How much of it looks like facts.
        weight: What it counts beside others.
    """

    order: int
    text: str
    words: frozenset[str]
    tokens: int
    facts: float
    weight: float = 1.0


class Summariser:
    """Learns how rare words are from all that it has split.

    Args:
        count: Tokens of a text.
        words: Words of a text that tell something.
        facts: What a sentence is worth beyond its numbers, identifiers and names.
    """

    def __init__(
        self,
        count: Callable[[str], int],
        words: Callable[[str], Collection[str]],
        facts: Callable[[str], float] | None = None,
    ) -> None:
        self._count_tokens = count
        self._words = words
        self._facts = facts
        self._in: Counter[str] = Counter()
        self._count = 0
        self._values: dict[int, float] = {}

    def split(self, said: Said, *, weight: float = 1.0) -> list[Sentence]:
        """The sentences of a message.

        Args:
            said: The message.
            weight: What its sentences count beside those of others.
        """
        found = []
        for part in _SENTENCE.split(said.text):
            text = part.strip()
            if not text:
                continue
            known = frozenset(self._words(text))
            line = f"{said.speaker}: {text}"
            facts = (
                2.0 * min(4, sum(any(sign.isdigit() for sign in word) for word in known))
                + 1.5 * min(3, len(_IDENTIFIER.findall(text)))
                + 0.7 * min(4, len(_NAME.findall(text)))
            )
            found.append(
                Sentence(
                    order=self._count,
                    text=line,
                    words=known,
                    tokens=self._count_tokens(line),
                    facts=facts + (self._facts(text) if self._facts else 0.0),
                    weight=weight,
                )
            )
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
            worth = (_FACTS * sentence.facts + rarity) / math.sqrt(sentence.tokens + 4)
            self._values[sentence.order] = known = round(sentence.weight * worth, 9)
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
