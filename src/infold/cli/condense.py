"""Commands that condense: condense, views, undo, redo."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Final

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
    report_note,
)
from infold.cli.change import DryRunOption
from infold.cli.commands import command
from infold.cli.nodes import named_message
from infold.cli.read import ConversationArgument
from infold.cli.trying import changed
from infold.core.wording import counted
from infold.errors import NotFound, UsageError

if TYPE_CHECKING:
    from infold.core.changes import Change
    from infold.core.views import View
    from infold.engine.chat import Chat
    from infold.engine.copied_wires import Materialised
    from infold.engine.drafts import Drafts
    from infold.graph.condense import CondensePlan

_BY: Final = {"person": "a person", "rule": "a rule", "model": "a model"}
_MOST_PLACES: Final = 6
"""Things that a step touched which are named, before the others are counted."""
_MOST_REASONS: Final = 10
"""Stretches that may not be folded of which an error says why; --plan lists all of them."""


@app.command()
def condense(
    conversation: ConversationArgument,
    plan: Annotated[
        bool, typer.Option("--plan", help="Only say what may be folded; the default.")
    ] = False,
    build: Annotated[
        bool, typer.Option("--build", help="Write the folds of the picked runs, and show them.")
    ] = False,
    apply: Annotated[
        bool, typer.Option("--apply", help="Make a view of them; the original stays as it is.")
    ] = False,
    pick: Annotated[
        list[str] | None,
        typer.Option("--pick", metavar="RUN", help="This run, by number or id; all by default."),
    ] = None,
    add: Annotated[
        list[str] | None,
        typer.Option("--add", metavar="MESSAGES", help="A run of your own, as 4-9 or 4-7,12."),
    ] = None,
    root: Annotated[
        list[str] | None,
        typer.Option("--root", metavar="MESSAGE", help="Only what stands below it."),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="Of the view.")] = "",
    view: Annotated[
        str | None, typer.Option("--view", help="Go on from this view; `full` for none.")
    ] = None,
    extractive: Annotated[
        bool, typer.Option("--extractive", help="Choose sentences; ask no model.")
    ] = False,
    ratio: Annotated[
        float, typer.Option("--ratio", help="Share of its tokens that a fold is to take.")
    ] = 0.3,
    shortest: Annotated[int, typer.Option("--shortest", help="Turns of the shortest run.")] = 3,
    depth: Annotated[
        int, typer.Option("--depth", help="Turns above every live end that stay as they are.")
    ] = 3,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Plan what may be folded, write the folds, make a view."""
    from infold.engine.together import together
    from infold.graph.condense import CondensePolicy

    if plan and (build or apply):
        raise UsageError("--plan changes nothing.", hint="Leave it out to build or apply.")
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        roots = tuple(named_message(chat, one) for one in root or ())
        policy = CondensePolicy(ratio=ratio, shortest=shortest, depth=depth, roots=roots)
        made = _picked(chat.plan_condense(policy, view=view), pick or [])
        made = _added(chat, made, add or [], leave_out=not pick)
        if apply and not made.picked:
            raise _nothing(made)
        if dry_run and apply:
            # A name that is taken, say, is told before anything is asked for; without a model.
            together(chat, lambda chat: chat.apply(made, name=name), is_trial=True)
        if dry_run or not (build or apply):
            _show_plan(made, as_json=as_json)
            return
        drafts = _built(chat, made, extractive=extractive, quiet=as_json)
        if not apply:
            _show_drafts(drafts, as_json=as_json)
            return
        applied = chat.apply(drafts, name=name)
        if as_json:
            from infold.cli import condense_shapes as shapes

            print_json({**shapes.drafts(drafts), "view": shapes.view(applied)})
        else:
            from infold.cli import condense_tables as tables
            from infold.cli import render

            render.console().print(tables.drafts(drafts))
            words = ("What was decided?", "--view", applied.name)
            asking = command("context", conversation, *words, agent=agent, session=session)
            render.console().print(tables.applied(applied, drafts, asking))


def _picked(plan: CondensePlan, wanted: list[str]) -> CondensePlan:
    """The plan with the runs that were named, by their numbers from 1 or how their ids start."""
    if not wanted:
        return plan
    ids = []
    for one in wanted:
        by_number = one.isascii() and one.isdecimal() and 0 < int(one) <= len(plan.runs)
        fits = (
            [plan.runs[int(one) - 1].id]
            if by_number
            else [run.id for run in plan.runs if run.id.startswith(one)]
        )
        if len(fits) != 1:
            raise NotFound(
                f"{one!r} fits {'several' if fits else 'none'} of "
                f"{counted(len(plan.runs), 'run')}.",
                hint="infold condense CONVERSATION lists them.",
            )
        ids += fits
    return plan.pick(*ids)


