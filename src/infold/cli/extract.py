"""The command that remembers what a conversation states."""

from __future__ import annotations

from typing import Annotated

import typer

from infold.cli.app import (
    AgentOption,
    DbOption,
    JsonOption,
    SessionOption,
    UserOption,
    app,
    opened,
)
from infold.cli.change import DryRunOption
from infold.cli.fact import tell_changes
from infold.cli.read import ConversationArgument
from infold.errors import UsageError

__all__ = ["extract"]


@app.command()
def extract(
    conversation: ConversationArgument,
    model: Annotated[
        bool, typer.Option("--model", help="Have the model with the role extract read it as well.")
    ] = False,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remember the facts that a conversation states. Rules read them, or a model as well."""
    from infold.engine import extracting
    from infold.engine.fact_jobs import embed_facts

    if model and dry_run:
        raise UsageError(
            "A model cannot be asked without being paid.", hint="Leave out --model or --dry-run."
        )
    with opened(db, user) as memory:
        chat = memory.find(conversation, agent=agent, session=session)
        if dry_run:
            rows = memory.preview_add(
                extracting.preview(memory, chat.scope, chat.id), scope=chat.scope
            )
        else:
            made = chat.extract(model=model)
            embed_facts(memory, chat.scope)
            rows = [memory.fact(fact.id) for fact in made]
    if not rows and not as_json:
        typer.echo("Nothing new that is to be remembered is stated in this conversation.")
        return
    tell_changes(rows, dry_run=dry_run, as_json=as_json)
