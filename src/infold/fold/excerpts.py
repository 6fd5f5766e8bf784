"""What may be quoted of a cluster: its sentences, their clauses, and windows around values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from infold.core.folds import MOST_SOURCES
from infold.core.messages import Message, Role
from infold.core.tokens import TokenCounter
from infold.fold.fidelity import literal_key
from infold.fold.reading import Passage, one_line
from infold.fold.standing import Key, Standing, statement_key
from infold.fold.windows import Stretch, clause_spans, window_spans
from infold.text.analysis import analyze
from infold.text.filler import is_filler
from infold.text.kinds import STATEMENTS, Kind, Literal, Status

__all__ = ["LONGEST", "SENTENCE", "WINDOW", "Excerpt", "excerpts", "prove", "shorter"]

WINDOW, CLAUSE, SENTENCE = range(3)
LONGEST: Final = 80
_LEAST_TERMS: Final = 3
_ASKED: Final = 0.5
_ROLE: Final[dict[Role, float]] = {"user": 1.2, "assistant": 1.0, "system": 0.8, "tool": 0.35}
_WEIGHT: Final[dict[Kind, float]] = {
    Kind.DECISION: 4.0,
    Kind.REJECTION: 4.0,
    Kind.RETRACTION: 4.0,
    Kind.OBLIGATION: 3.0,
    Kind.PREFERENCE: 3.0,
    Kind.NEGATION: 2.5,
    Kind.PORT: 2.0,
    Kind.VERSION: 2.0,
    Kind.DATE: 2.0,
    Kind.MONEY: 2.0,
    Kind.TIME: 1.5,
    Kind.NUMBER: 1.5,
    Kind.IDENTIFIER: 1.5,
    Kind.PATH: 1.5,
    Kind.URL: 1.5,
    Kind.ADDRESS: 1.5,
    Kind.COMMAND: 1.5,
    Kind.NAME: 1.2,
}
_WORD: Final = re.compile("[^\\W\\d_]{2}|[\u3400-\u9fff]")
"""A row of numbers and signs tells nobody anything."""
_SAME_WORDS: Final = 0.5


@dataclass(slots=True, kw_only=True, eq=False)
class Excerpt:
    """A stretch that may be quoted.

    Attributes:
        passage: The sentence that it is, or is of.
        group: Number of that sentence among those that may be quoted.
        start: Where it begins in its part's text, in characters.
        end: One after its last character.
        text: Its words on one line.
        tokens: Of the text.
        grain: `WINDOW`, `CLAUSE` or `SENTENCE`.
        share: How much what it says counts: that of its speaker, less for a question.
        keeps: Values that it shows as the sources do, and statements that it makes; what each is
            worth.
        denies: Values that it shows otherwise than the sources say last.
        terms: Of its text.
        also: Sentences of other messages that say the same.
    """

    passage: Passage
    group: int
    start: int
    end: int
    text: str
    tokens: int
    grain: int
    share: float
    keeps: dict[Key, float]
    denies: frozenset[Key]
    terms: frozenset[str]
    also: list[Passage] = field(default_factory=list)

    def holds(self, other: Excerpt) -> bool:
        """Whether another of the same sentence stands in it."""
        return self.start <= other.start and other.end <= self.end

    def meets(self, other: Excerpt) -> bool:
        """Whether it has characters in common with another of the same sentence."""
        return self.start < other.end and other.start < self.end


def excerpts(
    messages: Sequence[Message],
    passages: Iterable[Sequence[Passage]],
    standing: Standing,
    counter: TokenCounter,
) -> list[Excerpt]:
    """Sentences worth quoting; those that say the same are one, with the later ones beside it.

    Args:
        messages: Of one cluster, by position.
        passages: For each message what `read_message` found.
        standing: What is said last of each value.
        counter: Counts tokens.
    """
    by_saying: dict[tuple[frozenset[str], frozenset[tuple[Key, Status]]], Excerpt] = {}
    for found in passages:
        for passage in found:
            if passage.is_noise:
                continue
            terms = frozenset(analyze(passage.text))
            is_hard = any(literal.kind is not Kind.NAME for literal in passage.literals)
            if is_filler(passage.text) or (len(terms) < _LEAST_TERMS and not is_hard):
                continue
            if not _WORD.search(passage.text):
                continue
            saying = (terms, frozenset((_key(one), one.status) for one in passage.literals))
            known = by_saying.get(saying)
            if known is not None:
                sources = {known.passage.message, *(more.message for more in known.also)}
                if passage.message not in sources and len(sources) < MOST_SOURCES:
                    known.also.append(passage)
                continue
            text = one_line(passage.text)
            keeps, denies = _kept(passage, passage.literals, standing)
            by_saying[saying] = Excerpt(
                passage=passage,
                group=len(by_saying),
                start=passage.start,
                end=passage.end,
                text=text,
                tokens=counter.count(text),
                grain=SENTENCE,
                share=_ROLE[messages[passage.message].role] * (_ASKED if passage.asks else 1.0),
                keeps=keeps,
                denies=denies,
                terms=terms,
            )
    return list(by_saying.values())


def shorter(
    whole: Excerpt, standing: Standing, counter: TokenCounter, *, bare: bool
) -> list[Excerpt]:
    """Clauses of a sentence and windows in it, to be proved before they are used.

    Args:
        whole: The sentence. A question has none.
        standing: What is said last of each value.
        counter: Counts tokens.
        bare: See `infold.fold.windows.window_spans`.
    """
    passage = whole.passage
    if passage.asks or not passage.literals:
        return []
    base = passage.start
    inside = [replace(one, start=one.start - base, end=one.end - base) for one in passage.literals]
    spans = dict.fromkeys(clause_spans(passage.text, inside, bare=bare), CLAUSE)
    for span in window_spans(passage.text, inside, bare=bare):
        spans.setdefault(span, WINDOW)
    found = (_part(whole, span, grain, inside, standing, counter) for span, grain in spans.items())
    return [one for one in found if one is not None]


def _part(
    whole: Excerpt,
    span: Stretch,
    grain: int,
    inside: Sequence[Literal],
    standing: Standing,
    counter: TokenCounter,
) -> Excerpt | None:
    passage = whole.passage
    hard = [one for one in inside if one.kind not in STATEMENTS]
    within = [one for one in hard if one.start < span.end and one.end > span.start]
    if any(one.start < span.start or one.end > span.end for one in within):
        return None
    text = one_line(passage.text[span.start : span.end])
    tokens = counter.count(text)
    if tokens >= whole.tokens or tokens > LONGEST or not _WORD.search(text):
        return None
    terms = frozenset(analyze(text))
    makes = [one for one in passage.literals if one.kind in STATEMENTS and _says(text, terms, one)]
    keeps, denies = _kept(passage, [*within, *makes], standing)
    if not keeps:
        return None
    return Excerpt(
        passage=passage,
        group=whole.group,
        start=passage.start + span.start,
        end=passage.start + span.end,
        text=text,
        tokens=tokens,
        grain=grain,
        share=whole.share,
        keeps=keeps,
        denies=denies,
        terms=terms,
    )


def prove(one: Excerpt, standing: Standing, read: Callable[[str], Sequence[Literal]]) -> bool:
    """Read an excerpt by itself: it must say of its values what its sentence says of them.

    Statements that it does not make by itself are taken from what it keeps.

    Args:
        one: The excerpt; a sentence needs no proof.
        standing: What is said last of each value.
        read: Reads the literals of a text.
    """
    if one.grain == SENTENCE:
        return True
    own = read(one.text)
    said = {(_key(each), each.status) for each in own if each.kind not in STATEMENTS}
    if said != {
        (_key(each), each.status)
        for each in one.passage.literals
        if each.kind not in STATEMENTS and one.start <= each.start and each.end <= one.end
    }:
        return False
    kinds = {each.kind.value for each in own if each.kind in STATEMENTS}
    one.keeps = {
        key: worth for key, worth in one.keeps.items() if key in standing.current or key[0] in kinds
    }
    return bool(one.keeps)


def _says(text: str, terms: frozenset[str], statement: Literal) -> bool:
    """Whether a part of a sentence still makes a statement of it."""
    if one_line(statement.text) in text:
        return True
    words = frozenset(analyze(statement.text))
    return len(words & terms) >= _SAME_WORDS * len(words)


def _kept(
    passage: Passage, found: Iterable[Literal], standing: Standing
) -> tuple[dict[Key, float], frozenset[Key]]:
    """What literals keep and what they invert; what is asked counts where nobody says it."""
    listed = list(found)
    right, wrong = standing.shown(listed)
    keeps: dict[Key, float] = {}
    for literal in listed:
        key = _key(literal)
        if literal.kind in STATEMENTS or (
            key in right and not (passage.asks and key in standing.said)
        ):
            keeps[key] = max(keeps.get(key, 0.0), _WEIGHT.get(literal.kind, 1.0))
    return keeps, frozenset(wrong)


def _key(literal: Literal) -> Key:
    if literal.kind in STATEMENTS:
        return statement_key(literal)
    return literal_key(literal.kind, literal.value)
