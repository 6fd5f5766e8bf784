"""Exporting: Infold's own JSONL, complete, one conversation in memory at a time.

Where all of a user is exported, that is with the facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from infold.core.folds import FoldState
from infold.core.graph import Conversation, Wire
from infold.core.marks import MarkState
from infold.core.messages import Attachment, Message
from infold.core.scope import Scope
from infold.core.views import VIEW_STATES
from infold.engine.dropped_archives import drops_of
from infold.engine.fact_archives import archived_facts
from infold.errors import NotFound
from infold.formats.infold_jsonl import write_infold
from infold.formats.reading import Archive, Parsed
from infold.store.protocol import ConversationRow, Reader, Store

_STATES: tuple[FoldState, ...] = ("pending", "ready", "refused", "withdrawn")
_MARKS: tuple[MarkState, ...] = ("suggested", "confirmed", "withdrawn")


def export_lines(store: Store, scope: Scope, conversations: Sequence[str]) -> Iterable[bytes]:
    """See `infold.engine.memory.Infold.export`."""
    with store.read() as reader:
        there = {row.id for row in reader.conversations(scope)}
        missing = [name for name in conversations if name not in there]
        if missing:
            raise NotFound(
                f"No conversation {missing[0]:.60}.",
                records=missing,
                hint="infold list shows the conversations of this user.",
            )
    return _lines(store, scope, frozenset(conversations))


def _lines(store: Store, scope: Scope, chosen: frozenset[str]) -> Iterator[bytes]:
    with store.read() as reader:
        rows = [row for row in reader.conversations(scope) if not chosen or row.id in chosen]
        has_facts = not chosen and bool(reader.facts(scope, limit=1))
        facts = archived_facts(reader, scope) if has_facts else None
        for line in write_infold((_parsed(reader, scope, row) for row in rows), facts):
            yield line.encode()


def _parsed(reader: Reader, scope: Scope, row: ConversationRow) -> Parsed:
    messages = reader.messages(scope, row.id)
    wires = [
        Wire(
            parent=messages[wire.parent].id,
            child=messages[wire.child].id,
            kind=wire.kind,
            inferred=wire.inferred,
            cut=wire.cut,
            chain=wire.chain,
        )
        for wire in reader.wires(scope, row.id)
    ]
    conversation = Conversation(
        id=row.id,
        key=row.key,
        title=row.title,
        format=row.format,
        messages=tuple(messages),
        wires=tuple(wires),
        leaf=messages[row.leaf].id if row.leaf >= 0 else None,
    )
    materials = tuple(reader.materials(scope, row.id))
    archive = Archive(
        agent=row.agent,
        session=row.session,
        hot_from=row.hot_from,
        hot_tokens=row.hot_tokens,
        placed_to=row.placed_to,
        generation=row.generation,
        placements=reader.placements(scope, row.id),
        merges=tuple(reader.merges(scope, row.id)),
        # Those of views after the others: so they come back, whatever was made when.
        folds=tuple(
            sorted(
                reader.folds(scope, row.id, _STATES, of_views=True), key=lambda one: one.view != 0
            )
        ),
        marks=tuple(mark for _, mark in reader.marks(scope, row.id, _MARKS)),
        views=tuple(reader.views(scope, row.id, VIEW_STATES)),
        changes=tuple(reader.changes(scope, row.id)),
        settings=tuple(one for _, one in reader.settings(scope, row.id)),
        materials=materials,
        asked=tuple(one for _, one in reader.asked(scope, row.id)),
        drops=tuple(drops_of(reader, scope, row.id)),
        withdrawn=tuple(one for one in reader.supersessions(scope, row.id) if one.withdrawn_by),
    )
    blobs = dict(_blobs(reader, scope, messages, {one.digest for one in materials}))
    return Parsed(conversation=conversation, blobs=blobs, archive=archive)


def _blobs(
    reader: Reader, scope: Scope, messages: Sequence[Message], others: set[str]
) -> Iterator[tuple[str, bytes]]:
    digests = others | {
        part.digest
        for message in messages
        for part in message.parts
        if isinstance(part, Attachment) and part.digest
    }
    for digest in sorted(digests):
        data = reader.blob(scope, digest)
        if data is not None:
            yield digest, data
