"""The two sides of a comparison: who is asked what in which order, and what a text answers."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from infold.text.analysis import analyze
from infold.text.sentences import sentences
from infold.trial.plain_values import has_value, plain
from infold.trial.probe_words import said_first
from infold.trial.probes import Probe
from infold.trial.stances import is_marked, marks_in, stance, without_marks

__all__ = [
    "SIDES",
    "Answered",
    "Asking",
    "Outcome",
    "Side",
    "Told",
    "nearest",
    "outcome",
    "schedule",
]

Side: TypeAlias = Literal["left", "right"]
SIDES: Final[tuple[Side, Side]] = ("left", "right")
Outcome: TypeAlias = Literal["kept", "lost", "inverted"]

_SUBJECT: Final = 2
"""Words of a probe's sentence that must stand beside a value in a context."""
_NEAREST: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """One question to one side.

    Attributes:
        place: When it is asked, from 0.
        question: Number of the question.
        repetition: From 0.
        side: Which side.
    """

    place: int
    question: int
    repetition: int
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What one side gave.

    Attributes:
        place: When it was asked.
        text: The answer; of a comparison without a model the sentences of the context that come
            nearest, or empty for probes.
        prompt: Hash of the prompt that was really sent; of the context, where there is no model.
        input_tokens: Of the prompt.
        output_tokens: Of the answer; 0 without a model.
        outcome: Of a probe; None for other questions.
    """

    place: int
    text: str
    prompt: str
    input_tokens: int
    output_tokens: int
    outcome: Outcome | None = None


def schedule(questions: int, repetitions: int, *, seed: int) -> list[Asking]:
    """Who is asked what, in a drawn order: pairs stay together, and either side may come first.

    Args:
        questions: How many.
        repetitions: How often each is asked of each side.
        seed: Of the order.
    """
    chance = random.Random(seed)  # noqa: S311 - an order keeps no secret
    pairs = [(at, time) for time in range(repetitions) for at in range(questions)]
    chance.shuffle(pairs)
    order: list[Asking] = []
    for at, time in pairs:
        sides = list(SIDES)
        chance.shuffle(sides)
        for side in sides:
            order.append(Asking(place=len(order), question=at, repetition=time, side=side))
    return order


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A sentence of a text.

    Attributes:
        number: In the text, from 0.
        text: As written, without the marks of a context.
        plain: In plain form.
        line: The line in which it stands, in plain form, without marks.
        marks: What the marks of that line say no longer holds.
    """

    number: int
    text: str
    plain: str
    line: str
    marks: tuple[str, ...]


class Told:
    """A text, read for what it tells."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.whole = "\n".join(map(plain, text.split("\n")))
        self.pieces = list(_pieces(text))

    def naming(self, value: str) -> Iterator[Piece]:
        """The sentences that name a value, given in plain form."""
        if value in self.whole:
            yield from (piece for piece in self.pieces if has_value(piece.plain, value))


def _pieces(text: str) -> Iterator[Piece]:
    number = 0
    for line in text.split("\n"):
        if not line.strip():
            continue
        bare = without_marks(line)
        marks = marks_in(plain(line)) if bare != line else ()
        whole = plain(bare)
        found = sentences(bare)
        for piece in found:
            yield Piece(
                number=number,
                text=piece.text,
                plain=whole if len(found) == 1 else plain(piece.text),
                line=whole,
                marks=marks,
            )
            number += 1


def outcome(probe: Probe, told: Told, *, is_answer: bool) -> Outcome:
    """What became of a probe in a text.

    Args:
        probe: The probe.
        told: A context, or a model's answer.
        is_answer: Whether it is an answer: it need not say what it speaks of, and may begin with a
            yes or a no.

    Returns:
        Of what holds: kept where it is named in its place, inverted where only as gone. Of what is
        gone: kept where the text says so, or gives what holds in its place after it; inverted where
        it gives the one that is gone, and nothing of that.
    """
    if probe.holds:
        return _value(probe, told, is_answer=is_answer)
    return _status_in_answer(probe, told) if is_answer else _status(probe, told)


def _status(probe: Probe, told: Told) -> Outcome:
    """What a context says of a value that does not hold any more."""
    value, other = plain(probe.value), plain(probe.other)
    last = -1
    for piece in told.naming(value):
        if not _speaks_of(piece.line, probe.about):
            continue
        if stance(piece.plain, value) == "gone" or is_marked(piece.marks, value):
            return "kept"
        last = piece.number
    for piece in told.naming(other) if other else ():
        is_said = (
            _speaks_of(piece.line, probe.other_about) and stance(piece.plain, other) == "holds"
        )
        if is_said and piece.number > last:
            return "kept"
    return "lost" if last < 0 else "inverted"


def _status_in_answer(probe: Probe, told: Told) -> Outcome:
    """What an answer says of it: in so many words, by a yes or a no, or by what it names alone."""
    value, other = plain(probe.value), plain(probe.other)
    old = {stance(piece.plain, value) for piece in told.naming(value)}
    new = {stance(piece.plain, other) for piece in told.naming(other)} if other else set()
    first = said_first(plain(told.text))
    if any(is_marked(piece.marks, value) for piece in told.naming(value)):
        return "kept"  # it quotes what the context says
    if "gone" in new:
        return "inverted"
    if "gone" in old or first is False:
        return "kept"
    if first:
        return "inverted"
    if not (old or new) or (old and new and probe.asks == "which"):
        return "lost"
    names_right = bool(old) if probe.asks == "which" else bool(new)
    return "kept" if names_right else "inverted"


def _value(probe: Probe, told: Told, *, is_answer: bool) -> Outcome:
    value = plain(probe.value)
    said = {
        stance(piece.plain, value)
        for piece in told.naming(value)
        if is_answer or _speaks_of(piece.line, probe.about)
    }
    if "holds" in said or (is_answer and None in said):
        return "kept"
    return "inverted" if "gone" in said else "lost"


def _speaks_of(line: str, about: Sequence[str]) -> bool:
    return len(_terms(line).intersection(about)) >= min(_SUBJECT, len(about))


@lru_cache(maxsize=8_192)
def _terms(line: str) -> frozenset[str]:
    return frozenset(analyze(line))


def nearest(told: Told, question: str, most: int = _NEAREST) -> str:
    """The sentences of a context that share most words with a question, in its order.

    It stands for an answer where no model is asked: rare words count more.
    """
    pieces = [piece.text for piece in told.pieces]
    terms = [_terms(piece) for piece in pieces]
    held = Counter(word for one in terms for word in one)
    asked = frozenset(analyze(question))
    scores = [
        round(math.fsum(sorted(math.log(1 + len(pieces) / held[w]) for w in asked & one)), 9)
        for one in terms
    ]
    best = sorted(range(len(pieces)), key=lambda at: (-scores[at], at))[:most]
    return "\n".join(pieces[at] for at in sorted(best) if scores[at])
