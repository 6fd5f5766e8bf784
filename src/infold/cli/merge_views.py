"""Plans and receipts of merges, for people and as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from rich.console import Group, RenderableType
from rich.text import Text

from infold.cli.render import plain, short, table_of
from infold.cli.shapes import Plain, when
from infold.core.wording import counted
from infold.engine.merge_calls import MergeReceipt
from infold.engine.merge_plans import MergePlan

__all__ = ["data", "told"]

_WIDTH = 150


def data(plan: MergePlan, receipt: MergeReceipt | None) -> Plain:
    """A plan as plain data, with what became of it where it was applied."""
    return {
        "applied": receipt is not None,
        "facts": plan.facts,
        "pairs": plan.pairs,
        "asked": plan.asked,
        "next": plan.next,
        "merges": [
            {
                "members": list(one.members),
                "text": one.text,
                "similarity": one.similarity,
                "reason": one.reason,
                "by": one.by,
                "is_fold": one.is_fold,
            }
            for one in plan.merges
        ],
        "parted": [asdict(one) for one in plan.parted],
        "receipt": None
        if receipt is None
        else {
            "at": when(receipt.at),
            "merged": [{"fact": made, "members": list(of)} for made, of in receipt.merged],
            "left": [{"members": list(one.members), "reason": one.reason} for one in receipt.left],
        },
    }


def told(plan: MergePlan, receipt: MergeReceipt | None, texts: Mapping[str, str]) -> RenderableType:
    """A plan as tables.

    Args:
        plan: What would be merged.
        receipt: What was; None for a plan alone.
        texts: Id of a fact → what it says.
    """
    parts: list[RenderableType] = []
    if plan.merges:
        table = table_of("facts", ">alike", "become", "why", wide="become")
        for one in plan.merges:
            says = "\n".join(short(texts.get(each, each), _WIDTH) for each in one.members)
            table.add_row(
                plain(says),
                f"{one.similarity:.2f}",
                plain(short(one.text, _WIDTH)),
                plain(one.reason),
            )
        parts.append(table)
    if plan.parted:
        table = table_of("look alike", ">alike", "and stay apart because", wide="look alike")
        for pair in plan.parted:
            says = "\n".join(
                short(texts.get(each, each), _WIDTH) for each in (pair.one, pair.other)
            )
            table.add_row(plain(says), f"{pair.similarity:.2f}", plain(pair.reason))
        parts.append(table)
    parts.append(Text(_sum(plan, receipt)))
    if receipt is not None:
        parts += [
            Text(f"Left as they were: {', '.join(each[:12] for each in one.members)}. {one.reason}")
            for one in receipt.left
        ]
    return Group(*parts)


def _sum(plan: MergePlan, receipt: MergeReceipt | None) -> str:
    members = sum(len(one.members) for one in plan.merges)
    if receipt is not None:
        merged = sum(len(of) for _, of in receipt.merged)
        line = f"{merged} of {counted(plan.facts, 'fact')} became {len(receipt.merged)}."
    elif plan.merges:
        all_ = counted(plan.facts, "fact")
        line = f"{members} of {all_} would become {len(plan.merges)}: --apply does it."
    else:
        line = f"Of {counted(plan.facts, 'fact')} no two say the same."
    if plan.next is not None:
        line += f" Stopped early; go on with --after {plan.next}."
    return line
