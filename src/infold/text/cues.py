"""Rules that are tried only where a plain word of theirs stands in the text.

A pattern of many alternatives costs a walk over every position for each of them; a substring test
costs next to nothing. So each rule names the words it needs, and most rules are never run on most
sentences.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_HEAD: Final = re.compile(r"[^\\()\[\]|?*+.{}^$]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A pattern and the substrings of which one must be there for it to match."""

    needles: tuple[str, ...]
    pattern: re.Pattern[str]

    def applies(self, text: str) -> bool:
        """Say whether one of its words stands in a lower-cased text."""
        for needle in self.needles:  # noqa: SIM110 - a generator costs more than the search
            if needle in text:
                return True
        return False


class Cues:
    """A set of rules of which any may match.

    Args:
        latin: Patterns of words with spaces between them, one a line. A rule's needle is the
            literal it begins with; where that is no good, the line is `needle|needle :: pattern`.
        wide: Patterns in scripts without spaces, or with endings, matched anywhere; same form.
    """

    __slots__ = ("_rules",)

    def __init__(self, latin: str, wide: str = "") -> None:
        self._rules = (
            *(_rule(line, r"(?<![^\W_])(?:{})(?![^\W_])") for line in _lines(latin)),
            *(_rule(line, "(?:{})") for line in _lines(wide)),
        )

    def search(self, text: str) -> re.Match[str] | None:
        """Give the first match in a lower-cased text; of several at one place the longest."""
        best: re.Match[str] | None = None
        for rule in self._rules:
            if rule.applies(text):
                match = rule.pattern.search(text)
                if match and (best is None or _rank(match) < _rank(best)):
                    best = match
        return best

    def found(self, text: str) -> bool:
        """Say whether any rule matches a lower-cased text."""
        return any(rule.applies(text) and rule.pattern.search(text) for rule in self._rules)


def make_rules(lines: str, **parts: str) -> tuple[Rule, ...]:
    """Make rules from lines of `needle|needle :: pattern`, where `<name>` stands for a part."""
    out = []
    for line in _lines(lines):
        for name, part in parts.items():
            line = line.replace(f"<{name}>", part)
        out.append(_rule(line, "{}"))
    return tuple(out)


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
