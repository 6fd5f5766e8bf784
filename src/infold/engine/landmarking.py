"""Landmarks that a model proposes: suggestions, each with words that stand in the message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from infold.core.marks import Mark
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.engine.marking import propose
from infold.errors import ConfigError
from infold.fold.model_folds import in_pieces
from infold.graph.landmarks import quoted
from infold.models.asking import ask_model
from infold.models.chat import Cancel, ChatModel, ChatRequest
from infold.store.protocol import Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["propose_by_model"]

_MOST_TOKENS: Final = 1_500
_SPEAKING: Final = ("user", "assistant")


def propose_by_model(
    memory: Infold,
    scope: Scope,
    conversation: str,
    *,
    model: ChatModel | None,
    cancel: Cancel | None,
) -> list[Mark]:
    """See `infold.engine.asking_chat.AskingChat.suggest_marks`."""
    chosen = model or memory.models.chat("extract")
    if chosen is None:
        raise ConfigError(
            "No model proposes landmarks here.",
            hint="Set fold_model or model, or let the rules propose.",
        )
    with memory.store.read() as reader:
        messages = reader.messages(scope, conversation)
    found = _ask(memory, chosen, messages, cancel)
    now = memory.clock.now()
    read = {one.id: one for one in messages}

    def command(tx: Writer) -> list[Mark]:
        # What was erased or dropped while the model read is quoted nowhere.
        places = tx.locate(scope, sorted({one.message for one in found}))
        at = sorted(position for _, position in places.values())
        there = {one.id: one.parts for one in tx.messages(scope, conversation, at)}
        still = [one for one in found if there.get(one.message) == read[one.message].parts]
        return propose(tx, scope, conversation, still, by="model", now=now)

    return memory.store.write(command)


def _ask(
    memory: Infold, model: ChatModel, messages: Sequence[Message], cancel: Cancel | None
) -> list[Mark]:
    """Have a model read the conversation piece by piece; what it quotes wrongly is left out.

    Raises:
        ModelError: It gave no answer; nothing is marked.
    """
    # Only where a model is asked: pydantic comes with it.
    from infold.prompts.landmarks import Landmarks, render
    from infold.prompts.records import said_of

    by_position = {one.position: one for one in messages if one.role in _SPEAKING}
    found: dict[tuple[str, str], Mark] = {}
    for piece in in_pieces(list(by_position.values()), memory.policy, memory.counter):
        said = said_of(piece, by_position)
        rules, records = render(said)
        reply = ask_model(
            model,
            ChatRequest.of(rules, records, schema=Landmarks, max_tokens=_MOST_TOKENS),
            cancel=cancel,
        )
        assert isinstance(reply.parsed, Landmarks)
        shown = {one.position for one in piece}
        for one in reply.parsed.landmarks:
            if one.message not in shown:
                continue
            mark = quoted(by_position[one.message], one.label, one.quote)
            if mark is not None:
                found.setdefault((mark.message, mark.label), mark)
    places = {one.id: one.position for one in messages}
    return sorted(found.values(), key=lambda one: (places[one.message], one.label))
