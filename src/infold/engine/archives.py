"""Restoring what Infold's own export knows of a conversation beyond its messages."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from infold.core.folds import Fold
from infold.core.marks import MarkState
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.engine.dropped_archives import save_drops
from infold.engine.graduation import FOLD_JOB
from infold.fold.planning import place_claims
from infold.formats.reading import Archive
from infold.store.protocol import ConversationRow, Writer

_MARKS: Final[tuple[MarkState, ...]] = ("suggested", "confirmed", "withdrawn")


def save_archive(
    tx: Writer,
    scope: Scope,
    row: ConversationRow,
    archive: Archive,
    *,
    counter: TokenCounter,
    now: datetime,
) -> ConversationRow:
    """Restore the window, the forest and the folds of an imported conversation, and its steps.

    Where the store has folded the conversation itself, its own forest stays. Vectors are not in
    an export: a job makes them again.

    Args:
        tx: The transaction in which its last messages are written.
        scope: Whose it becomes.
        row: The conversation with all its messages.
        archive: What the export says.
        counter: Counts the tokens of claims.
        now: When the job is due.

    Returns:
        The row with the archive's window.
    """
    _save_graph(tx, scope, row, archive, counter)
    if row.generation or tx.placements(scope, row.id):
        return row
    tx.add_placements(scope, row.id, dict(archive.placements))
    tx.add_merges(scope, row.id, archive.merges)
    for merge in archive.merges:
        if merge.withdrawn_by:
            tx.withdraw_merge(scope, merge.id, merge.withdrawn_by)
    # What another tool had compacted is there already where its own file was imported.
    folds = [fold for fold in archive.folds if not fold.view and tx.fold(scope, fold.id) is None]
    _add_folds(tx, scope, row, folds, counter)
    save_drops(tx, scope, row.id, archive.drops)
    # What a person withdrew: the next job derives the others, and keeps these withdrawn.
    tx.add_supersessions(scope, row.id, archive.withdrawn)
    if archive.hot_from:
        tx.queue_job(scope, FOLD_JOB, row.id, now)
    return replace(
        row,
        hot_from=archive.hot_from,
        hot_tokens=archive.hot_tokens,
        placed_to=archive.placed_to,
        generation=archive.generation,
    )


def _save_graph(
    tx: Writer, scope: Scope, row: ConversationRow, archive: Archive, counter: TokenCounter
) -> None:
    """Restore marks, views, steps and settings; where there are some already, those stay."""
    if tx.changes(scope, row.id) or tx.marks(scope, row.id, _MARKS) or tx.views(scope, row.id):
        return
    if tx.settings(scope, row.id) or tx.asked(scope, row.id):
        return
    places = tx.locate(scope, sorted({mark.message for mark in archive.marks}))
    tx.add_marks(scope, row.id, [(places[mark.message][1], mark) for mark in archive.marks])
    folds = [fold for fold in archive.folds if fold.view and tx.fold(scope, fold.id) is None]
    _add_folds(tx, scope, row, folds, counter)
    for view in archive.views:
        tx.add_view(scope, view)
    for change in archive.changes:
        tx.add_change(scope, row.id, change)
    for data in archive.files.values():
        tx.add_blob(scope, hashlib.sha256(data).hexdigest(), data)
    tx.add_materials(scope, row.id, archive.materials)
    named = [one.message for one in archive.settings if one.message]
    named += [one.message for one in archive.asked]
    at = {message: position for message, (_, position) in tx.locate(scope, named).items()}
    for setting in archive.settings:
        position = at[setting.message] if setting.message else -1
        tx.set_setting(scope, row.id, position, setting.name, setting.value)
    tx.add_asked(scope, row.id, [(at[one.message], one) for one in archive.asked])


def _add_folds(
    tx: Writer, scope: Scope, row: ConversationRow, folds: Sequence[Fold], counter: TokenCounter
) -> None:
    places = tx.locate(scope, sorted({source for fold in folds for source in fold.sources}))
    positions = {message: position for message, (_, position) in places.items()}
    tx.add_folds(
        scope,
        row.id,
        [replace(fold, claims=place_claims(fold.claims, positions, counter)) for fold in folds],
    )
