"""`infold fact …`: one fact, its history, and what can happen to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from infold.cli.app import DbOption, JsonOption, UserOption, app, opened, print_json
from infold.cli.change import DryRunOption
from infold.core.facts import EventKind

if TYPE_CHECKING:
    from infold.memory.standing import KnownFact

__all__ = ["RESTORE", "changing", "happen", "history", "show", "tell_changes"]

group = typer.Typer(
    name="fact",
    help="Look at one fact, or say what is to become of it.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(group)

FactArgument = Annotated[
    str, typer.Argument(metavar="FACT", help="Its id, or how it starts; infold facts lists them.")
]
_CALLS: Final[dict[EventKind, str]] = {
    "pinned": "pin",
    "unpinned": "unpin",
    "confirmed": "confirm",
    "tombstoned": "delete",
    "restored": "restore",
    "released": "release",
}


def tell_changes(rows: Sequence[KnownFact], *, dry_run: bool, as_json: bool) -> None:
    """Print facts that were, or would be, recorded or changed."""
    if as_json:
        from infold.cli import fact_shapes

        print_json({"dry_run": dry_run, "facts": [fact_shapes.fact(row) for row in rows]})
        return
    from infold.cli import fact_views, render

    render.console().print(fact_views.changes(rows, would=dry_run))


def happen(
    fact: str,
    kind: EventKind,
    *,
    dry_run: bool,
    db: str | None,
    user: str | None,
    as_json: bool,
) -> None:
    """Let something happen to a fact, and show what it changed, or would change."""
    with opened(db, user) as memory:
        found = memory.find_fact(fact)
        rows = memory.preview_change(found.id, kind)
        if not dry_run:
            getattr(memory, _CALLS[kind])(found.id)
            rows = [memory.fact(row.id) for row in rows]
    tell_changes(rows, dry_run=dry_run, as_json=as_json)


@group.command()
def show(
    fact: FactArgument,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="TIME", help="As it is seen at that moment.")
    ] = None,
    db: DbOption = None,
    user: UserOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a fact and how it stands. A curve shows how its confidence falls."""
    with opened(db, user) as memory:
        row = memory.fact(memory.find_fact(fact).id, as_of=as_of)
        retention, whose = memory.retention, memory.settings.user
    if as_json:
        from infold.cli import fact_shapes

        print_json(fact_shapes.fact(row))
        return
    from infold.cli import fact_views, render

    render.console().print(fact_views.one(row, retention, whose))


@group.command()
def history(
    fact: FactArgument,
    db: DbOption = None,
    user: UserOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what happened to a fact, and the values of its slot in time."""
    with opened(db, user) as memory:
        found = memory.find_fact(fact)
        intervals = memory.history(found.id)
        events = memory.fact_events(found.id)
        texts = {row.id: row.text for row in memory.facts(state=None)}
    if as_json:
        from infold.cli import fact_shapes

        print_json(
            {
                "fact": found.id,
                "intervals": [fact_shapes.interval(one) for one in intervals],
                "events": [fact_shapes.event(one) for one in events],
            }
        )
        return
    from infold.cli import fact_views, render

    render.console().print(fact_views.history(intervals, events, texts))


def changing(kind: EventKind, about: str) -> Callable[..., None]:
    """A command that lets something happen to one fact.

    Args:
        kind: What happens.
        about: What the command's help says.
    """

    def command(
        fact: FactArgument,
        dry_run: DryRunOption = False,
        db: DbOption = None,
        user: UserOption = None,
        as_json: JsonOption = False,
    ) -> None:
        happen(fact, kind, dry_run=dry_run, db=db, user=user, as_json=as_json)

    command.__doc__ = about
    return command


RESTORE: Final = "Bring a deleted fact back, with all that it had."

_COMMANDS: Final[tuple[tuple[str, EventKind, str], ...]] = (
    ("pin", "pinned", "Keep a fact. Its confidence does not fall, and no sweep lets it go."),
    ("unpin", "unpinned", "Take a pin back."),
    ("confirm", "confirmed", "Say that a fact still holds: its confidence starts anew."),
    ("restore", "restored", RESTORE),
    ("release", "released", "Let a fact in that was kept aside. It takes its place in its slot."),
)
for _name, _kind, _about in _COMMANDS:
    group.command(_name)(changing(_kind, _about))
