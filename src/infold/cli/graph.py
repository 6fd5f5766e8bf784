"""Commands that edit the graph: edit, versions, leaf, wires, settings."""

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
    report_note,
)
from infold.cli.change import DryRunOption
from infold.cli.commands import command
from infold.cli.nodes import named_message
from infold.cli.read import ConversationArgument
from infold.cli.trying import changed
from infold.core.settings import ROLE, SHOWN_AS
from infold.errors import NotFound, UsageError

if TYPE_CHECKING:
    from infold.cli.graph_views import Prices
    from infold.core.graph import Wire
    from infold.core.messages import Message
    from infold.core.settings import Setting
    from infold.engine.chat import Chat

MessageArgument = Annotated[
    str, typer.Argument(metavar="MESSAGE", help="Its id or position, as `infold show` prints it.")
]
_ALL = 1_000_000_000
"""A budget in which all fits: what a quote costs hangs on no budget."""


@app.command()
def edit(
    conversation: ConversationArgument,
    message: MessageArgument,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What the new version says.")],
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Show it wherever the old one stands; no branch.")
    ] = False,
    author: Annotated[
        str | None, typer.Option("--author", metavar="NAME", help="That of the old one by default.")
    ] = None,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write another version of a message. The old one stays; undo goes back to it."""
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)

        def change(chat: Chat) -> tuple[Message, Message]:
            old = named_message(chat, message)
            new = chat.edit(old, text, author=author, in_place=in_place)
            return next(row for row in chat.messages() if row.id == old), new

        old, new = changed(chat, change, (True,), is_trial=dry_run)
    if as_json:
        from infold.cli import shapes

        print_json({**shapes.message(new), "old": old.id, "in_place": in_place, "dry_run": dry_run})
        return
    from infold.cli import render

    where = f"in the place of #{old.position}" if in_place else f"a branch beside #{old.position}"
    render.console().print(render.plain(f"#{new.position} is a version of it: {where}."))
    if in_place and not dry_run:
        told = command("stale", conversation, agent=agent, session=session)
        render.console().print(render.pasted(f"Which answers stand on the old one: {told}"))


@app.command()
def versions(
    conversation: ConversationArgument,
    message: MessageArgument,
    activate: Annotated[
        bool, typer.Option("--activate", help="Show this one wherever another version stands.")
    ] = False,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the versions of a message, or show another one. None is ever lost."""
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)

        def change(chat: Chat) -> tuple[list[Message], list[Setting]]:
            at = named_message(chat, message)
            if activate:
                chat.activate(at)
            return chat.versions(at), chat.settings()

        rows, settings = changed(chat, change, (activate,), is_trial=dry_run)
    from infold.cli import graph_views as views

    if as_json:
        print_json(views.versions_shape(rows, settings))
    else:
        from infold.cli import render

        render.console().print(views.versions(rows, settings))


@app.command()
def leaf(
    conversation: ConversationArgument,
    message: Annotated[
        str | None,
        typer.Argument(metavar="MESSAGE", help="Go on below it: its id or position."),
    ] = None,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """List where the paths end, or go on at another end."""
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)

        def change(chat: Chat) -> tuple[list[Message], str | None]:
            if message is not None:
                chat.set_leaf(named_message(chat, message))
            current = chat.leaf()
            return _ends(chat, current), current

        rows, current = changed(chat, change, (message,), is_trial=dry_run)
    from infold.cli import graph_views as views

    if as_json:
        print_json(views.leaves_shape(rows, current))
    else:
        from infold.cli import render

        render.console().print(views.leaves(rows, current))


def _ends(chat: Chat, current: str | None) -> list[Message]:
    """The current leaf, and every message from which nothing goes on and that is not put away."""
    settings = chat.settings()
    aside = {one.value.split(" ")[0] for one in settings if one.name in (ROLE, SHOWN_AS)}
    aside |= {one.message for one in chat.marks() if one.kind == "archive"}
    above = {wire.parent for wire in chat.wires() if wire.kind == "continue"}
    return [
        one
        for one in chat.messages()
        if one.id == current or (one.id not in above and one.id not in aside)
    ]


