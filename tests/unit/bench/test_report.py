"""What a bench prints: the object, the table, and what was missed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench.report import Row, as_object, as_table, at_least, at_most, missed, percentile, row

ROOT = Path(__file__).resolve().parents[3]


def rows() -> list[Row]:
    return [
        row("append", 1_000, "CPU p50", "ms", [0.3, 0.1, 0.2, 0.25, 0.2], at_most(0.2)),
        row("append", 20_000, "CPU p50", "ms", [0.30004, 0.29], at_most(0.2)),
        row("hits", 20_000, "share", "", [0.9], at_least(0.8)),
        row("bare", 20_000, "CPU p50", "ms", [0.1]),
    ]


def test_a_row_is_the_median_with_its_lowest_and_highest_run() -> None:
    first = rows()[0]
    assert (first.value, first.low, first.high, first.met) == (0.2, 0.1, 0.3, True)
    assert [r.met for r in rows()] == [True, False, True, None]


def test_the_object_has_the_fields_that_programs_read() -> None:
    data = as_object("append", "1.2", rows())
    assert list(data) == ["bench", "version", "rows", "missed"]
    assert (data["bench"], data["version"]) == ("append", "1.2")
    assert data["rows"][0] == {
        "case": "append", "n": 1_000, "metric": "CPU p50", "unit": "ms", "value": 0.2,
        "low": 0.1, "high": 0.3, "target": "<= 0.2", "met": True,
    }  # fmt: skip
    assert data["rows"][2]["target"] == ">= 0.8"
    assert data["rows"][3]["target"] is None
    assert data["rows"][3]["met"] is None
    assert data["missed"] == missed(rows()) == ["append: CPU p50 (n=20000)"]


def test_the_table_says_which_target_was_missed() -> None:
    lines = as_table(rows()).splitlines()
    assert len(lines) == 5
    assert [line.split()[-1] for line in lines[1:]] == ["met", "MISSED", "met", "ms"]
    assert "20,000" in lines[2]


@pytest.mark.parametrize(
    ("share", "value"), [(0.0, 1), (0.01, 1), (0.5, 50), (0.95, 95), (0.99, 99), (1.0, 100)]
)
def test_percentiles_are_nearest_ranks(share: float, value: int) -> None:
    assert percentile(range(100, 0, -1), share) == value


def test_benches_are_listed_by_name() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--list"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0
    assert {"append", "context", "prefix"} <= set(done.stdout.split())
