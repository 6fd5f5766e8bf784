"""The fold job: embeds new messages, places what has graduated, makes and refreshes folds.

Each step is applied in one transaction against the generation that it read; if another worker came
first the job is tried again, and goes on from what is there. So a job that is cut off anywhere is
simply run once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from infold.core.folds import FoldState
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.engine.graduation import parents_of
from infold.engine.identity import fold_with_ids, merge_with_id
from infold.engine.links import link
from infold.engine.unerased import require_unerased
from infold.errors import Conflict
from infold.fold.forest import units_from_placements
from infold.fold.planning import (
    FoldPlan,
    MessageVectors,
    Placing,
    plan_folds,
    plan_placement,
    read_features,
    read_units,
    restore_placing,
)
from infold.fold.refresh import Summary
from infold.fold.replacing import replaced_among
from infold.fold.vectors import TERM_DIM
from infold.graph.units import Unit
from infold.models.embedder import Embedder, Vectors
from infold.recall.forward import searchable
from infold.store.protocol import ConversationRow, Reader, Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

_BATCH: Final = 256
_REACH: Final = 3000
"""Messages that are placed in one step."""
_STANDING: Final[tuple[FoldState, ...]] = ("ready", "pending", "refused")


@dataclass(slots=True)
class Counts:
    """What a job has done so far: messages embedded and placed, folds made, facts recorded."""

    embedded: int = 0
    placed: int = 0
    folds: int = 0
    facts: int = 0


def tend(
    memory: Infold,
    scope: Scope,
    conversation: str,
    *,
    counts: Counts,
    beat: Callable[[], None],
) -> None:
    """Embed, place and fold one conversation until nothing is left to do.

    Args:
        memory: The open store.
        scope: Whose.
        conversation: Its id.
        counts: Raised by what is done.
        beat: Called between two steps; raises Conflict where the job was lost.

    Raises:
        Conflict: Another worker changed the forest meanwhile.
    """
    is_first = True
    while True:
        if memory.embedder is not None:
            _embed(memory, memory.embedder, scope, conversation, counts=counts, beat=beat)
        link(memory, scope, conversation, beat=beat)
        while _fold_step(memory, scope, conversation, counts, is_first=is_first):
            is_first = False
            beat()
        with memory.store.read() as reader:
            row = reader.conversation(scope, conversation)
        # Messages may have come, and graduated, while others were embedded.
        if row is None or row.placed_to >= row.hot_from:
            break
    link(memory, scope, conversation, beat=beat)
    memory.segments.write(scope, conversation, beat=beat)


def _embed(
    memory: Infold,
    embedder: Embedder,
    scope: Scope,
    conversation: str,
    *,
    counts: Counts,
    beat: Callable[[], None],
) -> None:
    while True:
        with memory.store.read() as reader:
            row = reader.conversation(scope, conversation)
            if row is None or row.embedded_to >= row.messages:
                return
            epoch = reader.scope_version(scope).erase_epoch
            first = row.embedded_to
            last = min(first + _BATCH, row.messages) - 1
            messages = reader.messages(scope, conversation, first=first, last=last)
        vectors = embedder.embed([searchable(message) for message in messages])
        positions = [message.position for message in messages]
        memory.store.write(
            partial(
                _save_vectors,
                scope=scope,
                conversation=conversation,
                embedder=embedder.id,
                positions=positions,
                vectors=vectors,
                epoch=epoch,
            )
        )
        counts.embedded += len(positions)
        beat()


def _save_vectors(
    tx: Writer,
    *,
    scope: Scope,
    conversation: str,
    embedder: str,
    positions: list[int],
    vectors: Vectors,
    epoch: int,
) -> None:
    require_unerased(tx, scope, epoch)
    row = tx.conversation(scope, conversation)
    if row is None:
        return
    tx.add_vectors(scope, conversation, embedder, positions, vectors)
    to = max(row.embedded_to, positions[-1] + 1)
    tx.save_conversation(scope, replace(row, embedded_to=to))
    tx.touch(scope)


def _fold_step(
    memory: Infold, scope: Scope, conversation: str, counts: Counts, *, is_first: bool
) -> bool:
    """Place and fold the next stretch; False where there was nothing to do.

    The first step of a job looks for stale folds even where nothing is to be placed.
    """
    with memory.store.read() as reader:
        row = reader.conversation(scope, conversation)
        if row is None or not (is_first or row.placed_to < row.hot_from):
            return False
        epoch = reader.scope_version(scope).erase_epoch
        placing = take_placing(memory, reader, scope, row)
        plan = plan_changes(memory, reader, scope, row, placing)
    if not (plan.placements or plan.add or plan.withdraw):
        memory.placings.keep(scope, conversation, row.generation, placing)
        return False

    def command(tx: Writer) -> None:
        require_unerased(tx, scope, epoch)
        apply_plan(tx, scope=scope, read=row, plan=plan)

    memory.store.write(command)
    memory.placings.keep(scope, conversation, row.generation + 1, placing)
    counts.placed += len(plan.placements)
    counts.folds += len(plan.add)
    return True


def take_placing(memory: Infold, reader: Reader, scope: Scope, row: ConversationRow) -> Placing:
    """Where placing stands: what was kept, else read from the store. The caller owns it."""
    kept = memory.placings.take(scope, row.id, row.generation)
    return _restored(memory, reader, scope, row) if kept is None else kept


def _restored(memory: Infold, reader: Reader, scope: Scope, row: ConversationRow) -> Placing:
    """Where placing stands, read from the store: all that is placed."""
    placements = reader.placements(scope, row.id)
    placed = read_features(
        units_from_placements(placements),
        reader.forward(scope, row.id),
        _vectors(memory, reader, scope, row, first=0),
    )
    dim = memory.embedder.dim if memory.embedder else TERM_DIM
    return restore_placing(
        memory.policy,
        dim,
        placed,
        reader.merges(scope, row.id),
        _summaries(reader, scope, row, placements),
    )


def _summaries(
    reader: Reader, scope: Scope, row: ConversationRow, placements: Mapping[int, int]
) -> Iterator[Summary]:
    """The folds that a model wrote, and those of its that were refused."""
    for key in reader.fold_keys(scope, row.id, ("ready", "refused")):
        found = reader.fold(scope, key.id) if key.method == "model" else None
        if found is None:
            continue
        places = reader.locate(scope, found[1].sources)
        yield Summary(
            id=key.id,
            state=found[1].state,
            units=frozenset(placements[position] for _, position in places.values()),
            tokens=sum(claim.tokens for claim in found[1].claims if claim.level),
        )


def _vectors(
    memory: Infold, reader: Reader, scope: Scope, row: ConversationRow, *, first: int
) -> MessageVectors | None:
    if memory.embedder is None:
        return None
    positions, vectors = reader.vectors(scope, row.id, memory.embedder.id, first=first)
    return MessageVectors(positions=positions, vectors=vectors)


def plan_changes(
    memory: Infold, reader: Reader, scope: Scope, row: ConversationRow, placing: Placing
) -> FoldPlan:
    """What is to be placed and folded next; `placing` moves on with it."""
    units, messages = _next_units(memory, reader, scope, row)
    first = row.placed_to
    new = read_features(
        units,
        reader.forward(scope, row.id, first=first),
        _vectors(memory, reader, scope, row, first=first),
        messages,
    )
    placement = plan_placement(
        placing,
        new=new,
        folds=reader.fold_keys(scope, row.id, _STANDING),
        placed_to=row.placed_to,
    )
    wanted = reader.messages(scope, row.id, placement.positions)
    # What a message replaced is known before it is folded: `tend` links first.
    view = memory.caches.view(reader, scope, row.id)
    _, chains, _ = memory.links.stored(reader, scope, row.id, view)
    return plan_folds(
        memory.policy,
        placement,
        {message.position: message for message in wanted},
        memory.counter,
        partial(replaced_among, chains),
    )


def _next_units(
    memory: Infold, reader: Reader, scope: Scope, row: ConversationRow
) -> tuple[list[Unit], dict[int, Message]]:
    """The next units that have graduated, whole and with vectors, and their messages."""
    first, end = row.placed_to, row.hot_from
    # A unit is placed by its vectors: one that has none yet waits, so that merges depend on what
    # was said and never on when it was embedded.
    ready = row.embedded_to if memory.embedder else row.messages
    reach = _REACH
    while first < min(end, ready):
        last = min(row.messages, first + reach) - 1
        messages = reader.messages(scope, row.id, first=first, last=last)
        parents = parents_of(reader, scope, row.id, messages)
        found = read_units(memory.policy, messages, parents, first=first, end=min(end, last + 1))
        is_all = last + 1 >= row.messages
        # One that reaches the end of the stretch that was read may go on behind it.
        whole = [
            unit
            for unit in found
            if unit.members[-1] < ready and (is_all or unit.members[-1] < last)
        ]
        if whole or is_all:
            return whole, {message.position: message for message in messages}
        reach *= 2
    return [], {}


def apply_plan(tx: Writer, *, scope: Scope, read: ConversationRow, plan: FoldPlan) -> None:
    """Put a plan into the store, against the generation that it was made from.

    Raises:
        Conflict: Another one was applied meanwhile.
    """
    row = tx.conversation(scope, read.id)
    if row is None or (row.generation, row.placed_to) != (read.generation, read.placed_to):
        raise Conflict(
            "The folds of this conversation were changed meanwhile.",
            hint="Nothing was written: the job reads them again.",
        )
    secret = tx.secret(scope)
    tx.add_placements(scope, row.id, plan.placements)
    tx.add_merges(scope, row.id, [merge_with_id(secret, row.id, merge) for merge in plan.merges])
    if plan.withdraw:
        tx.set_fold_state(scope, plan.withdraw, "withdrawn")
    made = [fold_with_ids(secret, row.id, fold) for fold in plan.add]
    # Where a merge was withdrawn, a cluster can be again what it once was, and so can its fold.
    again = {fold.id for fold in made if tx.fold(scope, fold.id) is not None}
    for fold in made:
        if fold.id in again:
            tx.set_fold_state(scope, [fold.id], fold.state)
    tx.add_folds(scope, row.id, [fold for fold in made if fold.id not in again])
    tx.save_conversation(
        scope, replace(row, placed_to=plan.placed_to, generation=row.generation + 1)
    )
    tx.touch(scope)
