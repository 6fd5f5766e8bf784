"""Marks of a conversation: set, proposed, confirmed, taken off."""

from __future__ import annotations

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
from infold.cli.nodes import named_message
from infold.cli.read import ConversationArgument
from infold.cli.trying import changed
from infold.errors import NotFound, UsageError

if TYPE_CHECKING:
    from infold.core.marks import Mark
    from infold.engine.chat import Chat


@app.command()
def marks(
    conversation: ConversationArgument,
    propose: Annotated[
        bool, typer.Option("--propose", help="Let the rules propose landmarks.")
    ] = False,
    by_model: Annotated[
        bool, typer.Option("--by-model", help="Let a model propose landmarks; it reads everything.")
    ] = False,
    on: Annotated[
        str | None, typer.Option("--on", metavar="MESSAGE", help="Mark it: its id or position.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", help="highlight, pin, archive, decided, ruled_out, pivoted."),
    ] = None,
    text: Annotated[
        str, typer.Option("--text", help="Of a highlight: its words, as they stand.")
    ] = "",
    confirm: Annotated[
        list[str] | None, typer.Option("--confirm", metavar="MARK", help="Confirm a suggestion.")
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="MARK", help="Take a mark off.")
    ] = None,
    restore: Annotated[
        list[str] | None,
        typer.Option("--restore", metavar="MESSAGE", help="Bring an archived message back."),
    ] = None,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what is marked in a conversation, or mark. Every change can be undone."""
    if on is None and (text or kind is not None):
        raise UsageError("Which message?", hint="Name it with --on: its id or position.")
    if by_model and dry_run:
        raise UsageError(
            "What a model would propose is not known before it is asked.",
            hint="Leave out --dry-run: what it proposes only suggests, and undo takes it back.",
        )
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        if by_model and not dry_run:
            chat.suggest_marks()

        def change(chat: Chat) -> list[Mark]:
            if propose:
                chat.propose_marks()
            if on is not None:
                _mark(chat, on, kind or "highlight", text)
            if confirm:
                chat.confirm(*_marks(chat, confirm))
            if remove:
                chat.unmark(*_marks(chat, remove))
            for one in restore or ():
                _restore(chat, one)
            return chat.marks()

        rows = changed(chat, change, (propose, on, confirm, remove, restore), is_trial=dry_run)
        positions = {message.id: message.position for message in chat.messages()}
    if as_json:
        from infold.cli import condense_shapes as shapes

        print_json([shapes.mark(row, positions[row.message]) for row in rows])
    else:
        from infold.cli import condense_tables as tables
        from infold.cli import render

        render.console().print(tables.marks(rows, positions))


def _mark(chat: Chat, on: str, kind: str, text: str) -> None:
    from infold.core.marks import LANDMARKS

    message = named_message(chat, on)
    if kind in LANDMARKS:
        chat.mark(message, "landmark", label=kind, text=text)
    elif kind == "pin":
        chat.mark(message, "pin", text=text)
    elif kind == "archive":
        chat.mark(message, "archive", text=text)
    elif kind == "highlight":
        chat.mark(message, "highlight", text=text)
    else:
        raise UsageError(
            f"{kind!r} is no kind of mark.",
            hint=f"Use highlight, pin, archive, {', '.join(LANDMARKS)}.",
        )


def _restore(chat: Chat, name: str) -> None:
    message, before = named_message(chat, name), len(chat.changes())
    chat.restore(message)
    if len(chat.changes()) == before:
        raise UsageError(
            f"Message {name} is not archived.", hint="infold marks CONVERSATION lists what is."
        )


def _marks(chat: Chat, wanted: list[str]) -> list[str]:
    there = [mark.id for mark in chat.marks()]
    out = []
    for one in wanted:
        fits = [mark for mark in there if mark.startswith(one)]
        if len(fits) != 1:
            raise NotFound(
                f"{one!r} fits {'several' if fits else 'no'} marks of this conversation.",
                hint="infold marks CONVERSATION lists them.",
            )
        out += fits
    return out
