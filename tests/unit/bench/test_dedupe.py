"""The labelled statements of the dedupe bench, and its plain loop beside a plan."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from bench.dedupe import many, members_of, merged_pairs, plain_loop
from bench.dedupe_pairs import LANGUAGES, families


@pytest.mark.parametrize("language", LANGUAGES)
def test_families_say_which_pairs_are_one(language: str) -> None:
    labelled = families(language, seed=3)
    assert labelled == families(language, seed=3)
    assert labelled.texts != families(language, seed=4).texts
    assert not any("{" in text or "|" in text or "=" in text for text in labelled.texts)
    assert len(labelled.texts) > 20
    assert 5 < len(labelled.same) < len(labelled.texts)
    assert all(one < other < len(labelled.texts) for one, other in labelled.same)


def test_a_plan_finds_what_the_plain_loop_finds() -> None:
    members = members_of(many(60, 5))
    vectors = np.zeros((len(members), 4), np.float32)
    found = merged_pairs(members, vectors)
    assert len(found) == plain_loop(members, vectors)
    assert 0 < len(found) < len(list(combinations(members, 2)))
