"""Every chat model keeps one contract."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from pydantic import BaseModel

from infold.errors import InvalidOutput, ModelError, ModelTimeout, RateLimited, Refused
from infold.models.chat import ChatMessage, ChatModel, ChatReply, ChatRequest
from infold.models.scripted import ScriptedReply

Make = Callable[[list[Any]], Any]

TEXTS = [
    "The port is 5433.",
    "포트는 5433입니다. 더 이상 5432가 아닙니다.",
    "端口现在是5433。",
    "ポートは5433です。",
    "Portanya sekarang 5433, bukan 5432.",
    "Le port a changé : 5433, déjà en service à Zürich.",
    "line\nbreaks\tand 👩‍👩‍👧‍👦",
]


class Port(BaseModel):
    service: str
    port: int


def ask(text: str = "Which port?", **kwargs: Any) -> ChatRequest:
    return ChatRequest(messages=(ChatMessage(role="user", text=text),), **kwargs)


def whole(model: ChatModel, request: ChatRequest, **kwargs: Any) -> ChatReply:
    return model.complete(request, **kwargs)


def streamed(model: ChatModel, request: ChatRequest, **kwargs: Any) -> ChatReply:
    events = list(model.stream(request, **kwargs))
    reply = events[-1]
    assert isinstance(reply, ChatReply)
    assert "".join(event for event in events[:-1] if isinstance(event, str)) == reply.text
    return reply


both = pytest.mark.parametrize("run", [whole, streamed])


@both
@pytest.mark.parametrize("text", TEXTS)
def test_a_text_comes_back_as_written(make: Make, run: Any, text: str) -> None:
    made = make([text])
    reply = run(made.model, ask(text))
    assert reply.text == text
    assert reply.parsed is None
    assert reply.finish == "stop"
    assert reply.model
    assert made.calls() == 1


@both
def test_usage_is_reported(make: Make, run: Any) -> None:
    usage = run(make(["The port is 5433."]).model, ask()).usage
    assert usage.reported
    assert usage.input_tokens > 0
    assert usage.output_tokens > 0


@both
@pytest.mark.parametrize(
    "text",
    [
        '{"service": "데이터베이스", "port": 5433}',
        '```json\n{"service": "데이터베이스", "port": "5433"}\n```',
        'A {value} [as asked]:\n{"service": "데이터베이스", "port": 5433}\nAnything else?',
        '<think>{"service": "no", "port": 1}</think>{"service": "데이터베이스", "port": 5433}',
        Port(service="데이터베이스", port=5433),
    ],
)
def test_a_value_is_read_from_what_models_write(make: Make, run: Any, text: Any) -> None:
    reply = run(make([text]).model, ask(schema=Port))
    assert reply.parsed == Port(service="데이터베이스", port=5433)


@both
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The port is 5433.", "no complete JSON value for Port"),
        ('{"service": "secret-name", "po', "no complete JSON value for Port"),
        ('{"service": "secret-name"}', "port: missing"),
        ('{"service": "secret-name", "port": "many"}', "port: int_parsing"),
        ('["secret-name", 5433]', "model_type"),
        ('{"outer": {"service": "secret-name", "port": 1}}', "service: missing"),
        ('{"service": "x", "port": NaN}', "no complete JSON value for Port"),
    ],
)
def test_a_value_not_of_the_schema_is_invalid(make: Make, run: Any, text: str, said: str) -> None:
    with pytest.raises(InvalidOutput, match=said) as caught:
        run(make([text]).model, ask(schema=Port))
    assert "secret-name" not in str(caught.value)
    assert caught.value.hint


@both
def test_a_value_cut_off_inside_a_list_is_not_read_from_its_parts(make: Make, run: Any) -> None:
    text = '[{"service": "db", "port": 5433}, {"service": "cache", "po'
    with pytest.raises(InvalidOutput, match="no complete JSON"):
        run(make([text]).model, ask(schema=Port))


@both
def test_an_answer_cut_off_names_the_bound(make: Make, run: Any) -> None:
    made = make([ScriptedReply(text='{"service": "db"', finish="length")])
    with pytest.raises(InvalidOutput) as caught:
        run(made.model, ask(schema=Port, max_tokens=4))
    assert "max_tokens" in caught.value.hint


@both
def test_a_text_cut_off_is_returned_and_says_so(make: Make, run: Any) -> None:
    made = make([ScriptedReply(text="The port", finish="length")])
    assert run(made.model, ask(max_tokens=2)).finish == "length"


@both
@pytest.mark.parametrize("text", [None, "", " \n\t", "\u3000"])
def test_a_blank_answer_is_invalid(make: Make, run: Any, text: str | None) -> None:
    with pytest.raises(InvalidOutput, match="blank"):
        run(make([ScriptedReply(text=text)]).model, ask())


@both
@pytest.mark.parametrize("schema", [None, Port])
def test_a_refusal_is_refused(make: Make, run: Any, schema: Any) -> None:
    made = make([ScriptedReply(text="I cannot help with secret-name.", refusal=True)])
    with pytest.raises(Refused) as caught:
        run(made.model, ask(schema=schema))
    assert "secret-name" not in str(caught.value)


@both
@pytest.mark.parametrize("fault", [RateLimited, ModelTimeout, ModelError])
def test_failures_are_typed(make: Make, run: Any, fault: type[ModelError]) -> None:
    made = make([fault("scripted"), "after"])
    with pytest.raises(fault) as caught:
        run(made.model, ask())
    assert type(caught.value) is fault
    assert made.calls() == 1
    assert run(made.model, ask()).text == "after"


@both
def test_a_connection_that_breaks_is_a_model_error(make: Make, run: Any) -> None:
    made = make([ScriptedReply(text="The port is 5433 and", then=ModelError("broke"))])
    with pytest.raises(ModelError):
        run(made.model, ask())


def test_a_stream_gives_its_pieces_before_it_breaks(make: Make) -> None:
    made = make([ScriptedReply(text="The port is 5433 and", then=ModelError("broke"))])
    events = made.model.stream(ask())
    assert next(events) == "The port is "
    assert next(events) == "5433 and"
    with pytest.raises(ModelError):
        next(events)


def test_a_stream_comes_in_pieces(make: Make) -> None:
    events = list(make(["The port is 5433, not 5432."]).model.stream(ask()))
    assert events[:-1] == ["The port is ", "5433, not 54", "32."]


@both
def test_nothing_is_asked_once_cancelled(make: Make, run: Any) -> None:
    made = make(["never"])
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(ModelTimeout, match="cancelled"):
        run(made.model, ask(), cancel=cancel)
    assert made.calls() == 0


@both
def test_cancelling_ends_a_slow_request(make: Make, run: Any) -> None:
    made = make([ScriptedReply(text="late", delay=30.0)])
    cancel = threading.Event()

    def cancel_when_asked() -> None:
        while not made.calls():
            time.sleep(0.01)
        cancel.set()

    helper = threading.Thread(target=cancel_when_asked)
    helper.start()
    with pytest.raises(ModelTimeout, match="cancelled"):
        run(made.model, ask(), cancel=cancel)
    helper.join()
    assert made.calls() == 1
    if made.server is not None:
        assert made.server.closed.wait(10)


def test_cancelling_ends_a_stream_between_its_pieces(make: Make) -> None:
    made = make(["The port is 5433, not 5432."])
    if made.server is not None:
        made.server.piece_delay = 20.0
    cancel = threading.Event()
    events = made.model.stream(ask(), cancel=cancel)
    assert next(events) == "The port is "
    cancel.set()
    with pytest.raises(ModelTimeout, match="cancelled"):
        next(events)
    if made.server is not None:
        assert made.server.closed.wait(10)


def test_closing_a_stream_aborts_its_request(make: Make) -> None:
    made = make(["The port is 5433, not 5432."])
    if made.server is not None:
        made.server.piece_delay = 20.0
    events = made.model.stream(ask())
    assert next(events) == "The port is "
    events.close()
    if made.server is not None:
        assert made.server.closed.wait(10)


@both
def test_a_cancel_token_that_is_never_set_changes_nothing(make: Make, run: Any) -> None:
    reply = run(
        make([ScriptedReply(text="slow", delay=0.15)]).model, ask(), cancel=threading.Event()
    )
    assert reply.text == "slow"


@both
def test_lone_surrogates_neither_stop_a_request_nor_come_back(make: Make, run: Any) -> None:
    made = make(["port \ud83d 5433", '{"service": "\\ud83d \\ud83d\\ude00", "port": 1}'])
    assert run(made.model, ask("what \udc00 port")).text == "port \ufffd 5433"
    assert run(made.model, ask(schema=Port)).parsed == Port(service="\ufffd 😀", port=1)


def test_threads_share_a_model(make: Make) -> None:
    made = make([f"answer {n}" for n in range(12)])
    with ThreadPoolExecutor(6) as pool:
        texts = list(pool.map(lambda n: made.model.complete(ask(str(n))).text, range(12)))
    assert sorted(texts) == sorted(f"answer {n}" for n in range(12))
    assert made.calls() == 12
