"""One chat model for every endpoint that speaks OpenAI's chat completions.

OpenAI, Ollama, vLLM, llama.cpp's server and many more. The `openai` SDK does the transport; it is
imported with the first request (0.4 s). Its own environment variables (`OPENAI_API_KEY` and its
kin) are not read, so that a key meant for one endpoint never goes to another.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import json
import threading
import urllib.parse
import weakref
from collections.abc import AsyncGenerator, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

from infold.errors import ConfigError, InfoldError, InvalidOutput
from infold.models import background, guard
from infold.models.chat import Cancel, ChatMessage, ChatReply, ChatRequest, Finish, Usage
from infold.models.replies import charged, make_reply, refused
from infold.models.surrogates import without_surrogates

if TYPE_CHECKING:
    import openai
    from openai.types.completion_usage import CompletionUsage

__all__ = ["OPENAI_URL", "OpenAICompatible", "Structure"]

OPENAI_URL = "https://api.openai.com/v1"

Structure: TypeAlias = Literal["json_schema", "json_object"]
"""How an endpoint is asked for a value: by its schema, or for any JSON with the schema in words."""


class OpenAICompatible:
    """A model behind an OpenAI-compatible endpoint; safe to call from several threads.

    Failures that may pass (status 408, 409, 429, 500 and above, broken connections, timeouts) are
    retried by the SDK: half a second's pause at first, doubled each time up to eight seconds, or
    as long as the endpoint asks for, up to two minutes. Redirects are not followed: they would
    carry the key elsewhere.

    Args:
        model: The model's name, as the endpoint knows it.
        base_url: The endpoint's address, up to and with `/v1`.
        api_key: Its key; empty for endpoints that need none. Never shown, logged or raised.
        timeout: Seconds of silence after which one attempt is given up.
        max_retries: Further attempts after the first; 0 for none.
        structure: How to ask for values; `json_object` for endpoints without JSON schemas.
        sees: Whether images are sent to it, as `data:` addresses.

    Raises:
        ConfigError: An argument cannot be used.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str = OPENAI_URL,
        api_key: str = "",
        timeout: float = 60.0,
        max_retries: int = 2,
        structure: Structure = "json_schema",
        sees: bool = False,
    ) -> None:
        self._host, self._endpoint = _checked_address(base_url)
        self._key = _checked_key(api_key)
        if not model:
            raise ConfigError("The model has no name.", hint="Name one that the endpoint knows.")
        if timeout <= 0 or max_retries < 0:
            raise ConfigError(
                f"timeout is {timeout}, max_retries is {max_retries}.",
                hint="A timeout is above 0 seconds; retries are 0 or more.",
            )
        self._model = model
        self._base_url = base_url
        self._timeout = timeout
        self._max_retries = max_retries
        self._structure = structure
        self._sees = sees
        # OpenAI's newer models refuse the old name of the bound; other servers know only that.
        self._bound = "max_completion_tokens" if self._host.endswith("openai.com") else "max_tokens"
        self._lock = threading.Lock()
        self._made: tuple[asyncio.AbstractEventLoop, openai.AsyncOpenAI] | None = None

    @property
    def model(self) -> str:
        """The model's name, as the endpoint knows it."""
        return self._model

    @property
    def sees(self) -> bool:
        """Whether images are sent to it."""
        return self._sees

    def complete(self, request: ChatRequest, *, cancel: Cancel | None = None) -> ChatReply:
        """Answer a request; see `ChatModel.complete`."""
        client = self._client()

        async def ask() -> ChatReply | InfoldError:
            try:
                answer = await client.chat.completions.create(**self._body(request), stream=False)
            except _sdk_faults() as fault:
                return self._translate(fault)
            return self._read(request, answer)

        reply = background.run(ask, cancel)
        if isinstance(reply, InfoldError):
            raise reply
        return reply

    def stream(
        self, request: ChatRequest, *, cancel: Cancel | None = None
    ) -> Iterator[str | ChatReply]:
        """Answer a request piece by piece; see `ChatModel.stream`."""
        client = self._client()
        for event in background.iterate(lambda: self._pieces(client, request), cancel):
            if isinstance(event, InfoldError):
                raise event
            yield event

    def close(self) -> None:
        """Close kept connections; the model can be used again afterwards."""
        with self._lock:
            made, self._made = self._made, None
        closing = _release(*made) if made is not None else None
        if closing is not None:
            concurrent.futures.wait([closing], background.CLOSE_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"OpenAICompatible({self._model!r}, base_url={self._endpoint!r})"

    def _client(self) -> openai.AsyncOpenAI:
        """The SDK's client on this process's loop, made on first use."""
        guard.require_allowed(self._host)
        import openai

        loop = background.running_loop()
        with self._lock:
            if self._made is None or self._made[0] is not loop:
                client = openai.AsyncOpenAI(
                    api_key=self._key or "none",
                    base_url=self._base_url,
                    timeout=self._timeout,
                    max_retries=self._max_retries,
                    http_client=openai.DefaultAsyncHttpxClient(
                        follow_redirects=False,
                        # A proxy is for the way out, not for a server on this machine.
                        trust_env=not guard.is_loopback(self._host),
                    ),
                )
                client.organization = client.project = None
                self._made = (loop, client)
                weakref.finalize(self, _release, loop, client).atexit = False
                background.closes_at_exit(client)
            return self._made[1]

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        messages: list[dict[str, Any]] = [
            {"role": message.role, "content": self._content(message)}
            for message in request.messages
        ]
        body: dict[str, Any] = {"model": self._model, "messages": messages}
        if request.max_tokens is not None:
            body[self._bound] = request.max_tokens
        if request.temperature is not None:
            body["temperature"] = request.temperature
        if request.seed is not None:
            body["seed"] = request.seed
        if request.schema is not None:
            import openai

            strict = openai.pydantic_function_tool(request.schema)["function"]["parameters"]
            if self._structure == "json_schema":
                body["response_format"] = {
                    "type": "json_schema",
                    "json_schema": {
                        "name": request.schema.__name__,
                        "strict": True,
                        "schema": strict,
                    },
                }
            else:
                body["response_format"] = {"type": "json_object"}
                form = "Answer with one JSON object of this JSON schema: " + json.dumps(strict)
                messages.append({"role": "system", "content": form})
        return body

    def _content(self, message: ChatMessage) -> str | list[dict[str, Any]]:
        """What a message says; with its images, where it has any and the model can see."""
        text = without_surrogates(message.text)
        if not self._sees or not message.pictures:
            return text
        images = [
            {"type": "image_url", "image_url": {"url": picture.url}} for picture in message.pictures
        ]
        return [{"type": "text", "text": text}, *images]

    def _read(self, request: ChatRequest, answer: object) -> ChatReply | InfoldError:
        """Read a completion that the SDK has not checked: any field of it may be missing."""
        choices = getattr(answer, "choices", None)
        message = getattr(choices[0], "message", None) if choices else None
        if not choices or message is None:
            return self._translate(ValueError())
        if getattr(message, "refusal", None):
            return charged(refused("the model declined"), _usage(getattr(answer, "usage", None)))
        return self._finish(
            request,
            text=getattr(message, "content", None),
            reason=getattr(choices[0], "finish_reason", None) or "stop",
            model=getattr(answer, "model", None),
            usage=getattr(answer, "usage", None),
        )

    async def _pieces(
        self, client: openai.AsyncOpenAI, request: ChatRequest
    ) -> AsyncGenerator[str | ChatReply | InfoldError, None]:
        text: list[str] = []
        reason: str | None = None
        model: str | None = None
        usage: CompletionUsage | None = None
        declined = False
        try:
            stream = await client.chat.completions.create(
                **self._body(request), stream=True, stream_options={"include_usage": True}
            )
            async with stream:
                async for chunk in stream:
                    model = getattr(chunk, "model", None) or model
                    usage = getattr(chunk, "usage", None) or usage
                    for choice in getattr(chunk, "choices", None) or ():
                        reason = getattr(choice, "finish_reason", None) or reason
                        delta = getattr(choice, "delta", None)
                        declined = declined or bool(getattr(delta, "refusal", None))
                        piece = without_surrogates(getattr(delta, "content", None) or "")
                        if piece:
                            text.append(piece)
                            yield piece
        except _sdk_faults() as fault:
            yield self._translate(fault)
            return
        if declined:
            yield charged(refused("the model declined"), _usage(usage))
        elif reason is None:
            yield InvalidOutput(
                f"The answer of {self._model} broke off.", hint="Ask again; the endpoint ended it."
            )
        else:
            whole = "".join(text)
            yield self._finish(request, text=whole, reason=reason, model=model, usage=usage)

    def _finish(
        self,
        request: ChatRequest,
        *,
        text: str | None,
        reason: str,
        model: str | None,
        usage: CompletionUsage | None,
    ) -> ChatReply | InfoldError:
        if reason == "content_filter":
            declined = refused("the endpoint's content filter stopped the answer")
            return charged(declined, _usage(usage))
        finish: Finish = "stop" if reason == "stop" else "length" if reason == "length" else "other"
        try:
            return make_reply(
                request,
                text=text,
                usage=_usage(usage),
                model=model or self._model,
                finish=finish,
            )
        except InvalidOutput as fault:
            return fault

    def _translate(self, fault: openai.OpenAIError | ValueError) -> InfoldError:
        from infold.models.openai_faults import translate

        return translate(fault, model=self._model, endpoint=self._endpoint, key=self._key)


def _sdk_faults() -> tuple[type[openai.OpenAIError], type[ValueError]]:
    """What a request through the SDK raises; a ValueError where a response is no JSON."""
    import openai

    return (openai.OpenAIError, ValueError)


def _usage(usage: CompletionUsage | None) -> Usage:
    counts = [getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens")]
    if not all(isinstance(count, int) for count in counts):
        return Usage(reported=False)
    return Usage(input_tokens=counts[0] or 0, output_tokens=counts[1] or 0)


def _release(
    loop: asyncio.AbstractEventLoop, client: openai.AsyncOpenAI
) -> concurrent.futures.Future[None] | None:
    """Start closing a client's connections; None where its loop is another process's or gone."""
    if loop is not background.running_loop() or not loop.is_running():
        return None
    return asyncio.run_coroutine_threadsafe(client.close(), loop)


def _checked_address(base_url: str) -> tuple[str, str]:
    """Split an address into its host and what of it may be shown."""
    try:
        parts = urllib.parse.urlsplit(base_url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        parts, host, port = urllib.parse.SplitResult("", "", "", "", ""), "", None
    if parts.scheme not in ("http", "https") or not host:
        raise ConfigError(
            "The model's address cannot be used.",
            hint="It looks like http://localhost:11434/v1 or https://api.openai.com/v1.",
        )
    if parts.username is not None or parts.password is not None:
        raise ConfigError(
            f"The address of the model at {host} holds a name or password.",
            hint="Give the key as api_key; it is then never shown.",
        )
    shown = f"[{host}]" if ":" in host else host
    return host, f"{parts.scheme}://{shown}{f':{port}' if port else ''}{parts.path}"


def _checked_key(api_key: str) -> str:
    key = api_key.strip()
    # A header with other characters is refused by the transport in an error that quotes the key.
    if not (key.isascii() and key.isprintable()):
        raise ConfigError(
            "The API key holds characters that no key has.", hint="Copy it again, on one line."
        )
    return key
