"""Ids of facts: minted when they are recorded, and again when they are verified."""

from __future__ import annotations

import hashlib

from infold.core.facts import Fact
from infold.core.ids import canonical, mint
from infold.memory.same_value import same_text

__all__ = ["fact_digest", "fact_id", "same_id"]


def same_id(
    secret: bytes, fact: Fact, *, agent: str | None, session: str | None, dated: bool
) -> str:
    """What equal facts have in common: whose they are, their words, kind and time.

    Args:
        secret: The space's secret.
        fact: Its text, kind and validity are hashed.
        agent: The agent that it belongs to.
        session: The session that it belongs to.
        dated: Whether its words or its writer say from when it holds; a time at which it was merely
            said tells no two facts apart.
    """
    times = [_at(fact, "valid_from"), _at(fact, "valid_to")] if dated else []
    return mint(secret, "same", agent, session, same_text(fact.text), fact.kind, *times)


def fact_id(
    secret: bytes, fact: Fact, *, agent: str | None, session: str | None, ordinal: int
) -> str:
    """Mint a fact's id from its content and the count of equal facts before it."""
    return mint(secret, "fact", agent, session, _content(fact), ordinal)


def fact_digest(fact: Fact) -> str:
    """SHA-256 (hex) of a fact's content: what `verify` checks where an id is not ours."""
    return hashlib.sha256(canonical(_content(fact)).encode()).hexdigest()


def _content(fact: Fact) -> list[object]:
    slot = [fact.slot.subject, fact.slot.attribute] if fact.slot else None
    return [
        fact.text,
        fact.kind,
        slot,
        fact.value,
        fact.retracts,
        _at(fact, "valid_from"),
        _at(fact, "valid_to"),
    ]


def _at(fact: Fact, name: str) -> str | None:
    at = getattr(fact, name)
    return None if at is None else at.isoformat()
