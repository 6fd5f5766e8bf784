"""The calls of `Infold` about conversations that are archived, and clusters that are demoted."""

from __future__ import annotations

from infold.engine import listing
from infold.engine.dropped import DroppedSources, dropped_in
from infold.engine.evicting import take_back
from infold.engine.opened import Opened
from infold.engine.records import ConversationInfo
from infold.errors import NotFound
from infold.store.eviction_protocol import EvictionRow
from infold.store.protocol import Writer

__all__ = ["EvictionCalls"]


class EvictionCalls(Opened):
    """What `infold.engine.memory.Infold` offers about what sweeps evict of conversations."""

    def conversations(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        archived: bool = False,
    ) -> list[ConversationInfo]:
        """The conversations of a user, or of one agent or session, in order of creation.

        Args:
            user: Whose.
            agent: Narrows the scope.
            session: Narrows the scope.
            archived: List also those that are archived.
        """
        scope = self.scope(user, agent=agent, session=session)
        with self.store.read() as reader:
            rows = reader.conversations(scope)
        return [listing.info(row, scope) for row in rows if archived or row.archived is None]

    def evictions(
        self, conversation: str | None = None, *, user: str | None = None, ended: bool = False
    ) -> list[EvictionRow]:
        """What is evicted of a user: archived conversations, demoted clusters, with the reasons.

        Args:
            conversation: Only of this one, by its id; of all where left out.
            user: Whose.
            ended: Also what was taken back, with when and by whom.

        Returns:
            By conversation, in the order in which it was done.
        """
        with self.store.read() as reader:
            return reader.evictions(self.scope(user), conversation, ended=ended)

    def dropped(
        self, conversation: str | None = None, *, user: str | None = None
    ) -> list[DroppedSources]:
        """The folds of whose sources some were dropped: since when, which, and what is lost.

        Args:
            conversation: Only of this one, by its id; of all where left out.
            user: Whose.
        """
        with self.store.read() as reader:
            return dropped_in(reader, self.scope(user), conversation)

    def evicted(self, record: str, *, user: str | None = None) -> list[EvictionRow]:
        """What `bring_back` would take back.

        Raises:
            NotFound: Nothing of that id is archived or demoted.
        """
        with self.store.read() as reader:
            return _named(reader.evictions(self.scope(user)), record)

    def bring_back(
        self, record: str, *, user: str | None = None, by: str = "person"
    ) -> list[EvictionRow]:
        """List and search an archived conversation again, or show a demoted cluster in full.

        It stays for as long as if something had been said now: the next sweep leaves it alone.

        Args:
            record: Id of the conversation, or of the fold of the cluster; or how it starts.
            user: Whose.
            by: Who brings it back.

        Returns:
            What was taken back.

        Raises:
            NotFound: Nothing of that id is archived or demoted.
        """
        scope, now = self.scope(user), self.clock.now()

        def command(tx: Writer) -> list[EvictionRow]:
            found = _named(tx.evictions(scope), record)
            take_back(tx, scope, found, at=now, by=by)
            return found

        return self.store.write(command)


def _named(rows: list[EvictionRow], record: str) -> list[EvictionRow]:
    """Those among evictions that stand which a record's id, or its start, names.

    Raises:
        NotFound: There are none, or of several records.
    """
    fits = [
        one
        for one in rows
        if one.kind in ("archive", "demote")
        and (one.fold or one.conversation).startswith(record)
        and len(record) >= listing.LEAST_START
    ]
    if len({one.fold or one.conversation for one in fits}) != 1:
        raise NotFound(
            f"{record!r:.40} fits {'several records' if fits else 'nothing'} that is archived or "
            "demoted.",
            hint="`infold list --archived` and `infold folds CONVERSATION` show what is.",
            records=[record],
        )
    return fits
