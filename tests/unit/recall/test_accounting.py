from __future__ import annotations

import numpy as np

from infold.recall.accounting import account
from infold.recall.field import Field
from tests.unit.recall.builders import index_of, placed, say

MESSAGES = placed([say("user", "Got it." if i in (4, 5) else f"note {i}") for i in range(10)])


def test_the_highest_state_wins_and_ranges_break_where_something_else_stands() -> None:
    field = Field(index_of(MESSAGES).snapshot(), np.array([0, 1, 2, 4, 5, 6, 7, 9]))
    ledger = account(field, raw=[0, 1, 3], extracted=[1, 2], folded=[0, 1, 2, 6], reasons={})
    assert ledger.ranges() == {
        "raw": [[0, 1], [4, 4]],
        "extracted": [[2, 2]],
        "folded": [[7, 7]],
        "omitted": [[5, 6], [9, 9]],
    }
    assert ledger.counts() == {"total": 8, "raw": 3, "extracted": 1, "folded": 1, "omitted": 3}
    assert ledger.omissions() == {"filler": 1, "over_budget": 2}


def test_a_reason_of_its_own_comes_before_filler_and_length() -> None:
    field = Field(index_of(MESSAGES).snapshot(), np.arange(10))
    ledger = account(
        field, raw=[0], extracted=[], folded=[], reasons={0: "orphan", 4: "orphan", 7: "unanswered"}
    )
    assert ledger.omissions() == {"orphan": 1, "unanswered": 1, "filler": 1, "over_budget": 6}
    assert [ledger.reason(place) for place in (4, 5, 6)] == ["orphan", "filler", "over_budget"]


def test_an_empty_path_has_an_empty_account() -> None:
    field = Field(index_of(MESSAGES).snapshot(), np.zeros(0, np.int64))
    ledger = account(field, raw=[], extracted=[], folded=[], reasons={})
    assert ledger.ranges() == {"raw": [], "extracted": [], "folded": [], "omitted": []}
    assert ledger.counts()["total"] == 0


def test_a_path_that_is_read_in_another_order_is_accounted_for_by_position() -> None:
    field = Field(index_of(MESSAGES).snapshot(), np.arange(10))
    read = Field(field.snapshot, np.array([4, 0, 1, 3], np.int64))
    ledger = account(read, raw=[0, 3], extracted=[1], folded=[], reasons={2: "orphan"})
    assert ledger.path.tolist() == [0, 1, 3, 4]
    assert ledger.ranges() == {
        "raw": [[3, 4]],
        "extracted": [[0, 0]],
        "folded": [],
        "omitted": [[1, 1]],
    }
    assert ledger.reason(1) == "orphan"
