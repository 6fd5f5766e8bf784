"""The job in which a model reads turns for facts, beside the rules that have read them already.

What is still to be read stands in the store as pending stretches. A piece is read outside of any
transaction; its facts, what it cost and the shorter stretch are written in one. Where the model
cannot be reached the job fails and is tried again from there; where its answers cannot be used the
piece is kept as refused, with the reason, and what the rules found stands.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from infold.core.facts import Fact
from infold.core.folds import Price
from infold.core.hearings import Hearing
from infold.core.messages import Message, Text
from infold.core.scope import Scope
from infold.engine.extracting import saying_of
from infold.engine.model_folding import Lease
from infold.errors import Conflict, InvalidOutput, ModelError, Refused
from infold.graph.turns import opens_turn
from infold.memory.answers import Answers, read_answers
from infold.memory.candidates import Candidate
from infold.memory.grounding import Ground
from infold.memory.heard import hear
from infold.memory.importance import read_importance
from infold.models.chat import ChatModel, ChatRequest
from infold.recall.lines import day_line, speaker
from infold.store.protocol import Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["MODEL_EXTRACT_JOB", "hear_pending", "is_pending"]

_log = logging.getLogger(__name__)

MODEL_EXTRACT_JOB: Final = "model-extract"
ASKED: Final = 2
"""How often a model is asked for one piece: once for the form, then for whatever can be saved."""
_READ: Final = 500
"""Messages of a stretch that are looked at together."""
_MOST: Final = 20
"""Facts of one answer."""
_FACT_TOKENS: Final = 150
_CONTEXT: Final = 600
"""Characters of an answer, its last, that are given so that a "yes, do that" can be understood."""
_WEIGHED: Final = 5
"""Facts of one piece that the model is asked to weigh, where it gave no weight that can be read."""
_WEIGHT_TOKENS: Final = 60
_KNOWN: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """Whole turns that fit one request.

    Attributes:
        last: Position of the last message that is read with it.
        messages: What the model is given, by position.
    """

    last: int
    messages: tuple[Message, ...]


@dataclass(slots=True)
class _Bill:
    """What a piece has cost so far."""

    calls: int = 0
    spent: int = 0
    made: int = 0

    def complete(self, model: ChatModel, request: ChatRequest, lease: Lease) -> str:
        """Ask, and count it. Raises as `ChatModel.complete`."""
        self.calls += 1
        reply = model.complete(request, cancel=lease)
        self.spent += reply.usage.input_tokens
        self.made += reply.usage.output_tokens
        return reply.text

    @property
    def price(self) -> Price:
        """As it is recorded."""
        return Price(calls=self.calls, input_tokens=self.spent, output_tokens=self.made)


def is_pending(memory: Infold, scope: Scope, conversation: str) -> bool:
    """Whether a model has a stretch of this conversation to hear."""
    return _next(memory, scope, conversation) is not None


def hear_pending(
    memory: Infold,
    scope: Scope,
    conversation: str,
    model: ChatModel,
    *,
    beat: Callable[[], None],
    recorded: Callable[[Sequence[Fact]], None],
) -> None:
    """Have a model hear what is pending of one conversation, piece by piece.

    Args:
        memory: The open store.
        scope: Whose.
        conversation: Its id; one that is gone says nothing.
        model: Has the role `extract`.
        beat: Renews the job's lease; raises Conflict where it was lost.
        recorded: Called with the facts of each piece.

    Raises:
        ModelError: The model cannot be reached, or does not answer in time: what was read so far
            stands, and the rest can be tried again.
        Conflict: The job was lost to another worker.
    """
    lease = Lease(beat, memory.settings.lease_seconds / 3)
    while (pending := _next(memory, scope, conversation)) is not None:
        piece = _piece(memory, scope, conversation, pending)
        bill = _Bill()
        said = {one.position: one for one in piece.messages}
        own = scope.user if any(one.author == scope.user for one in piece.messages) else ""
        found: list[Candidate] = []
        dropped, fault = 0, ""
        if any(True for one in piece.messages for _ in hear(one, user=own)):
            ground = Ground(said, now=memory.clock.now(), user=own)
            answers, fault = _ask(memory, scope, model, piece, lease, bill)
            found, dropped = _grounded(ground, answers)
            found = _weighed(model, found, answers, lease, bill)
        beat()
        done = Hearing(
            first=pending.first,
            last=piece.last,
            state="refused" if fault and not found else "read",
            dropped=dropped,
            model=model.model if bill.calls else "",
            prompt=_prompt_id() if bill.calls else "",
            price=bill.price,
            fault=fault,
        )
        recorded(_save(memory, scope, conversation, pending, done, found, said))
        if done.state == "refused":
            _log.warning(
                "Messages %d to %d gave no facts by the model, the rules' facts stand: %s",
                done.first, done.last, fault,
            )  # fmt: skip


def _next(memory: Infold, scope: Scope, conversation: str) -> Hearing | None:
    with memory.store.read() as reader:
        waiting = [one for one in reader.hearings(scope, conversation) if one.state == "pending"]
    return min(waiting, key=lambda one: (one.first, one.number), default=None)


def _piece(memory: Infold, scope: Scope, conversation: str, pending: Hearing) -> _Piece:
    """The whole turns at the beginning of a stretch that fit; one at least."""
    last = min(pending.last, pending.first + _READ - 1)
    with memory.store.read() as reader:
        messages = reader.messages(scope, conversation, first=pending.first, last=last)
    room, end = memory.policy.piece_tokens, last
    given: list[Message] = []
    for message in messages:
        shown = _shown(message)
        tokens = 0 if shown is None else memory.counter.count(_text(shown))
        if given and opens_turn(message) and tokens > room:
            end = message.position - 1
            break
        room -= tokens
        if shown is not None:
            given.append(shown)
    return _Piece(last=end, messages=tuple(given))


def _shown(message: Message) -> Message | None:
    """A message as the model is given it; None for one that cannot matter.

    Nothing but a user's own words can be a source; of answers their end is given, of tools nothing.
    """
    if message.role == "user":
        texts = {heard.part for heard in hear(message)}
        return message if texts else None
    if message.role != "assistant":
        return None
    text = _text(message)
    if not text.strip():
        return None
    cut = text if len(text) <= _CONTEXT else "… " + text[-_CONTEXT:]
    return replace(message, parts=(Text(text=cut),))


def _text(message: Message) -> str:
    return "\n".join(part.text for part in message.parts if isinstance(part, Text))


def _ask(
    memory: Infold,
    scope: Scope,
    model: ChatModel,
    piece: _Piece,
    lease: Lease,
    bill: _Bill,
) -> tuple[Answers, str]:
    """What the model answered, and what was wrong with it."""
    # Only where a model is asked: pydantic comes with it.
    from infold.prompts.extract_facts import ExtractedFacts, Known, Said, render

    said = [
        Said(
            number=one.position,
            who=speaker(one),
            when=day_line(one.at),
            text=_text(one),
        )
        for one in piece.messages
    ]
    spoken = " ".join(_text(one) for one in piece.messages if one.role == "user")
    with_rules = memory.search(
        spoken, user=scope.user, agent=scope.agent, session=scope.session,
        kinds=("fact",), k=_KNOWN, min_confidence=0.0,
    )  # fmt: skip
    known = [Known(text=hit.text) for hit in with_rules]
    rules, records = render(said, known, most=_MOST)
    request = ChatRequest.of(rules, records, schema=ExtractedFacts, max_tokens=_MOST * _FACT_TOKENS)
    fault = ""
    for attempt in range(ASKED):
        # The second time in any form: whatever is whole in it is kept.
        asked = request if not attempt else replace(request, schema=None)
        try:
            answers = read_answers(bill.complete(model, asked, lease))
        except (InvalidOutput, Refused) as error:
            fault = f"{error.code}: {error.message}"
            continue
        if answers.is_whole or answers.facts:
            return answers, "; ".join(answers.notes)
        fault = "; ".join(answers.notes)
    return Answers(facts=(), notes=(), is_whole=False), fault


def _grounded(ground: Ground, answers: Answers) -> tuple[list[Candidate], int]:
    """The facts that stand on the user's own words, and how many do not."""
    found: dict[tuple[str, str], Candidate] = {}
    dropped = 0
    for fact in answers.facts:
        candidate = ground.ground(fact).candidate
        if candidate is None or (candidate.text, candidate.source.message) in found:
            dropped += 1
            continue
        found[candidate.text, candidate.source.message] = candidate
    return list(found.values()), dropped


