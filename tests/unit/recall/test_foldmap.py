from __future__ import annotations

from dataclasses import replace

import numpy as np

from infold.core.folds import Claim, Span
from infold.recall.foldmap import NO_FOLDS, choose_claims
from tests.unit.recall.builders import COUNTER, Stored, fold_of, placed, say

MESSAGES = placed([say("user", f"word{i} is number {i}") for i in range(60)])
ALL = np.ones(60, np.bool_)


def lines(folds: list, room: int, inside: np.ndarray = ALL) -> list[str]:
    stored = Stored(folds, MESSAGES)
    keys, tokens = choose_claims(stored.table, inside, room)
    chosen = [claim.line for claim in stored.claims(keys)]
    assert tokens == sum(map(COUNTER.count, chosen)) <= max(0, room)
    return chosen


def test_claims_that_speak_for_most_come_first_and_stand_in_order_of_roots() -> None:
    small, large, late = (
        fold_of(MESSAGES, [0, 1], 0),
        fold_of(MESSAGES, range(10, 22), 1),
        fold_of(MESSAGES, range(30, 42), 2),
    )
    both = lines([late, large, small], 200)
    assert [line[:6] for line in both] == ["word0 ", "word10", "word30"]
    one = COUNTER.count(both[1])
    assert lines([late, large, small], one) == [both[1]]
    assert lines([late, large, small], one + COUNTER.count(both[0])) == both[:2]
    assert lines([late, large, small], 0) == []


def test_once_its_share_is_full_a_later_fold_changes_nothing() -> None:
    first = [fold_of(MESSAGES, range(12), 0), fold_of(MESSAGES, range(12, 24), 1)]
    full = lines(first, 500)
    room = sum(COUNTER.count(line) for line in full)
    later = [fold_of(MESSAGES, range(24, 36), 2), fold_of(MESSAGES, [50, 51], 3)]
    assert lines(first + later, room) == full


def test_a_claim_needs_all_its_sources_in_scope_and_known() -> None:
    fold = fold_of(MESSAGES, range(6))
    inside = ALL.copy()
    inside[3] = False
    assert lines([fold], 500)
    assert lines([fold], 500, inside) == []
    assert lines([fold], 500, ALL[:5]) == []
    unknown = Claim(text="x y", spans=(Span(message="gone", part=0, start=0, end=1),))
    assert lines([replace(fold, claims=(unknown,))], 500) == []


def test_headlines_come_before_sentences() -> None:
    fold = fold_of(MESSAGES, range(4))
    sentence = Claim(text="Word zero.\nIs it?", spans=fold.claims[0].spans[:1], level=1)
    both = replace(fold, claims=(*fold.claims, sentence))
    head = COUNTER.count(fold.claims[0].text)
    assert lines([both], head) == [fold.claims[0].text]
    assert lines([both], 500) == [fold.claims[0].text, "Word zero. Is it?"]


def test_no_folds_give_no_claims() -> None:
    assert choose_claims(NO_FOLDS, ALL, 100) == ((), 0)
