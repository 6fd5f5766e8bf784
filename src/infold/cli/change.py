"""Commands that change the store: import, worker; and export, which writes a file."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from infold.cli.app import (
    DbOption,
    JsonOption,
    UserOption,
    app,
    error_json,
    making,
    opened,
    opened_whole,
    print_json,
    report_error,
    report_note,
)
from infold.cli.exits import exit_code
from infold.core.wording import counted
from infold.engine.files import write_whole
from infold.errors import InfoldError, UsageError

if TYPE_CHECKING:
    from infold.engine.importing import ImportReport
    from infold.engine.jobs import JobReport
    from infold.engine.memory import Infold

DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Say what would be done, and change nothing.")
]


@app.command("import")
def import_(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE…", help="Transcripts, ZIP archives or folders of them."),
    ] = None,
    mem0: Annotated[
        Path | None,
        typer.Option("--mem0", metavar="CONFIG", help="The memories of mem0, as facts."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse a file at its first bad record.")
    ] = False,
    fold: Annotated[
        bool, typer.Option("--fold/--no-fold", help="Run the worker once afterwards.")
    ] = True,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: Annotated[
        str | None, typer.Option("--agent", metavar="NAME", help="The agent that it belongs to.")
    ] = None,
    session: Annotated[
        str | None,
        typer.Option("--session", metavar="NAME", help="The session that it belongs to."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Import transcripts; the format is detected by content. Twice adds nothing."""
    if mem0 is not None:
        from infold.cli.mem0 import bring as bring_mem0

        bring_mem0(mem0, db=db, user=user, dry_run=dry_run, as_json=as_json)
        return
    if not files:
        raise UsageError("There is nothing to import.", hint="Name files, or give --mem0 CONFIG.")
    with making(db, user, dry_run=dry_run) as (memory, has_ids):
        bring = partial(
            memory.import_file, agent=agent, session=session, strict=strict, dry_run=dry_run
        )
        outcomes = _import_each(bring, files, quiet=as_json)
        done = 0
        try:
            if fold and not dry_run:
                done, _ = _fold_all(memory, quiet=as_json)
        finally:
            # Whatever becomes of folding: what came in is said.
            _report_files(
                outcomes if has_ids else [(file, _unnamed(one)) for file, one in outcomes],
                dry_run=dry_run,
                as_json=as_json,
            )
    if done and not as_json:
        typer.echo(f"Folded: {counted(done, 'job')} done.")
    failed = [exit_code(outcome) for _, outcome in outcomes if isinstance(outcome, InfoldError)]
    if failed:
        raise typer.Exit(max(failed))


def _unnamed(outcome: ImportReport | InfoldError) -> ImportReport | InfoldError:
    """A report without the ids of conversations: they are drawn when the store is made."""
    if isinstance(outcome, InfoldError):
        return outcome
    return replace(outcome, conversations=[replace(one, id="") for one in outcome.conversations])


def _import_each(
    bring: Callable[..., ImportReport], files: Sequence[Path], *, quiet: bool
) -> list[tuple[Path, ImportReport | InfoldError]]:
    """Import files one after the other; one that fails does not keep the others out.

    Raises:
        InfoldError: The only file fails: that is the command's own error.
    """
    from infold.cli.progress import importing

    outcomes: list[tuple[Path, ImportReport | InfoldError]] = []
    with importing(quiet=quiet) as progress:
        for file in files:
            try:
                outcome: ImportReport | InfoldError = bring(file, progress=progress)
            except InfoldError as error:
                if len(files) == 1:
                    raise
                outcome = error
            outcomes.append((file, outcome))
    return outcomes


