"""What contexts made with given weights hold: through the same code as every context."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from bench.retention.scoring import View, answer_words, hit
from bench.training.cases import COUNTER, Case
from infold.recall.budget import budget_for
from infold.recall.context import finish, prepare
from infold.recall.field import Field
from infold.recall.model import Model


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One question at one budget."""

    dialogue: str
    category: str
    budget: int
    hit: bool
    words: float


def judge(case: Case, model: Model, budgets: Sequence[int]) -> list[Judged]:
    """Make contexts for all questions of a case and look whether they hold the evidence."""
    field = Field(case.index.snapshot(), np.arange(len(case.messages)))
    out = []
    for one in case.lists:
        for budget in budgets:
            limits = budget_for(budget=budget)
            draft = prepare(field, query=one.query, budget=limits, model=model)
            texts = {position: case.messages[position] for position in draft.needs}
            view = View(finish(draft, texts, COUNTER).text)
            out.append(
                Judged(
                    dialogue=case.dialogue.name,
                    category=one.question.category,
                    budget=budget,
                    hit=hit(
                        one.question, case.dialogue.turns, view, by_turns=case.dialogue.by_turns
                    ),
                    words=answer_words(one.question.answers, view),
                )
            )
    return out


def hits(judged: Iterable[Judged]) -> float:
    """Share of questions whose evidence is there."""
    return float(np.mean([one.hit for one in judged]))


def words(judged: Iterable[Judged]) -> float:
    """Share of the answers' words that are there."""
    return float(np.mean([one.words for one in judged]))
