"""Commands for single messages: preview, ask, materials, stale."""

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
from infold.cli.read import ConversationArgument
from infold.errors import NotFound, UsageError

if TYPE_CHECKING:
    from infold.engine.chat import Chat
    from infold.engine.replaying import Replay, ReplayPlan, ReplayStep
    from infold.graph.node_layers import NodeContext

AtOption = Annotated[
    str | None,
    typer.Option(
        "--at", metavar="MESSAGE", help="Its id or position; the current leaf if left out."
    ),
]
BudgetOption = Annotated[
    int | None, typer.Option("--budget", metavar="TOKENS", help="Of the context; 4,000 by default.")
]
ViewOption = Annotated[
    str | None, typer.Option("--view", help="The view to ask in; `full` for the original.")
]


@app.command()
def preview(
    conversation: ConversationArgument,
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="What would be asked below the message.")
    ] = "",
    at: AtOption = None,
    budget: BudgetOption = None,
    view: ViewOption = None,
    text: Annotated[
        bool, typer.Option("--text", help="Print what would be sent, and nothing else.")
    ] = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a model would be given, before it is asked. For any message, layer by layer."""
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        made = chat.preview(message_at(chat, at), question, budget=budget, view=view)
    _show(made, text=text, as_json=as_json)


def _show(made: NodeContext, *, text: bool, as_json: bool) -> None:
    if as_json:
        from infold.cli import node_views as views

        print_json(views.context_shape(made))
        return
    from infold.cli import node_views as views
    from infold.cli import render

    if text:
        typer.echo(render.plain(made.text).plain)
    else:
        render.console().print(views.context(made))


@app.command()
def ask(
    conversation: ConversationArgument,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What is asked.")],
    at: Annotated[
        list[str] | None,
        typer.Option(
            "--at",
            metavar="MESSAGE",
            help="Below this one, by id or position; several join their paths.",
        ),
    ] = None,
    about: Annotated[
        str | None,
        typer.Option("--about", metavar="WORDS", help="A passage of the message, as it stands."),
    ] = None,
    budget: BudgetOption = None,
    view: ViewOption = None,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask below a message, and have a model answer. Both are kept; undo takes either back."""
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        below = [one for one in (message_at(chat, each) for each in at or ()) if one]
        above = below or [chat.leaf() or ""]
        if dry_run:
            if not question.strip():
                raise UsageError("The question is empty.", hint="Say what is asked.")
            made = chat.preview(above, question, passage=about, budget=budget, view=view)
            _show(made, text=False, as_json=as_json)
            return
        answered = chat.ask(above, question, passage=about, budget=budget, view=view)
        asked = next(wire.parent for wire in chat.wires() if wire.child == answered.id)
    if as_json:
        print_json({"question": asked, "answer": answered.id, "text": answered.text})
    else:
        from infold.cli import render

        typer.echo(render.plain(answered.text).plain)


@app.command()
def materials(
    conversation: ConversationArgument,
    add: Annotated[
        list[Path] | None,
        typer.Option("--add", metavar="FILE", help="A text, Markdown, PDF or image to put in."),
    ] = None,
    include: Annotated[
        list[str] | None, typer.Option("--include", metavar="MATERIAL", help="Put it in.")
    ] = None,
    exclude: Annotated[
        list[str] | None, typer.Option("--exclude", metavar="MATERIAL", help="Take it out.")
    ] = None,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="MESSAGE", help="For it and all below; else everywhere."),
    ] = None,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the documents of a conversation, or add some. Put them in, or take them out."""
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        where = message_at(chat, at)
        files = [(file, _bytes(file)) for file in add or ()]
        if not dry_run:
            for file, data in files:
                chat.add_material(data, name=file.name, at=where)
            for one in include or ():
                chat.include(one, at=where)
            for one in exclude or ():
                chat.exclude(one, at=where)
        rows, settings = chat.materials(), chat.settings()
        positions = {message.id: message.position for message in chat.messages()}
    from infold.cli import node_views as views

    if as_json:
        print_json([views.material_shape(row, settings, positions) for row in rows])
    else:
        from infold.cli import render

        render.console().print(views.materials(rows, settings, positions))


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise NotFound(
            f"{file} cannot be read: {error.strerror}.",
            hint="Check that the file is there and that you may read it.",
        ) from error


@app.command()
def stale(
    conversation: ConversationArgument,
    replay: Annotated[
        bool, typer.Option("--replay", help="Have the stale answers given again, in order.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="MESSAGE", help="This answer, by id or position."),
    ] = None,
    budget: BudgetOption = None,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """List answers whose context has changed since. It says because of what."""
    from infold.cli import node_views as views

    if only and not replay:
        raise UsageError("--only chooses what is given again.", hint="Use it with --replay.")
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        if not replay:
            rows = chat.stale()
            _print(views.stale_shape(rows), views.stale(rows), as_json=as_json)
            return
        plan = chat.plan_replay(budget=budget)
        if only:
            plan = plan.pick(*(message_at(chat, one) or "" for one in only))
        if dry_run:
            _print(views.replay_plan_shape(plan), views.replay_plan(plan), as_json=as_json)
            return
        done = _replayed(chat, plan, quiet=as_json)
    _print(views.replay_shape(done), views.replay(done), as_json=as_json)
    if done.failed:
        raise typer.Exit(1)


def _replayed(chat: Chat, plan: ReplayPlan, *, quiet: bool) -> Replay:
    from infold.cli.progress import steps

    with steps("Asking again", quiet=quiet) as step:

        def progress(at: ReplayStep) -> None:
            if step and at.state != "asking":
                step(at.number)

        return chat.replay(plan, progress=progress)


def _print(shape: object, table: object, *, as_json: bool) -> None:
    if as_json:
        print_json(shape)
    else:
        from infold.cli import render

        render.console().print(table)


def message_at(chat: Chat, name: str | None) -> str | None:
    """As `named_message`; None for none."""
    return None if name is None else named_message(chat, name)


def named_message(chat: Chat, name: str) -> str:
    """Id of a message by its position, its id or how that starts.

    Raises:
        NotFound: There is none, or several fit.
    """
    rows = chat.messages()
    name = name.removeprefix("#")
    if name.isascii() and name.isdecimal():
        if int(name) >= len(rows):
            raise NotFound(f"There is no message {name}.", hint=f"The last is {len(rows) - 1}.")
        return rows[int(name)].id
    fits = [row.id for row in rows if row.id == name]
    fits = fits or [row.id for row in rows if len(name) > 2 and row.id.startswith(name)]
    if len(fits) != 1:
        raise NotFound(
            f"{name!r:.60} fits {'several' if fits else 'no'} messages of this conversation.",
            hint="infold show CONVERSATION lists them.",
        )
    return fits[0]