def _weighed(
    model: ChatModel, found: list[Candidate], answers: Answers, lease: Lease, bill: _Bill
) -> list[Candidate]:
    """The facts with their importance, asked for where the answer gave none that can be read."""
    from infold.prompts.importance import Weighing, render

    bare = {fact.text for fact in answers.facts if fact.importance is None}
    out: list[Candidate] = []
    asked = 0
    for one in found:
        if one.text in bare and asked < _WEIGHED:
            asked += 1
            rules, record = render(Weighing(text=one.text, kind=one.kind))
            request = ChatRequest.of(rules, record, max_tokens=_WEIGHT_TOKENS)
            try:
                weighed = read_importance(bill.complete(model, request, lease))
            except ModelError as error:
                # The weight of its kind stands: no fact is lost for want of one.
                _log.info("A fact keeps the importance of its kind: %s", error.code)
                asked = _WEIGHED
            else:
                if not weighed.note.startswith("default"):
                    one = replace(one, importance=weighed.value)
        out.append(one)
    return out


def _save(
    memory: Infold,
    scope: Scope,
    conversation: str,
    pending: Hearing,
    done: Hearing,
    found: Sequence[Candidate],
    said: Mapping[int, Message],
) -> Sequence[Fact]:
    by_id = {message.id: message for message in said.values()}
    sayings = [saying_of(one, by_id[one.source.message], by=done.model) for one in found]

    def command(tx: Writer) -> list[Fact]:
        row = tx.conversation(scope, conversation)
        if row is None:
            return []  # it was erased meanwhile, and what it said with it
        now = {one.number: one for one in tx.hearings(scope, conversation)}.get(pending.number)
        if now is None or now.state != "pending" or now.first != pending.first:
            raise Conflict(
                "Another worker has heard this stretch.",
                hint="Nothing to do: what was heard is kept there.",
            )
        there = tx.locate(scope, [one.sources[0].message for one in sayings])
        facts = memory.record_in(
            tx,
            [one for one in sayings if one.sources[0].message in there],
            replace(scope, agent=row.agent, session=row.session),
        )
        if done.price.calls:
            tx.save_hearing(scope, conversation, replace(done, facts=len(facts)))
        if done.last >= now.last:
            tx.drop_hearing(scope, conversation, now.number)
        else:
            tx.save_hearing(scope, conversation, replace(now, first=done.last + 1))
        if facts:
            tx.touch(scope)
        return facts

    return memory.store.write(command)


def _prompt_id() -> str:
    from infold.prompts.extract_facts import ID

    return ID
