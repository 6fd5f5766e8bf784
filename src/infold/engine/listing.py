"""Finding conversations by what people call them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from infold.core.ids import canonical
from infold.core.scope import Scope
from infold.engine.records import ConversationInfo
from infold.errors import NotFound
from infold.store.protocol import ConversationRow, Reader

LEAST_START: Final = 3
"""The start of an id or title must have so many characters to stand for it."""


def info(row: ConversationRow, scope: Scope) -> ConversationInfo:
    """A conversation as it stands in a list."""
    return ConversationInfo(
        id=row.id,
        title=row.title or row.key,
        messages=row.messages,
        turns=row.turns,
        branches=row.branches,
        first=row.first,
        last=row.last,
        user=scope.user,
        key=row.key,
        archived=row.archived,
    )


def key_of(name: str, scope: Scope) -> str:
    """The key of a conversation that a program calls by a name.

    Agents and sessions of one user name their conversations without knowing of each other.
    """
    if scope.agent is None and scope.session is None:
        return name
    return canonical([name, scope.agent, scope.session])


def find(reader: Reader, scope: Scope, name: str) -> ConversationRow:
    """A conversation by its id, its name, its title, or the start of its id or title.

    Raises:
        NotFound: There is none, or several fit; the hint names them.
    """
    row = reader.conversation(scope, name) or reader.conversation_by_key(scope, key_of(name, scope))
    if row is not None:
        return row
    every = reader.conversations(scope)
    exact = [one for one in every if one.title == name]
    start = name.casefold()
    fits = exact or [
        one
        for one in every
        if len(name) >= LEAST_START
        and (one.id.startswith(name) or one.title.casefold().startswith(start))
    ]
    if len(fits) != 1:
        raise _not_one(name, fits or every, several=len(fits) > 1)
    return fits[0]


def _not_one(name: str, rows: Sequence[ConversationRow], *, several: bool) -> NotFound:
    some = ", ".join(f"{row.id} ({row.title or row.key})" for row in rows[:5])
    if several:
        return NotFound(f"{name!r} fits several conversations.", hint=f"Give an id: {some}.")
    if not rows:
        return NotFound(
            f"No conversation {name!r}: this user has none.", hint="infold import FILE brings some."
        )
    return NotFound(f"No conversation {name!r}.", hint=f"There are: {some}.")
