"""The job behind an erasure: rows go in chunks, the files are rebuilt, emptied and looked through.

It can stop anywhere and goes on from what is there. Where a program keeps a reading of the store
open, the log cannot be emptied: the erasure stays `hidden`, its receipt says so, and the job tries
again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from infold.core.ids import part_from_data
from infold.core.messages import part_text
from infold.core.scope import Scope
from infold.engine.blocked import owner_of, reply_hash, text_hashes
from infold.engine.erasing import ERASE_JOB, ERASE_SUBJECT
from infold.engine.removing_facts import CHUNK, remove_known
from infold.errors import StoreError
from infold.memory.canaries import Sample, forms, sealed, unsealed
from infold.store.erasing import OF_A_CONVERSATION
from infold.store.erasure_protocol import ErasureRow, Waiting
from infold.store.protocol import Reader, Store, Writer
from infold.store.rows import text
from infold.store.scanning import Finder

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["OWN", "READER", "finish", "make_room", "queue_waiting"]

AGAIN: Final = timedelta(minutes=1)
"""After which the job tries again where something was in its way."""
_READ: Final = 500
_BATCH: Final = 1 << 22

PATIENCE: Final = 2.0
"""Seconds that readings and writings which end by themselves are waited for."""
_PAUSE: Final = 0.05

READER: Final = (
    "A program keeps a reading of the store open, so its log cannot be emptied. It is tried again "
    "every minute; close that program to let it go on."
)
OWN: Final = (
    "The program that runs the jobs keeps a reading of the store open itself, such as an export "
    "that was begun, so its log cannot be emptied. It is tried again every minute, and goes on "
    "once that reading has ended."
)
LEFT: Final = (
    "Bytes of it were found in a file of the store, in no row of it. The file is built anew, and "
    "looked through again, every minute."
)


def finish(
    memory: Infold,
    *,
    beat: Callable[[], None] | None = None,
    progress: Callable[[str, int], None] | None = None,
) -> int:
    """Bring the erasures of the space as far as they go.

    Args:
        memory: The open store.
        beat: Called between chunks, to keep a job's lease.
        progress: Called with what is done (`Removing`, `Rebuilding`, `Looking through`) and a
            count so far: rows, then bytes.

    Returns:
        How many are gone now that were not before.
    """
    space = memory.space
    say = progress or (lambda _, __: None)
    for row in _open(memory, "hidden"):
        _remove(memory, row, beat or (lambda: None), say)
    removed = _open(memory, "removed", "compacted")
    if not removed:
        return 0
    try:
        note = _clear(memory, removed, say, beat or (lambda: None))
        if not note:
            return _look_through(memory, _open(memory, "compacted"), say)
    except StoreError as error:
        note = f"{error.message} It is tried again every minute."
    now = memory.clock.now()

    def command(tx: Writer) -> None:
        for row in tx.erasures(space):
            if row.state in ("removed", "compacted"):
                data = {**row.data, "note": note}
                tx.save_erasure(replace(row, data=data, attempts=row.attempts + 1), space)
        tx.queue_job(Scope(space=space), ERASE_JOB, ERASE_SUBJECT, now + AGAIN)

    memory.store.write(command)
    return 0


def _open(memory: Infold, *states: str) -> list[ErasureRow]:
    with memory.store.read() as reader:
        return [row for row in reader.erasures(memory.space) if row.state in states]


# ------------------------------------------------------------------ rows


def _remove(
    memory: Infold,
    row: ErasureRow,
    beat: Callable[[], None],
    say: Callable[[str, int], None],
) -> None:
    """Remove the rows of one erasure, some hundred a transaction."""
    scope = Scope(space=memory.space, user=row.name)
    done = remove_known(memory, row, beat, say)
    while True:
        with memory.store.read() as reader:
            waiting = reader.waiting(scope, row.id)
        if not waiting:
            break
        for one in waiting:
            while count := memory.store.write(
                partial(_chunk, memory=memory, scope=scope, erasure=row.id, one=one)
            ):
                done += count
                say("Removing", done)
                beat()
    memory.store.write(partial(_removed, scope=scope, erasure=row.id))


def _chunk(tx: Writer, *, memory: Infold, scope: Scope, erasure: str, one: Waiting) -> int:
    """Remove some rows of what waits, and keep what tells them; how many, 0 at the end."""
    found = tx.erasures(scope.space, erasure=erasure)
    if not found or one not in tx.waiting(scope, erasure):
        return 0
    row = found[0]
    sample = Sample(memory.secret, unsealed(row.sealed, memory.secret, row.id))
    count = _some(tx, memory.secret, scope, row, one, sample, CHUNK)
    if not count:
        tx.done_waiting(scope, one)
    kept = sealed(sample.kept, memory.secret, row.id)
    tx.save_erasure(replace(row, sealed=kept), scope.space)
    return count


def _some(
    tx: Writer,
    secret: bytes,
    scope: Scope,
    row: ErasureRow,
    one: Waiting,
    sample: Sample,
    limit: int,
) -> int:
    if one.kind == "blob":
        data = tx.remove_blob(scope, one.ref)
        sample.add(data)
        return int(bool(data))
    keys, _ = tx.take_replies(scope, one.ref, after="", limit=limit)
    if keys:
        sample.add(*keys)
        tx.block(scope, row.owner, row.id, [reply_hash(secret, row.owner, key) for key in keys])
        return len(keys)
    for table in OF_A_CONVERSATION:
        rows = tx.remove_rows(scope, table, one.number, limit)
        if not rows:
            continue
        if table == "messages":
            tx.block(scope, row.owner, row.id, _of_messages(secret, row.owner, rows, sample))
        else:
            sample.add(*[value for values in rows for value in _texts(values)])
        return len(rows)
    return 0


def _of_messages(secret: bytes, owner: str, rows: Sequence[Any], sample: Sample) -> list[str]:
    """Hashes of messages that must not come back: their ids, and what users said in them."""
    hashes = []
    for parts, author, source, identity in rows:
        said = []
        try:
            said = [part_text(part_from_data(part)) for part in json.loads(text(parts))]
        except (ValueError, TypeError):
            sample.add(text(parts))  # damaged: what is there is looked for as it stands
        sample.add(*said, *_texts((author, source)))
        hashes += [identity, *text_hashes(secret, owner, said)]
    return hashes


def _texts(values: Sequence[Any]) -> Iterator[str | bytes]:
    for value in values:
        if isinstance(value, str | bytes):
            yield value


def _removed(tx: Writer, *, scope: Scope, erasure: str) -> None:
    """Record that no row is left; the user's name goes, too, where nothing of the user is left."""
    row = tx.erasures(scope.space, erasure=erasure)[0]
    if row.state != "hidden" or tx.waiting(scope, erasure):
        return
    if row.data.get("whole"):
        tx.drop_fact_totals(scope)
        tx.drop_user(scope)
    tx.save_erasure(replace(row, state="removed", name=""), scope.space)


