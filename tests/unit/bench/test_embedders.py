from __future__ import annotations

import tomllib

import numpy as np
import pytest

from bench.embedders.finding import _FILE, LANGUAGES, _alone
from infold.models.embedder import Vectors


class _Oracle:
    """Gives a statement and its question one vector, where it knows the language."""

    id = "oracle"
    dim = 12

    def __init__(self, known: tuple[str, ...]) -> None:
        facts = tomllib.loads(_FILE.read_text(encoding="utf-8"))["facts"]
        self._at = {
            text: number for number, fact in enumerate(facts) for one in known for text in fact[one]
        }

    def embed(self, texts: list[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dim), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[self._at.get(text, 0)] = 1.0
        return rows


def test_every_fact_stands_in_every_language_and_its_question_says_it_otherwise() -> None:
    facts = tomllib.loads(_FILE.read_text(encoding="utf-8"))["facts"]
    assert len(facts) == 12
    assert all(set(fact) == set(LANGUAGES) for fact in facts)
    texts = [text for fact in facts for pair in fact.values() for text in pair]
    assert len(set(texts)) == len(texts) == 144


def test_vectors_alone_are_judged_within_a_language_and_across() -> None:
    shares = {row.case: row.value for row in _alone("x", _Oracle(("en", "ko")))}
    assert shares["x: vectors alone, en"] == shares["x: vectors alone, ko"] == 1.0
    assert shares["x: vectors alone, ja"] == 1 / 12
    # Of thirty pairs of languages two are known on both sides.
    assert shares["x: vectors alone, across languages"] == pytest.approx((2 + 28 / 12) / 30)
