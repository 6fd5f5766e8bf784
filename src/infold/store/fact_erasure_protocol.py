"""What the engine asks of a store to erase all facts of a user: part of `erasure_protocol`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from infold.core.scope import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class FactWords:
    """What some facts held.

    Attributes:
        texts: Of the facts.
        words: Their values and slots.
        spoken: What was said where they stand: whole parts of messages, and the spans in them.
        told: Words of their events.
        marks: A few of their search rows and vectors, as stored.
    """

    texts: tuple[str, ...]
    words: tuple[str, ...]
    spoken: tuple[str, ...]
    told: tuple[str, ...]
    marks: tuple[bytes, ...]


class FactErasureReader(Protocol):
    """What is looked at before the facts of a user are removed."""

    def facts_to_erase(self, scope: Scope) -> tuple[int, int]:
        """How many facts of a scope have content, and how many events these have."""
        ...

    def is_fact_id(self, scope: Scope, fact: str) -> bool:
        """Whether an id is taken, be it by a fact that is hidden and waits to be removed."""
        ...

    def hidden_facts(
        self, scope: Scope, *, whole: bool, after: int, limit: int
    ) -> list[tuple[int, str]]:
        """(number, id) of hidden facts behind a number, ascending."""
        ...

    def fact_words(self, scope: Scope, numbers: Sequence[int], *, marks: int) -> FactWords:
        """What hidden facts held, and of `marks` of them how search had them."""
        ...


class FactErasureWriter(FactErasureReader, Protocol):
    """What hides and removes them."""

    def hide_facts(self, scope: Scope, erasure: str, *, whole: bool) -> None:
        """Hide all facts of a scope in one statement: nothing shows them from now on.

        Their rows, and the replies that name them, wait for the erasure.

        Args:
            scope: Whose; narrowed to an agent or session only where it is not `whole`.
            erasure: Its id.
            whole: No row is to be left; else that they were there is.
        """
        ...

    def remove_hidden_facts(
        self, scope: Scope, numbers: Sequence[int], *, whole: bool, at: datetime, by: str
    ) -> None:
        """Remove some hidden facts, by their numbers.

        Args:
            scope: Whose.
            numbers: Of them.
            whole: As for `hide_facts`.
            at: When.
            by: Who removes them, for the record that stays.
        """
        ...

    def drop_fact_totals(self, scope: Scope) -> None:
        """Forget the counts of a user's facts where no fact is left."""
        ...

    def take_replies(
        self, scope: Scope, conversation: str | None, *, after: str, limit: int
    ) -> tuple[list[str], str]:
        """Remove some replies: of a conversation, or those that name hidden facts.

        Args:
            scope: Whose.
            conversation: Its id; None for replies to calls that added hidden facts; empty for all.
            after: The key up to which they were looked at; empty at first.
            limit: How many are looked at.

        Returns:
            The keys that went, and the key reached; an empty one at the end.
        """
        ...
