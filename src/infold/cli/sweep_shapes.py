"""Sweeps as programs read them."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import datetime
from typing import Any

from infold.engine.sweep_plans import SweepPlan
from infold.engine.sweep_records import SweepReceipt
from infold.memory.sweeping import SweepTotals

__all__ = ["print_plan", "receipt"]


def receipt(one: SweepReceipt) -> dict[str, Any]:
    """A receipt."""
    return {
        "id": one.id,
        "user": one.user,
        "at": one.at.isoformat(),
        "state": one.state,
        "started": one.started.isoformat(),
        "finished": _time(one.finished),
        "scheduled": _time(one.scheduled),
        "counts": dict(one.counts),
        "changes": one.changes,
        "chunks": one.chunks,
        "in_log": one.in_log,
    }


def print_plan(plan: SweepPlan, *, kept: bool) -> None:
    """Print a plan as one JSON object, item by item as it is read; the totals come last."""
    ascii_only = not (sys.stdout.encoding or "").lower().startswith("utf")

    def encoded(value: object) -> str:
        text = json.dumps(value, ensure_ascii=ascii_only)
        return text.encode("utf-8", "backslashreplace").decode("utf-8")

    write = sys.stdout.write
    head = {
        "at": plan.at.isoformat(),
        "user": None if plan.whole else plan.scope.user,
        "simulated": plan.is_simulated,
    }
    write(encoded(head)[:-1] + ', "items": [')
    totals, mark = SweepTotals(), "\n  "
    for item in plan.items(kept=kept):
        totals.add(item)
        write(mark + encoded(asdict(item)))
        mark = ",\n  "
    told = {
        "users": totals.users,
        "changes": totals.changes,
        "actions": dict(totals.actions),
        "policies": dict(totals.policies),
    }
    write(f'\n], "totals": {encoded(told)}}}\n')


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()
