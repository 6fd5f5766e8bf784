"""What merging and folding of old facts would do, as items of a sweep's plan."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from infold.core.scope import Scope
from infold.core.wording import counted
from infold.memory.sweeping import SweepItem

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["merge_items"]


def merge_items(memory: Infold, scope: Scope, going: Collection[str]) -> Iterator[SweepItem]:
    """The facts of a user that would become one, merges and then folds of old ones, in order.

    Args:
        memory: The open store.
        scope: Whose.
        going: Ids of facts with which the sweep does something else; merges of those are left out.
    """
    gone = set(going)
    merges = memory.plan_merge(user=scope.user).merges
    folds = memory.plan_fold_old(user=scope.user).merges
    for merge in (*merges, *folds):
        if not gone.isdisjoint(merge.members):
            continue
        gone.update(merge.members)
        with memory.store.read() as reader:
            rows = [reader.fact(scope, member) for member in merge.members]
        for row in rows:
            if row is None:
                continue
            yield SweepItem(
                user=scope.user,
                record=row.fact.id,
                text=row.fact.text,
                action="fold" if merge.is_fold else "merge",
                policy="folding" if merge.is_fold else "merging",
                reason=f"One of {counted(len(rows), 'fact')} that would become one: "
                f"{merge.text!r:.90}. {merge.reason}",
            )
