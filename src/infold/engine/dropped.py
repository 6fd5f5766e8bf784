"""Folds of whose sources some were dropped: which they are, since when, and what is left to say.

The record of each drop stands among the evictions of its conversation; the messages themselves hold
`infold.core.messages.Dropped`. Nothing here writes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from infold.core.folds import Fold
from infold.core.scope import Scope
from infold.memory.dropping import dropped_note
from infold.store.eviction_protocol import EvictionReader, EvictionRow
from infold.store.protocol import Reader
from infold.text.kinds import Kind

__all__ = [
    "DroppedSources",
    "dropped_folds",
    "dropped_in",
    "dropped_of",
    "instead",
    "said_instead",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppedSources:
    """What was dropped of the sources of one fold.

    Attributes:
        conversation: Its id.
        fold: Id of the fold.
        at: When, the last time.
        positions: Of the messages without their texts, ascending.
        tokens: Of these texts.
        kept: Kind → hard facts of these texts that the fold holds.
        lost: Kind → those that it does not hold.
        files: Files that were written of them before, in order.
    """

    conversation: str
    fold: str
    at: datetime
    positions: tuple[int, ...]
    tokens: int = 0
    kept: Mapping[Kind, int] = field(default_factory=dict)
    lost: Mapping[Kind, int] = field(default_factory=dict)
    files: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """That in words."""
        return dropped_note(self.at, self.files)


def dropped_of(rows: Iterable[EvictionRow]) -> list[DroppedSources]:
    """What evictions dropped: one for each fold, in the order of the first drop of each."""
    of_fold: dict[tuple[str, str], list[EvictionRow]] = defaultdict(list)
    for row in rows:
        if row.kind == "drop":
            of_fold[row.conversation, row.fold].append(row)
    return [
        DroppedSources(
            conversation=conversation,
            fold=fold,
            at=max(row.at for row in found),
            positions=tuple(sorted(at for row in found for at in row.data["positions"])),
            tokens=sum(row.data["tokens"] for row in found),
            kept=_by_kind(found, "kept"),
            lost=_by_kind(found, "lost"),
            files=tuple(dict.fromkeys(row.data["file"] for row in found if row.data["file"])),
        )
        for (conversation, fold), found in of_fold.items()
    ]


def _by_kind(rows: Iterable[EvictionRow], name: str) -> dict[Kind, int]:
    counts: Counter[Kind] = Counter()
    for row in rows:
        counts.update({Kind(kind): number for kind, number in row.data[name].items()})
    return {kind: counts[kind] for kind in Kind if counts[kind]}


def dropped_in(
    reader: EvictionReader, scope: Scope, conversation: str | None
) -> list[DroppedSources]:
    """What was dropped in a conversation; in all of the scope where None is given."""
    return dropped_of(reader.evictions(scope, conversation))


def dropped_folds(
    reader: Reader, scope: Scope, conversation: str
) -> list[tuple[DroppedSources, Fold]]:
    """The folds of whose sources some were dropped, as they stand; one that was erased is not."""
    found = []
    for one in dropped_in(reader, scope, conversation):
        there = reader.fold(scope, one.fold)
        if there is not None:
            found.append((one, there[1]))
    return found


def said_instead(
    reader: Reader, scope: Scope, conversation: str, positions: Collection[int]
) -> dict[int, str]:
    """Position → what the claims say that stand on a message whose text was dropped.

    Args:
        reader: A snapshot.
        scope: Whose.
        conversation: Its id.
        positions: Of such messages. Those of which no claim is left are missing in the answer.
    """
    return instead([fold for _, fold in dropped_folds(reader, scope, conversation)], positions)


def instead(folds: Iterable[Fold], positions: Collection[int]) -> dict[int, str]:
    """The same, of folds that are at hand."""
    wanted = set(positions)
    found: dict[int, list[str]] = defaultdict(list)
    for fold in folds:
        for claim in fold.claims:
            for position in wanted.intersection(claim.positions):
                found[position].append(claim.text)
    return {position: "\n".join(texts) for position, texts in found.items()}
