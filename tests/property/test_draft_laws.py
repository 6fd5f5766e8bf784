"""Laws of drafts: their price is what a model was paid, whatever became of its answers."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from infold import Infold
from infold.core.folds import Price
from infold.engine.chat import Chat
from infold.engine.drafts import Drafts
from infold.errors import ModelError, RateLimited
from infold.models.chat import Cancel, ChatReply, ChatRequest
from infold.models.scripted import Answer, ScriptedModel, ScriptedReply
from tests.integration.engine.graph_talk import chain, turn
from tests.integration.engine.test_condensing import writer
from tests.property.examples import opened, share


class Till:
    """A model that keeps the bill itself, and fails in every way that a model can."""

    model = "till"
    sees = False

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._inner = ScriptedModel(self._answer)
        self.cancel = threading.Event()
        self.bill = Price()

    def _answer(self, request: ChatRequest) -> Answer:
        match self._chance.choice(
            ("good", "good", "good", "poor", "cut", "blank", "no", "late", "stop")
        ):
            case "poor":
                return json.dumps({"claims": []})
            case "cut":
                return '{"claims": [{"text": "Kaf'
            case "blank":
                return ""
            case "no":
                return ScriptedReply(refusal=True)
            case "late":
                return RateLimited("Slow down.")
            case "stop":
                self.cancel.set()
                return ScriptedReply(text=writer(request), delay=0.05)
        return writer(request)

    def complete(self, request: ChatRequest, *, cancel: Cancel | None = None) -> ChatReply:
        before = len(self._inner.calls)
        read = written = 0
        try:
            reply = self._inner.complete(request, cancel=cancel)
            read, written = reply.usage.input_tokens, reply.usage.output_tokens
        except ModelError as error:
            read, written = error.spent
            raise
        finally:
            calls = len(self._inner.calls) - before
            self.bill += Price(calls=calls, input_tokens=read, output_tokens=written)
        return reply

    def stream(
        self, request: ChatRequest, *, cancel: Cancel | None = None
    ) -> Iterator[str | ChatReply]:
        yield self.complete(request, cancel=cancel)


def forked(memory: Infold) -> Chat:
    """Three runs: one above a fork, one on each way below it."""
    chat, ids = chain(memory, 7)
    for first in (30, 50):
        for n in range(first, first + 7):
            turn(chat, n, parent=ids[-1] if n == first else None)
    return chat


def step(chat: Chat, drafts: Drafts, till: Till, chance: random.Random) -> Drafts:
    """One thing that a person may do with drafts."""
    one = chance.choice(drafts.drafts) if drafts.drafts else None
    match chance.choice(("build", "build", "build", "edit", "drop", "rebase", "stop", "anew")):
        case "edit" if one is not None:
            lines = ["Kafka 3.1 is the queue.", "Port 9999.", one.text]
            return chat.edit_draft(drafts, one.run.id, chance.choice(lines))
        case "drop" if one is not None:
            return drafts.drop(one.run.id)
        case "rebase":
            return chat.rebase(drafts)
        case "anew":
            messages = chat.messages()
            chat.mark(chance.choice(messages), "landmark", label="decided")
            return chat.rebase(drafts)
        case "stop":
            till.cancel.set()
        case _:
            till.cancel.clear()
    return chat.build(drafts, till, cancel=till.cancel)


@settings(max_examples=share(10))
@given(st.integers(0, 10**6))
def test_the_price_of_drafts_is_what_the_model_was_paid(seed: int) -> None:
    chance = random.Random(seed)
    with opened() as memory:
        chat = forked(memory)
        for _ in range(2):  # the second time some of it was made before
            till = Till(chance)
            drafts = chat.build(chat.plan_condense(), till, cancel=till.cancel)
            assert drafts.price == till.bill
            for _ in range(6):
                with suppress(ModelError):
                    drafts = step(chat, drafts, till, chance)
                assert drafts.price == till.bill
