"""Removing all facts of a user, and what was replied to calls: some hundred rows a transaction.

They are hidden already. It can stop anywhere and goes on from what is there, and others write
between two transactions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from infold.core.scope import Scope
from infold.engine.blocked import reply_hash, text_hashes
from infold.memory.canaries import Sample, sealed, unsealed
from infold.store.erasure_protocol import ErasureRow, Waiting
from infold.store.protocol import Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["CHUNK", "remove_known"]

CHUNK: Final = 500
"""Rows that are removed in one transaction."""
_MARKS: Final = 8
"""Of how many facts of a chunk the scan may look for search rows and vectors, too."""


@dataclass(frozen=True, slots=True)
class _Place:
    """How far a removal is: the number of a fact, or a key; over where there is neither."""

    count: int = 0
    number: int = 0
    key: str = ""
    is_over: bool = False


def remove_known(
    memory: Infold,
    row: ErasureRow,
    beat: Callable[[], None] = lambda: None,
    say: Callable[[str, int], None] = lambda _, __: None,
) -> int:
    """Remove the facts and replies that an erasure of a user has hidden.

    Args:
        memory: The open store.
        row: The erasure.
        beat: Called between chunks, to keep a job's lease.
        say: Told `Removing` and how many rows are removed so far.

    Returns:
        How many facts and replies that were.
    """
    scope = Scope(space=memory.space, user=row.name)
    with memory.store.read() as reader:
        waiting = [one for one in reader.waiting(scope, row.id) if one.kind in _WORK]
    done = 0
    for one in waiting:
        place = _Place()
        while not place.is_over:

            def command(tx: Writer, one: Waiting = one, place: _Place = place) -> _Place:
                return _chunk(tx, memory, scope, row.id, one, place)

            place = memory.store.write(command)
            done += place.count
            if place.count:
                say("Removing", done)
            beat()
    return done


def _chunk(
    tx: Writer, memory: Infold, scope: Scope, erasure: str, one: Waiting, place: _Place
) -> _Place:
    found = tx.erasures(scope.space, erasure=erasure)
    if not found or one not in tx.waiting(scope, erasure):
        return _Place(is_over=True)
    row = found[0]
    sample = Sample(memory.secret, unsealed(row.sealed, memory.secret, row.id))
    place = _WORK[one.kind](tx, memory, scope, row, one, place, sample)
    if place.is_over:
        tx.done_waiting(scope, one)
    tx.save_erasure(replace(row, sealed=sealed(sample.kept, memory.secret, row.id)), scope.space)
    return place


def _facts(
    tx: Writer,
    memory: Infold,
    scope: Scope,
    row: ErasureRow,
    one: Waiting,
    place: _Place,
    sample: Sample,
) -> _Place:
    whole = one.ref == "whole"
    facts = tx.hidden_facts(scope, whole=whole, after=place.number, limit=CHUNK)
    if not facts:
        return _Place(is_over=True)
    numbers = [number for number, _ in facts]
    held = tx.fact_words(scope, numbers, marks=_MARKS)
    sample.add(*held.texts, *held.words, *held.told, *held.marks)
    hashes = text_hashes(memory.secret, row.owner, [*held.texts, *held.spoken])
    tx.block(scope, row.owner, row.id, [*(id_ for _, id_ in facts), *hashes])
    tx.remove_hidden_facts(scope, numbers, whole=whole, at=memory.clock.now(), by="erasure")
    if not whole:
        tx.touch(scope)
    return _Place(count=len(facts), number=numbers[-1], is_over=len(facts) < CHUNK)


def _replies(
    tx: Writer,
    memory: Infold,
    scope: Scope,
    row: ErasureRow,
    one: Waiting,
    place: _Place,
    sample: Sample,
) -> _Place:
    of = "" if one.ref == "whole" else None
    keys, reached = tx.take_replies(scope, of, after=place.key, limit=CHUNK)
    sample.add(*keys)
    hashes = [reply_hash(memory.secret, row.owner, key) for key in keys]
    tx.block(scope, row.owner, row.id, hashes)
    return _Place(count=len(keys), key=reached, is_over=not reached)


_WORK: Final = {"facts": _facts, "replies": _replies}
