"""What the engine asks of a store to remove facts for good: part of `infold.store.protocol`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from infold.core.scope import Scope
from infold.store.fact_protocol import FactState


class RemovalReader(Protocol):
    """What is looked at before something is removed."""

    def fact_states_at(self, scope: Scope, numbers: Sequence[int]) -> list[FactState]:
        """How facts stand, by their numbers, ascending; also those that were purged."""
        ...


class RemovalWriter(RemovalReader, Protocol):
    """What removes."""

    def remove_facts(
        self, scope: Scope, facts: Sequence[FactState], *, at: datetime, by: str
    ) -> None:
        """Remove what facts say: text, terms, vectors, sources, and the words of their events.

        Args:
            scope: Whose.
            facts: As they stand; those that are purged already must not be among them.
            at: When.
            by: Who removes them.
        """
        ...

    def remove_hidden(self, scope: Scope, numbers: Sequence[int], *, at: datetime, by: str) -> None:
        """Remove what facts say that are deleted or expired, by their numbers; see `remove_facts`.

        Args:
            scope: Whose.
            numbers: Of facts that do not count as live.
            at: When.
            by: Who removes them.
        """
        ...
