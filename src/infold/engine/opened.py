"""What all calls of an open store stand on: its parts, and whose data a call works on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from infold.core.clock import Clock
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.memory.retention import Retention
from infold.models.embedder import Embedder
from infold.store.protocol import Store

if TYPE_CHECKING:
    from infold.config import Settings
    from infold.engine.fact_events import Keeper

__all__ = ["Opened"]


class Opened:
    """The parts of `infold.engine.memory.Infold`, which sets them; its calls are made of mixins."""

    store: Store
    settings: Settings
    clock: Clock
    counter: TokenCounter
    embedder: Embedder | None
    retention: Retention
    kept: str
    is_asked: bool
    space: str
    secret: bytes

    def scope(
        self, user: str | None = None, *, agent: str | None = None, session: str | None = None
    ) -> Scope:
        """The scope of a user; of the settings' user where none is named.

        Raises:
            ScopeError: A name that cannot be used.
        """
        return Scope(
            space=self.space,
            user=self.settings.user if user is None else user,
            agent=agent,
            session=session,
        )

    @property
    def keeper(self) -> Keeper:
        """What recording needs of this store (`infold.engine.fact_events`)."""
        from infold.engine.fact_events import Keeper

        return Keeper(
            secret=self.secret,
            counter=self.counter,
            retention=self.retention,
            embeds=self.embedder is not None,
        )
