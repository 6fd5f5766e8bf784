"""`infold replay`, and what `infold import --mem0` and `infold doctor --mem0` do."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from infold.cli.app import JsonOption, UserOption, app, making, print_json, shared
from infold.cli.exits import FAULTS_FOUND
from infold.core.wording import counted
from infold.errors import UsageError

__all__ = ["bring", "check", "replay"]

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


@app.command()
def replay(
    log: Annotated[
        Path, typer.Argument(metavar="LOG", help="Logged conversations, in any format.")
    ],
    config: Annotated[
        Path, typer.Option("--config", metavar="CONFIG", help="The peer's own configuration.")
    ],
    peer: Annotated[str, typer.Option("--peer", metavar="NAME", help="mem0.")] = "mem0",
    user: UserOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run logged chats through Infold and a peer. Stale, missing and junk facts are listed."""
    if peer != "mem0":
        raise UsageError(f"There is no peer {peer!r:.40}.", hint="The one that there is: mem0.")
    from infold.adapters.mem0_reading import open_peer, read_config
    from infold.adapters.mem0_replay import replay_mem0

    named = (user if user is not None else shared.user) or "replay"
    report = replay_mem0(log, open_peer(read_config(config)), user=named)
    if as_json:
        print_json(asdict(report))
        return
    from infold.cli import render

    table = render.table_of("mem0 is", "says", "why", wide="says")
    for one in report.differences:
        table.add_row(one.kind, render.plain(one.text), render.plain(one.what))
    if report.differences:
        render.console().print(table)
    counts = Counter(one.kind for one in report.differences)
    typer.echo(
        f"{counted(report.conversations, 'conversation')}, {counted(report.turns, 'turn')}: "
        f"{counted(report.facts, 'fact')} beside {counted(report.memories, 'memory', 'memories')}; "
        f"{counts['stale']} stale, {counts['missing']} missing, {counts['junk']} junk."
    )
    for fault in report.faults:
        typer.echo(f"  {fault}")
