"""The quick run of the retention bench: a sample of what decides whether recall is any good."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_quick_run_meets_its_targets_and_infold_is_ahead_of_every_other_engine() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench", "retention", "--quick", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["missed"] == []
    hits = {
        row["case"].split(" | ")[1]: row["value"]
        for row in result["rows"]
        if row["metric"] == "hits at 1,000" and row["case"].endswith(" | all")
    }
    assert set(hits) == {"infold", "hybrid", "bm25", "flat", "last", "ceiling"}
    ceiling = hits.pop("ceiling")
    ours = hits.pop("infold")
    assert ceiling == 1.0
    assert ours >= 0.94
    assert max(hits.values()) < ours
    assert any(" | with 20% filler" in row["case"] for row in result["rows"])
