"""What was erased and must not come back: told by keyed hashes of ids and texts (law 8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from infold.core.folds import Span
from infold.core.ids import mint
from infold.core.scope import Scope
from infold.engine.fact_sources import source_texts
from infold.errors import Conflict
from infold.memory.same_value import same_text
from infold.store.protocol import Reader

if TYPE_CHECKING:
    from infold.engine.saying import Saying

__all__ = ["is_blocked", "owner_of", "reply_hash", "text_hash", "unerased"]


def owner_of(secret: bytes, user: str) -> str:
    """The keyed hash that stands for a user's name in what an erasure leaves."""
    return mint(secret, "owner", user)


def text_hash(secret: bytes, owner: str, text: str) -> str:
    """The keyed hash of a text of one owner; case, width and the spaces between words aside."""
    return mint(secret, "erased", owner, same_text(text))


def reply_hash(secret: bytes, owner: str, key: str) -> str:
    """The keyed hash of an idempotency key as the store has it."""
    return mint(secret, "erased", owner, "reply", key)


def text_hashes(secret: bytes, owner: str, texts: Iterable[str]) -> list[str]:
    """Keyed hashes of texts; those of nothing but spaces are left out."""
    return [text_hash(secret, owner, text) for text in texts if text.strip()]


def is_blocked(
    tx: Reader, scope: Scope, secret: bytes, *, text: str, sources: Sequence[Span]
) -> bool:
    """Whether what is to be remembered was erased: its words, or what it is read from.

    Args:
        tx: The transaction.
        scope: Whose.
        secret: Of the space.
        text: What is to be remembered.
        sources: Where it was said.
    """
    owner = owner_of(secret, scope.user)
    if not tx.has_erased(scope, owner):
        return False
    hashes = [text_hash(secret, owner, text), *(span.message for span in sources)]
    hashes += text_hashes(secret, owner, source_texts(tx, scope, sources))
    return bool(tx.erased_among(scope, owner, hashes))


def unerased(
    tx: Reader, scope: Scope, secret: bytes, sayings: Sequence[Saying], *, strict: bool
) -> list[Saying]:
    """Sayings without those that were erased.

    Args:
        tx: The transaction.
        scope: Whose.
        secret: Of the space.
        sayings: What is to be remembered.
        strict: Refuse all where one was erased.

    Raises:
        Conflict: `strict`, and one was erased.
    """
    kept = []
    for saying in sayings:
        if not is_blocked(tx, scope, secret, text=saying.text, sources=saying.sources):
            kept.append(saying)
        elif strict:
            raise Conflict(
                "This was erased, and is not remembered again.",
                hint="`infold erase --list` names the erasure; `infold erase --let-back ID` lets "
                "what it took come in again.",
            )
    return kept
