"""Rows of the retention bench: by collection, peer, budget and category."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Final

from bench.options import Options
from bench.report import Row, Target, at_least, at_most, percentile
from bench.retention import locomo
from bench.retention.facts import TWO_HOPS
from bench.retention.measuring import Asked, Measured
from bench.retention.values import UNANSWERABLE
from infold.trial.statistics import Interval, bootstrap, discordant, mcnemar, wilson

OURS: Final = "infold"
BESIDE: Final = "hybrid"
ALL: Final = "all"
BETWEEN: Final = " | "
"""Stands in a row's case between collection, peer and category."""

_LOCOMO: Final = {500: 0.78, 1_000: 0.83, 2_000: 0.88, 4_000: 0.925}
_MADE: Final = {1_000: (0.96, 0.94), 20_000: (0.88, 0.85)}
"""Size of a session → hits at 1,000 tokens, and their lower bound."""
_MADE_BUDGET: Final = 1_000


def rows_of(measured: Sequence[Measured], options: Options) -> list[Row]:
    """All rows of a run."""
    sets: dict[str, dict[str, list[Measured]]] = defaultdict(lambda: defaultdict(list))
    for one in measured:
        sets[one.source][one.peer].append(one)
    rows: list[Row] = []
    for source, peers in sets.items():
        budgets = sorted({asked.budget for one in measured for asked in one.asked})
        goals = _Goals(source, options)
        for peer, of_peer in peers.items():
            for budget in budgets:
                rows += _peer(goals, peer, of_peer, budget)
            rows += _cpu(source, peer, of_peer)
        if OURS in peers and BESIDE in peers:
            for budget in budgets:
                rows += _beside(goals, peers[OURS], peers[BESIDE], budget, options.seed)
    return rows


class _Goals:
    """What Infold must reach on a collection."""

    def __init__(self, source: str, options: Options) -> None:
        self.source = source
        self.full = not options.quick
        self.size = 0 if source == locomo.SOURCE else int(source.rsplit(" ", 1)[1].replace(",", ""))

    def hits(self, peer: str, category: str, budget: int) -> Target | None:
        if peer != OURS:
            return None
        if not self.size:
            known = category == ALL and self.full and budget in _LOCOMO
            return at_least(_LOCOMO[budget]) if known else None
        if budget != _MADE_BUDGET:
            return None
        if category == TWO_HOPS:
            return at_least(0.90)
        known = category == ALL and self.size in _MADE
        return at_least(_MADE[self.size][0]) if known else None

    def low(self, peer: str, budget: int) -> Target | None:
        known = peer == OURS and self.full and self.size in _MADE and budget == _MADE_BUDGET
        return at_least(_MADE[self.size][1]) if known else None

    def stale(self, peer: str, budget: int, target: Target) -> Target | None:
        return target if peer == OURS and budget == _MADE_BUDGET else None

    def beside(self, target: Target) -> Target | None:
        return target if not self.size and self.full else None


def _row(
    case: tuple[str, str, str],
    n: int,
    metric: str,
    unit: str,
    found: Interval,
    target: Target | None = None,
) -> Row:
    return Row(
        case=BETWEEN.join(case), n=n, metric=metric, unit=unit,
        value=found.value, low=found.low, high=found.high, target=target,
    )  # fmt: skip


def _share(what: Iterable[bool]) -> Interval:
    known = list(what)
    return wilson(sum(known), len(known))


def _exact(value: float) -> Interval:
    return Interval(value=value, low=value, high=value)


def _at(measured: Sequence[Measured], budget: int) -> list[list[Asked]]:
    """What was asked at a budget, by dialogue, without questions that have no answer."""
    return [
        [one for one in each.asked if one.budget == budget and one.category != UNANSWERABLE]
        for each in measured
    ]


