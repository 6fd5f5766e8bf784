from __future__ import annotations

import pytest

from infold.errors import UsageError
from infold.recall.budget import DEFAULT_BUDGET, MOST_OUTPUT, Budget, budget_for


def test_nothing_given_is_the_documented_default() -> None:
    assert budget_for() == Budget(tokens=DEFAULT_BUDGET)
    assert budget_for(reserve=100).tokens == DEFAULT_BUDGET - 100


@pytest.mark.parametrize("output", [0, None])
def test_a_window_without_an_output_limit_leaves_a_positive_budget(output: int | None) -> None:
    made = budget_for(window=16_384, output=output)
    assert (made.tokens, made.output, made.whole_system) == (12_288, 4_096, True)


@pytest.mark.parametrize(
    ("window", "output", "reserve", "tokens"),
    [
        (33_000, 1_000, 500, 31_500),
        (8, None, 0, 6),
        (1, None, 0, None),
        (2, None, 0, 1),
        (1_000_000, None, 0, 1_000_000 - MOST_OUTPUT),
        (1_000, 1_000, 0, None),
        (1_000, 400, 600, None),
    ],
)
def test_window_less_output_and_reserve(
    window: int, output: int | None, reserve: int, tokens: int | None
) -> None:
    if tokens is None:
        with pytest.raises(UsageError, match="Nothing is left"):
            budget_for(window=window, output=output, reserve=reserve)
    else:
        assert budget_for(window=window, output=output, reserve=reserve).tokens == tokens


def test_the_smaller_of_budget_and_window_counts() -> None:
    assert budget_for(budget=500, window=16_384).tokens == 500
    assert budget_for(budget=50_000, window=16_384, output=384).tokens == 16_000


@pytest.mark.parametrize(
    "numbers",
    [
        {"budget": 0},
        {"budget": -5},
        {"window": 0},
        {"window": -1},
        {"max_bytes": 0},
        {"reserve": -1},
        {"window": 100, "output": -1},
        {"budget": 100, "output": 10},
        {"budget": 100, "reserve": 100},
    ],
)
def test_what_cannot_be_used_is_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(UsageError) as caught:
        budget_for(**numbers)
    assert caught.value.code == "usage"
