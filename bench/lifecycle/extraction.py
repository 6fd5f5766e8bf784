"""Facts read by rules: precision and recall by half, language and kind, and noise without any."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bench.lifecycle.cases import HALVES, Case, got, load
from bench.options import Options
from bench.report import Row, Target, at_least, row

PRECISION: Final = 0.90
LANGUAGES: Final = ("de", "en", "id", "ja", "ko", "zh")


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts of one case."""

    expected: int = 0
    read: int = 0
    right: int = 0
    noise: int = 0
    silent: int = 0

    @property
    def precision(self) -> float:
        """Right facts among those that were read; 1 where none was."""
        return self.right / self.read if self.read else 1.0

    @property
    def recall(self) -> float:
        """Right facts among those that had to be read; 1 where there are none."""
        return self.right / self.expected if self.expected else 1.0


def tally(cases: Iterable[Case]) -> dict[str, Tally]:
    """Counts: of all, by half, by language, by kind and of retractions."""
    out: dict[str, Tally] = defaultdict(Tally)
    for case in cases:
        read = got(case)
        wanted = list(case.expected)
        for name in ("all", case.half, case.language):
            out[name].noise += not wanted
            out[name].silent += not wanted and not read
        for one in wanted:
            for name in ("all", case.half, case.language, _kind(one.kind, one.retracts)):
                out[name].expected += 1
        for one in read:
            right = one in wanted
            for name in ("all", case.half, case.language, _kind(one.kind, one.retracts)):
                out[name].read += 1
                out[name].right += right
    return out


def _kind(kind: str, retracts: bool) -> str:
    return "retraction" if retracts else kind


def rows(options: Options) -> list[Row]:
    """The rows of the section; precision has a target over all and in each half."""
    del options
    counts = tally(load())
    kinds = sorted(set(counts) - {"all", *HALVES, *LANGUAGES})
    out: list[Row] = []
    for name in ("all", *HALVES, *LANGUAGES, *kinds):
        target = at_least(PRECISION) if name in ("all", *HALVES) else None
        out += _rows(f"extraction, {name}", counts[name], target)
    return out


def _rows(case: str, one: Tally, target: Target | None) -> list[Row]:
    found = [
        row(case, one.read, "precision", "share", [one.precision], target),
        row(case, one.expected, "recall", "share", [one.recall]),
    ]
    if one.noise:
        silent = one.silent / one.noise
        found.append(row(case, one.noise, "noise that gave no fact", "share", [silent]))
    return found
