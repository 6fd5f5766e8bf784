"""How sure a comparison is: intervals of shares, paired tests, resampling of conversations."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from infold.errors import UsageError

__all__ = ["Interval", "bootstrap", "discordant", "mcnemar", "wilson"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A value with the bounds between which it is likely to lie."""

    value: float
    low: float
    high: float


def wilson(successes: int, trials: int, *, z: float = 1.959964) -> Interval:
    """The score interval of a share (Wilson 1927), good for small samples and shares near 0 or 1.

    Args:
        successes: How often it happened.
        trials: How often it could have.
        z: Quantile of the normal distribution; by default for 95 %.

    Returns:
        The observed share and its bounds. Nothing is known without trials: 0 within [0, 1].

    Raises:
        UsageError: Counts that cannot be.
    """
    if not 0 <= successes <= trials:
        raise UsageError(
            f"{successes} successes of {trials} trials cannot be.",
            hint="Count again: there are at most as many successes as trials.",
        )
    if trials == 0:
        return Interval(value=0.0, low=0.0, high=1.0)
    share = successes / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    # At the ends the bound is the share itself; rounding must not push it past.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return Interval(value=share, low=low, high=high)


def discordant(one: Sequence[bool], other: Sequence[bool]) -> tuple[int, int]:
    """Pairs in which only the first side has it, and only the second.

    Raises:
        UsageError: The sides are not of one length.
    """
    if len(one) != len(other):
        raise UsageError(
            f"{len(one)} outcomes cannot be paired with {len(other)}.",
            hint="Give both sides the same trials, in one order.",
        )
    pairs = list(zip(one, other, strict=True))
    return sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs)


def mcnemar(only_one: int, only_other: int) -> float:
    """Two-sided exact p-value of McNemar's test: the binomial test of the discordant pairs.

    Args:
        only_one: Pairs in which only the first side succeeded.
        only_other: Pairs in which only the second did.

    Returns:
        The chance of a split at least as uneven if both sides are equally good; 1.0 without
        discordant pairs. Sums logarithms, so that thousands of pairs do no harm.

    Raises:
        UsageError: A negative count.
    """
    if min(only_one, only_other) < 0:
        raise UsageError("Counts of pairs cannot be negative.", hint="Count again.")
    pairs = only_one + only_other
    ways = math.lgamma(pairs + 1) - pairs * math.log(2)
    tail = math.fsum(
        math.exp(ways - math.lgamma(k + 1) - math.lgamma(pairs - k + 1))
        for k in range(min(only_one, only_other) + 1)
    )
    return min(1.0, 2 * tail)


def bootstrap(
    groups: Sequence[Sequence[float]], *, seed: int, rounds: int = 2_000, level: float = 0.95
) -> Interval:
    """Mean over all values, with bounds from drawing whole groups anew (percentile bootstrap).

    Answers from one conversation stand or fall together, so that conversations are drawn, not
    questions (cluster bootstrap; Davison and Hinkley 1997, ch. 3.8).

    Args:
        groups: Values by conversation; for a paired comparison their differences.
        seed: Of the draws.
        rounds: How many.
        level: Share of the rounds that the bounds enclose.

    Returns:
        Mean and bounds. One group alone bounds nothing: low and high are then the mean.

    Raises:
        UsageError: There are no values, or no rounds.
    """
    filled = [(math.fsum(group), len(group)) for group in groups if group]
    if not filled or rounds < 1:
        raise UsageError("There is nothing to draw from.", hint="Give at least one outcome.")
    rng = random.Random(seed)  # noqa: S311 - draws for a statistic keep no secret
    means = []
    for _ in range(rounds):
        drawn = rng.choices(filled, k=len(filled))
        means.append(math.fsum(s for s, _ in drawn) / sum(n for _, n in drawn))
    means.sort()
    cut = (1 - level) / 2
    last = rounds - 1
    return Interval(
        value=math.fsum(s for s, _ in filled) / sum(n for _, n in filled),
        low=means[math.floor(cut * last)],
        high=means[math.ceil((1 - cut) * last)],
    )