def make_room(tx: Writer, scope: Scope, conversation: str, secret: bytes) -> None:
    """Remove what is left of a hidden conversation before one of the same id begins anew."""
    everywhere = Scope(space=scope.space, user=scope.user)
    owner = owner_of(secret, scope.user)
    if not tx.has_erased(everywhere, owner):
        return
    for row in tx.erasures(scope.space, owner=owner):
        for one in tx.waiting(everywhere, row.id) if row.state == "hidden" else ():
            if (one.kind, one.ref) == ("conversation", conversation):
                sample = Sample(secret, unsealed(row.sealed, secret, row.id))
                while _some(tx, secret, everywhere, row, one, sample, CHUNK):
                    pass
                tx.done_waiting(everywhere, one)
                row = replace(row, sealed=sealed(sample.kept, secret, row.id))
                tx.save_erasure(row, scope.space)


# ------------------------------------------------------------------ files


def _clear(
    memory: Infold,
    rows: Sequence[ErasureRow],
    say: Callable[[str, int], None],
    beat: Callable[[], None],
) -> str:
    """Rebuild the file and empty its log; what is in the way, in words."""
    store, space = memory.store, memory.space
    if any(row.state == "removed" for row in rows):
        # Not before the log can be emptied: each try would write the whole file into it.
        if why := _in_the_way(store):
            return why
        say("Rebuilding", 0)
        beat()
        store.compact()
        beat()

        def command(tx: Writer) -> None:
            ids = {row.id for row in rows}
            for row in tx.erasures(space):
                if row.id in ids and row.state == "removed":
                    tx.save_erasure(replace(row, state="compacted"), space)

        store.write(command)
    return _in_the_way(store)


