"""Turns the OpenAI SDK's errors into ours, with what to do.

The SDK's errors carry the request, its headers and with them the key; ours carry neither, nor are
they chained to them. The endpoint's own words are quoted only where they are about the request's
form (status 400, 404, 422), shortened and with the key blotted out.
"""

from __future__ import annotations

import openai

from infold.errors import InfoldError, InvalidOutput, ModelError, ModelTimeout, RateLimited
from infold.models.replies import refused

__all__ = ["translate"]

QUOTED = 200
"""Characters of an endpoint's own message that are shown."""


def translate(
    fault: openai.OpenAIError | ValueError, *, model: str, endpoint: str, key: str
) -> InfoldError:
    """Make our error of the SDK's.

    Args:
        fault: What the SDK raised; a ValueError where a response was no JSON.
        model: The model's name.
        endpoint: The endpoint as it may be shown.
        key: The API key, to be blotted out of quoted messages.

    Returns:
        The error to raise in its place, outside of the `except` block.
    """
    where = f"The model {model} at {endpoint}"
    match fault:
        case openai.APITimeoutError():
            return ModelTimeout(
                f"{where} did not answer in time.", hint="Raise model_timeout, or ask for less."
            )
        case openai.APIConnectionError():
            return ModelError(
                f"{where} cannot be reached.", hint="Is its server running, and the address right?"
            )
        case openai.RateLimitError():
            return _rate_limited(fault, where)
        case openai.AuthenticationError() | openai.PermissionDeniedError():
            return ModelError(
                f"{where} refused the API key (status {fault.status_code}).",
                hint="Check model_api_key and what the key may use.",
            )
        case openai.APIStatusError(status_code=status) if status >= 500:
            return ModelError(
                f"{where} failed with status {status}, retries included.", hint="Try again later."
            )
        case openai.APIStatusError():
            return _bad_request(fault, where, key)
        case openai.APIError():
            return ModelError(f"{where} reported an error while it answered.", hint="Try again.")
        case _:
            return InvalidOutput(
                f"{where} sent something that is no chat completion.",
                hint="Check the address: it usually ends in /v1.",
            )


def _rate_limited(fault: openai.RateLimitError, where: str) -> RateLimited:
    if fault.code == "insufficient_quota":
        return RateLimited(f"{where} has no quota left for this key.", hint="Check its billing.")
    wait = fault.response.headers.get("retry-after", "")
    pause = f"Try again in {wait} s" if wait.isdecimal() else "Try again later"
    return RateLimited(f"{where} asks for a pause.", hint=f"{pause}, or send less at once.")


def _bad_request(fault: openai.APIStatusError, where: str, key: str) -> InfoldError:
    if fault.code == "content_filter":
        return refused("the endpoint's content filter stopped the request")
    if fault.code == "context_length_exceeded":
        return ModelError(
            f"{where} has a context window too small for this request.",
            hint="Use a smaller budget or another model.",
        )
    said = _own_words(fault, key)
    hint = {
        404: "Check the model's name and the address, which usually ends in /v1.",
        400: "If it knows no JSON schemas, use structure='json_object'.",
    }.get(fault.status_code, "Try again; if it stays so, look into the log of that endpoint.")
    return ModelError(f"{where} refused the request (status {fault.status_code}){said}.", hint=hint)


def _own_words(fault: openai.APIStatusError, key: str) -> str:
    words = fault.body.get("message") if isinstance(fault.body, dict) else None
    if fault.status_code not in (400, 404, 422) or not isinstance(words, str):
        return ""
    line = " ".join((words.replace(key, "[key]") if key else words).split())
    return f": {line[:QUOTED].rstrip('.')}" if line else ""
