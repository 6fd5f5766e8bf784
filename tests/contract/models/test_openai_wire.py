"""What goes over the wire to an OpenAI-compatible endpoint, and what comes back in trouble."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from infold.errors import (
    ConfigError,
    InvalidOutput,
    ModelError,
    ModelTimeout,
    RateLimited,
    Refused,
)
from infold.models import guard
from infold.models.chat import ChatMessage, ChatReply, ChatRequest, Picture
from infold.models.openai_compatible import OpenAICompatible
from infold.models.scripted import ScriptedReply

KEY = "sk-canary-5433-never-shown"
JSON = {"content-type": "application/json"}
SSE = {"content-type": "text/event-stream"}

Connect = Callable[..., OpenAICompatible]


class Port(BaseModel):
    """A port and whose it is."""

    service: str
    port: int = 0


def ask(text: str = "Which port?", **kwargs: Any) -> ChatRequest:
    system = ChatMessage(role="system", text="짧게 답하세요.")
    return ChatRequest(messages=(system, ChatMessage(role="user", text=text)), **kwargs)


@pytest.fixture
def connect(server: Any) -> Iterator[Connect]:
    opened = []

    def connected(script: list[Any], **kwargs: Any) -> OpenAICompatible:
        server.script.extend(script)
        defaults = {"base_url": server.url, "api_key": KEY, "timeout": 1.0, "max_retries": 0}
        model = OpenAICompatible("small", **(defaults | kwargs))
        opened.append(model)
        return model

    yield connected
    for model in opened:
        model.close()


def test_the_request_is_a_chat_completion(server: Any, connect: Connect) -> None:
    reply = connect(["5433"]).complete(ask("포트는?", max_tokens=9, temperature=0.0, seed=4))
    path, headers, body = server.requests[0]
    assert path == "/v1/chat/completions"
    assert {name.lower(): value for name, value in headers.items()}["authorization"] == (
        f"Bearer {KEY}"
    )
    assert body == {
        "model": "small",
        "messages": [
            {"role": "system", "content": "짧게 답하세요."},
            {"role": "user", "content": "포트는?"},
        ],
        "max_tokens": 9,
        "temperature": 0.0,
        "seed": 4,
        "stream": False,
    }
    assert (reply.model, reply.usage.input_tokens, reply.usage.output_tokens) == ("small-1", 11, 7)


def test_what_is_not_set_is_not_sent(server: Any, connect: Connect) -> None:
    connect(["5433"]).complete(ask())
    assert set(server.requests[0][2]) == {"model", "messages", "stream"}


def test_openai_itself_gets_the_new_name_of_the_bound() -> None:
    body = OpenAICompatible("m")._body(ask(max_tokens=9))
    assert body["max_completion_tokens"] == 9
    assert "max_tokens" not in body


def test_a_schema_is_sent_strict(server: Any, connect: Connect) -> None:
    reply = connect([Port(service="db", port=5433)]).complete(ask(schema=Port))
    form = server.requests[0][2]["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"]["name"] == "Port"
    assert form["json_schema"]["strict"] is True
    assert form["json_schema"]["schema"]["required"] == ["service", "port"]
    assert form["json_schema"]["schema"]["additionalProperties"] is False
    assert reply.parsed == Port(service="db", port=5433)


def test_an_endpoint_without_schemas_gets_it_in_words(server: Any, connect: Connect) -> None:
    model = connect(['{"service": "db", "port": 1}'], structure="json_object")
    assert model.complete(ask(schema=Port)).parsed == Port(service="db", port=1)
    body = server.requests[0][2]
    assert body["response_format"] == {"type": "json_object"}
    assert '"service"' in body["messages"][-1]["content"]
    assert "JSON" in body["messages"][-1]["content"]


def test_a_pause_is_waited_for_and_the_request_made_again(
    server: Any, connect: Connect, wire: Any, error_body: Any
) -> None:
    pause = wire(429, error_body("slow"), {**JSON, "retry-after-ms": "5"})
    broken = wire(503, error_body("busy"), {**JSON, "retry-after-ms": "5"})
    assert connect([pause, broken, "5433"], max_retries=2).complete(ask()).text == "5433"
    assert len(server.requests) == 3


def test_retries_are_bounded(server: Any, connect: Connect, wire: Any, error_body: Any) -> None:
    pause = wire(429, error_body("slow"), {**JSON, "retry-after-ms": "5"})
    with pytest.raises(RateLimited):
        connect([pause] * 9, max_retries=2).complete(ask())
    assert len(server.requests) == 3


def test_a_pause_says_for_how_long(connect: Connect) -> None:
    with pytest.raises(RateLimited) as caught:
        connect([RateLimited("")]).complete(ask())
    assert caught.value.hint.startswith("Try again in 7 s")


def test_a_silent_endpoint_times_out(connect: Connect) -> None:
    with pytest.raises(ModelTimeout, match="in time") as caught:
        connect([ModelTimeout("")], timeout=0.2).complete(ask())
    assert "model_timeout" in caught.value.hint


@pytest.mark.parametrize(
    ("status", "message", "code", "kind", "said"),
    [
        (429, "quota", "insufficient_quota", RateLimited, "no quota"),
        (401, "bad key", None, ModelError, "refused the API key"),
        (403, "not yours", None, ModelError, "refused the API key"),
        (404, "no model 'small'", None, ModelError, "no model 'small'"),
        (422, "temperature too high", None, ModelError, "temperature too high"),
        (400, "too long", "context_length_exceeded", ModelError, "too small"),
        (400, "filtered", "content_filter", Refused, "content filter"),
        (418, "private words", None, ModelError, "status 418"),
        (500, "private words", None, ModelError, "status 500"),
    ],
)
def test_statuses_become_typed_errors(
    connect: Connect,
    wire: Any,
    error_body: Any,
    status: int,
    message: str,
    code: str | None,
    kind: type[ModelError],
    said: str,
) -> None:
    model = connect([wire(status, error_body(message, code=code), JSON)])
    with pytest.raises(kind, match=said) as caught:
        model.complete(ask())
    assert type(caught.value) is kind
    assert "private words" not in str(caught.value)
    assert "small" in str(caught.value) or kind is Refused


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"{not json", JSON),
        (b"\xff\xfe\x00", JSON),
        (b"<html>Sign in</html>", {"content-type": "text/html"}),
        (b"[1]", JSON),
        (b"null", JSON),
        (b"{}", JSON),
        (b'{"choices": null}', JSON),
        (b'{"choices": []}', JSON),
        (b'{"choices": [{"message": null}]}', JSON),
        (b'{"choices": [null]}', JSON),
    ],
)
def test_what_is_no_completion_is_invalid(
    connect: Connect, wire: Any, body: bytes, headers: dict[str, str]
) -> None:
    with pytest.raises(InvalidOutput, match="no chat completion") as caught:
        connect([wire(200, body, headers)]).complete(ask())
    assert "/v1" in caught.value.hint


@pytest.mark.parametrize(
    "body",
    [
        b"data: {not json\n\n",
        b"data: null\n\n",
        b"data: [1]\n\n",
        b'data: {"choices": [null]}\n\n',
        b'data: {"error": {"message": "overloaded"}}\n\n',
        b'data: {"choices": [{"index": 0, "delta": {"content": "half"}}]}\n\n',
        b"",
        b"<html>Sign in</html>",
    ],
)
def test_a_broken_stream_is_a_model_error(connect: Connect, wire: Any, body: bytes) -> None:
    with pytest.raises(ModelError):
        list(connect([wire(200, body, SSE)]).stream(ask()))


@pytest.mark.parametrize("stream", [False, True])
def test_a_filtered_answer_is_refused(connect: Connect, stream: bool) -> None:
    model = connect([ScriptedReply(text="half of", finish="content_filter")])  # type: ignore[arg-type] # the wire knows more reasons than we do
    with pytest.raises(Refused, match="content filter"):
        list(model.stream(ask())) if stream else model.complete(ask())


def test_an_unknown_reason_to_stop_is_kept_as_other(connect: Connect) -> None:
    model = connect([ScriptedReply(text="done", finish="eos")])  # type: ignore[arg-type] # the wire knows more reasons than we do
    assert model.complete(ask()).finish == "other"


@pytest.mark.parametrize("usage", ["", ', "usage": null', ', "usage": {"prompt_tokens": null}'])
def test_usage_that_is_missing_is_not_invented(connect: Connect, wire: Any, usage: str) -> None:
    body = '{"choices": [{"message": {"content": "5433"}}]' + usage + "}"
    reply = connect([wire(200, body.encode(), JSON)]).complete(ask())
    assert not reply.usage.reported
    assert (reply.text, reply.finish, reply.model) == ("5433", "stop", "small")


def test_nobody_listening_is_a_model_error(server: Any) -> None:
    url = server.url
    server.server_close()
    with (
        OpenAICompatible("small", base_url=url, max_retries=0, timeout=1.0) as model,
        pytest.raises(ModelError, match="cannot be reached"),
    ):
        model.complete(ask())


def test_a_redirect_is_not_followed(server: Any, connect: Connect, wire: Any) -> None:
    away = wire(307, b"", {"location": "https://elsewhere.example/v1/chat/completions"})
    with pytest.raises(ModelError, match="status 307"):
        connect([away]).complete(ask())
    assert len(server.requests) == 1


def test_the_key_is_in_no_repr_error_traceback_or_log(
    connect: Connect, wire: Any, error_body: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    script = [
        wire(400, error_body(f"{KEY} may not do this"), JSON),
        wire(401, error_body(f"Incorrect API key provided: {KEY}"), JSON),
        wire(500, error_body(KEY), JSON),
        wire(200, KEY.encode(), JSON),
        RateLimited(""),
        "5433",
    ]
    model = connect(script)
    seen = [repr(model), str(model)]
    for _ in script[:-1]:
        with pytest.raises(ModelError) as caught:
            model.complete(ask())
        error = caught.value
        assert error.__cause__ is None
        assert error.__context__ is None
        seen += [str(error), repr(error), "".join(traceback.format_exception(error))]
    model.complete(ask())
    assert KEY not in "\n".join([*seen, caplog.text])
    assert "[key] may not do this" in seen[2]


def test_the_environment_of_other_programs_is_not_sent(
    server: Any, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "canary-of-another-program")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://elsewhere.example/v1")
    connect(["5433"], api_key="").complete(ask())
    assert "canary" not in json.dumps(server.requests[0][1])


def test_no_proxy_stands_before_this_machine(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    assert connect(["5433"]).complete(ask()).text == "5433"


def test_a_closed_model_can_be_used_again(connect: Connect) -> None:
    model = connect(["one", "two"])
    assert model.complete(ask()).text == "one"
    model.close()
    model.close()
    assert model.complete(ask()).text == "two"


def test_connections_are_kept_between_requests(server: Any, connect: Connect) -> None:
    peers = set()
    answer = server.RequestHandlerClass.answer

    class Noting(server.RequestHandlerClass):  # type: ignore[name-defined,misc] # the server's own handler
        def answer(self, body: Any, what: Any) -> None:
            peers.add(self.client_address)
            answer(self, body, what)

    server.RequestHandlerClass = Noting
    model = connect(["one", "two", "three"])
    for _ in range(3):
        model.complete(ask())
    assert len(peers) == 1


def test_a_forked_child_can_ask_too(server: Any, connect: Connect) -> None:
    model = connect(["parent", "child"])
    assert model.complete(ask()).text == "parent"
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # Python 3.12 warns of any fork beside threads: whether it works is the question here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        signal.alarm(10)
        try:
            os.write(writer, model.complete(ask()).text.encode())
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as pipe:
        assert pipe.read() == "child"


def test_requests_to_other_machines_stop_at_the_switch(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "allow_requests", False)
    away = OpenAICompatible("gpt", api_key=KEY)
    with pytest.raises(ConfigError, match="switched off"):
        away.complete(ask())
    with pytest.raises(ConfigError, match="switched off"):
        next(away.stream(ask()))
    assert connect(["5433"]).complete(ask()).text == "5433"


def test_a_stream_ends_with_its_reply(connect: Connect) -> None:
    *pieces, reply = connect(["포트는 5433입니다. 이전 값은 5432였습니다."]).stream(ask())
    assert isinstance(reply, ChatReply)
    assert "".join(map(str, pieces)) == reply.text
    assert reply.usage.output_tokens == 7


AT_EXIT = """
import sys, time
from infold.models import background
from infold.models.chat import ChatMessage, ChatRequest
from infold.models.openai_compatible import OpenAICompatible
model = OpenAICompatible("small", base_url=sys.argv[1], timeout=5.0, max_retries=0)
request = ChatRequest(messages=(ChatMessage(role="user", text="Which port?"),))
print(model.complete(request).text, flush=True)
background.running_loop().call_soon_threadsafe(time.sleep, 0.2)  # what comes next waits
if sys.argv[2] == "dropped":
    del model
