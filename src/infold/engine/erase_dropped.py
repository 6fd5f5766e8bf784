"""Erasing where texts were dropped: what folds say in their place counts, and may stay."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from infold.core.folds import Fold
from infold.core.messages import Message, Text
from infold.core.scope import Scope
from infold.engine.dropped import dropped_folds, said_instead
from infold.engine.dropped_archives import find_by_folds
from infold.engine.identity import fold_with_ids
from infold.store.eviction_protocol import EvictionRow
from infold.store.protocol import Reader, Writer

__all__ = ["Left", "keep_left", "left_of", "with_folds"]

_BY = "erase"


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A fold that cannot be made again, without what stood on erased messages.

    Attributes:
        fold: As it is then, with its ids; None where no claim is left.
        rows: What was recorded of the drops of its sources.
    """

    fold: Fold | None
    rows: tuple[EvictionRow, ...]


def with_folds(
    reader: Reader, scope: Scope, conversation: str, messages: Sequence[Message]
) -> list[Message]:
    """Messages, with what the folds say of it in the place of each text that was dropped."""
    gone = [one.position for one in messages if one.dropped is not None]
    if not gone:
        return list(messages)
    said = said_instead(reader, scope, conversation, gone)
    return [
        replace(one, parts=(Text(text=said.get(one.position, "")),))
        if one.dropped is not None
        else one
        for one in messages
    ]


def left_of(
    tx: Writer, scope: Scope, secret: bytes, conversation: str, messages: Collection[str]
) -> list[Left]:
    """The folds of dropped sources that stand on some messages, without the claims that do.

    Any other fold is made anew of what is left; of these, nothing is left to make them of.

    Args:
        tx: The transaction, before anything is erased.
        scope: Whose.
        secret: Of the space.
        conversation: Its id.
        messages: Ids of those that are erased.
    """
    found = []
    for one, fold in dropped_folds(tx, scope, conversation):
        if set(fold.sources).isdisjoint(messages):
            continue
        claims = tuple(
            claim for claim in fold.claims if not set(claim.sources).intersection(messages)
        )
        rows = [
            row
            for row in tx.evictions(scope, conversation)
            if row.kind == "drop" and row.fold == one.fold
        ]
        rest = fold_with_ids(secret, conversation, replace(fold, claims=claims))
        found.append(Left(fold=rest if claims else None, rows=tuple(rows)))
    return found


def keep_left(
    tx: Writer,
    scope: Scope,
    conversation: str,
    left: Sequence[Left],
    erased: Collection[int],
    *,
    at: datetime,
) -> None:
    """Put back what is left of such folds, and record the drops of their sources under it.

    What was dropped is found by the words of what is left, and by no others.

    Args:
        tx: The transaction, once the folds on the erased messages are gone.
        scope: Whose.
        conversation: Its id.
        left: Of `left_of`.
        erased: Positions of the messages that were erased.
        at: When.
    """
    rest: set[int] = set()
    for one in left:
        if one.fold is not None:
            tx.add_folds(scope, conversation, [one.fold])
        for row in one.rows:
            tx.end_eviction(scope, row, at=at, by=_BY)
            positions = [place for place in row.data["positions"] if place not in erased]
            rest.update(positions)
            if positions and one.fold is not None:
                data = {**row.data, "positions": positions}
                tx.add_evictions(scope, [replace(row, fold=one.fold.id, data=data)])
    find_by_folds(tx, scope, conversation, rest)