@app.command()
def wires(
    conversation: ConversationArgument,
    at: Annotated[
        str | None, typer.Option("--at", metavar="MESSAGE", help="Only the wires of this one.")
    ] = None,
    cut: Annotated[
        tuple[str, str] | None,
        typer.Option("--cut", metavar="FROM TO", help="Let this wire carry nothing."),
    ] = None,
    join: Annotated[
        tuple[str, str] | None,
        typer.Option("--join", metavar="FROM TO", help="Restore a wire that was cut."),
    ] = None,
    reference: Annotated[
        tuple[str, str] | None,
        typer.Option("--reference", metavar="OLD NEW", help="Let NEW quote the turn of OLD."),
    ] = None,
    chain: Annotated[
        bool, typer.Option("--chain", help="With --reference: and all that leads to OLD.")
    ] = False,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the wires of a conversation, or cut or join one.

    Context flows along them. Without --at only those that do not go straight on are listed.
    """
    if chain and reference is None:
        raise UsageError("--chain alone changes nothing.", hint="Use it with --reference OLD NEW.")
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)

        def change(chat: Chat) -> tuple[list[Message], list[Wire], Prices]:
            if cut is not None:
                _set_wire(chat, *cut, cut=True)
            if join is not None:
                _set_wire(chat, *join, cut=False)
            if reference is not None:
                old, new = (named_message(chat, one) for one in reference)
                chat.reference(old, new, chain=chain)
            rows = chat.wires()
            if at is not None:
                one = named_message(chat, at)
                rows = [row for row in rows if one in (row.parent, row.child)]
            return chat.messages(), rows, _prices(chat, rows)

        wanted = (cut, join, reference)
        messages, rows, prices = changed(chat, change, wanted, is_trial=dry_run)
    from infold.cli import graph_views as views

    if as_json:
        print_json(views.wires_shape(rows, messages, prices))
    else:
        from infold.cli import render

        render.console().print(views.wires(rows, messages, prices, is_whole=at is not None))


def _set_wire(chat: Chat, parent: str, child: str, *, cut: bool) -> None:
    """Cut or restore a wire: of two between the same messages the one that can be, then `continue`.

    Raises:
        NotFound: There is none.
    """
    ends = named_message(chat, parent), named_message(chat, child)
    fits = [one for one in chat.wires() if (one.parent, one.child) == ends]
    if not fits:
        raise NotFound(
            f"No wire leads from {parent} to {child}.",
            hint="infold wires CONVERSATION --at MESSAGE lists those of a message.",
            records=list(ends),
        )
    wire = min(fits, key=lambda one: (one.cut == cut, one.kind != "continue"))
    if cut:
        chat.cut(*ends, kind=wire.kind)
    else:
        chat.join(*ends, kind=wire.kind)


def _prices(chat: Chat, rows: list[Wire]) -> Prices:
    """What each quote costs: its turn, and the chain that ends in it."""
    quoting = {one.child for one in rows if one.kind == "reference" and not one.cut}
    return {
        (quote.quoted, quote.quoting): (quote.turn_tokens, quote.chain_tokens)
        for one in sorted(quoting)
        for quote in chat.preview(one, "?", budget=_ALL).quotes
    }


@app.command()
def settings(
    conversation: ConversationArgument,
    role: Annotated[
        str | None,
        typer.Option("--role", metavar="PROMPT", help="A role prompt for --at; empty: none."),
    ] = None,
    alone: Annotated[
        bool, typer.Option("--alone", help="With --role: in the place of those above.")
    ] = False,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="NAME", help="The model that answers; empty: none."),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="MESSAGE", help="For it and all below; a model, else, for all."
        ),
    ] = None,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """List role prompts and pinned models, or set one. It counts there and below."""
    if role is not None and at is None:
        raise UsageError("Which message?", hint="Name it with --at: its id or position.")
    if at is not None and role is None and model is None:
        raise UsageError("--at alone changes nothing.", hint="Add --role or --model.")
    if alone and not role:
        raise UsageError("--alone alone changes nothing.", hint="Use it with --role PROMPT.")
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)

        def change(chat: Chat) -> tuple[list[Message], list[Setting]]:
            where = named_message(chat, at) if at is not None else None
            if role is not None and where is not None:
                chat.set_role(where, role, alone=alone)
            if model is not None:
                chat.pin_model(where, model)
            return chat.messages(), chat.settings()

        wanted = (role is not None, model is not None)
        messages, rows = changed(chat, change, wanted, is_trial=dry_run)
        doubt = memory.models.doubt(model) if model else None
    if doubt is not None:
        report_note(*doubt)
    from infold.cli import graph_views as views

    if as_json:
        print_json(views.settings_shape(rows, messages))
    else:
        from infold.cli import render

        render.console().print(views.settings(rows, messages))
