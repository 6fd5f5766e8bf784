"""The job in which a model writes folds: one cluster after another, each applied by itself.

The model is asked outside of any transaction, and chats go on meanwhile. What it wrote is applied
if its sources still stand together, in one cluster, and no other worker has written them; the
extract that stood for them goes in the same transaction. Where the model fails, what stood stands.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from infold.core.folds import Fold, Price
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.engine.fidelity import finder
from infold.engine.folding import apply_plan, plan_changes, take_placing
from infold.engine.identity import fold_with_ids
from infold.engine.links import link
from infold.engine.prices import failed_price, reply_price
from infold.errors import Conflict, InvalidOutput, Refused
from infold.fold.model_folds import Answer, Made, fold_room, in_pieces, make
from infold.fold.planning import Placing, place_claims
from infold.fold.refresh import Refresh, Summary
from infold.models.chat import ChatModel, ChatReply, ChatRequest
from infold.store.protocol import ConversationRow, Reader

if TYPE_CHECKING:
    from infold.engine.memory import Infold

_log = logging.getLogger(__name__)

MODEL_JOB: Final = "model-fold"
ASKED: Final = 2
"""How often a model is asked for one piece before its cluster is left to the extract."""
_APPLIED: Final = 5
"""How often a result is tried to be applied while others change the conversation."""
_ANSWER_MARGIN: Final = 3
"""Tokens of an answer for each token of its claims: JSON, numbers, another way of counting."""


class Lease:
    """Keeps a job while a model answers: looked at as a request's `cancel`.

    Args:
        beat: Renews the lease; raises Conflict where it was lost.
        seconds: How often.
    """

    def __init__(self, beat: Callable[[], None], seconds: float) -> None:
        self._beat = beat
        self._seconds = seconds
        self._next = time.monotonic() + seconds

    def is_set(self) -> bool:
        """Renew the lease where it is time; True where the job was lost."""
        if time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + self._seconds
        try:
            self._beat()
        except Conflict:
            return True
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """A cluster to be written, with what that takes.

    Attributes:
        refresh: Which.
        messages: What the model's fold is to stand for, by position.
        units: The units of these messages.
        known: The claims so far.
    """

    refresh: Refresh
    messages: tuple[Message, ...]
    units: frozenset[int]
    known: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """What a model wrote; where it gave no answer, why."""

    answer: Answer
    price: Price
    fault: str


def is_due(memory: Infold, scope: Scope, conversation: str) -> bool:
    """Whether a model has a fold of this conversation to write."""
    with memory.store.read() as reader:
        row = reader.conversation(scope, conversation)
        if row is None:
            return False
        placing = take_placing(memory, reader, scope, row)
    found = next(placing.due(memory.policy), None)
    memory.placings.keep(scope, conversation, row.generation, placing)
    return found is not None


def write_folds(
    memory: Infold,
    scope: Scope,
    conversation: str,
    model: ChatModel,
    *,
    beat: Callable[[], None],
    wrote: Callable[[], None],
) -> None:
    """Write the folds of one conversation that are due.

    Args:
        memory: The open store.
        scope: Whose.
        conversation: Its id.
        model: Has the role `fold`.
        beat: Renews the job's lease; raises Conflict where it was lost.
        wrote: Called for each fold that was made.

    Raises:
        ModelError: The model cannot be reached, or does not answer in time: what was written so far
            stands, and the rest can be tried again.
        Conflict: The job was lost to another worker.
    """
    lease = Lease(beat, memory.settings.lease_seconds / 3)
    while True:
        with memory.store.read() as reader:
            row = reader.conversation(scope, conversation)
            work = _next(memory, reader, scope, row) if row else None
        if row is None or work is None:
            return
        written = _ask(memory, model, work, lease)
        beat()
        made = _judged(memory, scope, conversation, work, written)
        if _applied(memory, scope, conversation, work, written, made, model):
            wrote()
        beat()


def _next(memory: Infold, reader: Reader, scope: Scope, row: ConversationRow) -> _Work | None:
    """The first cluster that is due, with its messages and the claims that it has."""
    placing = take_placing(memory, reader, scope, row)
    refresh = next(placing.due(memory.policy), None)
    positions = placing.placer.forest.positions(refresh.units) if refresh else ()
    memory.placings.keep(scope, row.id, row.generation, placing)
    if refresh is None:
        return None
    # A system message stands in every context as it is: nobody shortens it.
    messages = tuple(m for m in reader.messages(scope, row.id, positions) if m.role != "system")
    at = {message.id: message.position for message in messages}
    known: list[tuple[str, Sequence[int]]] = []
    for identity in refresh.ready:
        found = reader.fold(scope, identity)
        if found is not None:
            known += [
                (claim.text, [at[source] for source in claim.sources if source in at])
                for claim in found[1].claims
                if claim.level
            ]
    forest = placing.placer.forest
    given = set(at.values())
    units = frozenset(u for u in refresh.units if given.intersection(forest.positions([u])))
    return _Work(refresh=refresh, messages=messages, units=units, known=known)


def _ask(memory: Infold, model: ChatModel, work: _Work, lease: Lease) -> _Written:
    """Have a model write the claims, piece by piece."""
    # Only where a model is asked: pydantic comes with it.
    from infold.prompts.fold_claims import FoldClaims, Known, render
    from infold.prompts.records import said_of

    room = fold_room(memory.policy, sum(max(0, message.tokens) for message in work.messages))
    by_position = {message.position: message for message in work.messages}
    fresh = [by_position[p] for p in work.refresh.fresh if p in by_position]
    answer: Answer = work.known
    price = Price()
    for piece in in_pieces(fresh, memory.policy, memory.counter):
        rules, records = render(
            said_of(piece, by_position),
            [Known(text=text, sources=tuple(sources)) for text, sources in answer],
            tokens=room,
        )
        request = ChatRequest.of(
            rules, records, schema=FoldClaims, max_tokens=_ANSWER_MARGIN * room
        )
        reply, cost, fault = _complete(model, request, lease)
        price += cost
        if reply is None:
            return _Written(answer=(), price=price, fault=fault)
        assert isinstance(reply.parsed, FoldClaims)
        answer = [(claim.text, claim.sources) for claim in reply.parsed.claims]
    return _Written(answer=answer, price=price, fault="")


def _complete(
    model: ChatModel, request: ChatRequest, lease: Lease
) -> tuple[ChatReply | None, Price, str]:
    """The answer, what all tries cost, and what was wrong where there is none."""
    fault, price = "", Price()
    for _ in range(ASKED):
        try:
            reply = model.complete(request, cancel=lease)
        except (InvalidOutput, Refused) as error:
            fault = f"{error.code}: {error.message}"
            price += failed_price(error)
        else:
            return reply, price + reply_price(reply), ""
    return None, price, fault


def _judged(
    memory: Infold, scope: Scope, conversation: str, work: _Work, written: _Written
) -> Made | None:
    """What the answer is worth; None where there is none."""
    if written.fault:
        return None
    at = {message.id: message.position for message in work.messages}
    finds = finder(memory, scope, conversation, at)
    with memory.store.read() as reader:
        view = memory.caches.view(reader, scope, conversation)
        replaced = memory.links.among(reader, scope, conversation, view, work.messages)
    return make(
        written.answer, work.messages, counter=memory.counter, finds=finds, replaced=replaced
    )


def _applied(
    memory: Infold,
    scope: Scope,
    conversation: str,
    work: _Work,
    written: _Written,
    made: Made | None,
    model: ChatModel,
) -> bool:
    """Put the fold into the store; False where it is refused, or its cluster is another one now."""
    fault = made.fault if made else written.fault
    if fault:
        _log.warning("The fold of %d messages was refused: %s", len(work.messages), fault)
    fold = fold_with_ids(
        memory.secret,
        conversation,
        Fold(
            root=work.refresh.root,
            sources=tuple(message.id for message in work.messages),
            claims=place_claims(
                made.claims if made and not fault else (),
                {message.id: message.position for message in work.messages},
                memory.counter,
            ),
            method="model",
            state="refused" if fault else "ready",
            generation=len(work.refresh.units),
            tokens=sum(max(0, message.tokens) for message in work.messages),
            model=model.model,
            prompt=_prompt_id(),
            price=written.price,
            fault=fault,
        ),
    )
    summary = Summary(
        id=fold.id,
        state=fold.state,
        units=work.units,
        tokens=sum(claim.tokens for claim in fold.claims if claim.level),
    )
    # What was refused before goes for good; what stood goes only for something better.
    link(memory, scope, conversation)
    gone = work.refresh.refused if fault else (*work.refresh.refused, *work.refresh.ready)
    for _ in range(_APPLIED):
        with memory.store.read() as reader:
            row = reader.conversation(scope, conversation)
            if row is None:
                return False
            placing = take_placing(memory, reader, scope, row)
            if not _stands(placing, work.refresh):
                memory.placings.keep(scope, conversation, row.generation, placing)
                return False
            for identity in gone:
                del placing.summaries[identity]
            placing.summaries[fold.id] = summary
            plan = plan_changes(memory, reader, scope, row, placing)
        plan = replace(plan, add=(*plan.add, fold), withdraw=(*plan.withdraw, *gone))
        try:
            memory.store.write(partial(apply_plan, scope=scope, read=row, plan=plan))
        except Conflict:  # the chat went on: look again whether the cluster still stands
            continue
        memory.placings.keep(scope, conversation, row.generation + 1, placing)
        return not fault
    raise Conflict(
        "The folds of this conversation change faster than a fold can be applied.",
        hint="The fold is tried again; it needs a pause in the writing.",
    )


def _stands(placing: Placing, refresh: Refresh) -> bool:
    """Whether the units that were read are one cluster still, and nobody wrote them meanwhile."""
    forest = placing.placer.forest
    if not placing.frozen.isdisjoint(refresh.units):
        return False  # texts of it were dropped meanwhile: what stands could not be made again
    if len({forest.find(unit) for unit in refresh.units}) > 1:
        return False
    known = {*refresh.ready, *refresh.refused}
    return known <= placing.summaries.keys() and not any(
        one.units.intersection(refresh.units)
        for one in placing.summaries.values()
        if one.id not in known
    )


def _prompt_id() -> str:
    from infold.prompts.fold_claims import ID

    return ID
