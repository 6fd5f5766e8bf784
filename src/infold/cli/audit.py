"""`infold audit`: what each method keeps of a transcript at a budget, and where the rest stands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from infold.cli.app import JsonOption, app, print_json
from infold.errors import UsageError

if TYPE_CHECKING:
    from infold.trial.audit import Audit


_DIGITS = 9


@app.command()
def audit(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="A transcript; where left out, the newest session of Claude Code.",
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget",
            metavar="N[,N…]",
            help="Tokens; 1000,4000 by default, with a summary as many as it has.",
        ),
    ] = None,
    summary: Annotated[
        Path | None,
        typer.Option(
            "--summary",
            metavar="FILE",
            help="Judge this summary: plain text, or the transcript after its compaction.",
        ),
    ] = None,
    message: Annotated[
        str | None,
        typer.Option(
            "--summary-message",
            metavar="MESSAGE",
            help="Judge this message as a summary of those before it: its id or position.",
        ),
    ] = None,
    conversation: Annotated[
        str | None,
        typer.Option(
            "--conversation", metavar="NAME", help="Which one of several; the longest by default."
        ),
    ] = None,
    leaf: Annotated[
        str | None,
        typer.Option("--leaf", metavar="MESSAGE", help="Stop at this message: id or position."),
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a page with the losses turn by turn."),
    ] = None,
    redact: Annotated[
        bool,
        typer.Option("--redact", help="Safe to post: texts replaced by their shapes."),
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="Name every loss.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Compare what summaries and Infold keep of a transcript. Needs no store."""
    if summary is not None and message is not None:
        raise UsageError(
            "Two summaries are named.", hint="Give --summary or --summary-message, not both."
        )
    made = _made(
        file,
        budgets=_budgets(budget),
        summary=summary,
        message=message,
        conversation=conversation,
        leaf=leaf,
        quiet=as_json,
    )
    if redact:
        from infold.trial.redaction import redact as redacted

        made = redacted(made)
    if page is not None:
        from infold.cli.audit_page import render_page
        from infold.engine.files import write_whole

        write_whole(page, [render_page(made).encode("utf-8")])
    if as_json:
        from infold.cli import audit_shapes

        print_json(audit_shapes.audit(made))
    else:
        from infold.cli import audit_tables, render

        render.console().print(audit_tables.audit(made, full=full))
        if page is not None:
            typer.echo(f"Wrote {page}.", err=True)


def _budgets(given: str | None) -> list[int] | None:
    if given is None:
        return None
    words = [word.strip() for word in given.split(",")]
    if not all(word.isascii() and word.isdecimal() for word in words):
        raise UsageError(
            f"{given!r:.40} is no list of budgets.", hint="Give tokens: --budget 1000,4000"
        )
    large = [word for word in words if len(word.lstrip("0")) > _DIGITS]
    if large:
        raise UsageError(
            f"The budget {large[0]:.40} is too large.", hint="Give at most 999999999 tokens."
        )
    return [int(word) for word in words]


def _made(
    file: Path | None,
    *,
    budgets: list[int] | None,
    summary: Path | None,
    message: str | None,
    conversation: str | None,
    leaf: str | None,
    quiet: bool,
) -> Audit:
    from infold.cli.progress import stages
    from infold.engine.auditing import audit as audited
    from infold.engine.transcripts import newest_transcript

    if file is None:
        file = newest_transcript()
        if not quiet:
            sys.stderr.write(f"The newest session of Claude Code: {file}\n")
    with stages(quiet=quiet) as step:
        return audited(
            file,
            budgets=budgets,
            summary=summary,
            message=message,
            conversation=conversation,
            leaf=leaf,
            progress=step,
        )
