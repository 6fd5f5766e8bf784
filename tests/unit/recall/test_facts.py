"""Ranking facts: by what each says itself, whatever was recorded beside it."""

from __future__ import annotations

import math

import numpy as np

from infold.core.forward import ForwardColumns
from infold.recall.facts import rank_facts
from infold.recall.field import Field
from infold.recall.index import Index
from infold.recall.query import make_query
from infold.recall.terms import term_hashes
from infold.text.analysis import analyze


def field(*texts: str) -> Field:
    terms = [term_hashes(analyze(text)) for text in texts]
    index = Index()
    index.extend(
        ForwardColumns(
            position=np.arange(len(texts)),
            parent=np.full(len(texts), -1),
            role=np.ones(len(texts), np.int8),
            author=[""] * len(texts),
            at=np.full(len(texts), math.nan),
            tokens=np.array([len(text) // 4 + 1 for text in texts]),
            flags=np.zeros(len(texts), np.int64),
            terms=np.concatenate([*terms, np.zeros(0, np.uint32)]),
            term_counts=np.array([len(one) for one in terms], np.int64),
        )
    )
    return Field(index.snapshot(), np.arange(len(texts)))


def ranked(question: str, *texts: str) -> list[str]:
    found = rank_facts(field(*texts), make_query(question), limit=9)
    assert (found.scores > 0).all()
    assert (found.scores <= 1).all()
    return [texts[at] for at in found.positions.tolist()]


def test_the_best_match_comes_first_and_no_match_not_at_all() -> None:
    texts = ("Lives in Porto", "Likes jazz concerts", "부산에 살아요", "喜欢咖啡", "Hat einen Hund")
    assert ranked("jazz concerts?", *texts) == ["Likes jazz concerts"]
    assert ranked("부산", *texts) == ["부산에 살아요"]
    assert ranked("咖啡", *texts) == ["喜欢咖啡"]
    assert ranked("Hund", *texts) == ["Hat einen Hund"]
    assert ranked("xyzzyqq", *texts) == []
    assert ranked("anything") == []


def test_what_stands_beside_a_match_gets_nothing_for_it() -> None:
    assert ranked("kayak", "Owns a tent", "Owns a kayak", "Owns a lamp") == ["Owns a kayak"]


def test_facts_of_the_same_words_have_the_same_score() -> None:
    found = rank_facts(
        field("Owns the red kayak alpha", "Likes tea", "Owns the red kayak omega"),
        make_query("red kayak"),
        limit=9,
    )
    assert found.positions.tolist() == [0, 2]
    assert found.scores[0] == found.scores[1]
