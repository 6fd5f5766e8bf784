"""What the engine asks of a store about facts that stand for others: part of `protocol`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from infold.core.scope import Scope


class MergeReader(Protocol):
    """Reads of merges, all of one snapshot."""

    def merge_members(self, scope: Scope, fact: str) -> list[int]:
        """Numbers of the facts that were ever merged into one, in order of entry."""
        ...

    def merges_of(self, scope: Scope, numbers: Sequence[int]) -> list[str]:
        """Ids of the facts into which some were ever merged, taken apart since or not, sorted."""
        ...
