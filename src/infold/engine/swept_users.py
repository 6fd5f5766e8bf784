"""Whose conversations a sweep goes through, outside of its transactions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from infold.core.scope import Scope
from infold.store.protocol import Store
from infold.store.sweep_protocol import SweepRow

__all__ = ["users_of"]

_USERS: Final = 500


def users_of(store: Store, row: SweepRow) -> Iterator[Scope]:
    """The sweep's own user, or all of its space.

    A snapshot is open for a page of names only: what is done for one user is seen for the next.
    """
    if not row.whole:
        yield Scope(space=row.scope.space, user=row.scope.user)
        return
    last: str | None = None
    while True:
        with store.read() as reader:
            names = reader.users_after(row.scope.space, last, limit=_USERS)
        yield from (Scope(space=row.scope.space, user=name) for name in names)
        if len(names) < _USERS:
            return
        last = names[-1]