def _nothing(plan: CondensePlan) -> UsageError:
    """That there is no run to fold, with the reason of each stretch that was refused."""
    shown = plan.refused[:_MOST_REASONS]
    more = len(plan.refused) - len(shown)
    places = plan.graph
    why = [
        f"{_stretch([places.at(one) for one in stretch.members])} "
        f"({counted(stretch.turns, 'turn')}): {stretch.reason}"
        for stretch in shown
    ]
    return UsageError(
        "There is nothing to condense here"
        + (f": {'; '.join(why)}." if why else ": it has no stretch of turns.")
        + (f" And {counted(more, 'more stretch', 'more stretches')}." if more else ""),
        hint="Nothing was made. --shortest and --depth change what may be folded; --add 4-9 folds "
        "turns of your own choice.",
    )


def _stretch(at: list[int]) -> str:
    return f"#{min(at)}" if min(at) == max(at) else f"#{min(at)}-#{max(at)}"


def _added(chat: Chat, plan: CondensePlan, wanted: list[str], *, leave_out: bool) -> CondensePlan:
    """The plan with selections of a person; with `leave_out` without what stands in their way."""
    selections = [_selection(chat, one) for one in wanted]
    if selections and leave_out:
        graph = plan.graph
        nodes = {graph.owner[graph.at(one)] for members in selections for one in members}
        plan = plan.pick(*(run.id for run in plan.picked if not nodes.intersection(run.nodes)))
    for members in selections:
        plan = plan.add(members)
    return plan


def _selection(chat: Chat, wanted: str) -> list[str]:
    """Ids of the messages that are named: each alone, or from one position to another."""
    members: list[str] = []
    for one in wanted.split(","):
        first, _, last = one.strip().partition("-")
        if not (_is_number(first) and _is_number(last)):
            members.append(named_message(chat, one.strip()))
            continue
        if int(first) > int(last):
            raise UsageError(f"{one!r} ends before it begins.", hint="Give it as 4-9.")
        named_message(chat, last)
        members += [row.id for row in chat.messages()[int(first) : int(last) + 1]]
    return members


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _built(chat: Chat, plan: CondensePlan, *, extractive: bool, quiet: bool) -> Drafts:
    from infold.cli.progress import steps
    from infold.engine.drafts import BuildStep

    with steps("Folding runs", quiet=quiet) as step:

        def progress(at: BuildStep) -> None:
            if step and at.state != "building":
                step(at.number)

        return chat.build(plan, "extractive" if extractive else None, progress=progress)


def _show_plan(plan: CondensePlan, *, as_json: bool) -> None:
    if as_json:
        from infold.cli import condense_shapes as shapes

        print_json(shapes.plan(plan))
    else:
        from infold.cli import condense_tables as tables
        from infold.cli import render

        render.console().print(tables.plan(plan))


def _show_drafts(drafts: Drafts, *, as_json: bool) -> None:
    if as_json:
        from infold.cli import condense_shapes as shapes

        print_json(shapes.drafts(drafts))
    else:
        from infold.cli import condense_tables as tables
        from infold.cli import render

        render.console().print(tables.drafts(drafts))


