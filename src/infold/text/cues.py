"""Rules that are tried only where a plain word of theirs stands in the text.

A pattern of many alternatives costs a walk over every position for each of them; a substring test
costs next to nothing. So each rule names the words it needs, and most rules are never run on most
sentences.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+")
_LATIN: Final = re.compile(r"[a-zà-ɏ]")
_HEAD: Final = re.compile(r"[^\\()\[\]|?*+.{}^$]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A pattern and the substrings of which one must be there for it to match."""

    needles: tuple[str, ...]
    pattern: re.Pattern[str]

    @property
    def is_wide(self) -> bool:
        """Whether no word of it can stand in a text of plain Latin letters."""
        return not any(needle.isascii() for needle in self.needles)


class Cues:
    """A set of rules of which any may match.

    Args:
        latin: Patterns of words with spaces between them, one a line. A rule's needle is the
            literal it begins with; where that is no good, the line is `needle|needle :: pattern`.
        wide: Patterns in scripts without spaces, or with endings, matched anywhere; same form.
    """

    __slots__ = ("_latin", "_others", "_wide", "_words")

    def __init__(self, latin: str, wide: str = "") -> None:
        lines = list(_lines(latin))
        frame = r"(?<![^\W_])(?:{})(?![^\W_])"
        self._latin = tuple(_rule(line, frame) for line in lines)
        self._wide = tuple(_rule(line, "(?:{})") for line in _lines(wide))
        self._words = frozenset(line for line in lines if line.isalpha())
        self._others = tuple(
            rule for line, rule in zip(lines, self._latin, strict=True) if not line.isalpha()
        )

    def search(self, text: str) -> re.Match[str] | None:
        """Give the first match in a lower-cased text; of several at one place the longest."""
        best: re.Match[str] | None = None
        words, plain = _shape(text)
        for rules in (self._latin if words else (), () if plain else self._wide):
            for rule in rules:
                for needle in rule.needles:
                    if needle in text:
                        match = rule.pattern.search(text)
                        if match and (best is None or _rank(match) < _rank(best)):
                            best = match
                        break
        return best

    def found(self, text: str) -> bool:
        """Say whether any rule matches a lower-cased text."""
        words, plain = _shape(text)
        if not words.isdisjoint(self._words):
            return True
        for rules in (self._others if words else (), () if plain else self._wide):
            for rule in rules:
                for needle in rule.needles:
                    if needle in text:
                        if rule.pattern.search(text):
                            return True
                        break
        return False


@lru_cache(maxsize=16)
def _shape(text: str) -> tuple[frozenset[str], bool]:
    """Give the words of a text that hold a Latin letter, and whether all of it is ASCII."""
    if text.isascii():
        return frozenset(_WORD.findall(text)), True
    return frozenset(word for word in _WORD.findall(text) if _LATIN.search(word)), False


class Rules:
    """Rules in their order, of which each may match several times.

    Args:
        lines: Lines of `needle|needle :: pattern`, where `<name>` stands for a part.
        parts: The parts by name.
    """

    __slots__ = ("_all", "_narrow")

    def __init__(self, lines: str, **parts: str) -> None:
        out = []
        for line in _lines(lines):
            for name, part in parts.items():
                line = line.replace(f"<{name}>", part)
            out.append(_rule(line, "{}"))
        self._all = tuple(out)
        self._narrow = tuple(rule for rule in out if not rule.is_wide)

    def matches(self, text: str, *, plain: bool) -> Iterator[tuple[Rule, re.Match[str]]]:
        """Give all matches in a lower-cased text, rule by rule.

        Args:
            text: The text.
            plain: Whether its words are ASCII, so that rules of other scripts need no try.
        """
        for rule in self._narrow if plain else self._all:
            for needle in rule.needles:
                if needle in text:
                    for match in rule.pattern.finditer(text):
                        yield rule, match
                    break


def _rank(match: re.Match[str]) -> tuple[int, int]:
    return match.start(), -match.end()


def _lines(text: str) -> Iterator[str]:
    """Lines that are not blank; a line that begins with a sign of alternation goes on the last."""
    gathered = ""
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith("..."):
            gathered += stripped[3:]
            continue
        if gathered:
            yield gathered
        gathered = stripped
    if gathered:
        yield gathered


def _rule(line: str, frame: str) -> Rule:
    needles, mark, pattern = line.partition(" :: ")
    if not mark:
        pattern = line
        head = _HEAD.match(pattern)
        needles = head.group() if head else ""
        if head and pattern[head.end() : head.end() + 1] in ("?", "*", "{"):
            needles = needles[:-1]
        if not needles:
            raise ValueError(f"a rule needs a word: {line}")
    return Rule(needles=tuple(needles.split("|")), pattern=re.compile(frame.replace("{}", pattern)))
