"""Plans, drafts, views, marks and steps as plain data for `--json`."""

from __future__ import annotations

from dataclasses import asdict

from infold.cli import shapes
from infold.cli.shapes import Plain
from infold.core.changes import Change
from infold.core.marks import Mark
from infold.core.views import View
from infold.engine.drafts import Draft, Drafts
from infold.graph.condense import CondensePlan, PlannedRun


def mark(value: Mark, position: int | None = None) -> Plain:
    """A mark; with the position of its message where that is known."""
    place = {} if position is None else {"position": position}
    return {**asdict(value), **place}


def run(plan_: CondensePlan, value: PlannedRun) -> Plain:
    """A run of a plan."""
    return {
        "id": value.id,
        "turns": value.turns,
        "messages": list(value.members),
        "tokens": value.tokens,
        "expected": value.expected,
        "literals": {str(kind): count for kind, count in plan_.literals(value).items()},
        "carried": [mark(one) for one in value.carried],
        "picked": value.is_picked,
        "by_person": value.by_person,
    }


def plan(value: CondensePlan) -> Plain:
    """A plan: its runs, and what is refused with the reason."""
    return {
        "view": value.view or None,
        "saving": value.saving,
        "runs": [run(value, one) for one in value.runs],
        "refused": [
            {
                "messages": list(one.members),
                "turns": one.turns,
                "tokens": one.tokens,
                "breaker": one.breaker,
                "reason": one.reason,
            }
            for one in value.refused
        ],
    }


def draft(value: Draft) -> Plain:
    """A draft with its fold and what that kept."""
    return {
        "run": value.run.id,
        "state": value.state,
        "fault": value.fault,
        "cached": value.is_cached,
        "tokens": value.tokens,
        "tokens_before": value.run.tokens,
        "fold": shapes.fold(value.fold, value.fidelity) if value.fold else None,
    }


def drafts(value: Drafts) -> Plain:
    """The drafts of a plan, and what building them cost."""
    return {
        "saving": value.saving,
        "price": asdict(value.price),
        "cancelled": value.is_cancelled,
        "drafts": [draft(one) for one in value.drafts],
    }


def view(value: View) -> Plain:
    """A view; its folds by their ids."""
    return {
        "id": value.id,
        "name": value.name,
        "state": value.state,
        "base": value.base,
        "compared": value.is_compared,
        "folds": [
            {
                "id": one.fold.id,
                "open": one.is_open,
                "flag": one.flag,
                "method": one.fold.method,
                "messages": len(one.fold.sources),
                "tokens_before": one.fold.tokens,
                "tokens": sum(max(0, claim.tokens) for claim in one.fold.claims if claim.level),
            }
            for one in value.folds
        ],
    }


def change(value: Change) -> Plain:
    """A step."""
    return {
        "id": value.id,
        "number": value.number,
        "name": value.name,
        "at": value.at,
        "by": value.by,
        "state": value.state,
    }
