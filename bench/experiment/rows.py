"""Rows of the experiment: facts found by each side, and the sides in pairs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from bench.experiment.asking import ARMS, Found
from bench.options import Options
from bench.report import Row, at_most
from infold.trial.statistics import bootstrap, discordant, mcnemar, wilson

_ENOUGH = 1e-6
"""What a difference to the flat summary and to the published clusters must stay below."""
_TELLING = 2_000
"""Larger budgets hold most of 200 messages: there every method finds nearly everything."""


def rows_of(found: Sequence[Found], options: Options) -> list[Row]:
    """Shares with Wilson's interval, the spread of repetitions, and exact paired tests."""
    rows: list[Row] = []
    for budget in options.budgets:
        of = {arm: [one[arm][budget] for one in found] for arm in ARMS}
        for arm, runs in of.items():
            every = [hit for run in runs for hit in run]
            share = wilson(sum(every), len(every))
            rows.append(
                Row(case=f"{arm}, {budget:,} tokens", n=len(every), metric="facts found",
                    unit="share", value=share.value, low=share.low, high=share.high)
            )  # fmt: skip
            shares = [sum(run) / len(run) for run in runs]
            rows.append(
                Row(case=f"{arm}, {budget:,} tokens, by repetition", n=len(runs),
                    metric="facts found", unit="share", value=sum(shares) / len(shares),
                    low=min(shares), high=max(shares))
            )  # fmt: skip
        for one, other in combinations(reversed(ARMS), 2):
            rows += _pair(one, other, of[one], of[other], budget, options.seed)
    return rows


def _pair(
    one: str,
    other: str,
    ours: Sequence[Sequence[bool]],
    theirs: Sequence[Sequence[bool]],
    budget: int,
    seed: int,
) -> list[Row]:
    case = f"{one} beside {other}, {budget:,} tokens"
    apart = [
        [float(a) - float(b) for a, b in zip(*pair, strict=True)]
        for pair in zip(ours, theirs, strict=True)
    ]
    between = bootstrap(apart, seed=seed)
    only = discordant([a for run in ours for a in run], [b for run in theirs for b in run])
    p = mcnemar(*only)
    target = at_most(_ENOUGH) if one == "infold" and budget <= _TELLING else None
    return [
        Row(case=case, n=sum(map(len, apart)), metric="difference", unit="share",
            value=between.value, low=between.low, high=between.high),
        Row(case=case, n=sum(only), metric="McNemar p", unit="", value=p, low=p, high=p,
            target=target),
    ]  # fmt: skip
