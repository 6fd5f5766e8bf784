"""What drafts cost, case by case: each call of a model once, whatever became of its answer."""

from __future__ import annotations

import json
import threading

import pytest

from infold import Infold
from infold.engine.chat import Chat
from infold.engine.drafts import Drafts
from infold.errors import ModelError, RateLimited
from infold.models.asking import ask_model
from infold.models.chat import Cancel, ChatReply, ChatRequest, Usage
from infold.models.scripted import Answer, ScriptedModel, ScriptedReply
from infold.prompts.condense_run import FoldClaims
from tests.integration.engine.graph_talk import chain
from tests.integration.engine.test_condensing import writer

FAILED = RateLimited("Slow down.")


def built(memory: Infold, *answers: Answer | None) -> tuple[Chat, Drafts]:
    """A draft of one run after some tries; None for an answer that is good."""
    chat, _ = chain(memory, 8)
    drafts: Drafts | None = None
    for answer in answers:
        said = (lambda request: writer(request)) if answer is None else [answer]
        drafts = chat.build(drafts or chat.plan_condense(), ScriptedModel(said))
    assert drafts is not None
    return chat, drafts


def test_an_edit_after_a_failed_try_keeps_what_that_cost(memory: Infold) -> None:
    blank = ScriptedReply(text="")
    chat, drafts = built(memory, FAILED, blank)
    before = drafts.price
    assert before.calls == 2
    assert before.input_tokens > 0
    run = drafts.drafts[0].run.id
    mine = chat.edit_draft(drafts, run, "Kafka 3.1 is the queue.")
    assert mine.price == before
    again = chat.edit_draft(mine, run, "The database listens on port 5400.")
    assert again.price == before
    assert again.drop(run).price == before


def test_the_price_of_a_fold_holds_the_tries_that_failed(memory: Infold) -> None:
    _, drafts = built(memory, FAILED, None)
    (draft,) = drafts.drafts
    assert draft.fold is not None
    assert draft.fold.price == drafts.price
    assert drafts.price.calls == 2


def test_what_failed_is_in_the_price_of_a_fold_that_a_person_wrote(memory: Infold) -> None:
    chat, drafts = built(memory, ScriptedReply(text=""))
    mine = chat.edit_draft(drafts, drafts.drafts[0].run.id, "Kafka 3.1 is the queue.")
    assert mine.drafts[0].fold is not None
    assert mine.drafts[0].fold.price == drafts.price


def test_a_refused_try_is_paid_for_beside_the_next(memory: Infold) -> None:
    long = json.dumps({"claims": [{"text": "x " * 900, "sources": [0]}]})
    chat, drafts = built(memory, long)
    first = drafts.price
    assert first.calls == 1
    if drafts.drafts[0].state == "ready":  # what was made up is left out, the rest is quoted
        drafts = chat.edit_draft(drafts, drafts.drafts[0].run.id, "Port 9999.")
    assert drafts.drafts[0].state == "refused"
    model = ScriptedModel(["{}"])
    whole = chat.build(drafts, model)
    assert whole.price.calls == 1 + len(model.calls)


def test_what_was_made_before_costs_nothing_after_an_edit(memory: Infold) -> None:
    chat, drafts = built(memory, None)
    assert drafts.price.calls == 1
    cached = chat.build(drafts.plan, ScriptedModel([]))
    assert cached.drafts[0].is_cached
    assert cached.price.calls == 0
    mine = chat.edit_draft(cached, cached.drafts[0].run.id, "Kafka 3.1 is the queue.")
    assert mine.price == cached.price


def test_a_call_that_was_cancelled_is_paid_for(memory: Infold) -> None:
    chat, _ = chain(memory, 8)
    cancel = threading.Event()

    def stopped(request: ChatRequest) -> Answer:
        cancel.set()
        return ScriptedReply(text=writer(request), delay=30.0)

    drafts = chat.build(chat.plan_condense(), ScriptedModel(stopped), cancel=cancel)
    assert (drafts.is_cancelled, drafts.drafts[0].state) == (True, "waiting")
    assert drafts.price.calls == 1
    # Where none is asked any more, none is paid.
    still = chat.build(drafts, ScriptedModel([]), cancel=cancel)
    assert still.price == drafts.price


def test_a_plan_made_anew_keeps_what_its_lost_runs_cost(memory: Infold) -> None:
    chat, drafts = built(memory, None)
    chat.mark(drafts.drafts[0].run.members[2], "landmark", label="decided")
    anew = chat.rebase(drafts)
    assert drafts.drafts[0].run.members not in [one.run.members for one in anew.drafts]
    assert anew.price == drafts.price
    assert chat.rebase(anew).price == drafts.price


class Formless:
    """A model of the caller's own that knows no schemas."""

    model = "formless"
    sees = False

    def complete(self, request: ChatRequest, *, cancel: Cancel | None = None) -> ChatReply:
        usage = Usage(input_tokens=70, output_tokens=9)
        return ChatReply(text="Sure!", parsed=None, usage=usage, model="formless", finish="stop")


def test_an_answer_of_the_wrong_form_tells_what_it_cost() -> None:
    request = ChatRequest.of("Rules.", "Records.", schema=FoldClaims, max_tokens=9)
    with pytest.raises(ModelError, match="form") as found:
        ask_model(Formless(), request)  # type: ignore[arg-type] # it cannot stream, nor is it asked
    assert found.value.spent == (70, 9)
