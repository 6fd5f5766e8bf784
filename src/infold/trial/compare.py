"""A comparison of two views: the same questions, the answers of both sides, and how they pair."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from infold.core.folds import Price
from infold.text.analysis import analyze
from infold.text.sentences import sentences
from infold.trial.arms import SIDES, Answered, Outcome, Side
from infold.trial.plain_values import plain, values_in
from infold.trial.probes import Probe
from infold.trial.stances import denies, stance
from infold.trial.statistics import Interval, discordant, mcnemar, wilson

__all__ = [
    "ArmInfo",
    "Comparison",
    "FreePair",
    "Loss",
    "PairedClaim",
    "ProbePair",
    "Sameness",
    "claims_of",
    "losses_of",
    "pair_claims",
]

Sameness: TypeAlias = Literal["same", "differs", "only left", "only right"]
Judgement: TypeAlias = Literal["same", "left", "right", "neither"]

_ALIKE: Final = 0.5
"""Share of the shorter claim's words that two claims of one thing have in common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmInfo:
    """A side: which view was asked.

    Attributes:
        view: Id of the view, or `full`.
        name: For people.
        price: What making its folds cost; nothing for extractive ones.
    """

    view: str
    name: str
    price: Price = field(default_factory=Price)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbePair:
    """A probe and what both sides gave, repetition by repetition."""

    probe: Probe
    left: tuple[Answered, ...]
    right: tuple[Answered, ...]

    def outcome(self, side: Side) -> Outcome:
        """The outcome of most repetitions; of equally frequent ones the worse."""
        answers = self.left if side == "left" else self.right
        found = [one.outcome or "lost" for one in answers]
        worst: tuple[Outcome, ...] = ("inverted", "lost", "kept")
        return max(worst, key=lambda each: (found.count(each), -worst.index(each)))

    def kept(self, side: Side) -> bool:
        """Whether a side answered it right."""
        return self.outcome(side) == "kept"

    def answer(self, side: Side) -> Answered:
        """An answer that shows the outcome."""
        answers = self.left if side == "left" else self.right
        wanted = self.outcome(side)
        return next((one for one in answers if (one.outcome or "lost") == wanted), answers[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedClaim:
    """A sentence of one answer, with the one of the other that speaks of the same.

    Attributes:
        sameness: `same`, `differs` (the same thing, other values or the contrary), or on which side
            alone it stands.
        left: The sentence of the first side; empty where it has none.
        right: That of the second.
    """

    sameness: Sameness
    left: str = ""
    right: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FreePair:
    """A question of a person, and what both sides answered in one repetition.

    Attributes:
        question: As both were asked.
        repetition: From 0.
        left: The first side's answer.
        right: The second's.
        claims: The answers, claim by claim.
        judgement: Which answer a judge that did not know the sides preferred; None without one,
            or where it gave no answer.
        reason: Why, in the judge's words; or why nothing was judged.
    """

    question: str
    repetition: int
    left: Answered
    right: Answered
    claims: tuple[PairedClaim, ...]
    judgement: Judgement | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A probe that one side answered and the other did not, with the way to mend it.

    Attributes:
        number: In the report, from 1.
        side: Which side lost it.
        outcome: `lost` or `inverted`.
        probe: What was asked, and where it stands.
        view: Id of the view that lost it.
        fold: Id of the fold in it that holds the source: to expand this run is to open it.
        run: Id of that run's first message.
        answer: What the side answered instead; empty without a model.
    """

    number: int
    side: Side
    outcome: Outcome
    probe: Probe
    view: str
    fold: str
    run: str
    answer: str = ""

    @property
    def can_carry(self) -> bool:
        """Whether its sentence can be carried verbatim: a person or the assistant said it."""
        return bool(self.probe.message) and bool(self.probe.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Both sides asked the same.

    Attributes:
        conversation: Id of the conversation.
        left: The first side.
        right: The second.
        model: Name of the model that answered; empty where the contexts themselves were read.
        judge: Name of the judge; empty for none.
        budget: Tokens of a context, on both sides; 0 where each was as large as the larger needs.
        seed: Of the order and of the choice of probes.
        repetitions: How often each question was asked of each side.
        folds: How many closed folds both sides have together.
        available: How many probes the folded runs gave; the rest was not chosen.
        failed: How often a model gave one side no answer: the other's does not count then, either.
        rates: What a million tokens of prompts and of answers cost; None where that is not known.
        pairs: The probes.
        free: The questions of a person.
        losses: Probes that the first side answered and the second did not, or the other way round;
            inverted ones first.
        prompt: Id of the prompt that asked; empty without a model.
    """

    conversation: str
    left: ArmInfo
    right: ArmInfo
    model: str = ""
    judge: str = ""
    budget: int = 0
    seed: int = 0
    repetitions: int = 1
    folds: int = 0
    available: int = 0
    failed: int = 0
    rates: tuple[float, float] | None = None
    pairs: tuple[ProbePair, ...] = ()
    free: tuple[FreePair, ...] = ()
    losses: tuple[Loss, ...] = ()
    prompt: str = ""

    @property
    def is_same(self) -> bool:
        """Whether both sides show the same: it is one view, or no run is folded on either."""
        return self.left.view == self.right.view or not self.folds

    def of(self, kind: str) -> tuple[ProbePair, ...]:
        """The pairs of one kind of probe."""
        return tuple(one for one in self.pairs if one.probe.kind == kind)

    def retention(self, kind: str = "", *, side: Side = "right") -> Interval:
        """Of the probes that the other side answered, the share that this one did; with bounds.

        Where nothing was asked, nothing was lost: 1, and for certain where both sides show the
        same; else within [0, 1], for nothing is known.
        """
        other: Side = "left" if side == "right" else "right"
        asked = [
            one for one in self.pairs if one.kept(other) and (not kind or one.probe.kind == kind)
        ]
        if not asked:
            return Interval(value=1.0, low=1.0 if self.is_same else 0.0, high=1.0)
        return wilson(sum(one.kept(side) for one in asked), len(asked))

    def counts(self, side: Side, kind: str = "") -> dict[Outcome, int]:
        """How many probes had each outcome on a side."""
        found = [one.outcome(side) for one in self.pairs if not kind or one.probe.kind == kind]
        outcomes: tuple[Outcome, ...] = ("kept", "lost", "inverted")
        return {each: found.count(each) for each in outcomes}

    @property
    def discordant(self) -> tuple[int, int]:
        """Probes that only the first side answered, and only the second."""
        return discordant(
            [one.kept("left") for one in self.pairs], [one.kept("right") for one in self.pairs]
        )

    @property
    def p_value(self) -> float:
        """Exact McNemar test of the discordant pairs, two-sided."""
        return mcnemar(*self.discordant)

    def answers(self, side: Side) -> list[Answered]:
        """All answers of a side, in the order in which they were given."""
        found = [
            answer
            for pair in self.pairs
            for answer in (pair.left if side == "left" else pair.right)
        ]
        found += [one.left if side == "left" else one.right for one in self.free]
        return sorted(found, key=lambda one: one.place)

    def spent(self, side: Side) -> tuple[int, int]:
        """Tokens of all prompts of a side, and of all its answers."""
        answers = self.answers(side)
        return sum(one.input_tokens for one in answers), sum(one.output_tokens for one in answers)

    @property
    def saving(self) -> float:
        """Prompt tokens that a question to the second side saves; negative where it costs more."""
        answers = len(self.answers("left"))
        if not answers:
            return 0.0
        return (self.spent("left")[0] - self.spent("right")[0]) / answers

    @property
    def paid_back(self) -> int | None:
        """After how many questions the second side's folds are paid back; None for never.

        What its folds cost more than the first side's beside what a question saves: in money where
        the rates are known, else in tokens.
        """
        rate = self.rates[0] if self.rates else 1.0
        cost = self.cost(self.right.price) - self.cost(self.left.price)
        if cost <= 0:
            return 0
        return math.ceil(cost / (rate * self.saving)) if self.saving > 0 else None

    def cost(self, price: Price) -> float:
        """A price in money, a million times over; in tokens where no rates are known."""
        prompt, answer = self.rates or (1.0, 1.0)
        return prompt * price.input_tokens + answer * price.output_tokens


def losses_of(
    pairs: Sequence[ProbePair],
    views: dict[Side, str],
    run_of: Callable[[str, str], tuple[str, str] | None],
) -> tuple[Loss, ...]:
    """What one side answered and the other did not.

    Args:
        pairs: All probes.
        views: Side → id of its view.
        run_of: (view, message id) → (fold, run) that holds the message there as closed, or None.

    Returns:
        Inverted ones first, then by place; numbered from 1. What no fold of the losing side holds
        was not lost by a fold, and is not listed.
    """
    found: list[Loss] = []
    for pair in pairs:
        for side in SIDES:
            other: Side = "left" if side == "right" else "right"
            if pair.kept(side) or not pair.kept(other):
                continue
            place = run_of(views[side], pair.probe.message)
            if place is None:
                continue
            found.append(
                Loss(
                    number=0,
                    side=side,
                    outcome=pair.outcome(side),
                    probe=pair.probe,
                    view=views[side],
                    fold=place[0],
                    run=place[1],
                    answer=pair.answer(side).text,
                )
            )
    found.sort(key=lambda one: (one.outcome != "inverted", one.probe.position, one.probe.id))
    return tuple(replace(one, number=number) for number, one in enumerate(found, 1))


# ------------------------------------------------------------------ free text


def claims_of(text: str) -> list[str]:
    """The claims of an answer: its sentences, each once."""
    return list(dict.fromkeys(" ".join(piece.text.split()) for piece in sentences(text)))


def pair_claims(left: str, right: str) -> tuple[PairedClaim, ...]:
    """Set two answers side by side, claim by claim.

    Two sentences speak of the same where they share half of the shorter one's content words; they
    are the same where they also name the same values, say the same of them, and deny alike.

    Returns:
        The claims of the first in their order, then those that stand on the second side alone.
    """
    here, there = claims_of(left), claims_of(right)
    words = {text: frozenset(analyze(text)) for text in (*here, *there)}
    scored = [
        (
            round(len(words[a] & words[b]) / max(1, min(len(words[a]), len(words[b]))), 9)
            if words[a] and words[b]
            else float(a == b),
            -i,
            -j,
        )
        for i, a in enumerate(here)
        for j, b in enumerate(there)
    ]
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for score, i, j in sorted(scored, reverse=True):
        if score < _ALIKE or -i in partner or -j in taken:
            continue
        partner[-i] = -j
        taken.add(-j)
    out: list[PairedClaim] = []
    for i, text in enumerate(here):
        if i in partner:
            other = there[partner[i]]
            same: Sameness = "same" if _agree(text, other) else "differs"
            out.append(PairedClaim(sameness=same, left=text, right=other))
        else:
            out.append(PairedClaim(sameness="only left", left=text))
    out += [
        PairedClaim(sameness="only right", right=text)
        for j, text in enumerate(there)
        if j not in taken
    ]
    return tuple(out)


def _agree(one: str, other: str) -> bool:
    a, b = plain(one), plain(other)
    if a == b:
        return True
    values = {value.plain for value in values_in(one)}
    if values != {value.plain for value in values_in(other)}:
        return False
    if any(stance(a, value) != stance(b, value) for value in values):
        return False
    return denies(a) == denies(b)
