"""`infold sweep` and `infold purge`: what has had its time goes, and how to take a sweep back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from infold.cli.app import DbOption, JsonOption, UserOption, app, opened, print_json, shared
from infold.cli.change import DryRunOption
from infold.errors import NotFound, UsageError

if TYPE_CHECKING:
    from infold.engine.memory import Infold
    from infold.engine.sweep_plans import SweepPlan
    from infold.engine.sweep_records import SweepProgress, SweepReceipt

__all__ = ["purge", "sweep", "undo_named"]

_SWEEP: Final = re.compile(r"w_[0-9a-f]{2,32}\Z")
_SHOWN: Final = 50
_LEFT: Final = "No text was dropped: that takes --drop beside --apply, since it has no undo."


@app.command()
def sweep(
    apply: Annotated[
        bool, typer.Option("--apply/--plan", help="Do it, or only say what would be done.")
    ] = False,
    drop: Annotated[
        bool,
        typer.Option(
            "--drop",
            help="With --apply: drop also the texts that the plan drops. There is no undo.",
        ),
    ] = False,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="TIME", help="By this clock, up to now.")
    ] = None,
    simulate: Annotated[
        str | None,
        typer.Option("--simulate", metavar="TIME", help="What would be done at any moment."),
    ] = None,
    kept: Annotated[
        bool, typer.Option("--kept", help="List also what is kept, and until when.")
    ] = False,
    merges: Annotated[
        bool,
        typer.Option("--merges", help="List also what would become one; infold merge does that."),
    ] = False,
    most: Annotated[
        int, typer.Option("--most", metavar="N", help="Records in the table; all are counted.")
    ] = _SHOWN,
    past: Annotated[bool, typer.Option("--list", help="List the sweeps that there were.")] = False,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let go of what has had its time: facts, and old chats if set. Undo takes it back."""
    if simulate is not None and (as_of is not None or apply or merges):
        raise UsageError(
            "--simulate goes with neither --as-of nor --apply nor --merges.",
            hint="A simulation is of any moment, and is never done.",
        )
    if drop and not apply:
        raise UsageError(
            "--drop goes with --apply.", hint="Without both, the plan says what would be dropped."
        )
    with opened(db, user) as memory:
        chats = memory.retention.chats
        may_drop = chats is not None and chats.drop is not None
        if drop and not may_drop:
            raise UsageError(
                "Nothing says which texts may be dropped.",
                hint="Set drop_days, look at the plan, then ask again.",
            )
        if past:
            _tell_past(memory.sweeps(), as_json=as_json)
            return
        named = user if user is not None else shared.user
        is_whole = named is None and not memory.settings.user
        if simulate is not None:
            plan = memory.simulate(simulate, all_users=is_whole)
        else:
            plan = memory.plan_sweep(all_users=is_whole, as_of=as_of, merges=merges)
        if apply and not dry_run:
            with _progress("Sweeping", quiet=as_json) as progress:
                receipt = memory.apply(plan, drop=drop, progress=progress)
            _tell_receipt(receipt, as_json=as_json)
            if may_drop and not drop and not as_json:
                typer.echo(_LEFT)
        elif as_json:
            from infold.cli import sweep_shapes

            sweep_shapes.print_plan(plan, kept=kept)
        else:
            _show(plan, kept=kept, most=most)


@app.command()
def purge(
    fact: Annotated[str, typer.Argument(metavar="FACT", help="Its id, or how it starts.")],
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove a deleted fact for good. Its grace period is not waited for; there is no undo."""
    with opened(db, user) as memory:
        found = memory.find_fact(fact)
        if found.standing.state not in ("tombstoned", "expired"):
            raise UsageError(
                f"The fact {found.id} is not deleted.", hint="Delete it first: infold delete."
            )
        is_empty = True if dry_run else memory.purge(found.id)
    if as_json:
        print_json({"dry_run": dry_run, "fact": found.id, "in_log": not is_empty})
        return
    from infold.cli import sweep_views

    typer.echo(sweep_views.purged(found, dry_run=dry_run, in_log=not is_empty))


def undo_named(memory: Infold, name: str, *, dry_run: bool, as_json: bool) -> bool:
    """Undo a sweep where that is what is named; False where it is something else."""
    if not _SWEEP.match(name):
        return False
    try:
        receipt = memory.sweep_of(name)
    except NotFound:
        return False
    with _progress("Looking" if dry_run else "Undoing", quiet=as_json) as progress:
        receipt = memory.undo(receipt, dry_run=dry_run, progress=progress)
    _tell_receipt(receipt, as_json=as_json, dry_run=dry_run)
    return True


@contextmanager
def _progress(label: str, *, quiet: bool) -> Iterator[SweepProgress | None]:
    from infold.cli.progress import steps

    with steps(label, quiet=quiet) as step:
        yield None if step is None else lambda at: step(at.changes)


def _show(plan: SweepPlan, *, kept: bool, most: int) -> None:
    from infold.cli import render, sweep_views
    from infold.cli.progress import steps
    from infold.memory.sweeping import SweepItem, SweepTotals

    totals = SweepTotals()
    shown: list[SweepItem] = []
    with steps("Looking", quiet=False) as step:
        for item in plan.items(kept=kept):
            totals.add(item)
            if len(shown) < most:
                shown.append(item)
            if step:
                step(totals.actions.total())
    render.console().print(sweep_views.plan(plan, shown, totals))


def _tell_receipt(receipt: SweepReceipt, *, as_json: bool, dry_run: bool = False) -> None:
    if as_json:
        from infold.cli import sweep_shapes

        print_json({**sweep_shapes.receipt(receipt), "dry_run": dry_run})
        return
    from infold.cli import render, sweep_views

    render.console().print(sweep_views.receipt(receipt, would=dry_run))


def _tell_past(receipts: list[SweepReceipt], *, as_json: bool) -> None:
    if as_json:
        from infold.cli import sweep_shapes

        print_json([sweep_shapes.receipt(one) for one in receipts])
        return
    from infold.cli import render, sweep_views

    render.console().print(sweep_views.past(receipts))
