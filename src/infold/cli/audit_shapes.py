"""An audit as plain data for `--json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from infold.fold.fidelity import Outcome
from infold.trial.audit import Audit, Foreign, rows, score
from infold.trial.items import Item

Plain = dict[str, Any]


def audit(made: Audit) -> Plain:
    """An audit; the outcomes of a method are those of the items, in their order."""
    return {
        "file": made.file,
        "format": made.format,
        "title": made.title,
        "redacted": made.redacted,
        "conversations": made.conversations,
        "messages": made.messages,
        "audited": made.audited,
        "turns": made.turns,
        "tokens": made.tokens,
        "found": made.found,
        "damage": [
            {"file": one.file, "line": one.line, "reason": one.reason} for one in made.damage
        ],
        "judged": len(made.items),
        "budgets": [
            {
                "budget": budget,
                "methods": [
                    {
                        "method": one.method,
                        "tokens": one.tokens,
                        "rows": _rows(made.items, one.outcomes),
                        "outcomes": list(one.outcomes),
                    }
                    for one in made.at(budget)
                ],
            }
            for budget in made.budgets
        ],
        "compactions": [_foreign(one) for one in made.foreign],
        "items": [_item(item) for item in made.items],
    }


def _rows(items: Sequence[Item], outcomes: Sequence[Outcome]) -> list[Plain]:
    return [
        {
            "section": row.section,
            "name": row.name,
            "total": made.total,
            "kept": made.kept,
            "recoverable": made.recoverable,
            "lost": made.lost,
            "inverted": made.inverted,
            "ways": dict(made.ways),
        }
        for row in rows(items)
        for made in (score(items, outcomes, row.has),)
    ]


def _item(item: Item) -> Plain:
    return {
        "group": item.group,
        "kind": item.kind,
        "origin": item.origin,
        "text": item.text,
        "status": item.status.value,
        "position": item.position,
        "changed": item.changed,
        "turn": item.turn,
        "way": item.way,
        "path": item.path,
        "around": item.around,
    }


def _foreign(one: Foreign) -> Plain:
    return {
        "name": one.name,
        "file": one.file,
        "verdict": one.verdict,
        "position": one.position,
        "messages": one.messages,
        "source_tokens": one.source_tokens,
        "tokens": one.tokens,
        "text": one.text,
        "rows": _rows(one.items, one.outcomes) if one.verdict == "judged" else [],
        "outcomes": list(one.outcomes),
        "unread": one.unread,
        "invented": [{"kind": each.kind, "text": each.text} for each in one.invented],
        "items": [_item(item) for item in one.items],
    }
