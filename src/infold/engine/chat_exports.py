"""Writing old conversations to files, as a sweep does: each file is read back before it counts.

A file is Infold's own JSONL of one conversation, complete: `infold import` brings it back with the
same ids. It is written beside its place and moved there, so that a half-written one never counts.
"""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from infold.core.scope import Scope
from infold.engine.blocked import owner_of
from infold.engine.evicting import PAGE, in_conversation
from infold.engine.exporting import export_lines
from infold.engine.files import write_whole
from infold.engine.swept_users import users_of
from infold.errors import InfoldError, IntegrityError, StoreError
from infold.formats.infold_jsonl import write_infold
from infold.formats.opening import open_transcript
from infold.memory.chat_keeping import ChatKeeping
from infold.store.erasure_protocol import CopyRow
from infold.store.eviction_protocol import EvictionRow
from infold.store.protocol import ConversationRow, Store, Writer
from infold.store.sweep_protocol import SweepRow

__all__ = ["ExportedFile", "export_due", "export_to"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedFile:
    """A file that holds a whole conversation, and was read back.

    Attributes:
        path: Where it is.
        sha256: Of its bytes, in hexadecimal.
        size: In bytes.
        messages: How many it holds.
    """

    path: Path
    sha256: str
    size: int
    messages: int


def export_to(store: Store, scope: Scope, row: ConversationRow, folder: Path) -> ExportedFile:
    """Write a conversation to a file of its own, and read it back.

    Args:
        store: Where it is.
        scope: Whose.
        row: The conversation.
        folder: Where the file goes; made where its parent is there.

    Raises:
        StoreError: The file cannot be written.
        IntegrityError: What is read back is not what was written.
    """
    lines = list(export_lines(store, scope, [row.id]))
    path = folder / f"{row.id}-{row.messages}.jsonl"
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"The folder {folder} cannot be made: {error.strerror or error}.",
            hint="Set export_folder to one that can be written.",
        ) from error
    write_whole(path, lines)
    data = b"".join(lines)
    _read_back(path, data, row)
    return ExportedFile(
        path=path,
        sha256=hashlib.sha256(data).hexdigest(),
        size=len(data),
        messages=row.messages,
    )


def _read_back(path: Path, data: bytes, row: ConversationRow) -> None:
    """Read a file as an import would, and compare what it says with what was written."""
    try:
        is_same = path.read_bytes() == data
        parsed = list(open_transcript(path, strict=True))
    except (OSError, InfoldError) as error:
        raise IntegrityError(
            f"The export {path} cannot be read back ({error}).",
            hint="Nothing was recorded. Check the disk; the next sweep writes it again.",
        ) from error
    again = "".join(write_infold(parsed)).encode()
    if (
        not is_same
        or again != data
        or [len(one.conversation.messages) for one in parsed] != [row.messages]
    ):
        raise IntegrityError(
            f"The export {path} does not hold what was written.",
            hint="Nothing was recorded. Check the disk; the next sweep writes it again.",
        )


def export_due(
    store: Store,
    row: SweepRow,
    keeping: ChatKeeping,
    *,
    secret: bytes,
    record: Callable[[SweepRow, Callable[[Writer, SweepRow], SweepRow]], SweepRow],
    is_stopped: Callable[[], bool],
) -> SweepRow:
    """Export the conversations that are due, each recorded in a transaction of its own.

    One that cannot be written is counted as `failed`, and is due at the next sweep again; the sweep
    goes on.

    Args:
        store: Where they are.
        row: The sweep.
        keeping: How conversations are kept.
        secret: Of the space.
        record: Runs a change under the sweep's lease, and gives the sweep as it stands then.
        is_stopped: Asked before each: whether the sweep is to break off.

    Returns:
        The sweep with its counts.
    """
    for scope, due, chat in _due(store, row, keeping):
        if is_stopped():
            break
        try:
            file = export_to(store, scope, chat, Path(keeping.folder))
        except StoreError as error:
            _log.warning("A conversation could not be exported: %s", error.message)
            row = record(row, _failed)
            continue

        def done(
            tx: Writer,
            sweep: SweepRow,
            scope: Scope = scope,
            due: EvictionRow = due,
            file: ExportedFile = file,
        ) -> SweepRow:
            return _recorded(tx, sweep, scope, due, file, secret)

        row = record(row, done)
    return row


def _failed(_: Writer, sweep: SweepRow) -> SweepRow:
    counts = Counter(sweep.counts)
    counts["failed"] += 1
    return replace(sweep, counts=dict(counts))


def _due(
    store: Store, row: SweepRow, keeping: ChatKeeping
) -> Iterator[tuple[Scope, EvictionRow, ConversationRow]]:
    """The conversations whose export is due, page by page; a snapshot is open for a page only."""
    for scope in users_of(store, row):
        behind = ""
        while True:
            with store.read() as reader:
                chats = reader.conversations(scope, after=behind, limit=PAGE)
                found = [
                    (one.row, chat)
                    for chat in chats
                    for one in in_conversation(reader, scope, chat, row.at, keeping)
                    if one.row is not None and one.row.kind == "export"
                ]
            for due, chat in found:
                yield scope, due, chat
            if len(chats) < PAGE:
                break
            behind = chats[-1].id


def _recorded(
    tx: Writer, sweep: SweepRow, scope: Scope, due: EvictionRow, file: ExportedFile, secret: bytes
) -> SweepRow:
    chat = tx.conversation(scope, due.conversation)
    if chat is None or chat.messages != file.messages:
        return sweep  # it went on meanwhile, or was erased: not idle, then
    path = str(file.path.absolute())
    counts = Counter(sweep.counts)
    counts["users"] += not tx.has_evicted(scope, sweep.id)
    counts["exported"] += 1
    data = {"file": path, "sha256": file.sha256, "bytes": file.size, "messages": file.messages}
    for one in tx.evictions(scope, chat.id):
        if one.kind == "export":
            tx.end_eviction(scope, one, at=sweep.at, by=sweep.id)  # this one holds more
    tx.add_evictions(scope, [replace(due, sweep=sweep.id, data=data)])
    copy = CopyRow(kind="export", path=path, at=sweep.at, conversations=(chat.id,))
    tx.add_copy(scope.space, owner_of(secret, scope.user), copy)
    return replace(sweep, counts=dict(counts))