def _peer(goals: _Goals, peer: str, measured: Sequence[Measured], budget: int) -> list[Row]:
    groups = _at(measured, budget)
    asked = [one for group in groups for one in group]
    by_category: dict[str, list[Asked]] = defaultdict(list)
    for one in asked:
        by_category[one.category].append(one)
    rows = []
    by_filler = _by_filler(measured, groups)
    for category, some in [(ALL, asked), *sorted(by_category.items()), *by_filler]:
        found = _share(one.hit for one in some)
        case = (goals.source, peer, category)
        target = goals.hits(peer, category, budget)
        rows.append(_row(case, len(some), f"hits at {budget:,}", "share", found, target))
        if category == ALL:
            words = bootstrap([[one.words for one in group] for group in groups], seed=1)
            rows.append(_row(case, len(some), f"answer words at {budget:,}", "share", words))
            if (low := goals.low(peer, budget)) is not None:
                metric = f"lower bound of hits at {budget:,}"
                rows.append(_row(case, len(some), metric, "share", _exact(found.low), low))
    return rows + _replaced(goals, peer, measured, budget)


def _by_filler(
    measured: Sequence[Measured], groups: Sequence[list[Asked]]
) -> list[tuple[str, list[Asked]]]:
    """What was asked of sessions with each share of filler, where there are several shares."""
    found: dict[float, list[Asked]] = defaultdict(list)
    for one, group in zip(measured, groups, strict=True):
        if one.filler is not None:
            found[one.filler] += group
    if len(found) < 2:
        return []
    return [(f"with {share:.0%} filler", group) for share, group in sorted(found.items())]


def _replaced(goals: _Goals, peer: str, measured: Sequence[Measured], budget: int) -> list[Row]:
    asked = [one for each in measured for one in each.asked if one.budget == budget]
    stale = [one.replaced for one in asked if one.replaced is not None]
    judged = [one.marks_current for one in asked if one.marks_current is not None]
    lured = [one.lured for one in asked if one.lured is not None]
    case = (goals.source, peer, "corrected")
    rows = []
    if stale:
        shown, marked = sum(one.shown for one in stale), sum(one.marked for one in stale)
        rows = [
            _row(case, len(stale), f"replaced shown as current at {budget:,}", "share",
                 _share(one.misleads for one in stale), goals.stale(peer, budget, at_most(0.01))),
            _row(case, len(judged), f"current marked as replaced at {budget:,}", "share",
                 _share(judged), goals.stale(peer, budget, at_most(0.02))),
            _row(case, shown, f"replaced lines marked at {budget:,}", "share",
                 wilson(marked, shown), goals.stale(peer, budget, at_least(0.60))),
        ]  # fmt: skip
    if lured:
        case = (goals.source, peer, UNANSWERABLE)
        rows.append(
            _row(case, len(lured), f"look-alikes shown at {budget:,}", "share", _share(lured))
        )
    return rows


def _beside(
    goals: _Goals, ours: Sequence[Measured], theirs: Sequence[Measured], budget: int, seed: int
) -> list[Row]:
    """Infold and the hybrid baseline, question by question."""
    pairs = [
        ([a.hit for a in one], [b.hit for b in other])
        for one, other in zip(_at(ours, budget), _at(theirs, budget), strict=True)
    ]
    apart = [[float(a) - float(b) for a, b in zip(*pair, strict=True)] for pair in pairs]
    only = discordant([a for one, _ in pairs for a in one], [b for _, two in pairs for b in two])
    below = sum(sum(group) < 0 for group in apart)
    case, n = (goals.source, OURS, f"beside {BESIDE}"), sum(map(len, apart))
    return [
        _row(case, n, f"difference of hits at {budget:,}", "share", bootstrap(apart, seed=seed)),
        _row(case, sum(only), f"McNemar p at {budget:,}", "", _exact(mcnemar(*only)),
             goals.beside(at_most(1e-6))),
        _row(case, len(apart), f"conversations below at {budget:,}", "conversations",
             _exact(below), goals.beside(at_most(0))),
    ]  # fmt: skip


def _cpu(source: str, peer: str, measured: Sequence[Measured]) -> list[Row]:
    writes = [one.write_ms for one in measured]
    halves = [median(one.read_ms) for one in measured]
    tails = [percentile(one.read_ms, 0.95) for one in measured]
    return [
        Row(case=BETWEEN.join((source, peer, "cpu")), n=len(measured), metric=metric, unit=unit,
            value=median(values), low=min(values), high=max(values))
        for metric, unit, values in (
            ("writing", "ms a message", writes),
            ("reading p50", "ms a question", halves),
            ("reading p95", "ms a question", tails),
        )
    ]  # fmt: skip
