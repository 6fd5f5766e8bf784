"""Intervals and tests against published or hand-computed values."""

from __future__ import annotations

import math

import pytest

from infold.errors import UsageError
from infold.trial.statistics import bootstrap, discordant, mcnemar, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_bounds(
    successes: int, trials: int, low: float, high: float
) -> None:
    found = wilson(successes, trials)
    assert found.value == successes / trials
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_wilson_is_symmetric_and_stays_within_0_and_1() -> None:
    mirrored = wilson(262 - 81 + 1, 263)
    assert mirrored.low == pytest.approx(1 - wilson(81, 263).high)
    assert wilson(7, 7).high == 1.0
    assert wilson(0, 7).low == 0.0
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_wilson_refuses_more_successes_than_trials() -> None:
    with pytest.raises(UsageError, match="3 successes of 2"):
        wilson(3, 2)


@pytest.mark.parametrize(
    ("a", "b", "p"),
    [
        (0, 0, 1.0),
        (5, 5, 1.0),
        (5, 15, 0.04138947),
        (15, 5, 0.04138947),
        (0, 5, 2 / 32),
        (1, 9, 2 * 11 / 1024),
        (0, 20, 2.0**-19),
    ],
)
def test_mcnemar_is_the_exact_binomial_test(a: int, b: int, p: float) -> None:
    assert mcnemar(a, b) == pytest.approx(p, rel=1e-6)


def test_mcnemar_of_thousands_of_pairs_is_a_number() -> None:
    assert 0 < mcnemar(4_900, 5_100) < 1
    assert mcnemar(4_900, 5_100) == pytest.approx(math.erfc(199 / 100 / math.sqrt(2)), rel=0.02)
    assert mcnemar(100, 5_000) < 1e-300


def test_discordant_pairs_are_counted_by_side() -> None:
    one = [True, True, False, False, True]
    other = [True, False, True, False, False]
    assert discordant(one, other) == (2, 1)
    with pytest.raises(UsageError, match="paired"):
        discordant(one, other[:-1])


def test_bootstrap_weighs_each_value_alike() -> None:
    assert bootstrap([[1.0, 1.0, 1.0], [0.0]], seed=1).value == 0.75


def test_bootstrap_draws_whole_groups() -> None:
    alike = bootstrap([[1.0, 0.0]] * 8, seed=1)
    assert (alike.low, alike.value, alike.high) == (0.5, 0.5, 0.5)
    apart = bootstrap([[1.0, 1.0]] * 4 + [[0.0, 0.0]] * 4, seed=1)
    assert apart.low < 0.25
    assert apart.high > 0.75


def test_bootstrap_bounds_are_near_those_of_theory() -> None:
    groups = [[float(k % 2)] for k in range(400)]
    found = bootstrap(groups, seed=3)
    assert found.low == pytest.approx(0.5 - 1.96 * 0.025, abs=0.008)
    assert found.high == pytest.approx(0.5 + 1.96 * 0.025, abs=0.008)


def test_bootstrap_is_the_same_for_a_seed() -> None:
    groups = [[1.0, 0.0, 1.0], [0.0], [1.0, 1.0]]
    assert bootstrap(groups, seed=5) == bootstrap(groups, seed=5)


def test_bootstrap_needs_values() -> None:
    with pytest.raises(UsageError):
        bootstrap([[], []], seed=1)
