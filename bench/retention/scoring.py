"""Whether a context holds the evidence of a question: no model, no judge.

The same text gives the same score. What an engine says about its sources is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from bench.retention.values import Question, Turn
from bench.retention.words import Words, sentences, trigrams, words

ENOUGH: Final = 0.9
"""Share of a turn's word trigrams that one line must hold."""
ALMOST: Final = 0.8
"""The same for a line that is looked at for a mark."""
SEGMENT: Final = 3
"""Sentences of a line that are read together."""
MARK: Final = re.compile(
    r"superseded|outdated|\bstale\b|replaced by|no longer current", re.IGNORECASE
)
"""How a context says that a value does not hold any more."""
NOTE: Final = re.compile(r"\[[^\[\]\n]*\]")
"""What a context puts in brackets beside a line."""


class View:
    """A context, prepared for being asked what it holds."""

    def __init__(self, text: str) -> None:
        self.lines = [line for line in text.split("\n") if line.strip()]

    @cached_property
    def _trigrams(self) -> set[Words]:
        return set[Words]().union(*(trigrams(line) for line in self.lines))

    @cached_property
    def _short(self) -> set[Words]:
        """Single words and pairs, for turns of one or two words."""
        found: set[Words] = set()
        for line in self.lines:
            known = words(line)
            found.update((word,) for word in known)
            found.update(pairwise(known))
        return found

    @cached_property
    def segments(self) -> list[Segment]:
        """Every run of up to three sentences within a line."""
        found: list[Segment] = []
        for line in self.lines:
            parts = sentences(line)
            if len(parts) <= SEGMENT:
                found.append(segment(line))
                continue
            found += [
                segment(" ".join(parts[at : at + SEGMENT]))
                for at in range(len(parts) - SEGMENT + 1)
            ]
        return found

    @cached_property
    def words(self) -> set[str]:
        """All words."""
        return set[str]().union(*(words(line) for line in self.lines))

    def holds_turn(self, text: str) -> bool:
        """Whether the text stands in one line: 90 % of its trigrams, or all of it if shorter."""
        wanted = trigrams(text)
        if not wanted:
            short = words(text)
            return bool(short) and short in self._short
        need = ENOUGH * len(wanted)
        # No line holds what the whole does not.
        if len(wanted & self._trigrams) < need:
            return False
        return any(len(wanted & trigrams(line)) >= need for line in self.lines)

    def holds_fact(self, answer: str, evidence: str) -> bool:
        """Whether some segment holds the answer and two further words of its evidence."""
        asked = words(answer)
        verbatim = _stands_in(asked, segment(evidence))
        rest = _rest(evidence, answer)
        need = min(2, len(rest))
        return any(
            (_stands_in(asked, one) if verbatim else one.words.issuperset(asked))
            and len(rest & one.words) >= need
            for one in self.segments
        )


@dataclass(frozen=True, slots=True)
class Segment:
    """Some words: in order with a space around each, and as a set."""

    spaced: str
    words: frozenset[str]


@lru_cache(maxsize=400_000)
def segment(text: str) -> Segment:
    """Read a text as one segment."""
    known = words(text)
    return Segment(f" {' '.join(known)} ", frozenset(known))


def _stands_in(asked: Words, one: Segment) -> bool:
    return f" {' '.join(asked)} " in one.spaced


@lru_cache(maxsize=100_000)
def _rest(text: str, answer: str) -> frozenset[str]:
    """What a text says beside the answer, without words too short to tell anything."""
    others = set(words(text)) - set(words(answer))
    return frozenset(word for word in others if len(word) > 2 or not word.isascii())


def _holds(text: str, answer: str) -> bool:
    known, asked = segment(text), words(answer)
    return _stands_in(asked, known) or known.words.issuperset(asked)


def hit(question: Question, turns: Sequence[Turn], view: View, *, by_turns: bool) -> bool:
    """Whether the context holds all the evidence of a question.

    Of an evidence turn that states an answer, the answer with enough of the turn will do, unless
    `by_turns`. A line that names the answers and all keys of the question counts for everything.
    """
    if all(_has_evidence(question, turns[at].text, view, by_turns) for at in question.evidence):
        return True
    if by_turns or not question.keys:
        return False
    wanted = [words(text) for text in (*question.answers, *question.keys)]
    return any(all(_stands_in(one, found) for one in wanted) for found in view.segments)


def _has_evidence(question: Question, text: str, view: View, by_turns: bool) -> bool:
    stated = [] if by_turns else [a for a in question.answers if _holds(text, a)]
    if stated:
        return all(view.holds_fact(answer, text) for answer in stated)
    return view.holds_turn(text)


def answer_words(answers: Sequence[str], view: View) -> float:
    """Share of the answers' content words that stand anywhere in the context; 1 for none."""
    wanted = {word for word in words(" ".join(answers)) if len(word) > 2 or word.isdigit()}
    return len(wanted & view.words) / len(wanted) if wanted else 1.0


# ------------------------------------------------------------------ values that were replaced

State: TypeAlias = str
CLEAN: Final = "clean"
MARKED: Final = "current, old marked"
DATED: Final = "current, old before it"
MISORDERED: Final = "current, old after it"
OLD_MARKED: Final = "old only, marked"
OLD_ONLY: Final = "old only"
ABSENT: Final = "absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """How a context shows the values that an answer replaced.

    Attributes:
        state: One of the words above.
        shown: Lines that state such a value and not the answer.
        marked: Those of them that say so.
    """

    state: State
    shown: int
    marked: int

    @property
    def misleads(self) -> bool:
        """Whether a replaced value would be read as the one that holds."""
        return self.state in (OLD_ONLY, MISORDERED)


def replaced(question: Question, turns: Sequence[Turn], view: View, *, found: bool) -> Replaced:
    """Look for the replaced values of a question whose evidence was found, or not."""
    current = words(question.answers[0])
    shown = marked = 0
    last_old = last_current = -1
    for number, line in enumerate(view.lines):
        known = segment(_unmarked(line))
        has_current = _stands_in(current, known)
        if has_current:
            last_current = number
            continue  # "from the old one to the new one"
        for value, at in zip(question.stale, question.stale_at, strict=True):
            rest = _rest(turns[at].text, value)
            if _stands_in(words(value), known) and len(rest & known.words) >= min(2, len(rest)):
                shown += 1
                marked += bool(MARK.search(line))
                last_old = number
    if not shown:
        state = CLEAN if found else ABSENT
    elif not found:
        state = OLD_MARKED if marked == shown else OLD_ONLY
    elif marked == shown:
        state = MARKED
    else:
        # A current value that stands in no line of its own, or in the first, orders nothing.
        state = DATED if max(last_current, 0) > last_old else MISORDERED
    return Replaced(state=state, shown=shown, marked=marked)


def _unmarked(line: str) -> str:
    """A line without its marks: "… [replaced by the new one]" states the old one alone."""
    return NOTE.sub(lambda note: " " if MARK.search(note.group()) else note.group(), line)


def marks_current(question: Question, turns: Sequence[Turn], view: View) -> bool:
    """Whether a turn that states the value in force is shown with a mark that it was replaced."""
    sources = [
        trigrams(turns[at].text)
        for at in question.evidence
        if _holds(turns[at].text, question.answers[0]) and len(words(turns[at].text)) >= 3
    ]
    return any(
        MARK.search(line) is not None
        and any(len(source & trigrams(line)) >= ALMOST * len(source) for source in sources)
        for line in view.lines
    )
