"""Commands that read: list, show, context, expand, sources, search, folds."""

from __future__ import annotations

from typing import Annotated, cast, get_args

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
from infold.cli.commands import command, with_store
from infold.cli.progress import steps
from infold.core.facts import FactKind, Origin, Slot
from infold.core.folds import FoldState

ConversationArgument = Annotated[
    str,
    typer.Argument(metavar="CONVERSATION", help="Its id or title, or how it starts; its name."),
]


ArchivedOption = Annotated[
    bool, typer.Option("--archived", help="With conversations that a sweep has archived.")
]
_DIGITS = 18
"""So many digits always fit into the 64 bits of a position."""


def _place(item: str) -> int | str:
    """A message as `--why` names it: a position where it is a number, else an id."""
    return int(item) if item.isascii() and item.isdecimal() and len(item) <= _DIGITS else item


def _listed(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]


def _slot(text: str | None) -> Slot | None:
    """A slot as `infold fact show` writes it; without a subject it is the user's."""
    if text is None:
        return None
    attribute, _, subject = text.strip().rpartition(" of ")
    return Slot(subject=subject if attribute else "user", attribute=attribute or subject)


@app.command("list")
def list_(
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    archived: ArchivedOption = False,
    as_json: JsonOption = False,
) -> None:
    """List conversations."""
    with opened(db, user) as memory:
        rows = memory.conversations(agent=agent, session=session, archived=archived)
        if as_json:
            from infold.cli import shapes

            print_json([shapes.conversation(row) for row in rows])
        elif not rows and (away := len(memory.conversations(archived=True))):
            listing = with_store("infold list --archived")
            typer.echo(f"All are archived ({away:,}). List them with: {listing}")
        else:
            from infold.cli import render

            render.console().print(render.conversations(rows))


