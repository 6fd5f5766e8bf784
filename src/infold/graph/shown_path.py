"""What is shown of a path and in which order: the one rule for every way of reading it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

__all__ = ["ShownPath", "shown_path", "shown_versions"]


class ShownPath(NamedTuple):
    """What stands on a path, in the order in which it is read.

    Attributes:
        slots: Positions of its messages, role prompts before those on which they stand.
        shown: For each slot what is shown in it: the message, or a version of it.
        hidden: Slots that are archived, in the same order.
    """

    slots: list[int]
    shown: list[int]
    hidden: list[int]


def shown_versions(
    versions: Iterable[tuple[int, int]], archived: Collection[int]
) -> dict[int, int]:
    """Position → that of the version in its place; an archived version stands nowhere."""
    return {old: new for old, new in versions if new not in archived}


def shown_path(
    order: Iterable[int],
    *,
    archived: Collection[int],
    versions: Mapping[int, int],
    roles: Iterable[tuple[int, int]],
    alone: Collection[int] = (),
) -> ShownPath:
    """Read a path: a version stands in the place of its message, a role prompt before its own.

    Nothing is shown twice, and nothing in the place of an archived message. Role prompts add up
    along the path; one that stands alone takes the place of all that are read before it.

    Args:
        order: Positions as they are read, from `infold.graph.lineage.reading_order`.
        archived: Positions of archived messages.
        versions: Position → that of the version that is shown in its place.
        roles: (message, role prompt that stands on it) positions.
        alone: Messages whose role prompt takes the place of those above.

    Returns:
        The path. Linear.
    """
    prompts: dict[int, list[int]] = {}
    for at, role in roles:
        prompts.setdefault(at, []).append(role)
    if alone and prompts:
        order = list(order)
        prompts = _nearest(order, prompts, alone, versions)
    slots: list[int] = []
    shown: list[int] = []
    hidden: list[int] = []
    met: set[int] = set()
    for message in order:
        standing = (message,)
        if prompts:
            version = versions.get(message, message)
            on_version = prompts.get(version, ()) if version != message else ()
            standing = (*prompts.get(message, ()), *on_version, message)
        for slot in standing:
            one = versions.get(slot, slot)
            if slot in archived:
                hidden.append(slot)
            elif one not in met:
                met.add(one)
                slots.append(slot)
                shown.append(one)
    return ShownPath(slots, shown, hidden)


def _nearest(
    order: Sequence[int],
    prompts: Mapping[int, list[int]],
    alone: Collection[int],
    versions: Mapping[int, int],
) -> dict[int, list[int]]:
    """The role prompts from the last one of a path on that stands alone; all where none does."""
    places = [
        place
        for message in order
        for place in dict.fromkeys((message, versions.get(message, message)))
        if place in prompts
    ]
    last = max((number for number, place in enumerate(places) if place in alone), default=0)
    return {place: prompts[place] for place in places[last:]}
