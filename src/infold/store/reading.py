"""Reads of conversations, messages and what search needs of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import ForwardColumns
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.errors import NotFound
from infold.store import rows as convert
from infold.store.protocol import ConversationRow, ScopeVersion, StoredReply, WireRow
from infold.store.queries import SQL
from infold.store.snapshot import Snapshot

_LAST: Final = 2**62


class ConversationReads(Snapshot):
    """Conversations, messages, wires, forward rows and vectors."""

    __slots__ = ()

    def conversation(self, scope: Scope, conversation: str) -> ConversationRow | None:
        """A conversation by its id."""
        return self._conversation(scope, "conversation", conversation)

    def conversation_by_key(self, scope: Scope, key: str) -> ConversationRow | None:
        """A conversation by its key."""
        return self._conversation(scope, "conversation_by_key", key)

    def _conversation(self, scope: Scope, name: str, value: str) -> ConversationRow | None:
        row = self.row(SQL[name], (scope.space, scope.user, value, scope.agent, scope.session))
        if row is None:
            return None
        number, found = convert.conversation(row)
        self._numbers[scope, found.id] = number
        return found

    def conversations(
        self, scope: Scope, *, after: str = "", limit: int | None = None
    ) -> list[ConversationRow]:
        """Conversations in order of creation, those after the one of id `after`."""
        start = self.number(scope, after) if after else 0
        if start is None:
            raise NotFound(
                f"No conversation {after!r:.60} in this scope.",
                records=[after],
                hint="Begin at the start: leave out `after`.",
            )
        most = -1 if limit is None else limit
        values = (scope.space, scope.user, start, scope.agent, scope.session, most)
        return [convert.conversation(row)[1] for row in self.rows(SQL["conversations"], values)]

    def messages(
        self,
        scope: Scope,
        conversation: str,
        positions: Sequence[int] | None = None,
        *,
        first: int = 0,
        last: int | None = None,
    ) -> list[Message]:
        """Messages by position: the ones named, else `first` to `last` (inclusive), in order."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        if positions is None:
            end = _LAST if last is None else last
            found = self.rows(
                SQL["messages_between"], (scope.space, scope.user, number, first, end)
            )
        else:
            wanted = convert.list_text(sorted({int(position) for position in positions}))
            found = self.rows(SQL["messages_at"], (wanted, scope.space, scope.user, number))
        return [convert.message(row) for row in found]

    def messages_below(
        self, scope: Scope, conversation: str, *, first: int = 0, last: int | None = None
    ) -> list[tuple[Message, int]]:
        """Messages from `first` to `last` (inclusive), each with its latest parent; -1 for none."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        bounds = (first, _LAST if last is None else last)
        values = (scope.space, scope.user, number, *bounds)
        rows = self.rows(SQL["messages_below"], values)
        return [(convert.message(row[:-1]), row[-1]) for row in rows]

    def digests(self, scope: Scope, conversation: str) -> dict[int, str]:
        """Position → content hash of messages whose ids were not minted here."""
        number = self.number(scope, conversation)
        if number is None:
            return {}
        return dict(self.rows(SQL["digests"], (scope.space, scope.user, number)))

    def locate(self, scope: Scope, messages: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Message id → (conversation id, position), for those that exist."""
        wanted = convert.list_text(list(dict.fromkeys(messages)))
        values = (wanted, scope.space, scope.user, scope.agent, scope.session)
        return {row[0]: (row[1], row[2]) for row in self.rows(SQL["locate"], values)}

    def wires(self, scope: Scope, conversation: str, *, first: int = 0) -> list[WireRow]:
        """Wires whose child stands at `first` or later, ordered by child, then parent."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        return [
            WireRow(
                parent=parent,
                child=child,
                kind=kind,
                inferred=bool(inferred),
                cut=bool(cut),
                chain=bool(chain),
            )
            for parent, child, kind, inferred, cut, chain in self.rows(
                SQL["wires"], (scope.space, scope.user, number, first)
            )
        ]

    def children(self, scope: Scope, conversation: str, position: int) -> list[int]:
        """Positions of a message's children through `continue` wires; of -1, the roots."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        if position < 0:
            found = self.rows(SQL["roots"], (scope.space, scope.user, number))
        else:
            found = self.rows(SQL["children"], (scope.space, scope.user, number, position))
        return [row[0] for row in found]

    def forward(self, scope: Scope, conversation: str, *, first: int = 0) -> ForwardColumns:
        """Forward rows from position `first` on: 20,000 of them in some 50 ms of CPU."""
        number = self.number(scope, conversation)
        if number is None:
            return convert.forward_columns([()] * 8)
        values = (scope.space, scope.user, number, first)
        return convert.forward_columns(self.columns(SQL["forward"], values, 8))

    def vectors(
        self, scope: Scope, conversation: str, embedder: str, *, first: int = 0
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Positions (n,) and unit vectors (n, dim) of messages embedded by `embedder`."""
        number = self.number(scope, conversation)
        if number is None:
            return convert.vector_columns((), ())
        values = (scope.space, scope.user, number, embedder, first)
        positions, blobs = self.columns(SQL["vectors"], values, 2)
        return convert.vector_columns(positions, blobs)

    def forward_at(
        self, scope: Scope, conversation: str, positions: Sequence[int]
    ) -> ForwardColumns:
        """Forward rows of the positions named, ascending."""
        number = self.number(scope, conversation)
        if number is None:
            return convert.forward_columns([()] * 8)
        wanted = convert.list_text(sorted(set(positions)))
        values = (wanted, scope.space, scope.user, number)
        return convert.forward_columns(self.columns(SQL["forward_at"], values, 8))

    def vectors_at(
        self, scope: Scope, conversation: str, embedder: str, positions: Sequence[int]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """What `vectors` gives, of the positions named."""
        number = self.number(scope, conversation)
        if number is None:
            return convert.vector_columns((), ())
        wanted = convert.list_text(sorted(set(positions)))
        values = (wanted, scope.space, scope.user, number, embedder)
        found, blobs = self.columns(SQL["vectors_at"], values, 2)
        return convert.vector_columns(found, blobs)


class SpaceReads(Snapshot):
    """What belongs to a space or a user, and to no conversation."""

    __slots__ = ()

    def secret(self, scope: Scope) -> bytes:
        """The secret of the scope's space.

        Raises:
            NotFound: The store has no such space.
        """
        return bytes(self._space(scope.space)[0])

    def embedder(self, scope: Scope) -> str:
        """Id of the embedder that the space was made with; empty for none yet."""
        return str(self._space(scope.space)[1])

    def retention(self, scope: Scope) -> str:
        """How facts are kept, as the space was last opened with; empty for the defaults."""
        return str(self._space(scope.space)[2])

    def _space(self, space: str) -> convert.Row:
        row = self.row(SQL["space"], (space,))
        if row is None:
            raise NotFound(f"The store has no space {space!r}.", hint="Open the store with it.")
        return row

    def scopes(self, space: str) -> list[Scope]:
        """A scope for each user of a space, sorted: for `verify`, `doctor` and export."""
        found = [convert.text(row[0]) for row in self.rows(SQL["scopes"], (space,))]
        return [Scope(space=space, user=user) for user in sorted(found)]

    def scope_version(self, scope: Scope) -> ScopeVersion:
        """Versions of the scope's user."""
        row = self.row(SQL["scope_version"], (scope.space, scope.user))
        if row is None:
            return ScopeVersion()
        return ScopeVersion(version=row[0], erase_epoch=row[1], index_version=row[2])

    def blob(self, scope: Scope, digest: str) -> bytes | None:
        """Bytes of an image or file by its SHA-256 (hex)."""
        row = self.row(SQL["blob"], (scope.space, scope.user, digest))
        return None if row is None else bytes(row[0])

    def blobs(self, scope: Scope) -> list[str]:
        """Digests of all blobs of the scope's user, sorted."""
        return [row[0] for row in self.rows(SQL["blobs"], (scope.space, scope.user))]

    def reply(self, scope: Scope, key: str) -> StoredReply | None:
        """What an idempotency key was used for."""
        row = self.row(SQL["reply"], (scope.space, scope.user, key))
        if row is None:
            return None
        return StoredReply(request=convert.text(row[0]), reply=convert.text(row[1]))
