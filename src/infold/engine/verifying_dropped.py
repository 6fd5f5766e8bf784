"""What can still be checked of a conversation of whose texts some were dropped."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from infold.core.folds import Claim, Fold
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.engine.dropped import said_instead
from infold.store.protocol import Reader

__all__ = ["checkable", "dropped_ids", "found_by"]


def dropped_ids(messages: Sequence[Message]) -> frozenset[str]:
    """Ids of the messages without their texts."""
    return frozenset(message.id for message in messages if message.dropped is not None)


def found_by(
    reader: Reader, scope: Scope, conversation: str, messages: Sequence[Message]
) -> Mapping[int, str]:
    """Position → the words by which a message without its text is found; empty for most stores."""
    gone = [message.position for message in messages if message.dropped is not None]
    return said_instead(reader, scope, conversation, gone) if gone else {}


def checkable(fold: Fold, gone: Collection[str]) -> tuple[Claim, ...]:
    """The claims of a fold that can be compared with all that they stand on."""
    return tuple(claim for claim in fold.claims if not any(one in gone for one in claim.sources))
