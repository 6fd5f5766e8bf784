"""Facts that stand for others: which, and for whom."""

from __future__ import annotations

from collections.abc import Sequence

from infold.core.scope import Scope
from infold.store import rows as convert
from infold.store.queries import SQL
from infold.store.snapshot import Snapshot


class MergeReads(Snapshot):
    """Reads of merges."""

    __slots__ = ()

    def merge_members(self, scope: Scope, fact: str) -> list[int]:
        """Numbers of the facts that were ever merged into one, in order of entry."""
        return [
            int(row[0]) for row in self.rows(SQL["merge_members"], (scope.space, scope.user, fact))
        ]

    def merges_of(self, scope: Scope, numbers: Sequence[int]) -> list[str]:
        """Ids of the facts into which some were ever merged, taken apart since or not, sorted."""
        wanted = convert.list_text(sorted(set(numbers)))
        return [
            str(row[0]) for row in self.rows(SQL["merges_of"], (wanted, scope.space, scope.user))
        ]
