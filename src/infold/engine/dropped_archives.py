"""What was dropped of a conversation, out into a file of it and back in."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from infold.core.scope import Scope
from infold.engine.dropped import said_instead
from infold.formats.reading import Drop
from infold.recall.forward import forward_row
from infold.store.eviction_protocol import EvictionRow
from infold.store.protocol import Reader, Writer

__all__ = ["drops_of", "find_by_folds", "save_drops"]


def drops_of(reader: Reader, scope: Scope, conversation: str) -> Iterator[Drop]:
    """The drops of a conversation that stand, in order."""
    for row in reader.evictions(scope, conversation):
        if row.kind == "drop":
            yield Drop(
                fold=row.fold,
                at=row.at,
                by=row.by,
                reason=row.reason,
                positions=tuple(row.data["positions"]),
                tokens=row.data["tokens"],
                kept=row.data["kept"],
                lost=row.data["lost"],
                file=row.data["file"],
                sha256=row.data["sha256"],
            )


def save_drops(tx: Writer, scope: Scope, conversation: str, drops: Sequence[Drop]) -> None:
    """Record what was dropped before a file was written, and let folds be found in its place.

    What is said of messages that have their texts here, or of a fold that is not here, is left out.

    Args:
        tx: The transaction, with the conversation's messages and folds written.
        scope: Whose.
        conversation: Its id.
        drops: What the file says.
    """
    gone: set[int] = set()
    for one in drops:
        messages = tx.messages(scope, conversation, list(one.positions))
        if tx.fold(scope, one.fold) is None or any(each.dropped is None for each in messages):
            continue
        if len(messages) != len(one.positions):
            continue
        gone.update(one.positions)
        row = EvictionRow(
            conversation=conversation,
            kind="drop",
            fold=one.fold,
            at=one.at,
            by=one.by,
            reason=one.reason,
            data={
                "positions": list(one.positions),
                "tokens": one.tokens,
                "kept": dict(one.kept),
                "lost": dict(one.lost),
                "file": one.file,
                "sha256": one.sha256,
            },
        )
        tx.add_evictions(scope, [row])
    find_by_folds(tx, scope, conversation, gone)


def find_by_folds(tx: Writer, scope: Scope, conversation: str, positions: Collection[int]) -> None:
    """Let messages without their texts be found by what the folds say in their place.

    Args:
        tx: The transaction, with the folds and what was dropped as they stand.
        scope: Whose.
        conversation: Its id.
        positions: Of such messages.
    """
    if not positions:
        return
    said = said_instead(tx, scope, conversation, positions)
    for message in tx.messages(scope, conversation, sorted(positions)):
        words = said.get(message.position, "")
        tx.set_terms(scope, conversation, forward_row(message, parent=-1, instead=words))
