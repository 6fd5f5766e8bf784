"""Makes replies out of what models write, and refuses those that break their promise.

Models are asked for JSON and give it bare, in fences, after a sentence of politeness, after their
thoughts, cut off, with keys missing or with half a surrogate pair. What can be read without
guessing is read; the rest is `InvalidOutput`. Errors name fields and kinds of fault, never the
text: errors are logged, and the text belongs to a user.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from infold.errors import InvalidOutput, ModelError, Refused
from infold.models.chat import ChatReply, ChatRequest, Finish, Usage
from infold.models.surrogates import without_surrogates

__all__ = ["charged", "make_reply", "parse_structured", "refused"]

E = TypeVar("E", bound=ModelError)

MAX_STARTS = 32
"""Braces and brackets tried as the beginning of the value before giving up."""

_AGAIN = "Ask again, or use a stronger model."
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_THOUGHTS = re.compile(r"\s*<think>.*?</think>", re.DOTALL)


def make_reply(
    request: ChatRequest, *, text: str | None, usage: Usage, model: str, finish: Finish
) -> ChatReply:
    """Check a model's text against its request.

    Args:
        request: What was asked.
        text: What came; None where the endpoint sent null.
        usage: Its price.
        model: The model's name.
        finish: Why the model stopped.

    Raises:
        InvalidOutput: The text is blank, or not of the schema asked for.
    """
    try:
        return _checked(request, text or "", usage, model, finish)
    except InvalidOutput as fault:
        raise charged(fault, usage) from None


def charged(fault: E, usage: Usage) -> E:
    """The error with what the answer cost that it is about."""
    fault.spent = (usage.input_tokens, usage.output_tokens)
    return fault


def _checked(
    request: ChatRequest, text: str, usage: Usage, model: str, finish: Finish
) -> ChatReply:
    clean = without_surrogates(text)
    cut = "It was cut off at the token limit: raise max_tokens." if finish == "length" else _AGAIN
    if not clean.strip():
        raise InvalidOutput("The model's answer is blank.", hint=cut)
    parsed = None
    if request.schema is not None:
        parsed = parse_structured(clean, request.schema, hint=cut)
    return ChatReply(text=clean, parsed=parsed, usage=usage, model=model, finish=finish)


def refused(reason: str) -> Refused:
    """The error for an answer that was declined.

    Args:
        reason: Who declined, as a clause: `the model declined`. Never the model's words.
    """
    return Refused(
        f"There is no answer: {reason}.", hint="Rephrase the request or use another model."
    )


def parse_structured(text: str, schema: type[BaseModel], *, hint: str = _AGAIN) -> BaseModel:
    """Read the first JSON value in a text that is of the schema.

    Args:
        text: What a model wrote.
        schema: The form asked for.
        hint: What to do, for the error.

    Returns:
        A validated instance. Lone surrogates in it are replaced by U+FFFD.

    Raises:
        InvalidOutput: There is no JSON value, or none that fits; names what the first lacks.
    """
    first_fault: ValidationError | None = None
    for value in _json_values(text):
        try:
            return schema.model_validate(value)
        except ValidationError as fault:
            first_fault = first_fault or fault
    # Not chained: pydantic's own error quotes the answer.
    raise _invalid(schema, first_fault, hint)


def _invalid(schema: type[BaseModel], fault: ValidationError | None, hint: str) -> InvalidOutput:
    if fault is None:
        return InvalidOutput(
            f"The model's answer holds no complete JSON value for {schema.__name__}.", hint=hint
        )
    problems = [
        ".".join(map(str, error["loc"])) + f": {error['type']}"
        for error in fault.errors(include_input=False, include_context=False, include_url=False)
    ]
    shown = "; ".join(problems[:5]) + ("; …" if len(problems) > 5 else "")
    return InvalidOutput(f"The model's answer is no valid {schema.__name__}: {shown}.", hint=hint)


def _json_values(text: str) -> Iterator[object]:
    """Yield the objects and lists of a text, in order, but none from inside another.

    A value that begins well and breaks off ends the search: what stands inside it may be of the
    schema by chance and is not the answer.
    """
    decoder = json.JSONDecoder(parse_constant=_no_constant)
    thoughts = _THOUGHTS.match(text)
    at = thoughts.end() if thoughts is not None else 0
    for _ in range(MAX_STARTS):
        start = min((i for i in (text.find("{", at), text.find("[", at)) if i >= 0), default=-1)
        if start < 0:
            return
        try:
            value, at = decoder.raw_decode(text, start)
        except json.JSONDecodeError as fault:
            if text[start + 1 : fault.pos].strip():
                return
            at = start + 1
            continue
        except (ValueError, RecursionError):
            return
        written = json.dumps(value, ensure_ascii=False)
        if _LONE_SURROGATE.search(written):
            value = json.loads(_LONE_SURROGATE.sub("\ufffd", written))
        yield value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
