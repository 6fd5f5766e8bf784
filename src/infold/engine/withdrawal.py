"""Withdrawing a merge: the record stays, marked, and only its own cluster is folded anew."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from infold.core.scope import Scope
from infold.engine.dropped import dropped_in
from infold.engine.graduation import FOLD_JOB
from infold.errors import Conflict, NotFound, UsageError
from infold.fold.forest import Forest, units_from_placements
from infold.store.protocol import Writer


def withdraw(
    tx: Writer, scope: Scope, conversation: str, merge: str, *, by: str, now: datetime
) -> None:
    """Mark a merge as withdrawn, withdraw the fold that stood on it, and queue the job.

    Args:
        tx: The transaction.
        scope: Whose.
        conversation: Id of the conversation.
        merge: Id of the merge.
        by: Who withdraws it.
        now: When the job is due.

    Raises:
        NotFound: No such merge in this conversation.
        UsageError: `by` is empty.
        Conflict: Sources of its cluster were dropped.
    """
    if not by:
        raise UsageError("Nobody withdraws this merge.", hint="Say who: `by` is recorded with it.")
    row = tx.conversation(scope, conversation)
    log = tx.merges(scope, conversation) if row is not None else []
    found = next((entry for entry in log if entry.id == merge), None)
    if row is None or found is None:
        raise NotFound(
            f"No merge {merge} in this conversation.",
            hint="`Chat.merges()` lists them.",
            records=[merge],
        )
    if found.withdrawn_by:
        return
    forest = Forest.from_log(units_from_placements(tx.placements(scope, conversation)), log)
    cluster = set(forest.cluster(found.a))
    stale = [
        fold.id
        for fold in tx.folds(scope, conversation)
        if fold.root in cluster and fold.method != "foreign"
    ]
    gone = [one for one in dropped_in(tx, scope, conversation) if one.fold in stale]
    if gone:
        raise Conflict(
            f"Its cluster cannot be folded anew. {gone[0].note}",
            hint="A fold whose sources were dropped stays as it is.",
            records=[gone[0].fold],
        )
    tx.withdraw_merge(scope, merge, by)
    tx.set_fold_state(scope, stale, "withdrawn")
    tx.save_conversation(scope, replace(row, generation=row.generation + 1))
    tx.queue_job(scope, FOLD_JOB, conversation, now)
    tx.touch(scope)
