"""The store that sweeps are measured on is one that can be read and swept."""

from __future__ import annotations

from pathlib import Path

from bench.sweep_store import counts, fill
from infold import Infold
from infold.config import Settings


def test_a_filled_store_holds_what_it_counts_and_is_swept(tmp_path: Path) -> None:
    path = tmp_path / "sweep.db"
    fill(path, 400, seed=7)
    with Infold.open(path, settings=Settings(embedder="none")) as memory:
        users = counts(400, 7)
        assert sum(users) == 400
        found = [len(memory.facts(user=f"user-{n}", state=None)) for n in range(len(users))]
        assert found == users
        planned = memory.plan_sweep(all_users=True).totals()
        receipt = memory.apply(memory.plan_sweep(all_users=True))
        assert receipt.changes == planned.changes > 0
