"""`infold merge`, and the members of a merge: what says the same becomes one, and back again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from infold.cli.app import (
    AgentOption,
    DbOption,
    JsonOption,
    SessionOption,
    UserOption,
    app,
    opened,
    print_json,
)
from infold.cli.change import DryRunOption
from infold.cli.fact import FactArgument, group, tell_changes

if TYPE_CHECKING:
    from infold.engine.merge_calls import MergeReceipt
    from infold.engine.merge_plans import MergePlan

__all__ = ["members", "merge", "unmerge"]


@app.command()
def merge(
    apply: Annotated[
        bool, typer.Option("--apply/--plan", help="Merge, or only say what would be merged.")
    ] = False,
    dry_run: DryRunOption = False,
    after: Annotated[
        int, typer.Option("--after", metavar="NUMBER", help="Go on where a plan stopped.")
    ] = 0,
    pairs: Annotated[
        int | None, typer.Option("--pairs", metavar="N", help="Stop after comparing so many.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", help="Stop after so much time.")
    ] = None,
    near: Annotated[
        bool, typer.Option("--near", help="Say of all that looks alike what tells it apart.")
    ] = False,
    old: Annotated[
        bool, typer.Option("--old", help="Fold the oldest facts instead, above the limit.")
    ] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", help="Live facts up to which none is.")
    ] = None,
    calls: Annotated[
        int | None, typer.Option("--calls", metavar="N", help="Questions to a model at most.")
    ] = None,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Merge facts that say the same; fact unmerge brings them back."""
    from infold.engine.fact_jobs import embed_facts
    from infold.engine.merge_models import CALLS
    from infold.engine.merge_plans import PAIRS

    with opened(db, user) as memory:
        plan = (
            memory.plan_fold_old(most=limit)
            if old
            else (
                memory.plan_merge(
                    agent=agent,
                    session=session,
                    after=after,
                    pairs=PAIRS if pairs is None else pairs,
                    seconds=seconds,
                    near=near or None,
                    calls=CALLS if calls is None else calls,
                )
            )
        )
        receipt = memory.merge(plan, by="person") if apply and not dry_run else None
        if receipt is not None:
            embed_facts(memory, plan.scope)
        texts = {row.id: row.text for row in memory.facts(state=None)}
    _tell(plan, receipt, texts, as_json=as_json)


def _tell(
    plan: MergePlan, receipt: MergeReceipt | None, texts: dict[str, str], *, as_json: bool
) -> None:
    if as_json:
        from infold.cli import merge_views

        print_json(merge_views.data(plan, receipt))
        return
    from infold.cli import merge_views, render

    render.console().print(merge_views.told(plan, receipt, texts))


@group.command()
def members(
    fact: FactArgument,
    db: DbOption = None,
    user: UserOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the facts that a merged fact stands for."""
    with opened(db, user) as memory:
        rows = memory.expand_fact(memory.find_fact(fact).id)
    if as_json:
        from infold.cli import fact_shapes

        print_json([fact_shapes.fact(row) for row in rows])
        return
    from rich.text import Text

    from infold.cli import fact_views, render

    told = fact_views.facts(rows) if rows else Text("It stands for itself alone.")
    render.console().print(told)


@group.command()
def unmerge(
    fact: FactArgument,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take a merged fact apart. Those that it stands for are as they were."""
    with opened(db, user) as memory:
        found = memory.find_fact(fact).id
        rows = memory.preview_unmerge(found)
        if not dry_run:
            memory.unmerge(found)
            rows = [memory.fact(row.id) for row in rows]
    tell_changes(rows, dry_run=dry_run, as_json=as_json)
