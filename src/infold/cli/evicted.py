"""`infold restore`: what was deleted, archived or demoted is shown again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from infold.cli.app import DbOption, JsonOption, UserOption, app, opened, print_json
from infold.cli.change import DryRunOption
from infold.cli.fact import happen

if TYPE_CHECKING:
    from infold.store.eviction_protocol import EvictionRow

__all__ = ["eviction", "restore"]


@app.command()
def restore(
    record: Annotated[
        str,
        typer.Argument(
            metavar="RECORD",
            help="A fact, an archived conversation, or the fold of a demoted cluster: its id, or "
            "how it starts.",
        ),
    ],
    dry_run: DryRunOption = False,
    db: DbOption = None,
    user: UserOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring back a deleted fact, an archived chat or a cluster."""
    if not record.startswith(_OF_CHATS):
        happen(record, "restored", dry_run=dry_run, db=db, user=user, as_json=as_json)
        return
    with opened(db, user) as memory:
        rows = memory.evicted(record) if dry_run else memory.bring_back(record)
    if as_json:
        print_json({"dry_run": dry_run, "evictions": [eviction(row) for row in rows]})
        return
    for row in rows:
        typer.echo(_line(row, dry_run=dry_run))


_OF_CHATS = ("c_", "f_")
"""How the ids of conversations and folds begin."""


def eviction(row: EvictionRow) -> dict[str, Any]:
    """An eviction as programs read it."""
    return {
        "kind": row.kind,
        "conversation": row.conversation,
        "fold": row.fold,
        "at": row.at.isoformat(),
        "by": row.by,
        "reason": row.reason,
        "sweep": row.sweep,
        "data": dict(row.data),
        "ended": None if row.ended is None else row.ended.isoformat(),
        "ended_by": row.ended_by,
    }


def _line(row: EvictionRow, *, dry_run: bool) -> str:
    is_chat = row.kind == "archive"
    what = (
        f"the conversation {row.conversation[:12]}, archived on {row.at:%Y-%m-%d}"
        if is_chat
        else f"the cluster of the fold {row.fold[:12]}, one line since {row.at:%Y-%m-%d}"
    )
    how = "listed and searched again" if is_chat else "shown in full again"
    return f"{'Would be' if dry_run else 'Is'} {how}: {what}."
