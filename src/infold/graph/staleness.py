"""Which answers no longer stand on what they were asked with, and because of what.

An answer stands on everything that led to it: messages (each by the version that is shown), wires,
quotes, settings. A Merkle hash over these is the same exactly as long as they are (Merkle 1987); an
answer that was asked for here keeps it. Others are judged by the steps since they came: a record
whose value differs from the one of then makes everything below it stale.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from infold.core.changes import Change, Target

__all__ = ["Epochs", "Records", "Touch", "stale_below", "upstream_hash", "upstream_hashes"]

_MOST_CAUSES = 8
"""Causes that are kept for one message; that there are others is known, too."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Records:
    """What stands at each position of a graph.

    Attributes:
        own: What is shown there: id of the message, of the version in its place, or of the fold;
            empty where it is archived.
        parents: For each position those that lead to it through wires that are not cut.
        extra: Position → what else stands there: settings, and the turns that are quoted.
        chains: Position → positions of which everything is quoted that leads to them.
        whole: What counts for the whole conversation.
    """

    own: Mapping[int, str]
    parents: Sequence[Sequence[int]]
    extra: Mapping[int, Sequence[str]] = field(default_factory=dict)
    chains: Mapping[int, Sequence[int]] = field(default_factory=dict)
    whole: Sequence[str] = ()


def upstream_hashes(records: Records, positions: Iterable[int]) -> dict[int, bytes]:
    """A hash for each position over all that leads to it and itself.

    Args:
        records: What stands where.
        positions: Each after its parents, with all that leads to any of them.

    Returns:
        16 bytes each. Linear, and the same in whatever order wires are listed. What is archived
        contributes nothing and lets ancestry pass.
    """
    hashes: dict[int, bytes] = {}
    own, parents, extra, chains = records.own, records.parents, records.extra, records.chains
    blake = hashlib.blake2b
    for at in positions:
        above = parents[at]
        if len(above) == 1 and at not in extra and at not in chains:
            before = hashes[above[0]]
            said = own[at]
            hashes[at] = blake(before + said.encode(), digest_size=16).digest() if said else before
            continue
        pieces = [own[at].encode(), *sorted(one.encode() for one in extra.get(at, ()))]
        pieces += [b"<", *sorted({hashes[one] for one in above})]
        pieces += [b"~", *sorted({hashes[one] for one in chains.get(at, ())})]
        hashes[at] = blake(b"\n".join(pieces), digest_size=16).digest()
    return hashes


def upstream_hash(records: Records, hashes: Mapping[int, bytes], ends: Iterable[int]) -> str:
    """The hash (hex) of all that leads to an answer.

    Args:
        records: What stands where.
        hashes: From `upstream_hashes`.
        ends: Positions of what it answers.
    """
    pieces = [one.encode() for one in sorted(records.whole)]
    pieces += [b"<", *sorted({hashes[one] for one in ends})]
    return hashlib.blake2b(b"\n".join(pieces), digest_size=16).hexdigest()


class Epochs:
    """The times between which no step was done or undone, and what was different in each.

    Args:
        changes: All steps, in order.
    """

    def __init__(self, changes: Sequence[Change]) -> None:
        self._bounds = sorted({count for one in changes for count in one.spans})
        self._touching: dict[tuple[Target, str], list[tuple[Change, str, str]]] = {}
        for one in changes:
            for effect in one.effects:
                known = self._touching.setdefault((effect.target, effect.record), [])
                known.append((one, effect.old, effect.new))

    def __len__(self) -> int:
        return len(self._bounds) + 1

    def at(self, position: int) -> int:
        """Number of the epoch in which the message at a position came."""
        return bisect_right(self._bounds, position)

    def records(self) -> Iterable[tuple[Target, str]]:
        """Everything that a step has changed."""
        return self._touching

    def differs(
        self, target: Target, record: str, meaning: Callable[[str], str]
    ) -> tuple[int, Change | None]:
        """In which epochs a record was not what it is now.

        Args:
            target: Its kind.
            record: Its id.
            meaning: What of a value counts: values of one meaning are the same.

        Returns:
            A bit for each epoch, the first lowest; and the newest step that changed it.
        """
        steps = self._touching.get((target, record), [])
        if not steps:
            return 0, None
        first = meaning(steps[0][1])
        now, last = first, steps[-1][0]
        for one, _, new in steps:
            if one.state == "done":
                now, last = meaning(new), one
        mask = 0
        for epoch in range(len(self)):
            moment = self._bounds[epoch - 1] if epoch else -1
            value = first
            for one, _, new in steps:
                if one.stood(moment):
                    value = meaning(new)
            if value != now:
                mask |= 1 << epoch
        return mask, last


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """A record that was not always what it is now.

    Attributes:
        position: Where it stands; -1 for the whole conversation.
        differs: The epochs in which it was another, a bit each.
        cause: What changed, in words.
        is_wire: Whether it is a wire into the message there: an answer at that very place stands on
            it, too.
    """

    position: int
    differs: int
    cause: str
    is_wire: bool = False


