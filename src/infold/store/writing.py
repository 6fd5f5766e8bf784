"""Changes of conversations, messages, blobs and versions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import ForwardRow
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.errors import NotFound
from infold.store import limits
from infold.store import rows as convert
from infold.store.protocol import ConversationRow, StoredReply, WireRow
from infold.store.queries import SQL
from infold.store.snapshot import Snapshot

_ADD_MESSAGE: Final = SQL["add_message"]
_ADD_WIRE: Final = SQL["add_wire"]
_ADD_FORWARD: Final = SQL["add_forward"]
_SAVE_CONVERSATION: Final = SQL["save_conversation"]
_TOUCH: Final = SQL["touch"]


class Changes(Snapshot):
    """What all changes share."""

    __slots__ = ()

    def the_number(self, scope: Scope, conversation: str) -> int:
        """Number of a conversation.

        Raises:
            NotFound: The scope has no such conversation.
        """
        number = self.number(scope, conversation)
        if number is None:
            raise NotFound(
                f"No conversation {conversation!r:.60} in this scope.",
                records=[conversation],
                hint="infold list shows the conversations of this user.",
            )
        return number


class ConversationWrites(Changes):
    """Conversations, messages, wires, forward rows and vectors."""

    __slots__ = ()

    def add_conversation(self, scope: Scope, row: ConversationRow) -> None:
        """Add a conversation.

        Raises:
            UsageError: Its name is too long.
        """
        limits.require_name(row.key)
        self.run(
            SQL["add_conversation"],
            (
                row.id,
                row.key,
                row.title,
                row.format,
                row.agent,
                row.session,
                row.leaf,
                row.messages,
                row.turns,
                row.branches,
                convert.time_text(row.first),
                convert.time_text(row.last),
                convert.time_text(row.archived),
                row.hot_from,
                row.hot_tokens,
                row.embedded_to,
                row.placed_to,
                row.heard_to,
                row.generation,
                convert.checksum(convert.conversation_values(row)),
                scope.space,
                scope.user,
            ),
        )
        self.run(SQL["add_scope"], (scope.space, scope.user))

    def save_conversation(self, scope: Scope, row: ConversationRow) -> None:
        """Replace a conversation's changeable fields: all but id, key, agent and session."""
        self.run(
            _SAVE_CONVERSATION,
            (
                row.title,
                row.format,
                row.leaf,
                row.messages,
                row.turns,
                row.branches,
                convert.time_text(row.first),
                convert.time_text(row.last),
                convert.time_text(row.archived),
                row.hot_from,
                row.hot_tokens,
                row.embedded_to,
                row.placed_to,
                row.heard_to,
                row.generation,
                convert.checksum(convert.conversation_values(row)),
                scope.space,
                scope.user,
                self.the_number(scope, row.id),
            ),
        )

    def add_message(
        self,
        scope: Scope,
        conversation: str,
        message: Message,
        wires: Sequence[WireRow],
        forward: ForwardRow,
        *,
        digest: str | None = None,
    ) -> None:
        """Add a message (its id, position and tokens set), its wires and its forward row.

        Args:
            scope: Whose.
            conversation: Id of its conversation.
            message: The message.
            wires: Those that end in it.
            forward: Its forward row.
            digest: Its content hash, where its id was not minted here: `verify` checks that.

        Raises:
            IntegrityError: Its id or position is taken.
            NotFound: The scope has no such conversation.
            UsageError: It is larger than `infold.store.limits` allows.
        """
        limits.require_message(message.id, message.position, len(message.parts), len(wires))
        space, user = scope.space, scope.user
        number = self.the_number(scope, conversation)
        at, parts = convert.time_text(message.at), convert.parts_text(message.parts)
        limits.require_size(message.id, parts)
        values = convert.message_values(
            message.id,
            message.position,
            message.role,
            message.author,
            at,
            message.source,
            message.tokens,
            parts,
        )
        self.run(
            _ADD_MESSAGE,
            (
                space,
                user,
                number,
                message.position,
                message.id,
                message.role,
                message.author,
                at,
                message.source,
                message.tokens,
                digest,
                parts,
                convert.checksum(values),
            ),
        )
        for wire in wires:
            self.run(_ADD_WIRE, (space, user, number, *_wire_values(wire)))
        self.run(
            _ADD_FORWARD,
            (
                space,
                user,
                number,
                forward.position,
                forward.parent,
                forward.role,
                forward.author,
                forward.at,
                forward.tokens,
                forward.flags,
                forward.terms,
            ),
        )

    def add_wires(self, scope: Scope, conversation: str, wires: Sequence[WireRow]) -> None:
        """Add wires between messages that are there already."""
        number = self.the_number(scope, conversation)
        self.run_each(
            _ADD_WIRE,
            ((scope.space, scope.user, number, *_wire_values(wire)) for wire in wires),
        )

    def add_vectors(
        self,
        scope: Scope,
        conversation: str,
        embedder: str,
        positions: Sequence[int],
        vectors: NDArray[np.float32],
    ) -> None:
        """Store vectors (n, dim); rows that are there already stay."""
        number = self.the_number(scope, conversation)
        blobs = convert.vector_blobs(vectors)
        self.run_each(
            SQL["add_vector"],
            (
                (scope.space, scope.user, number, embedder, int(position), blob)
                for position, blob in zip(positions, blobs, strict=True)
            ),
        )


class SpaceWrites(Changes):
    """What belongs to a space or a user, and to no conversation."""

    __slots__ = ()

    def add_space(self, space: str, secret: bytes) -> None:
        """Add a space with its secret; one that is there already stays as it is."""
        self.run(SQL["add_space"], (space, secret))

    def bind_embedder(self, scope: Scope, embedder: str) -> None:
        """Record the space's embedder."""
        self.run(SQL["bind_embedder"], (embedder, scope.space))

    def touch(self, scope: Scope) -> None:
        """Raise the scope's version: once a command that changed something."""
        self.run(_TOUCH, (scope.space, scope.user))

    def touch_removed(self, scope: Scope) -> None:
        """Raise version and erase epoch: once a command that removed content.

        Every cache and every segment of the scope is made anew before it serves again.
        """
        self.run(SQL["touch_removed"], (scope.space, scope.user))

    def add_blob(self, scope: Scope, digest: str, data: bytes) -> None:
        """Keep the bytes of an image or file; the same bytes are kept once.

        Raises:
            UsageError: They are more than `infold.store.limits` allows.
        """
        limits.require_file(digest, len(data))
        # One that is hidden, and given again, is not erased.
        self.run(SQL["keep_blob"], (scope.space, scope.user, digest))
        self.run(SQL["add_blob"], (scope.space, scope.user, digest, data))

    def keep_reply(self, scope: Scope, key: str, reply: StoredReply) -> None:
        """Record what an idempotency key was used for.

        Raises:
            IntegrityError: The key was used already.
        """
        self.run(SQL["keep_reply"], (scope.space, scope.user, key, reply.request, reply.reply))


def _wire_values(wire: WireRow) -> tuple[object, ...]:
    return wire.child, wire.parent, wire.kind, wire.inferred, wire.cut, wire.chain
