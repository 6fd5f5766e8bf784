"""Chat models of both kinds from one script: scripted, and behind a server on this machine."""

from __future__ import annotations

import http.server
import json
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import openai  # noqa: F401 - its import takes longer than some tests allow a request
import pytest
from pydantic import BaseModel

from infold.errors import ModelTimeout, RateLimited
from infold.models.chat import ChatModel
from infold.models.openai_compatible import OpenAICompatible
from infold.models.scripted import Answer, ScriptedModel, ScriptedReply

USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
PIECE = 12


@dataclass
class Wire:
    """One HTTP response, for what no scripted answer can say."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=lambda: {"content-type": "application/json"})


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ChatServer

    def log_message(self, *args: object) -> None:
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with self.server.lock:
            self.server.requests.append((self.path, dict(self.headers), body))
            answer = self.server.script.pop(0)
        try:
            self.answer(body, answer)
        except ConnectionError:
            self.server.closed.set()
            self.close_connection = True

    def answer(self, body: dict[str, Any], answer: Answer | Wire) -> None:
        match answer:
            case Wire(status=status, body=content, headers=headers):
                self.send(status, content, headers)
                return
            case RateLimited():
                self.send(429, error("slow down", code="rate_limit"), {"retry-after": "7"})
                return
            case ModelTimeout():
                self.wait(5)
                return
            case Exception():
                self.send(500, error("broken"), {})
                return
            case BaseModel():
                answer = ScriptedReply(text=answer.model_dump_json())
            case str() | None:
                answer = ScriptedReply(text=answer)
        assert isinstance(answer, ScriptedReply)
        if answer.delay and self.wait(answer.delay):
            return
        if body.get("stream"):
            self.stream(body, answer)
        else:
            message = {"role": "assistant", "content": answer.text, "refusal": None}
            if answer.refusal:
                message |= {"content": None, "refusal": answer.text or "No."}
            choice = {"index": 0, "message": message, "finish_reason": answer.finish}
            content = json.dumps(frame([choice], usage=USAGE)).encode()
            if answer.then is not None:
                content = content[:20]
                self.send(200, content, {"content-length": "4000"})
                self.close_connection = True
            else:
                self.send(200, content, {"content-type": "application/json"})

    def stream(self, body: dict[str, Any], answer: ScriptedReply) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        text = answer.text or ""
        name = "refusal" if answer.refusal else "content"
        for start in range(0, len(text), PIECE):
            delta = {"role": "assistant", name: text[start : start + PIECE]}
            self.event(frame([{"index": 0, "delta": delta, "finish_reason": None}]))
            if self.server.piece_delay and self.wait(self.server.piece_delay):
                return
        if answer.then is not None:
            self.close_connection = True
            return
        self.event(frame([{"index": 0, "delta": {}, "finish_reason": answer.finish}]))
        if body.get("stream_options", {}).get("include_usage"):
            self.event(frame([], usage=USAGE))
        self.chunk(b"data: [DONE]\n\n")
        self.chunk(b"")

    def event(self, data: dict[str, Any]) -> None:
        self.chunk(b"data: " + json.dumps(data).encode() + b"\n\n")

    def chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def send(self, status: int, content: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"content-length": str(len(content)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def wait(self, seconds: float) -> bool:
        """Wait, or see the client hang up: True then."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self.connection], [], [], min(left, 0.02))
            if ready and not self.connection.recv(1, socket.MSG_PEEK):
                self.server.closed.set()
                self.close_connection = True
                return True
        return False


class ChatServer(http.server.ThreadingHTTPServer):
    """Speaks chat completions on 127.0.0.1, one scripted answer a request."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: list[Answer | Wire] = []
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.closed = threading.Event()
        self.lock = threading.Lock()
        self.piece_delay = 0.0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: object, client_address: object) -> None:
        pass


def error(message: str, *, code: str | None = None) -> bytes:
    return json.dumps({"error": {"message": message, "type": "x", "code": code}}).encode()


def frame(choices: list[dict[str, Any]], *, usage: dict[str, int] | None = None) -> dict[str, Any]:
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 0,
        "model": "small-1",
        "choices": choices,
        "usage": usage,
    }


@pytest.fixture
def server() -> Iterator[ChatServer]:
    made = ChatServer()
    thread = threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join(5)


@pytest.fixture
def wire() -> type[Wire]:
    return Wire


@pytest.fixture
def error_body() -> Callable[..., bytes]:
    return error


@dataclass
class Made:
    """A model under test and how to count what reached it."""

    model: ChatModel
    calls: Callable[[], int]
    server: ChatServer | None


@pytest.fixture(params=["scripted", "openai"])
def make(request: pytest.FixtureRequest) -> Iterator[Callable[[list[Answer]], Made]]:
    """Make a model that gives the answers of a list; without retries, with a short timeout."""
    opened: list[OpenAICompatible] = []

    def scripted(script: list[Answer]) -> Made:
        model = ScriptedModel(script)
        return Made(model, lambda: len(model.calls), None)

    def behind_server(script: list[Answer]) -> Made:
        server: ChatServer = request.getfixturevalue("server")
        server.script.extend(script)
        model = OpenAICompatible("small", base_url=server.url, timeout=1.0, max_retries=0)
        opened.append(model)
        return Made(model, lambda: len(server.requests), server)

    yield scripted if request.param == "scripted" else behind_server
    for model in opened:
        model.close()
