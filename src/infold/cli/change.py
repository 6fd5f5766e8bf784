"""Commands that change the store: import, worker; and export, which writes a file."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from infold.cli.app import DbOption, JsonOption, UserOption, app, opened, print_json

if TYPE_CHECKING:
    from infold.engine.importing import ImportReport
    from infold.errors import StoreError

DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Say what would be done, and change nothing.")
]


@app.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Transcripts.")],
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse a file at its first bad record.")
    ] = False,
    fold: Annotated[
        bool, typer.Option("--fold/--no-fold", help="Run the worker once afterwards.")
    ] = True,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    as_json: JsonOption = False,
) -> None:
    """Import transcripts; the format is detected by content. Twice adds nothing."""
    from infold.cli.progress import held_by_others, steps

    reports: list[ImportReport] = []
    with opened(db, user, create=not dry_run) as memory:
        with steps("Importing", quiet=as_json) as step:
            reports.extend(
                memory.import_file(file, strict=strict, dry_run=dry_run, progress=step)
                for file in files
            )
        done = 0
        if fold and not dry_run:
            from infold.jobs.worker import run_all

            with steps("Folding", quiet=as_json) as step:
                done = run_all(memory, progress=step, waiting=held_by_others)
    if as_json:
        print_json(
            [
                {
                    "file": report.file,
                    "format": report.format,
                    "messages": report.messages,
                    "added": report.added,
                    "conversations": [
                        {
                            "id": item.id,
                            "title": item.title,
                            "messages": item.messages,
                            "added": item.added,
                        }
                        for item in report.conversations
                    ],
                    "bad": [asdict(bad) for bad in report.bad],
                    "repaired": [asdict(bad) for bad in report.repaired],
                    "skipped": dict(report.skipped),
                    "dry_run": dry_run,
                }
                for report in reports
            ]
        )
        return
    from infold.cli import render

    out = render.console()
    for report in reports:
        out.print(render.imported(report, dry_run=dry_run))
    if done:
        out.print(f"Folded: {done} jobs done.")


@app.command()
def worker(
    once: Annotated[
        bool, typer.Option("--once", help="Do what is due, then stop; else go on until stopped.")
    ] = False,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run jobs: embed new messages, place what has graduated, make folds."""
    with opened(db, user) as memory:
        if dry_run:
            from infold.cli import render

            waiting = memory.jobs()
            if as_json:
                print_json(
                    [
                        {
                            "kind": job.kind,
                            "subject": job.subject,
                            "state": job.state,
                            "attempts": job.attempts,
                            "error": job.error,
                        }
                        for job in waiting
                    ]
                )
            else:
                render.console().print(render.jobs(waiting))
            return
        from infold.cli.progress import held_by_others, steps
        from infold.jobs.worker import run_all, run_forever

        if once:
            with steps("Folding", quiet=as_json) as step:
                done = run_all(memory, progress=step, waiting=held_by_others)
            failed = sum(job.state == "failed" for job in memory.jobs())
            if as_json:
                print_json({"done": done, "failed": failed})
            else:
                typer.echo(f"{done} jobs done, {failed} failed.")
        else:
            typer.echo("Working; stop with Ctrl-C.", err=True)
            run_forever(memory)


@app.command()
def export(
    conversations: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CONVERSATION…]", help="All of them where left out."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="A file; standard output where left out.")
    ] = None,
    db: DbOption = None,
    user: UserOption = None,
) -> None:
    """Write Infold's own JSONL: complete, and imported again byte for byte."""
    with opened(db, user) as memory:
        ids = [memory.find(name).id for name in conversations or ()]
        lines = memory.export(ids)
        if out is None:
            sys.stdout.buffer.writelines(lines)
            sys.stdout.buffer.flush()
        else:
            _write_whole(out, lines)
            typer.echo(f"Wrote {out}.", err=True)


def _write_whole(path: Path, lines: Iterable[bytes]) -> None:
    """Write a file beside its place and move it there: whole, or not at all.

    A link is followed. What is no file (a pipe, a device) is written to as it is, never replaced.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        _write_through(path, lines)
        return
    beside = path.with_name(f".{path.name}.part")
    try:
        with beside.open("wb") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise _unwritable(path, error) from error
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _write_through(path: Path, lines: Iterable[bytes]) -> None:
    try:
        with path.open("wb") as file:
            file.writelines(lines)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> StoreError:
    from infold.errors import StoreError

    return StoreError(
        f"{path} cannot be written: {error.strerror or error}.",
        hint="Choose a folder that can be written and has room.",
    )