def stale_below(
    answers: Iterable[int],
    parents: Sequence[Sequence[int]],
    touches: Sequence[Touch],
    epochs: Callable[[int], int],
    *,
    quotes: Mapping[int, Sequence[int]] | None = None,
    chains: Mapping[int, Sequence[int]] | None = None,
) -> dict[int, tuple[str, ...]]:
    """The answers above which a record was another one when they came.

    Args:
        answers: Positions.
        parents: As for `Records`.
        touches: Records that changed.
        epochs: Position → number of its epoch.
        quotes: Position → positions that it quotes without what leads to them.
        chains: As for `Records`.

    Returns:
        Position of each stale answer → what changed, the nearest last; at most eight causes each.
        Linear in messages and wires, for a given number of touches.
    """
    # What counts at several places is one cause: told once, it takes one of the places for causes.
    first: dict[tuple[str, int, bool], int] = {}
    touches = [touch for touch in touches if touch.differs]
    whole = [number for number, touch in enumerate(touches) if touch.position < 0]
    at: dict[int, list[int]] = {}
    for number, touch in enumerate(touches):
        if touch.position >= 0:
            same = first.setdefault((touch.cause, touch.differs, touch.is_wire), number)
            at.setdefault(touch.position, []).append(same)
    masks, causes = _carried(parents, touches, at, quotes or {}, chains or {})
    out: dict[int, tuple[str, ...]] = {}
    for answer in answers:
        wired = [number for number in at.get(answer, ()) if touches[number].is_wire]
        mask = 0
        found = dict.fromkeys(whole)
        for parent in sorted(parents[answer]):
            mask |= masks[parent]
            found |= dict.fromkeys(causes[parent])
        found |= dict.fromkeys(wired)
        for number in (*whole, *wired):
            mask |= touches[number].differs
        bit = 1 << epochs(answer)
        if mask & bit:
            told = [touches[number].cause for number in found if touches[number].differs & bit]
            out[answer] = tuple(dict.fromkeys(told))[-_MOST_CAUSES:]
    return out


def _carried(
    parents: Sequence[Sequence[int]],
    touches: Sequence[Touch],
    at: Mapping[int, Sequence[int]],
    quotes: Mapping[int, Sequence[int]],
    chains: Mapping[int, Sequence[int]],
) -> tuple[list[int], list[tuple[int, ...]]]:
    """For each position the epochs in which something above it or there was another, and what."""
    masks = [0] * len(parents)
    causes: list[tuple[int, ...]] = [()] * len(parents)
    if not at:
        return masks, causes
    special = {*at, *quotes, *chains}
    for position, above in enumerate(parents):
        if position not in special and len(above) == 1:
            masks[position], causes[position] = masks[above[0]], causes[above[0]]
            continue
        mask = 0
        found: dict[int, None] = {}
        for parent in (*sorted(above), *chains.get(position, ())):
            mask |= masks[parent]
            found |= dict.fromkeys(causes[parent])
        quoted = [number for one in quotes.get(position, ()) for number in at.get(one, ())]
        for number in (*quoted, *at.get(position, ())):
            mask |= touches[number].differs
            found.pop(number, None)
            found[number] = None
        masks[position], causes[position] = mask, tuple(found)[-_MOST_CAUSES:]
    return masks, causes
