"""The calls of `Infold` for episodes: stretches of conversations with their time."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from infold.core.episodes import Episode
from infold.core.messages import Message
from infold.engine import episodes
from infold.engine.opened import Opened

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["EpisodeCalls"]


class EpisodeCalls(Opened):
    """What `infold.engine.memory.Infold` offers for episodes."""

    def episodes(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        conversation: str | None = None,
    ) -> list[Episode]:
        """Episodes of a user, by conversation and position.

        The worker makes them: of a conversation whose last turns no job has seen yet the newest one
        ends earlier.

        Args:
            user: Whose.
            agent: Narrows the scope.
            session: Narrows the scope.
            conversation: Only those of this conversation (its id).

        Returns:
            Episodes with their folds. Linear in the messages of conversations that have folds.
        """
        scope = self.scope(user, agent=agent, session=session)
        return episodes.all_episodes(cast("Infold", self), scope, conversation)

    def episode(
        self,
        episode: str,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
    ) -> Episode:
        """An episode by its id.

        Raises:
            NotFound: No such episode in this scope.
        """
        scope = self.scope(user, agent=agent, session=session)
        with self.store.read() as reader:
            return episodes.with_fold(reader, scope, episodes.the_episode(reader, scope, episode))

    def episode_messages(
        self,
        episode: str | Episode,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
    ) -> list[Message]:
        """The messages of an episode (or of its id), whole, in order.

        Raises:
            NotFound: No such episode in this scope.
        """
        scope = self.scope(user, agent=agent, session=session)
        name = episode.id if isinstance(episode, Episode) else episode
        with self.store.read() as reader:
            there = episodes.the_episode(reader, scope, name)
            return episodes.episode_messages(reader, scope, there)
