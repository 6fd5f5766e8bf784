"""Remembering what a conversation states: facts read by rules and recorded, once a message.

The job after each turn and the call on demand are one path. A stretch is read outside of any
transaction; what it states is recorded together with the mark up to which was heard, so that a
stop in between loses nothing and says nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from infold.core.facts import Fact
from infold.core.messages import Message, part_text
from infold.core.scope import Scope
from infold.engine.ended_facts import corrections, is_correction, retractions
from infold.engine.hearing import queue_hearing
from infold.engine.replaced_facts import as_known, replacements, taken_over
from infold.engine.saying import Saying
from infold.errors import ConfigError
from infold.memory.candidates import Candidate
from infold.memory.endings import Ending, read_endings
from infold.memory.extraction import read_facts
from infold.memory.replacing import Replaced, read_replaced
from infold.memory.stated import told_slot
from infold.store.protocol import ConversationRow, Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["extract", "hear", "is_unheard", "preview", "saying_of"]

_BACK: Final = 8
"""Messages before a stretch among which "that" is looked for."""
_CHUNK: Final = 200
"""Messages whose facts are recorded in one transaction; some 0.3 s of reading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """What a message states, and what it ends.

    Attributes:
        told: Of what it states that which no rule has a slot for.
        before: Ids of what the speaker said before.
    """

    message: Message
    sayings: tuple[Saying, ...]
    told: tuple[Saying, ...]
    endings: tuple[Ending, ...]
    replaced: tuple[Replaced, ...]
    before: tuple[str, ...]
    corrects: bool


def extract(
    memory: Infold,
    scope: Scope,
    conversation: str,
    *,
    first: int = 0,
    last: int | None = None,
    model: bool = False,
) -> list[Fact]:
    """See `infold.engine.chat.Chat.extract`."""
    speaking = memory.models.chat("extract") if model else None
    if model and speaking is None:
        raise ConfigError(
            "No model has the role `extract`.",
            hint="Set model_base_url and extract_model, or leave `model` out: rules need none.",
        )
    made: dict[str, Fact] = {}

    def keep(facts: Iterable[Fact]) -> None:
        made.update({fact.id: fact for fact in facts})

    for facts in _recorded(memory, scope, conversation, first=first, last=last, asks=model):
        keep(facts)
    if speaking is not None:
        from infold.engine.model_hearing import hear_pending

        hear_pending(memory, scope, conversation, speaking, beat=lambda: None, recorded=keep)
    return list(made.values())


def hear(
    memory: Infold,
    scope: Scope,
    conversation: str,
    *,
    beat: Callable[[], None],
    recorded: Callable[[int], None],
) -> None:
    """Remember what was said since the conversation was last heard: the job after each turn.

    Args:
        memory: The open store.
        scope: Whose.
        conversation: Its id; one that is gone says nothing.
        beat: Renews the job's lease; raises Conflict where it was lost.
        recorded: Called with the number of facts of each stretch.
    """
    row = _row(memory, scope, conversation)
    if row is None:
        return
    asks = memory.settings.extract == "model"
    for facts in _recorded(memory, scope, conversation, first=row.heard_to, last=None, asks=asks):
        recorded(len(facts))
        beat()


def is_unheard(memory: Infold, scope: Scope, conversation: str) -> bool:
    """Whether messages of a conversation are still to be heard."""
    row = _row(memory, scope, conversation)
    return row is not None and row.heard_to < row.messages


def preview(
    memory: Infold, scope: Scope, conversation: str, *, first: int = 0, last: int | None = None
) -> list[Saying]:
    """What `extract` would record; nothing is written."""
    out: list[Saying] = []
    for _, _, owner, said in _stretches(memory, scope, conversation, first=first, last=last):
        for one in said:
            out += one.sayings
            with memory.store.read() as reader:
                now = memory.clock.now()
                new = replacements(reader, owner, one.message, one.replaced, now)
                out += new
                for ending in _endings(one, new):
                    out += retractions(reader, owner, ending, one.message, one.before)
                if one.corrects:
                    out += corrections(reader, owner, one.message, one.before, now)
    return out


