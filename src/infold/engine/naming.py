"""Records by their ids, or by how these start: as they are printed."""

from __future__ import annotations

from typing import Final

from infold.core.missing import MESSAGE_IDS, no_message
from infold.core.scope import Scope
from infold.engine.listing import LEAST_START
from infold.errors import NotFound
from infold.store.protocol import IdKind, Reader

__all__ = ["find_message", "whole_id"]

_SEVERAL: Final = 2


def whole_id(reader: Reader, scope: Scope, name: str, *kinds: IdKind) -> str | None:
    """The one id of these kinds that starts with a text; None where none does.

    Args:
        reader: A snapshot.
        scope: Whose.
        name: The start; shorter than `LEAST_START` it stands for nothing.
        kinds: Of which records.

    Raises:
        NotFound: Several fit.
    """
    if len(name) < LEAST_START:
        return None
    fits = [one for kind in kinds for one in reader.ids(scope, kind, name, _SEVERAL)]
    if len(fits) > 1:
        raise NotFound(
            f"{name!r:.60} fits several records of this user.",
            hint=f"Give more of the id: {fits[0]} is one of them.",
            records=fits,
        )
    return fits[0] if fits else None


def find_message(
    reader: Reader, scope: Scope, conversation: str, name: str, *, hint: str = MESSAGE_IDS
) -> tuple[str, int]:
    """Id and position of a message of a conversation, by its id or how that starts.

    Raises:
        NotFound: There is none, or several fit.
    """
    place = reader.locate(scope, [name]).get(name)
    if place is None:
        whole = whole_id(reader, scope, name, "message")
        if whole is not None:
            name, place = whole, reader.locate(scope, [whole]).get(whole)
    if place is None or place[0] != conversation:
        raise no_message(name, hint=hint)
    return name, place[1]