def _fold_all(memory: Infold, *, quiet: bool) -> tuple[int, list[JobReport]]:
    """Run all jobs: how many were done, and what is told of those that failed; that is said."""
    from infold.cli.progress import folding, held_by_others
    from infold.jobs.worker import run_all

    failed: list[JobReport] = []
    with folding(memory, quiet=quiet) as step:
        done = run_all(memory, progress=step, waiting=held_by_others, failed=failed.append)
    for (kind, error), count in Counter((one.kind, one.error) for one in failed).items():
        from infold.cli.render import short

        report_note(
            f"{counted(count, f'{kind} job')} not done. {short(error, 600)}",
            "Nothing is missing from contexts meanwhile: extracts stand. The next worker tries "
            "again; infold doctor lists what waits.",
        )
    return done, failed


def _report_files(
    outcomes: Sequence[tuple[Path, ImportReport | InfoldError]], *, dry_run: bool, as_json: bool
) -> None:
    """Print what became of each file: reports on standard output, errors on standard error."""
    if as_json:
        from infold.cli import shapes

        print_json(
            [
                {"file": str(file), "error": error_json(outcome), "dry_run": dry_run}
                if isinstance(outcome, InfoldError)
                else {**shapes.imported(outcome), "dry_run": dry_run}
                for file, outcome in outcomes
            ]
        )
        for _, outcome in outcomes:
            if isinstance(outcome, InfoldError):
                report_error(outcome)
        return
    from infold.cli import render

    out = render.console()
    for file, outcome in outcomes:
        if isinstance(outcome, InfoldError):
            typer.echo(render.refused(str(file), outcome), err=True)
        else:
            out.print(render.imported(outcome, dry_run=dry_run))


@app.command()
def worker(
    once: Annotated[
        bool, typer.Option("--once", help="Do what is due, then stop; else go on until stopped.")
    ] = False,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run what waits: embed, place, fold, sweep. It works for all users."""
    with opened_whole(db) as memory:
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
        if once:
            from infold.jobs.schedule import Timetable

            Timetable(memory.settings).look(memory)
            done, errors = _fold_all(memory, quiet=as_json)
            states = Counter(job.state for job in memory.jobs())
            if as_json:
                print_json(
                    {
                        "done": done,
                        "waiting": states["waiting"],
                        "failed": states["failed"],
                        "errors": [
                            {"kind": one.kind, "subject": one.subject, "error": one.error}
                            for one in errors
                        ],
                    }
                )
            else:
                waits = f"{states['waiting']:,} put back, " if states["waiting"] else ""
                typer.echo(f"{counted(done, 'job')} done, {waits}{states['failed']:,} failed.")
        else:
            from infold.jobs.worker import run_forever

            typer.echo("Working; stop with Ctrl-C.", err=True)
            run_forever(memory)


@app.command()
def export(
    conversations: Annotated[
        list[str] | None,
        typer.Argument(metavar="CONVERSATION…", help="All of them where left out."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="A file; standard output where left out.")
    ] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="As pages to read, with a footnote to each source.")
    ] = False,
    view: Annotated[
        str | None,
        typer.Option("--view", metavar="VIEW", help="With --markdown: as it has it."),
    ] = None,
    db: DbOption = None,
    user: UserOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write Infold's own JSONL. It is complete, and imported again byte for byte."""
    del as_json  # what it writes is JSON anyway
    if view is not None and not (markdown and len(conversations or ()) == 1):
        raise UsageError(
            "A view is of one conversation, and is written as Markdown.",
            hint="infold export CONVERSATION --markdown --view VIEW",
        )
    with opened(db, user) as memory:
        chats = [memory.find(name) for name in conversations or ()]
        to = "" if out is None else str(out.absolute())
        lines: Iterable[bytes]
        if markdown:
            named = chats or [memory.find(row.id) for row in memory.conversations()]
            pages = [chat.markdown(view=view) for chat in named]
            memory.note_export(memory.scope(), [chat.id for chat in chats], to)
            lines = ["\n".join(pages).encode("utf-8", "surrogatepass")]
        else:
            lines = memory.export([chat.id for chat in chats], to=to)
        if out is None:
            sys.stdout.buffer.writelines(lines)
            sys.stdout.buffer.flush()
        else:
            write_whole(out, lines)
            typer.echo(f"Wrote {out}.", err=True)