"""


@pytest.mark.parametrize("model", ["kept", "dropped"])
def test_a_process_that_asked_a_model_ends_without_a_word(server: Any, model: str) -> None:
    server.script.append(ScriptedReply(text="5433"))
    done = subprocess.run(
        [sys.executable, "-W", "default", "-c", AT_EXIT, server.url, model],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "5433\n", "")


def test_an_answer_that_is_no_good_tells_its_price(server: Any, connect: Connect) -> None:
    model = connect([ScriptedReply(text="no JSON")])
    with pytest.raises(InvalidOutput) as caught:
        model.complete(ask(schema=Port))
    read, written = caught.value.spent
    assert read > 0
    assert written > 0


def test_images_are_sent_to_a_model_that_can_see(server: Any, connect: Connect) -> None:
    picture = Picture(media_type="image/png", data=b"\x89PNG")
    said = ChatMessage(role="user", text="[image 부두.png]", pictures=(picture,))
    request = ChatRequest(messages=(ChatMessage(role="system", text="짧게"), said))
    connect(["ja", "nein"], sees=True).complete(request)
    assert server.requests[0][2]["messages"] == [
        {"role": "system", "content": "짧게"},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "[image 부두.png]"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
            ],
        },
    ]
    connect([]).complete(request)
    assert server.requests[1][2]["messages"][1] == {"role": "user", "content": "[image 부두.png]"}
