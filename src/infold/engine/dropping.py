"""Dropping the texts for which folds stand, in old conversations: what a sweep cannot take back.

So much has to hold: the policy is set, the sweep was told to drop, and where conversations are
exported, an earlier sweep wrote the file, and it stands on disk as it was written.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from infold.core.ids import content_hash
from infold.core.messages import Dropped, Message
from infold.core.scope import Scope
from infold.engine.droppable import Droppable, covered_texts, is_worked_on, weighed
from infold.engine.dropped import instead
from infold.engine.graduation import FOLD_JOB
from infold.engine.swept_users import users_of
from infold.fold.replacing import replaced_among
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.dropping import drop_reason, drop_verdict
from infold.memory.sweeping import SweepItem, SweepKind, Verdict
from infold.recall.forward import forward_row
from infold.recall.replaced import Chains
from infold.store.eviction_protocol import EvictionRow
from infold.store.protocol import ConversationRow, Reader, Store, Writer
from infold.store.rows import vector_blobs
from infold.store.sweep_protocol import SweepRow

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["BlankVector", "blank_vector", "drop_due", "drop_items", "file_stands", "without_text"]

_PAGE: Final = 200
_BLOCK: Final = 1 << 20
_BY: Final = "sweep"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankVector:
    """The vector of a message that says nothing: as stored, with the id of its embedder."""

    embedder: str
    vector: bytes


def blank_vector(memory: Infold) -> BlankVector:
    """The vector that messages without their texts get; without an embedder none stays."""
    embedder = memory.embedder
    if embedder is None:
        return BlankVector(embedder="", vector=b"")
    vector = vector_blobs(np.asarray(embedder.embed([""]), np.float32))[0]
    return BlankVector(embedder=embedder.id, vector=vector)


def without_text(message: Message, at: datetime) -> Message:
    """A message as it stands once its text is dropped: who said it, when and where stays."""
    gone = Dropped(at=at.isoformat(), digest=content_hash(message), tokens=message.tokens)
    return replace(message, parts=(gone,))


def file_stands(data: Mapping[str, Any]) -> bool:
    """Whether the file of an export is on disk, byte for byte as it was recorded. Reads all of it.

    Args:
        data: What was recorded of the export: `file` and `sha256`.
    """
    found = hashlib.sha256()
    try:
        with Path(data["file"]).open("rb") as file:
            while block := file.read(_BLOCK):
                found.update(block)
    except OSError:
        return False
    return bool(found.hexdigest() == data["sha256"])


# ------------------------------------------------------------------ deciding


def drop_items(
    reader: Reader,
    scope: Scope,
    row: ConversationRow,
    at: datetime,
    keeping: ChatKeeping,
    *,
    kept: bool = False,
) -> Iterator[SweepItem]:
    """What a sweep that is told to drop would drop of a conversation, as a plan tells it.

    Args:
        reader: A snapshot.
        scope: Whose.
        row: The conversation.
        at: The sweep's clock.
        keeping: How conversations are kept.
        kept: Say also why nothing of it is dropped.
    """
    if keeping.drop is None:
        return
    found, export = _verdict(reader, scope, row, at, keeping)
    if found.action == "drop" and export is not None and not file_stands(export.data):
        found = _keep(f"{export.data['file']} is not there as it was written.")
    if found.action == "drop":
        is_any = False
        for one in _weighed(reader, scope, row):
            is_any = True
            line = next((claim.text for claim in one.fold.claims), "")
            why = replace(found, reason=_reason(one, row, export, at, keeping))
            yield _item(scope, one.fold.id, line, why, kind="fold")
        if is_any:
            return
        found = _keep("no fold stands for what could be dropped of it.")
    if kept:
        yield _item(scope, row.id, row.title or row.key, found, kind="conversation")


def _keep(why: str) -> Verdict:
    return Verdict(action="keep", reason=f"Its texts stay: {why}")


def _item(scope: Scope, record: str, text: str, found: Verdict, *, kind: SweepKind) -> SweepItem:
    return SweepItem(
        user=scope.user,
        kind=kind,
        record=record,
        text=text,
        action=found.action,
        policy=found.policy,
        reason=found.reason,
    )


def _reason(
    one: Droppable,
    row: ConversationRow,
    export: EvictionRow | None,
    at: datetime,
    keeping: ChatKeeping,
) -> str:
    assert row.last is not None, "what is not dated is not dropped"
    return drop_reason(
        last=row.last,
        at=at,
        dropped=len(one.messages),
        sources=len(one.fold.sources),
        tokens=one.tokens,
        kept=one.kept.total(),
        lost=one.lost.total(),
        file="" if export is None else str(export.data["file"]),
        keeping=keeping,
    )


def _verdict(
    reader: Reader, scope: Scope, row: ConversationRow, at: datetime, keeping: ChatKeeping
) -> tuple[Verdict, EvictionRow | None]:
    """What is decided by the conversation as a whole, and the file that was written of it."""
    export = None
    if keeping.drop is not None and keeping.export is not None:
        rows = [one for one in reader.evictions(scope, row.id) if one.kind == "export"]
        export = rows[-1] if rows else None
    found = drop_verdict(
        last=row.last,
        generation=row.generation,
        exported=None if export is None else export.data,
        exported_at=None if export is None else export.at,
        messages=row.messages,
        at=at,
        keeping=keeping,
    )
    if found.action == "drop" and is_worked_on(reader, scope, row):
        found = _keep("views, settings, documents or answers stand on them.")
    return found, export


def _weighed(reader: Reader, scope: Scope, row: ConversationRow) -> Iterator[Droppable]:
    chains: Chains | None = None
    for one in covered_texts(reader, scope, row):
        if chains is None:
            chains = Chains(reader.supersessions(scope, row.id))
        places = reader.locate(scope, one.fold.sources)
        sources = reader.messages(scope, row.id, sorted(place[1] for place in places.values()))
        if (found := weighed(one, sources, replaced_among(chains, sources))) is not None:
            yield found


# ------------------------------------------------------------------ doing it


def drop_due(
    store: Store,
    row: SweepRow,
    keeping: ChatKeeping,
    *,
    room: int,
    blank: Callable[[], BlankVector],
    record: Callable[[SweepRow, Callable[[Writer, SweepRow], SweepRow]], SweepRow],
    is_stopped: Callable[[], bool],
) -> SweepRow:
    """Drop what is due, in chunks, each a transaction that looks again at what stands.

    Args:
        store: Where it is.
        row: The sweep.
        keeping: How conversations are kept.
        room: Texts that one transaction drops at most; of a fold, all or none.
        blank: Gives the vector that messages without their texts get.
        record: Runs a change under the sweep's lease, and gives the sweep as it stands then.
        is_stopped: Asked before each chunk: whether the sweep is to break off.

    Returns:
        The sweep with its counts.
    """
    vector: BlankVector | None = None
    for scope, conversation, export, due in _due(store, row, keeping):
        for chunk in _chunks(due, room):
            # Right before each chunk: a file can go at any time.
            if is_stopped() or (export is not None and not file_stands(export.data)):
                break
            vector = vector or blank()

            def change(
                tx: Writer,
                sweep: SweepRow,
                scope: Scope = scope,
                conversation: str = conversation,
                export: EvictionRow | None = export,
                chunk: Sequence[Droppable] = tuple(chunk),
                vector: BlankVector = vector,
            ) -> SweepRow:
                return _drop(tx, sweep, scope, conversation, export, chunk, keeping, vector)

            row = record(row, change)
        if is_stopped():
            break
    return row


def _chunks(due: Sequence[Droppable], room: int) -> Iterator[list[Droppable]]:
    chunk: list[Droppable] = []
    for one in due:
        if chunk and sum(len(each.messages) for each in chunk) + len(one.messages) > room:
            yield chunk
            chunk = []
        chunk.append(one)
    if chunk:
        yield chunk


def _due(
    store: Store, row: SweepRow, keeping: ChatKeeping
) -> Iterator[tuple[Scope, str, EvictionRow | None, list[Droppable]]]:
    """What is due of each conversation; a snapshot is open for one conversation only."""
    for scope in users_of(store, row):
        behind = ""
        while True:
            with store.read() as reader:
                chats = reader.conversations(scope, after=behind, limit=_PAGE)
            for chat in chats:
                with store.read() as reader:
                    found, export = _verdict(reader, scope, chat, row.at, keeping)
                    due = list(_weighed(reader, scope, chat)) if found.action == "drop" else []
                if due:
                    yield scope, chat.id, export, due
            if len(chats) < _PAGE:
                break
            behind = chats[-1].id


def _drop(
    tx: Writer,
    sweep: SweepRow,
    scope: Scope,
    conversation: str,
    export: EvictionRow | None,
    chunk: Sequence[Droppable],
    keeping: ChatKeeping,
    vector: BlankVector,
) -> SweepRow:
    """Drop the texts of some folds of a conversation, as far as that still may be done."""
    row = tx.conversation(scope, conversation)
    if row is None:
        return sweep
    found, now = _verdict(tx, scope, row, sweep.at, keeping)
    if found.action != "drop" or now != export:
        return sweep  # something was said, done or erased meanwhile
    # Texts and claims never change, so what was weighed holds; what stands on them may have.
    may = {
        one.fold.id: {message.position for message in one.messages}
        for one in covered_texts(tx, scope, row)
    }
    taken = [
        one
        for one in chunk
        if {message.position for message in one.messages} <= may.get(one.fold.id, set())
    ]
    if not taken:
        return sweep
    counts = Counter(sweep.counts)
    counts["users"] += not tx.has_evicted(scope, sweep.id)
    counts["dropped"] += sum(len(one.messages) for one in taken)
    tx.add_evictions(scope, [_record(one, row, export, sweep, keeping) for one in taken])
    _empty(tx, scope, row, taken, vector, sweep.at)
    return replace(sweep, counts=dict(counts))


def _record(
    one: Droppable,
    row: ConversationRow,
    export: EvictionRow | None,
    sweep: SweepRow,
    keeping: ChatKeeping,
) -> EvictionRow:
    return EvictionRow(
        conversation=row.id,
        kind="drop",
        fold=one.fold.id,
        at=sweep.at,
        by=_BY,
        reason=_reason(one, row, export, sweep.at, keeping),
        sweep=sweep.id,
        data={
            "positions": [message.position for message in one.messages],
            "tokens": one.tokens,
            "kept": {kind.value: number for kind, number in one.kept.items()},
            "lost": {kind.value: number for kind, number in one.lost.items()},
            "file": "" if export is None else export.data["file"],
            "sha256": "" if export is None else export.data["sha256"],
        },
    )


def _empty(
    tx: Writer,
    scope: Scope,
    row: ConversationRow,
    taken: Sequence[Droppable],
    vector: BlankVector,
    at: datetime,
) -> None:
    """Remove texts, and all that is derived from them but the folds that stand."""
    messages = [message for one in taken for message in one.messages]
    tx.drop_other_folds(scope, row.id, [one.id for one in messages], [one.fold.id for one in taken])
    said = instead([one.fold for one in taken], [message.position for message in messages])
    for message in messages:
        gone = without_text(message, at)
        words = said.get(message.position, "")
        tx.drop_text(scope, row.id, gone, forward_row(gone, parent=-1, instead=words))
        tx.blank_vector(scope, row.id, message.position, vector.embedder, vector.vector)
    tx.drop_segments(scope, row.id)
    tx.save_conversation(scope, replace(row, generation=row.generation + 1))
    tx.queue_job(scope, FOLD_JOB, row.id, at)
    # Jobs that have read the texts must not write what they made of them.
    tx.touch_removed(scope)
