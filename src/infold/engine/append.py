"""Appending one message: one transaction, no model and no network (laws 1 and 2)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from infold.core.ids import content_hash, message_id
from infold.core.messages import Attachment, Message
from infold.core.missing import no_message
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.engine.blocked import owner_of, reply_hash
from infold.engine.evicting import come_back
from infold.engine.graduation import after_append
from infold.engine.hearing import passed_over, queue_if_complete
from infold.engine.placing import Parent, grown, placed, save_message
from infold.engine.removing import make_room
from infold.errors import Conflict, UsageError
from infold.fold.policy import FoldPolicy
from infold.graph.units import outline
from infold.store.protocol import ConversationRow, StoredReply, Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class Append:
    """A message to append, and where.

    Attributes:
        conversation: The conversation's row as it is to be created, where there is none yet.
        message: Role, parts, author, time and the source's own id.
        parents: Ids of the messages that it goes on from; none for a beginning of its own; None for
            the current leaf.
        key: Idempotency key; empty for none. The same key and message is appended once.
        now: When a graduated block's job is due.
    """

    conversation: ConversationRow
    message: Message
    parents: tuple[str, ...] | None
    key: str
    now: datetime


def append(
    tx: Writer,
    scope: Scope,
    order: Append,
    *,
    secret: bytes,
    counter: TokenCounter,
    policy: FoldPolicy,
    hears: bool = True,
) -> Message:
    """Append a message; the command that the store's writer runs.

    Returns:
        The message with its id, position and tokens. A message that is there already (the same
        source id, or an idempotency key used before) is returned as it stands.

    Raises:
        Conflict: The idempotency key was used for another message.
        NotFound: The parent is not in this conversation.
        UsageError: It refers to bytes that are not in the store.
    """
    request = ""
    if order.key:
        request = f"{order.conversation.id} {content_hash(order.message)}"
        known = tx.reply(scope, _reply_key(order))
        if known is not None:
            if known.request != request:
                raise Conflict(
                    f"The key {order.key!r} was used for another message.",
                    hint="Use a key once for each message.",
                )
            if (there := _there(tx, scope, known.reply)) is None:
                raise _erased(f"the key {order.key!r}")
            return there
        _require_unerased_key(tx, scope, order, secret)
    _require_bytes(tx, scope, order.message)
    row = tx.conversation(scope, order.conversation.id)
    if row is None:
        row = order.conversation
        make_room(tx, scope, row.id, secret)
        tx.add_conversation(scope, row)
    elif row.archived is not None:
        row = come_back(tx, scope, row, at=order.now, by="append")
    parents, ordinal, ended = _parents(tx, scope, row, order, secret)
    message = placed(
        row, order.message, secret=secret, parents=parents, ordinal=ordinal, counter=counter
    )
    if message.source:
        if (there := _there(tx, scope, message.id)) is not None:
            return there
        _require_unerased_source(tx, scope, message, secret)
    save_message(tx, scope, row, message, parents)
    row = grown(row, message, ended_leaves=ended)
    line = outline(message, [parent.position for parent in parents])
    hot_from = row.hot_from
    row = after_append(tx, scope, row, line, policy=policy, now=order.now)
    if hears and row.hot_from == hot_from:
        # The fold job of what graduated sees to what is to be heard: one statement less.
        queue_if_complete(tx, scope, row, line, now=order.now)
    elif not hears:
        row = passed_over(row, row.messages - 1)
    tx.save_conversation(scope, row)
    if order.key:
        tx.keep_reply(scope, _reply_key(order), StoredReply(request=request, reply=message.id))
    tx.touch(scope)
    return message


def _reply_key(order: Append) -> str:
    """Idempotency keys belong to a conversation: two may use the same ones."""
    return f"{order.conversation.id} {order.key}"


def _require_unerased_key(tx: Writer, scope: Scope, order: Append, secret: bytes) -> None:
    """Refuse a call that is repeated after its message was erased."""
    owner = owner_of(secret, scope.user)
    if _is_erased(tx, scope, owner, reply_hash(secret, owner, _reply_key(order))):
        raise _erased(f"the key {order.key!r}")


def _require_unerased_source(tx: Writer, scope: Scope, message: Message, secret: bytes) -> None:
    """Refuse a message that another program gives again after it was erased."""
    if _is_erased(tx, scope, owner_of(secret, scope.user), message.id):
        raise _erased(f"the source's id {message.source!r:.60}")


def _is_erased(tx: Writer, scope: Scope, owner: str, name: str) -> bool:
    everywhere = Scope(space=scope.space, user=scope.user)
    return tx.has_erased(everywhere, owner) and bool(tx.erased_among(everywhere, owner, [name]))


def _erased(name: str) -> Conflict:
    return Conflict(
        f"The message that was appended with {name} was erased.",
        hint="Nothing was written. What is said anew is a message of its own: give it another, or "
        "none. `infold erase --let-back ID` lets the same come in again.",
    )


def _require_bytes(tx: Writer, scope: Scope, message: Message) -> None:
    """Refuse a message that refers to bytes which nobody has given."""
    for part in message.parts:
        if isinstance(part, Attachment) and part.digest and tx.blob(scope, part.digest) is None:
            raise UsageError(
                f"The bytes of {part.name or part.digest[:16]} are not in the store.",
                hint="Keep them first: memory.attach(data, media_type=…) gives the part.",
            )


def _there(tx: Writer, scope: Scope, message: str) -> Message | None:
    """A message that is there already; None where nothing leads to it any more."""
    place = tx.locate(scope, [message]).get(message)
    return None if place is None else tx.messages(scope, place[0], [place[1]])[0]


def _parents(
    tx: Writer, scope: Scope, row: ConversationRow, order: Append, secret: bytes
) -> tuple[list[Parent], int, int]:
    """The parents, the message's ordinal among equal siblings, and how many leaves it ends."""
    if order.parents is not None:
        parents = _found(tx, scope, row, order.parents)
    elif row.messages:
        parents = [Parent(position=row.leaf, id=row.leaf_id)]
    else:
        return [], 0, 0
    if len(parents) == 1 and parents[0].position == row.messages - 1:
        # The newest message has no child: nothing to look at.
        return parents, 0, 1
    ended = sum(not tx.children(scope, row.id, parent.position) for parent in parents)
    ordinal = 0
    if ended < max(1, len(parents)) and row.messages and not order.message.source:
        # Equal siblings have the ordinals from 0 on: the first id that is free is the next one.
        while tx.locate(scope, [_minted(row, order.message, parents, ordinal, secret)]):
            ordinal += 1
    return parents, ordinal, ended


def _found(tx: Writer, scope: Scope, row: ConversationRow, wanted: tuple[str, ...]) -> list[Parent]:
    places = tx.locate(scope, wanted) if wanted else {}
    absent = [one for one in wanted if one not in places or places[one][0] != row.id]
    if absent:
        raise no_message(*absent, hint="Give the id of one of its messages as the parent.")
    found = {places[one][1]: Parent(position=places[one][1], id=one) for one in wanted}
    return [found[position] for position in sorted(found)]


def _minted(
    row: ConversationRow, message: Message, parents: list[Parent], ordinal: int, secret: bytes
) -> str:
    above = [parent.id for parent in parents]
    return message_id(secret, row.key, message, parents=above, ordinal=ordinal)
