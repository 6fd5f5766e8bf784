"""Commands that look after a store: verify, doctor."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from infold.cli.app import DbOption, JsonOption, app, opened_whole, print_json
from infold.cli.exits import FAULTS_FOUND


@app.command()
def verify(db: DbOption = None, as_json: JsonOption = False) -> None:
    """Check the whole store, of all users. Ids, hashes, roots and contexts are made anew."""
    from infold.cli.progress import steps

    with opened_whole(db) as memory, steps("Checking", quiet=as_json) as step:
        faults = memory.verify(progress=step)
    if as_json:
        print_json(
            [
                {"kind": fault.kind, "record": fault.record, "user": fault.user, "what": fault.what}
                for fault in faults
            ]
        )
    else:
        from infold.cli import render

        render.console().print(render.faults(faults))
    if faults:
        raise typer.Exit(FAULTS_FOUND)


@app.command()
def doctor(
    copy: Annotated[
        Path | None,
        typer.Option("--copy", metavar="FILE", help="Check this copy of the store as well."),
    ] = None,
    mem0: Annotated[
        Path | None,
        typer.Option("--mem0", metavar="CONFIG", help="Check this store of mem0 instead."),
    ] = None,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what is configured, what waits, and what to do. It counts for all users."""
    if mem0 is not None:
        from infold.cli.mem0 import check

        check(mem0, as_json=as_json)
        return
    with opened_whole(db) as memory:
        findings = memory.doctor(copy=copy)
    if as_json:
        print_json(
            [
                {
                    "topic": item.topic,
                    "state": item.state,
                    "value": item.value,
                    "advice": item.advice,
                    "data": dict(item.data),
                }
                for item in findings
            ]
        )
    else:
        from infold.cli import render

        render.console().print(render.findings(findings))
    if any(item.state == "problem" for item in findings):
        raise typer.Exit(FAULTS_FOUND)
