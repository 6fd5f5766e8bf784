"""What a chat model is: messages in; a text or a value and its price out.

A chat model is used for work that may fail or be missing: everything that Infold does has a way
without one. Every failure is a `ModelError`, and no answer that breaks its promise is returned.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from infold.errors import ModelTimeout, UsageError

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = [
    "Cancel",
    "ChatMessage",
    "ChatModel",
    "ChatReply",
    "ChatRequest",
    "ChatRole",
    "Finish",
    "Picture",
    "Usage",
    "can_see",
    "cancelled",
    "stop_if_cancelled",
]

ChatRole: TypeAlias = Literal["system", "user", "assistant"]
Finish: TypeAlias = Literal["stop", "length", "other"]
"""Why the model stopped: it was done, it reached `max_tokens`, or a reason of its endpoint's own.

A refusal is no reason here: it is raised as `Refused`.
"""


class Cancel(Protocol):
    """Something that says whether to stop: a `threading.Event` is one."""

    def is_set(self) -> bool:
        """True from the moment when the work is to stop."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """An image as it is sent.

    Attributes:
        media_type: Such as `image/png`.
        data: Its bytes.
    """

    media_type: str
    data: bytes

    @property
    def url(self) -> str:
        """The image as a `data:` address."""
        return f"data:{self.media_type};base64,{base64.b64encode(self.data).decode()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One rendered message of a prompt.

    Attributes:
        role: In whose name it is sent.
        text: What it says; images are named in it.
        pictures: The images, for a model that can see; only a `user` sends any.
    """

    role: ChatRole
    text: str
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """What is asked of a chat model.

    Attributes:
        messages: The prompt; at least one message.
        schema: The pydantic model that the answer must be an instance of; None for plain text.
        max_tokens: Bound of the answer in tokens; None for the endpoint's own.
        temperature: Sampling temperature; None for the endpoint's own.
        seed: For endpoints that can repeat themselves; others pass it over.
    """

    messages: tuple[ChatMessage, ...]
    schema: type[BaseModel] | None = None
    max_tokens: int | None = None
    temperature: float | None = None
    seed: int | None = None

    @classmethod
    def of(
        cls,
        rules: str,
        records: str,
        *,
        schema: type[BaseModel] | None = None,
        max_tokens: int | None = None,
        seed: int | None = None,
    ) -> ChatRequest:
        """A prompt of rules and of what they are about, asked at temperature 0.

        Args:
            rules: What to do; the system's message.
            records: The data; the user's message.
            schema: As for the request.
            max_tokens: Likewise.
            seed: Likewise.
        """
        return cls(
            messages=(
                ChatMessage(role="system", text=rules),
                ChatMessage(role="user", text=records),
            ),
            schema=schema,
            max_tokens=max_tokens,
            temperature=0.0,
            seed=seed,
        )

    def __post_init__(self) -> None:
        if not self.messages:
            raise UsageError(
                "A chat request needs at least one message.", hint="Give at least one message."
            )
        if self.max_tokens is not None and self.max_tokens < 1:
            raise UsageError(
                f"max_tokens is {self.max_tokens}.", hint="Use 1 or more, or None for no bound."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """The price of one answer, in tokens as the endpoint counts them.

    `reported` is False where the endpoint said nothing: the counts are then 0, not known.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    reported: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """A complete answer that keeps what the request asked for.

    Attributes:
        text: The answer as the model wrote it; never blank.
        parsed: An instance of the request's schema; None where it had none.
        usage: Its price.
        model: The model's name as its endpoint gives it.
        finish: Why the model stopped.
    """

    text: str
    parsed: BaseModel | None
    usage: Usage
    model: str
    finish: Finish


class ChatModel(Protocol):
    """Answers requests; safe to call from several threads at once."""

    @property
    def model(self) -> str:
        """The model's name, as stored beside what it wrote."""
        ...

    def complete(self, request: ChatRequest, *, cancel: Cancel | None = None) -> ChatReply:
        """Answer a request; waits for the whole answer.

        Args:
            request: What is asked.
            cancel: Looked at several times a second; once it is set the request is aborted, so
                that the endpoint stops working on it.

        Raises:
            ModelTimeout: No answer came in time, or `cancel` was set.
            RateLimited: The endpoint asks for a pause; its retries are used up.
            Refused: The model, or a filter before it, declined.
            InvalidOutput: The answer is blank, cut off or not of the schema.
            ModelError: Any other failure of the endpoint.
        """
        ...

    def stream(
        self, request: ChatRequest, *, cancel: Cancel | None = None
    ) -> Iterator[str | ChatReply]:
        """Answer a request piece by piece.

        Args:
            request: What is asked.
            cancel: As in `complete`. Closing the iterator aborts the request too.

        Yields:
            Pieces of the text as they come; then, last, the whole reply. An answer that turns out
            to be refused, blank, cut off or not of the schema raises in place of the reply, after
            its pieces.

        Raises:
            ModelError: As `complete` does.
        """
        ...


def can_see(model: ChatModel | None) -> bool:
    """Whether images are sent to a model; one that does not say so gets their names."""
    return getattr(model, "sees", False) is True


def cancelled() -> ModelTimeout:
    """The error for a request that its caller stopped."""
    return ModelTimeout("The request to the model was cancelled.", hint="It can be made again.")


def stop_if_cancelled(cancel: Cancel | None) -> None:
    """Raise if the caller wants to stop.

    Raises:
        ModelTimeout: `cancel` is set.
    """
    if cancel is not None and cancel.is_set():
        raise cancelled()
