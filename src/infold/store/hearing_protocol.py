"""What the engine asks of a store about episodes and hearings: part of `infold.store.protocol`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from infold.core.episodes import Episode
from infold.core.folds import Price
from infold.core.hearings import Hearing, HearingState
from infold.core.scope import Scope
from infold.store.fact_protocol import FactReader, FactWriter


@dataclass(frozen=True, slots=True, kw_only=True)
class HearingTotal:
    """What a user's hearings of one state come to."""

    state: HearingState
    count: int
    price: Price
    facts: int


class HearingReader(FactReader, Protocol):
    """Reads of facts, and of the episodes and hearings that they come from, of one snapshot."""

    def episodes(self, scope: Scope, conversation: str) -> list[Episode]:
        """Episodes of a conversation by position, without their folds."""
        ...

    def episode_conversation(self, scope: Scope, episode: str) -> str | None:
        """Id of the conversation of an episode."""
        ...

    def last_episode(self, scope: Scope, conversation: str) -> tuple[int, int]:
        """First and last position of the newest episode; -1 and -1 where there is none."""
        ...

    def hearings(self, scope: Scope, conversation: str) -> list[Hearing]:
        """Hearings of a conversation, in order of entry."""
        ...

    def hearing_totals(self, scope: Scope) -> list[HearingTotal]:
        """What the hearings of a user come to, by state."""
        ...


class HearingWriter(HearingReader, FactWriter, Protocol):
    """Changes of episodes and hearings inside the writing transaction."""

    def replace_episodes(
        self, scope: Scope, conversation: str, first: int, episodes: Sequence[Episode]
    ) -> None:
        """Put episodes in the place of those that begin at a position or behind it."""
        ...

    def save_hearing(self, scope: Scope, conversation: str, hearing: Hearing) -> Hearing:
        """Save a hearing in the place of the one with its number; a new one gets its number."""
        ...

    def drop_hearing(self, scope: Scope, conversation: str, number: int) -> None:
        """Remove a hearing: nothing of it is left to be heard."""
        ...
