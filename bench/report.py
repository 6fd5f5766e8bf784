"""Rows of a bench, their JSON and their table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a value must reach.

    Attributes:
        bound: The limit.
        most: Whether the value must be at most the bound; else at least.
    """

    bound: float
    most: bool = True

    def __str__(self) -> str:
        return f"{'<=' if self.most else '>='} {self.bound:g}"

    def is_met(self, value: float) -> bool:
        """Whether a value reaches it."""
        return value <= self.bound if self.most else value >= self.bound


def at_most(bound: float) -> Target:
    """A value that must not be larger."""
    return Target(bound=bound)


def at_least(bound: float) -> Target:
    """A value that must not be smaller."""
    return Target(bound=bound, most=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure.

    Attributes:
        case: What was done.
        n: How large it was: messages in the store, unless the case says otherwise.
        metric: What was measured.
        unit: Of the value.
        value: Median of the runs.
        low: Lowest run.
        high: Highest run.
        target: None for a figure that is printed to compare with.
    """

    case: str
    n: int
    metric: str
    unit: str
    value: float
    low: float
    high: float
    target: Target | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None where there is none."""
        return None if self.target is None else self.target.is_met(self.value)

    def data(self) -> dict[str, Any]:
        """The row as JSON has it."""
        return {
            "case": self.case,
            "n": self.n,
            "metric": self.metric,
            "unit": self.unit,
            "value": _round(self.value),
            "low": _round(self.low),
            "high": _round(self.high),
            "target": None if self.target is None else str(self.target),
            "met": self.met,
        }


def row(
    case: str,
    n: int,
    metric: str,
    unit: str,
    runs: Sequence[float],
    target: Target | None = None,
) -> Row:
    """A row of several runs: their median, lowest and highest."""
    return Row(
        case=case,
        n=n,
        metric=metric,
        unit=unit,
        value=median(runs),
        low=min(runs),
        high=max(runs),
        target=target,
    )


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value below or at which `share` of the values stand (nearest rank)."""
    ordered = sorted(values)
    rank = min(len(ordered) - 1, max(0, -(-int(share * 10_000) * len(ordered) // 10_000) - 1))
    return ordered[rank]


def as_object(bench: str, version: str, rows: Sequence[Row]) -> dict[str, Any]:
    """The one JSON object that a bench prints."""
    return {
        "bench": bench,
        "version": version,
        "rows": [row.data() for row in rows],
        "missed": missed(rows),
    }


def missed(rows: Sequence[Row]) -> list[str]:
    """Names of the rows whose target was missed."""
    return [f"{row.case}: {row.metric} (n={row.n})" for row in rows if row.met is False]


def as_table(rows: Sequence[Row]) -> str:
    """A table for people."""
    head = ("case", "n", "metric", "value", "low", "high", "unit", "target", "")
    mark = {None: "", True: "met", False: "MISSED"}
    lines = [head] + [
        (
            row.case,
            f"{row.n:,}",
            row.metric,
            *(f"{_round(x):g}" for x in (row.value, row.low, row.high)),
            row.unit,
            "" if row.target is None else str(row.target),
            mark[row.met],
        )
        for row in rows
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    right = {1, 3, 4, 5}
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _round(value: float) -> float:
    return float(f"{value:.4g}")
