"""What makes two messages of a path the same: equal content after equal content."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

__all__ = ["lineage_keys"]


def lineage_keys(
    slots: Sequence[int],
    contents: Sequence[Hashable],
    above: Callable[[int], Sequence[int]],
) -> Sequence[int]:
    """What makes two messages of one path the same: equal content after equal content.

    So a turn that stands in two branches with the same beginning is one, and thirty "Got it." of
    one conversation are thirty.

    Args:
        slots: Positions, in reading order.
        contents: Of the message at each.
        above: Position → its parents; those that are no slots count as absent.

    Returns:
        A number for each, the same for the same; its own index where nothing before is the same;
        a range where that is so of all. Linear.
    """
    if len(set(contents)) == len(contents):
        return range(len(slots))
    first: dict[Hashable, int] = {}
    several: set[int] = set()
    for number, content in enumerate(contents):
        before = first.setdefault(content, number)
        if before != number:
            several |= {before, number}
    known: dict[Hashable, int] = {}
    keys: dict[int, int] = {}
    for number, slot in enumerate(slots):
        keys[slot] = number
        if number in several:
            lineage = sorted({keys[one] for one in above(slot) if one in keys})
            keys[slot] = known.setdefault((first[contents[number]], *lineage), number)
    return list(keys.values())
