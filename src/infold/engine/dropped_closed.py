"""Folds in the place of texts that were dropped, for what reads a path message by message."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from infold.core.scope import Scope
from infold.engine.dropped import dropped_folds
from infold.engine.viewing import Closed
from infold.store.protocol import Reader

__all__ = ["closed_dropped"]


def closed_dropped(
    reader: Reader, scope: Scope, conversation: str, inside: Collection[int]
) -> list[Closed]:
    """The folds that stand in the place of dropped texts, each with the messages it stands for.

    Args:
        reader: A snapshot.
        scope: Whose.
        conversation: Its id.
        inside: Positions in scope: a claim is given only where all its sources are among them.

    Returns:
        With the claims that stand on a dropped text alone; without folds of which none does.
    """
    found = []
    for one, fold in dropped_folds(reader, scope, conversation):
        members = tuple(position for position in one.positions if position in inside)
        claims = tuple(
            claim
            for claim in fold.claims
            if not set(members).isdisjoint(claim.positions)
            and all(position in inside for position in claim.positions)
        )
        if members and claims:
            found.append(Closed(fold=replace(fold, claims=claims), positions=members))
    return found
