"""Asking a model that may be the caller's own: whatever it raises is a fault of the model."""

from __future__ import annotations

from infold.errors import InfoldError, ModelError
from infold.models.chat import Cancel, ChatModel, ChatReply, ChatRequest
from infold.models.replies import charged

__all__ = ["ask_model"]


def ask_model(model: ChatModel, request: ChatRequest, *, cancel: Cancel | None = None) -> ChatReply:
    """Ask a model.

    Args:
        model: Any; one of the caller's own may raise what it likes.
        request: What is asked.
        cancel: Stops the request.

    Returns:
        The answer; where the request has a schema, `parsed` is of it.

    Raises:
        ModelError: It gave no answer, or none of the form that was asked for.
    """
    try:
        reply = model.complete(request, cancel=cancel)
    except InfoldError:
        raise
    except Exception as error:
        raise ModelError(
            f"The model raised {type(error).__name__}: {error}",
            hint="Mend it and ask again: what is done so far stands.",
        ) from error
    if request.schema is not None and not isinstance(reply.parsed, request.schema):
        fault = ModelError(
            f"The model {model.model} did not answer in the form that was asked for.",
            hint="Use a model that keeps to JSON schemas.",
        )
        raise charged(fault, reply.usage)
    return reply
