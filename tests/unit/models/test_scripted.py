"""The scripted model's own ways, beyond the contract of all chat models."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from infold.errors import ModelTimeout, UsageError
from infold.models.chat import ChatMessage, ChatReply, ChatRequest, Usage
from infold.models.scripted import ScriptedModel, ScriptedReply


class Port(BaseModel):
    port: int


def ask(text: str = "Which port?", schema: type[BaseModel] | None = None) -> ChatRequest:
    return ChatRequest(messages=(ChatMessage(role="user", text=text),), schema=schema)


def test_a_function_answers_from_the_request() -> None:
    model = ScriptedModel(lambda request: request.messages[0].text[::-1])
    assert model.complete(ask("포트")).text == "트포"
    assert [call.messages[0].text for call in model.calls] == ["포트"]


def test_a_function_may_raise_or_return_any_answer() -> None:
    answers = {"a": ModelTimeout("late"), "b": Port(port=1), "c": ScriptedReply(text="c")}
    model = ScriptedModel(lambda request: answers[request.messages[0].text])
    with pytest.raises(ModelTimeout, match="late"):
        model.complete(ask("a"))
    assert model.complete(ask("b", Port)).parsed == Port(port=1)
    assert model.complete(ask("c")).text == "c"


def test_a_used_up_script_is_loud_and_no_model_error() -> None:
    model = ScriptedModel(["one"])
    model.complete(ask())
    with pytest.raises(UsageError, match="no answer for call 2"):
        model.complete(ask())
    assert len(model.calls) == 2


def test_failed_and_streamed_calls_are_recorded_in_order() -> None:
    model = ScriptedModel([ModelTimeout("late"), "two"])
    with pytest.raises(ModelTimeout):
        model.complete(ask("first"))
    list(model.stream(ask("second")))
    assert [call.messages[0].text for call in model.calls] == ["first", "second"]


def test_equal_requests_give_equal_replies() -> None:
    first, second = (ScriptedModel(["5433"], model="m").complete(ask("12345678")) for _ in "ab")
    assert first == second
    assert first == ChatReply(
        text="5433",
        parsed=None,
        usage=Usage(input_tokens=2, output_tokens=1),
        model="m",
        finish="stop",
    )


def test_requests_are_checked_when_they_are_made() -> None:
    with pytest.raises(UsageError, match="at least one message"):
        ChatRequest(messages=())
    with pytest.raises(UsageError, match="max_tokens is 0"):
        ChatRequest(messages=(ChatMessage(role="user", text="x"),), max_tokens=0)
