"""Commands for what is known of a user: add, facts, delete, restore."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from infold.cli.app import (
    AgentOption,
    DbOption,
    JsonOption,
    SessionOption,
    UserOption,
    app,
    making,
    opened,
    print_json,
)
from infold.cli.change import DryRunOption
from infold.cli.fact import changing, tell_changes

__all__ = ["add", "facts"]


@app.command()
def add(
    texts: Annotated[
        list[str], typer.Argument(metavar="TEXT…", help="One statement each, in any language.")
    ],
    kind: Annotated[
        str,
        typer.Option(
            "--kind", help="profile, preference, statement, decision, event or temporary."
        ),
    ] = "statement",
    confidence: Annotated[float, typer.Option("--confidence", help="0 to 1.")] = 1.0,
    importance: Annotated[
        float | None, typer.Option("--importance", help="0 to 1; by its kind where left out.")
    ] = None,
    expires: Annotated[
        str | None,
        typer.Option("--expires", metavar="WHEN", help="A time with its zone, or '7 days'."),
    ] = None,
    since: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="From when it holds.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--to", metavar="TIME", help="Until when it holds.")
    ] = None,
    key: Annotated[
        str | None, typer.Option("--key", help="The same key records the same statements once.")
    ] = None,
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remember statements about a user. A new value ends the older one of its slot."""
    options: dict[str, Any] = {
        "kind": kind,
        "confidence": confidence,
        "importance": importance,
        "expires": expires,
        "valid_from": since,
        "valid_to": until,
        "by": "person",
    }
    with making(db, user, dry_run=dry_run) as (memory, _):
        scope = memory.scope(agent=agent, session=session)
        if dry_run:
            sayings = memory.sayings(texts, **options)
            rows = memory.preview_add(sayings, scope=scope, strict=True)
        else:
            from infold.engine.fact_jobs import embed_facts

            made = memory.add(texts, agent=agent, session=session, key=key, **options)
            embed_facts(memory, scope)
            ids = list(dict.fromkeys(fact.id for fact in made))
            ended = [
                one.fact
                for identity in ids
                for one in memory.history(identity, agent=agent, session=session)
                if one.ended_by in ids
            ]
            rows = [memory.fact(one) for one in dict.fromkeys([*ids, *ended])]
    tell_changes(rows, dry_run=dry_run, as_json=as_json)


@app.command()
def facts(
    state: Annotated[
        str,
        typer.Option(
            "--state", help="live, superseded, expired, tombstoned, quarantined, or all of them."
        ),
    ] = "live",
    kind: Annotated[str | None, typer.Option("--kind", help="Only facts of this kind.")] = None,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="TIME", help="What was so at that moment.")
    ] = None,
    known_at: Annotated[
        str | None,
        typer.Option("--known-at", metavar="TIME", help="Only what had been recorded by then."),
    ] = None,
    questions: Annotated[
        bool, typer.Option("--questions", help="Contradictions that somebody has to settle.")
    ] = False,
    episodes: Annotated[
        bool,
        typer.Option("--episodes", help="Sittings of conversations with their time, instead."),
    ] = False,
    db: DbOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    session: SessionOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what is known of a user."""
    from infold.core.facts import FACT_KINDS
    from infold.errors import UsageError

    if episodes:
        if questions or kind is not None or as_of is not None or known_at is not None:
            raise UsageError(
                "Episodes are no facts.", hint="Use --episodes without what chooses among facts."
            )
        _list_episodes(db, user, agent, session, as_json=as_json)
        return
    states = ("live", "superseded", "expired", "tombstoned", "quarantined", "all")
    if state not in states:
        raise UsageError(f"No state is called {state!r:.40}.", hint=f"Use {', '.join(states)}.")
    if kind is not None and kind not in FACT_KINDS:
        raise UsageError(f"No kind is called {kind!r:.40}.", hint=f"Use {', '.join(FACT_KINDS)}.")
    with opened(db, user) as memory:
        rows = memory.facts(
            agent=agent,
            session=session,
            state=None if state == "all" or questions else state,  # type: ignore[arg-type] # checked above
            kind=kind,
            as_of=as_of,
            known_at=known_at,
        )
        asked = memory.questions() if questions else []
    if as_json:
        from infold.cli import fact_shapes

        if questions:
            print_json([fact_shapes.question(one) for one in asked])
        else:
            print_json([fact_shapes.fact(row) for row in rows])
        return
    from infold.cli import fact_views, render

    texts = {row.id: row.text for row in rows}
    shown = fact_views.questions(asked, texts) if questions else fact_views.facts(rows)
    render.console().print(shown)


def _list_episodes(
    db: str | None, user: str | None, agent: str | None, session: str | None, *, as_json: bool
) -> None:
    with opened(db, user) as memory:
        rows = memory.episodes(agent=agent, session=session)
        titles = {
            one.id: one.title
            for one in memory.conversations(agent=agent, session=session, archived=True)
        }
    if as_json:
        from infold.cli import fact_shapes

        print_json([fact_shapes.episode(row) for row in rows])
        return
    from infold.cli import fact_views, render

    render.console().print(fact_views.episodes(rows, titles))


app.command("delete")(
    changing(
        "tombstoned", "Hide a fact everywhere at once. Restore brings it back until it is purged."
    )
)
