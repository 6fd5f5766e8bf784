"""`infold compare`: the same questions to two views of a conversation, and what the second lost."""

from __future__ import annotations

from pathlib import Path
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
from infold.cli.commands import named
from infold.cli.read import ConversationArgument
from infold.errors import UsageError

if TYPE_CHECKING:
    from infold.engine.chat import Chat
    from infold.trial.compare import Comparison

_PROBES = 40
_QUESTIONS = "Give a text file in UTF-8 with a question a line."


@app.command()
def compare(
    conversation: ConversationArgument,
    view: Annotated[
        str, typer.Argument(metavar="A", help="A view; alone it is compared with the original.")
    ],
    other: Annotated[
        str | None, typer.Argument(metavar="B", help="Another view; `full` for the original.")
    ] = None,
    probes: Annotated[
        int | None,
        typer.Option(
            "--probes", min=0, help="Questions made of the folded runs; 40, with --question none."
        ),
    ] = None,
    question: Annotated[
        list[str] | None,
        typer.Option("--question", metavar="TEXT", help="Ask this; may be given several times."),
    ] = None,
    questions: Annotated[
        Path | None,
        typer.Option("--questions", metavar="FILE", help="Ask these, one on a line."),
    ] = None,
    repetitions: Annotated[
        int, typer.Option("--repetitions", min=1, help="How often each is asked of each side.")
    ] = 1,
    seed: Annotated[int, typer.Option("--seed", help="Of the order and the choice.")] = 0,
    budget: Annotated[
        int | None,
        typer.Option("--budget", min=1, help="Tokens of a context; both whole by default."),
    ] = None,
    contexts: Annotated[
        bool, typer.Option("--contexts", help="Ask no model: read the contexts themselves.")
    ] = False,
    judge: Annotated[
        bool, typer.Option("--judge", help="Let a model judge answers without knowing the sides.")
    ] = False,
    rates: Annotated[
        str | None,
        typer.Option("--rates", metavar="IN,OUT", help="Price of a million tokens each way."),
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with every pair.")
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Name every loss and every pair.")] = False,
    expand: Annotated[
        list[str] | None,
        typer.Option("--expand", metavar="LOSS", help="Open the run of this loss; `all`."),
    ] = None,
    carry: Annotated[
        list[str] | None,
        typer.Option("--carry", metavar="LOSS", help="Highlight its sentence; `all`."),
    ] = None,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask two views the same, and say what was lost. Each loss: where, and how to mend it."""
    from infold.cli.progress import stages

    asked = [*(question or []), *_from_file(questions)]
    count = (0 if asked else _PROBES) if probes is None else probes
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        with stages(quiet=as_json) as step:
            found = chat.compare(
                view,
                other,
                probes=count,
                questions=asked,
                repetitions=repetitions,
                seed=seed,
                model="none" if contexts else None,
                judge=judge,
                budget=budget,
                rates=_rates(rates),
                progress=step,
                is_recorded=not dry_run,
            )
        mended = _mended(chat, found, expand or [], carry or [], dry_run=dry_run)
        if page is not None:
            memory.note_export(memory.scope(), [chat.id], str(page.absolute()))
    name = named(conversation, agent=agent, session=session)
    if page is not None:
        from infold.cli.compare_page import render_page
        from infold.engine.files import write_whole

        write_whole(page, [render_page(found, name).encode("utf-8")])
    if as_json:
        from infold.cli import compare_shapes

        print_json({**compare_shapes.comparison(found, name), **mended})
        return
    from infold.cli import compare_tables, render

    render.console().print(compare_tables.comparison(found, name, full=full))
    for what, ids in mended.items():
        if ids:
            opened_ = "Would open" if dry_run else "Opened"
            done = opened_ if what == "opened" else "Highlighted"
            typer.echo(f"{done}: {', '.join(one[:12] for one in ids)}")
    if page is not None:
        typer.echo(f"Wrote {page}.", err=True)


def _from_file(path: Path | None) -> list[str]:
    if path is None:
        return []
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UsageError(f"{path} is no text in UTF-8.", hint=_QUESTIONS) from None
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror or error}.",
            hint=_QUESTIONS,
        ) from error
    return [line.strip() for line in lines if line.strip()]


def _rates(given: str | None) -> tuple[float, float] | None:
    if given is None:
        return None
    words = given.split(",")
    try:
        prompt, answer = (float(word) for word in words)
    except ValueError:
        prompt = answer = -1.0
    if not (0 <= prompt < 1e9 and 0 <= answer < 1e9):
        raise UsageError(f"{given!r:.40} is no pair of prices.", hint="As in --rates 2.5,10")
    return prompt, answer


def _mended(
    chat: Chat, found: Comparison, expand: list[str], carry: list[str], *, dry_run: bool
) -> dict[str, list[str]]:
    """Open runs and highlight sentences; the ids of the folds and of the marks."""
    opened_, carried = _numbers(found, expand), _numbers(found, carry)
    by_number = {one.number: one for one in found.losses}
    folds = list(dict.fromkeys(by_number[number].fold for number in opened_))
    marks: list[str] = []
    if not dry_run:
        if opened_:
            chat.expand_losses(found, *opened_)
        if carried:
            marks = [mark.id for mark in chat.carry_losses(found, *carried)]
    return {"opened": folds, "marked": marks}


def _numbers(found: Comparison, wanted: list[str]) -> list[int]:
    known = [one.number for one in found.losses]
    if "all" in wanted:
        return known
    if not all(word.isascii() and word.isdecimal() and int(word) in known for word in wanted):
        raise UsageError(
            f"The losses are numbered 1 to {len(known)}." if known else "Nothing was lost.",
            hint="The same seed numbers them alike where no model is asked; `all` takes all.",
        )
    return [int(word) for word in wanted]