def _recorded(
    memory: Infold,
    scope: Scope,
    conversation: str,
    *,
    first: int,
    last: int | None,
    asks: bool,
) -> Iterator[list[Fact]]:
    """The facts of one stretch after another, recorded; `asks`: a model is to hear them, too."""
    for begin, end, owner, said in _stretches(memory, scope, conversation, first=first, last=last):

        def command(
            tx: Writer,
            begin: int = begin,
            end: int = end,
            owner: Scope = owner,
            said: Sequence[_Said] = said,
        ) -> list[Fact]:
            row = tx.conversation(scope, conversation)
            if row is None:
                return []  # it was erased meanwhile, and what it said with it
            facts: list[Fact] = []
            for one in said:
                now = memory.clock.now()
                stated = as_known(tx, owner, one.sayings, min(one.message.at or now, now))
                facts += memory.record_in(tx, stated, owner)
                new = replacements(tx, owner, one.message, one.replaced, now)
                facts += memory.record_in(tx, new, owner)
                over = taken_over(tx, owner, one.message, one.told, now)
                facts += memory.record_in(tx, over, owner)
                for ending in _endings(one, new):
                    ended = retractions(tx, owner, ending, one.message, one.before)
                    facts += memory.record_in(tx, ended, owner)
                if one.corrects:
                    right = corrections(tx, owner, one.message, one.before, now)
                    facts += memory.record_in(tx, right, owner)
            if begin <= row.heard_to < end:
                tx.save_conversation(scope, replace(row, heard_to=end))
            if asks:
                queue_hearing(tx, scope, conversation, begin, end - 1)
            if facts:
                tx.touch(scope)
            return facts

        yield memory.store.write(command)


def _stretches(
    memory: Infold, scope: Scope, conversation: str, *, first: int, last: int | None
) -> Iterator[tuple[int, int, Scope, list[_Said]]]:
    """Stretches of a conversation: from and up to where, whose, and what they state."""
    row = _row(memory, scope, conversation)
    if row is None:
        return
    # Facts belong to whom the conversation belongs to, whoever asks for them.
    owner = replace(scope, agent=row.agent, session=row.session)
    stop = row.messages if last is None else min(row.messages, last + 1)
    for begin in range(max(0, first), stop, _CHUNK):
        end = min(begin + _CHUNK, stop)
        with memory.store.read() as reader:
            messages = reader.messages(
                scope, conversation, first=max(0, begin - _BACK), last=end - 1
            )
        # Where somebody goes by the user's own name, what others say is not of the user.
        own = scope.user if any(one.author == scope.user for one in messages) else ""
        yield begin, end, owner, list(_said(messages, begin, memory.clock.now(), own))


def _said(messages: Sequence[Message], begin: int, now: datetime, own: str) -> Iterator[_Said]:
    """What each message of a stretch states and ends, where it does either."""
    found = read_facts([one for one in messages if one.position >= begin], now=now, user=own)
    stated: dict[str, list[Candidate]] = {}
    for one in found:
        stated.setdefault(one.source.message, []).append(one)
    before: tuple[str, ...] = ()
    for message in messages:
        if message.role != "user":
            continue
        if message.position >= begin:
            facts = stated.get(message.id, [])
            read = [one for one in facts if one.slot is not None]
            endings = read_endings(message, read, now=now, user=own)
            replaced = tuple(read_replaced(message, read, now=now, user=own))
            corrects = not facts and is_correction(message)
            sayings = [saying_of(one, message) for one in facts]
            if facts or endings or corrects or replaced:
                yield _Said(
                    message=message,
                    sayings=tuple(sayings),
                    told=tuple(
                        made for made, one in zip(sayings, facts, strict=True) if one.slot is None
                    ),
                    endings=tuple(endings),
                    replaced=replaced,
                    before=before,
                    corrects=corrects,
                )
        before = (message.id,)


def _endings(said: _Said, new: Sequence[Saying]) -> list[Ending]:
    """What a message ends in other words than those that put another value in its place."""
    taken = [span for saying in new for span in saying.sources]
    return [
        one
        for one in said.endings
        if not any(
            span.part == one.source.part
            and span.start <= one.source.start
            and one.source.end <= span.end
            for span in taken
        )
    ]


def _row(memory: Infold, scope: Scope, conversation: str) -> ConversationRow | None:
    with memory.store.read() as reader:
        return reader.conversation(scope, conversation)


def saying_of(one: Candidate, message: Message, *, by: str = "rule") -> Saying:
    """What is recorded of a candidate.

    Args:
        one: The candidate.
        message: The message that it stands on.
        by: Who read it: `rule`, or a model's name, in whose words it then is.
    """
    slot, value = one.slot, one.value
    if slot is None and by == "rule":
        slot, value = told_slot(one.text, message.at)
    return Saying(
        text=one.text,
        whole=part_text(message.parts[one.source.part]),
        kind=one.kind,
        confidence=one.confidence,
        importance=one.importance,
        expires_at=one.expires_at,
        valid_from=one.valid_from,
        valid_to=one.valid_to,
        said_at=message.at,
        sources=(one.source,),
        origin=one.origin,
        trust=one.trust,
        slot=slot,
        plain=by != "rule",
        value=value,
        retracts=one.retracts,
        by=by,
    )
