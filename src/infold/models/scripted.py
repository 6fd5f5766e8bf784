"""A chat model for tests, ours and yours: it says what it is told to, and counts.

It goes through the same checks as a real model: a blank text, a refusal or a text that is not of
the schema asked for fails here as it would there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import BaseModel

from infold.errors import UsageError
from infold.models.chat import (
    Cancel,
    ChatReply,
    ChatRequest,
    Finish,
    Usage,
    cancelled,
    stop_if_cancelled,
)
from infold.models.replies import charged, make_reply, refused
from infold.models.surrogates import without_surrogates

__all__ = ["Answer", "ScriptedModel", "ScriptedReply"]

PIECE = 12
"""Characters of a streamed piece."""

POLL_SECONDS = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedReply:
    """One answer in detail.

    Attributes:
        text: What the model writes; None for null.
        finish: Why it stops.
        refusal: True for an answer that is declined: raises `Refused`.
        delay: Seconds until it answers; ends early if the request is cancelled.
        then: Raised after the text was streamed, as by a connection that breaks.
    """

    text: str | None = None
    finish: Finish = "stop"
    refusal: bool = False
    delay: float = 0.0
    then: Exception | None = None


Answer: TypeAlias = "str | BaseModel | Exception | ScriptedReply | None"
"""A text, a value (written as JSON), an error to raise, null, or an answer in detail."""


class ScriptedModel:
    """Answers from a list, or by a function of the request; safe to call from several threads.

    Args:
        script: Answers in the order of the calls, or a function that makes each.
        model: The name that it goes by.
        sees: Whether images are sent to it.

    Attributes:
        calls: Every request made so far, in order, those that failed included.
    """

    def __init__(
        self,
        script: Iterable[Answer] | Callable[[ChatRequest], Answer] = (),
        *,
        model: str = "scripted",
        sees: bool = False,
    ) -> None:
        self._function = script if callable(script) else None
        self._answers = iter(()) if callable(script) else iter(list(script))
        self._model = model
        self._sees = sees
        self._lock = threading.Lock()
        self.calls: list[ChatRequest] = []

    @property
    def model(self) -> str:
        """The name that it goes by."""
        return self._model

    @property
    def sees(self) -> bool:
        """Whether images are sent to it."""
        return self._sees

    def complete(self, request: ChatRequest, *, cancel: Cancel | None = None) -> ChatReply:
        """Give the next answer; see `ChatModel.complete`.

        Raises:
            UsageError: The list of answers is used up.
        """
        answer = self._next(request, cancel)
        if answer.then is not None:
            raise answer.then
        return self._reply(request, answer)

    def stream(
        self, request: ChatRequest, *, cancel: Cancel | None = None
    ) -> Iterator[str | ChatReply]:
        """Give the next answer in pieces of twelve characters; see `ChatModel.stream`.

        Raises:
            UsageError: The list of answers is used up.
        """
        answer = self._next(request, cancel)
        text = "" if answer.refusal else without_surrogates(answer.text or "")
        for start in range(0, len(text), PIECE):
            stop_if_cancelled(cancel)
            yield text[start : start + PIECE]
        stop_if_cancelled(cancel)
        if answer.then is not None:
            raise answer.then
        yield self._reply(request, answer)

    def __repr__(self) -> str:
        return f"ScriptedModel(model={self._model!r}, calls={len(self.calls)})"

    def _next(self, request: ChatRequest, cancel: Cancel | None) -> ScriptedReply:
        stop_if_cancelled(cancel)
        with self._lock:
            self.calls.append(request)
            number = len(self.calls)
            answer = None if self._function else next(self._answers, _USED_UP)
        if self._function is not None:
            answer = self._function(request)
        if isinstance(answer, _UsedUp):
            raise UsageError(
                f"The script of {self._model} has no answer for call {number}.",
                hint="Give it more answers, or a function.",
            )
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, BaseModel):
            answer = answer.model_dump_json()
        detailed = answer if isinstance(answer, ScriptedReply) else ScriptedReply(text=answer)
        _pause(detailed.delay, cancel)
        return detailed

    def _reply(self, request: ChatRequest, answer: ScriptedReply) -> ChatReply:
        size = sum(len(message.text) for message in request.messages)
        usage = Usage(input_tokens=-(-size // 4), output_tokens=-(-len(answer.text or "") // 4))
        if answer.refusal:
            raise charged(refused("the model declined"), usage)
        return make_reply(
            request, text=answer.text, usage=usage, model=self._model, finish=answer.finish
        )


class _UsedUp:
    """No answer is left."""


_USED_UP = _UsedUp()


def _pause(seconds: float, cancel: Cancel | None) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if cancel is not None and cancel.is_set():
            raise cancelled()
        time.sleep(min(left, POLL_SECONDS))
