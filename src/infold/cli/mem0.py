"""What `infold import --mem0` and `infold doctor --mem0` do."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path

import typer

from infold.cli.app import making, print_json, shared
from infold.cli.exits import FAULTS_FOUND
from infold.core.wording import counted

__all__ = ["bring", "check"]

_LISTED = 3


def bring(config: Path, *, db: str | None, user: str | None, dry_run: bool, as_json: bool) -> None:
    """Bring the memories of a mem0 store in; of one user where one is named."""
    from infold.adapters.mem0_importing import import_mem0
    from infold.adapters.mem0_reading import Mem0Store, read_config

    named = user if user is not None else shared.user
    with (
        Mem0Store(read_config(config)) as store,
        making(db, user, dry_run=dry_run) as (memory, _),
    ):
        report = import_mem0(memory, store, user=named, dry_run=dry_run)
    if as_json:
        print_json({"dry_run": dry_run, **asdict(report)})
        return
    added = "would add" if dry_run else "added"
    typer.echo(
        f"{counted(report.memories, 'memory', 'memories')} of {counted(report.users, 'user')}: "
        f"{added} {counted(report.added, 'fact')}; {report.repeated:,} say what is known, "
        f"{report.passed:,} had been brought in before, {len(report.refused):,} were refused."
    )
    for one in report.refused:
        typer.echo(f"  {one.id} ({one.user or 'nobody'}): {one.reason}")


def check(config: Path, *, as_json: bool) -> None:
    """Say what is wrong in a mem0 store; nothing in it is changed."""
    from infold.adapters.mem0_checking import check_mem0
    from infold.adapters.mem0_reading import Mem0Store, read_config
    from infold.core.clock import SystemClock

    with Mem0Store(read_config(config)) as store:
        findings = check_mem0(store, now=SystemClock().now())
    if as_json:
        print_json([asdict(one) for one in findings])
    else:
        from infold.cli import render

        table = render.table_of("what", "user", "memories", "says", wide="says")
        for one in findings:
            ids = ", ".join(each[:8] for each in one.memories[:_LISTED])
            rest = len(one.memories) - _LISTED
            more = f" and {rest} more" if rest > 0 else ""
            table.add_row(one.topic, one.user or "–", ids + more, render.plain(one.what))
        if findings:
            render.console().print(table)
        counts = Counter(one.topic for one in findings)
        told = ", ".join(f"{topic}: {count}" for topic, count in counts.items())
        typer.echo(told or "Nothing is wrong.")
    if findings:
        raise typer.Exit(FAULTS_FOUND)