@app.command()
def show(
    conversation: ConversationArgument,
    last: Annotated[int | None, typer.Option("--last", min=1, help="Only the last N.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Whole texts, not one line each.")] = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the messages of a conversation. All branches, in order of position."""
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        rows = chat.messages()[-(last or 0) :]
        if as_json:
            from infold.cli import shapes

            print_json(
                {
                    **shapes.conversation(chat.info()),
                    "leaf": chat.leaf(),
                    "wires": [
                        {
                            "parent": wire.parent,
                            "child": wire.child,
                            "kind": wire.kind,
                            "inferred": wire.inferred,
                            "cut": wire.cut,
                            "chain": wire.chain,
                        }
                        for wire in chat.wires()
                    ],
                    "items": [shapes.message(row) for row in rows],
                }
            )
        else:
            from infold.cli import render

            out = render.console()
            out.print(render.conversations([chat.info()]))
            out.print(render.messages(rows, full=full))


@app.command()
def context(
    conversation: ConversationArgument,
    question: Annotated[str, typer.Argument(help="What is asked.")],
    budget: Annotated[
        int | None, typer.Option("--budget", help="Tokens of the context; 4,000 by default.")
    ] = None,
    window: Annotated[
        int | None, typer.Option("--window", help="The model's window; the budget follows.")
    ] = None,
    output: Annotated[
        int | None, typer.Option("--output", help="Tokens of the window for the answer.")
    ] = None,
    reserve: Annotated[
        int, typer.Option("--reserve", help="Tokens for your own system prompt and tools.")
    ] = 0,
    max_bytes: Annotated[
        int | None, typer.Option("--max-bytes", help="Bound of the bytes, images included.")
    ] = None,
    layout: Annotated[
        str, typer.Option("--layout", help="`default`, or `cached` for a longer stable prefix.")
    ] = "default",
    leaf: Annotated[
        str | None, typer.Option("--leaf", help="Ask from this message; else the current leaf.")
    ] = None,
    view: Annotated[
        str | None,
        typer.Option("--view", help="Ask in this view; `full` for the original."),
    ] = None,
    no_facts: Annotated[
        bool, typer.Option("--no-facts", help="Leave out what is known from other chats.")
    ] = False,
    why: Annotated[
        list[str] | None,
        typer.Option("--why", metavar="MESSAGE", help="Explain one message (id or position)."),
    ] = None,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make the context for a question within a budget. Every message is accounted for."""
    from infold.errors import UsageError

    if layout not in ("default", "cached"):
        raise UsageError(f"No layout is called {layout!r}.", hint="Use default or cached.")
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        made = chat.context(
            question,
            budget=budget,
            window=window,
            output=output,
            reserve=reserve,
            max_bytes=max_bytes,
            layout="cached" if layout == "cached" else "default",
            leaf=leaf,
            view=view,
            facts=not no_facts,
        )
        reasons = {item: made.why(_place(item)) for item in why or ()}
    if as_json:
        print_json({**made.to_json(), **({"why": reasons} if reasons else {})})
        return
    from infold.cli import render

    out = render.console()
    out.print(render.context(made))
    for item, reason in reasons.items():
        out.print(render.plain(f"{item}: {reason}"))


@app.command()
def expand(
    fold: Annotated[str, typer.Argument(metavar="FOLD", help="Its id, or how it starts.")],
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Open a fold: its sources, whole, in order of the conversation."""
    with opened(db, user) as memory:
        made = memory.find_fold(fold)
        rows = memory.expand(made.id, agent=agent, session=session)
        lines = {row.fold: row for row in memory.evictions() if row.kind == "demote"}
        gone = {one.fold: one for one in memory.dropped()}.get(made.id)
        if as_json:
            from infold.cli import shapes

            shape = shapes.fold(made, demoted=made.id in lines, dropped=gone)
            print_json({**shape, "messages": [shapes.message(row) for row in rows]})
        else:
            from infold.cli import render

            render.console().print(render.fold(made, sources=rows))
            if gone is not None:
                render.console().print(render.plain(gone.note))
            if made.id in lines:
                one = lines[made.id]
                typer.echo(f"One line in contexts since {one.at:%Y-%m-%d}. {one.reason}")
                typer.echo(f"To show it in full again: {command('restore', made.id[:12])}")


@app.command()
def sources(
    record: Annotated[
        str, typer.Argument(metavar="RECORD", help="A fold, claim, message or fact.")
    ],
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the stretches of messages on which a record stands."""
    with opened(db, user) as memory:
        rows = memory.sources(record, agent=agent, session=session)
    if as_json:
        from infold.cli import shapes

        print_json([shapes.source(row) for row in rows])
    else:
        from infold.cli import render

        render.console().print(render.sources(rows))


@app.command()
def search(
    question: Annotated[str, typer.Argument(help="In any words.")],
    kinds: Annotated[
        str,
        typer.Option(
            "--kinds",
            help="message, fold, conversation, episode, fact; several by commas; all by default.",
        ),
    ] = "",
    k: Annotated[int, typer.Option("-k", help="At most so many.")] = 10,
    budget: Annotated[
        int | None, typer.Option("--budget", help="Tokens that their texts may take together.")
    ] = None,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="TIME", help="Facts as they held then.")
    ] = None,
    min_confidence: Annotated[
        float, typer.Option("--min-confidence", help="Least confidence of facts, 0 to 1.")
    ] = 0.3,
    fact_kinds: Annotated[
        str,
        typer.Option(
            "--fact-kinds", metavar="LIST", help="Only facts of these kinds; several by commas."
        ),
    ] = "",
    origins: Annotated[
        str,
        typer.Option(
            "--origins", metavar="LIST", help="Only facts that these said; several by commas."
        ),
    ] = "",
    slot: Annotated[
        str | None,
        typer.Option("--slot", metavar="SLOT", help="Only facts of a slot: city, port of server."),
    ] = None,
    used: Annotated[
        bool, typer.Option("--used", help="Count the facts that are found as used.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say what the score of each fact is made of.")
    ] = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    archived: ArchivedOption = False,
    as_json: JsonOption = False,
) -> None:
    """Find messages, folds, conversations, episodes and facts."""
    with opened(db, user) as memory:
        found = memory.search(
            question,
            kinds=_listed(kinds) or None,
            k=k,
            budget=budget,
            as_of=as_of,
            min_confidence=min_confidence,
            fact_kinds=cast(list[FactKind], _listed(fact_kinds)),
            origins=cast(list[Origin], _listed(origins)),
            slot=_slot(slot),
            used=used or None,
            explain=explain,
            archived=archived,
            agent=agent,
            session=session,
        )
    if as_json:
        from infold.cli import shapes

        print_json([shapes.hit(row) for row in found])
    else:
        from infold.cli import render

        render.console().print(render.hits(found))


@app.command()
def folds(
    conversation: ConversationArgument,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    fold: Annotated[
        str | None, typer.Option("--fold", help="This one alone, by its id or how it begins.")
    ] = None,
    state: Annotated[
        str, typer.Option("--state", help="ready, pending, refused, withdrawn, or all of them.")
    ] = "ready",
    fidelity: Annotated[
        bool, typer.Option("--fidelity", help="Say what each kept of its sources.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List folds, and what they kept of their sources."""
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        states = get_args(FoldState) if state == "all" else (state,)
        rows = chat.folds(states)
        refused = 0 if as_json or state != "ready" else len(chat.folds(["refused"]))
        if fold is not None:
            chosen = memory.find_fold(fold).id
            rows = [row for row in rows if row.id == chosen]
        lines = {row.fold for row in memory.evictions(chat.id) if row.kind == "demote"}
        gone = {one.fold: one for one in memory.dropped(chat.id)}
        kept = {}
        if fidelity:
            with steps("judging folds", quiet=as_json) as step:
                for number, row in enumerate(rows, 1):
                    kept[row.id] = chat.fidelity(row)
                    if step:
                        step(number)
    if as_json:
        from infold.cli import shapes

        print_json(
            [
                shapes.fold(
                    row, kept.get(row.id), demoted=row.id in lines, dropped=gone.get(row.id)
                )
                for row in rows
            ]
        )
    else:
        from infold.cli import kept as tables
        from infold.cli import render

        days = {one.fold: f"{one.at:%Y-%m-%d}" for one in gone.values()}

        shown = tables.fidelity(rows, kept) if fidelity else render.folds(rows, lines, days)
        render.console().print(shown)
        if refused:
            render.console().print(render.refused_folds(refused, chat.id[:12]))