@app.command()
def views(
    conversation: ConversationArgument,
    archive: Annotated[
        str | None,
        typer.Option("--archive", metavar="VIEW", help="Read the conversation through this view."),
    ] = None,
    uncompared: Annotated[
        bool, typer.Option("--uncompared", help="Archive though nothing was compared.")
    ] = False,
    restore: Annotated[
        str | None, typer.Option("--restore", metavar="VIEW", help="Read the original again.")
    ] = None,
    drop: Annotated[
        str | None, typer.Option("--drop", metavar="VIEW", help="Drop a view; undo brings it back.")
    ] = None,
    toggle: Annotated[
        str | None,
        typer.Option("--toggle", metavar="FOLD", help="Open or close a fold of the view --view."),
    ] = None,
    rename: Annotated[
        str | None, typer.Option("--rename", metavar="NAME", help="Name the view --view anew.")
    ] = None,
    materialise: Annotated[
        str | None,
        typer.Option("--materialise", metavar="VIEW", help="Make a conversation of its own of it."),
    ] = None,
    markdown: Annotated[
        str | None,
        typer.Option("--markdown", metavar="VIEW", help="Print it, with a footnote a source."),
    ] = None,
    view: Annotated[
        str | None, typer.Option("--view", help="The view that --toggle and --rename change.")
    ] = None,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the views of a conversation, or change one. Every change can be undone."""
    if (toggle is not None or rename is not None) and view is None:
        raise UsageError("Which view?", hint="Name it with --view.")
    if view is not None and toggle is None and rename is None:
        raise UsageError("--view alone changes nothing.", hint="Add --toggle or --rename.")
    if uncompared and archive is None:
        raise UsageError("--uncompared alone changes nothing.", hint="Use it with --archive VIEW.")
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        if markdown is not None:
            from infold.cli import render

            page = chat.markdown(view=markdown)
            memory.note_export(memory.scope(), [chat.id], "")
            typer.echo(render.plain(page).plain, nl=False)
            return

        def change(chat: Chat) -> tuple[list[View], Materialised | None]:
            made = None
            if archive is not None:
                chat.archive(chat.view(archive), uncompared=uncompared)
            if restore is not None:
                chat.restore(chat.view(restore))
            if toggle is not None and view is not None:
                chat.toggle(view, toggle)
            if rename is not None and view is not None:
                chat.rename_view(view, rename)
            if drop is not None:
                chat.drop_view(drop)
            if materialise is not None:
                made = chat.materialise(materialise)
            return chat.views(), made

        wanted = (archive, restore, toggle, rename, drop, materialise)
        rows, made = changed(chat, change, wanted, is_trial=dry_run)
    if made:
        if not as_json:
            told = f"{'Would make' if dry_run else 'Made'} the conversation {made.chat.id}."
            typer.echo(told)
        _tell_left(made)
    if as_json:
        from infold.cli import condense_shapes as shapes

        print_json([shapes.view(row) for row in rows])
    else:
        from infold.cli import condense_tables as tables
        from infold.cli import render

        render.console().print(tables.views(rows))


def _tell_left(made: Materialised) -> None:
    """Say what of the original has no place in a conversation that was made of a view."""
    if not made.left:
        return
    counts = Counter(f"{one.kind} {one.what}".rstrip() + f" ({one.reason})" for one in made.left)
    said = "; ".join(f"{number:,} × {what}" for what, number in counts.items())
    report_note(f"What stays with the original: {said}.", "It stands there as before.")


@app.command()
def undo(
    conversation: Annotated[
        str,
        typer.Argument(
            metavar="CONVERSATION", help="A conversation; or the id of a sweep, w_…, to undo that."
        ),
    ],
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Undo the last step of a conversation, or a whole sweep.

    A step is a mark, a cut, an edit, a view, …
    """
    from infold.cli.sweep import undo_named

    with opened(db, user) as memory:
        if undo_named(memory, conversation, dry_run=dry_run, as_json=as_json):
            return
        chat = memory.find(conversation, agent=agent, session=session)
        _steps(chat, redo=False, dry_run=dry_run, as_json=as_json)


@app.command()
def redo(
    conversation: ConversationArgument,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Redo the step of a conversation that was undone last."""
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        _steps(chat, redo=True, dry_run=dry_run, as_json=as_json)


def _steps(chat: Chat, *, redo: bool, dry_run: bool, as_json: bool) -> None:
    from infold.engine.together import together

    def turn(chat: Chat) -> tuple[Change, tuple[str, ...]]:
        change = chat.redo() if redo else chat.undo()
        return change, chat.touched(change)

    change, places = together(chat, turn, is_trial=True) if dry_run else turn(chat)
    if as_json:
        from infold.cli import condense_shapes as shapes

        print_json({**shapes.change(change), "touched": list(places), "dry_run": dry_run})
    else:
        from infold.cli import render

        done = "Would do" if dry_run else "Did"
        taken = f"{done} again" if redo else f"{'Would take' if dry_run else 'Took'} back"
        at = render.day(datetime.fromisoformat(change.at))
        what = ", ".join((change.name, *places[:_MOST_PLACES]))
        more = len(places) - _MOST_PLACES
        what += f" and {more} more" if more > 0 else ""
        by = _BY.get(change.by, change.by)
        render.console().print(
            render.plain(f"{taken}: {what} (step {change.number}, {at}, by {by}).")
        )