def _in_the_way(store: Store) -> str:
    """Empty the log; what keeps it from that, in words, if that does not end in a moment."""
    until = time.monotonic() + PATIENCE
    while not store.shorten_log():
        if time.monotonic() >= until:
            return OWN if store.readings else READER
        time.sleep(_PAUSE)
    return ""


def queue_waiting(memory: Infold) -> bool:
    """Let the job of erasures that are not gone yet be due now; whether there are any.

    It waits for a minute after a try that failed; who asks for what is due does not.
    """
    if not memory.store.is_writable or not _open(memory, "hidden", "removed", "compacted"):
        return False
    now = memory.clock.now()
    space = Scope(space=memory.space)
    memory.store.write(lambda tx: tx.queue_job(space, ERASE_JOB, ERASE_SUBJECT, now))
    return True


def _look_through(
    memory: Infold, rows: Sequence[ErasureRow], say: Callable[[str, int], None]
) -> int:
    """Look for what was erased in all files; what stands in no row must stand in no file."""
    space = memory.space
    wanted = {row.id: unsealed(row.sealed, memory.secret, row.id) for row in rows}
    needles: dict[bytes, None] = {}
    for pieces in wanted.values():
        needles |= {form: None for piece in pieces for form in forms(piece)}
    listed = list(needles)
    scan = memory.store.scan(listed, progress=lambda done: say("Looking through", done))
    seen = [listed[at] for at in sorted(scan.found)]
    elsewhere = _in_rows(memory, seen) if seen else set()
    left = set(seen) - elsewhere
    now = memory.clock.now()

    def command(tx: Writer) -> int:
        gone = 0
        for row in tx.erasures(space):
            if row.id not in wanted or row.state != "compacted":
                continue
            mine = {form for piece in wanted[row.id] for form in forms(piece)}
            found = {
                "files": list(scan.files),
                "bytes": scan.size,
                "looked_for": len(wanted[row.id]),
                "elsewhere": len(mine & elsewhere),
                "found": len(mine & left),
            }
            if mine & left:
                data = {**row.data, "scan": found, "note": LEFT}
                # The file was written since, from rows that were read before: build it once more.
                row = replace(row, state="removed", data=data, attempts=row.attempts + 1)
            else:
                data = {**row.data, "scan": found, "note": ""}
                row = replace(row, state="gone", gone_at=now, data=data, sealed=b"")
                gone += 1
            tx.save_erasure(row, space)
        if left:
            tx.queue_job(Scope(space=space), ERASE_JOB, ERASE_SUBJECT, now + AGAIN)
        return gone

    return memory.store.write(command)


def _in_rows(memory: Infold, needles: Sequence[bytes]) -> set[bytes]:
    """Which needles stand in what was not erased: another user's same words, or the store's own.

    Names of kinds, columns and roles are words, too: who says "confidence" says nothing that the
    file does not have anyway.
    """
    finder = Finder(needles)
    with memory.store.read() as reader:
        _look_in(reader, reader.content_columns(), finder)
        if len(finder.found) < len(needles):
            _look_in(reader, reader.other_columns(), finder)
    return {needles[at] for at in finder.found}


def _look_in(reader: Reader, columns: Sequence[tuple[str, str]], finder: Finder) -> None:
    for table, column in columns:
        after, held, size = -1, [], 0
        while found := reader.content_of(table, column, after=after, limit=_READ):
            after = found[-1][0]
            for _, value in found:
                if isinstance(value, str | bytes):
                    raw = value.encode() if isinstance(value, str) else value
                    held.append(raw)
                    size += len(raw)
            if size >= _BATCH:
                finder.look(b"\0".join(held))
                held, size = [], 0
        finder.look(b"\0".join(held))
