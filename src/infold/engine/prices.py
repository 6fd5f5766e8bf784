"""What asking a model cost, whether its answer was of use or not."""

from __future__ import annotations

from infold.core.folds import Price
from infold.errors import ModelError
from infold.models.chat import ChatReply

__all__ = ["failed_price", "reply_price"]


def reply_price(reply: ChatReply) -> Price:
    """The price of one answer."""
    usage = reply.usage
    return Price(calls=1, input_tokens=usage.input_tokens, output_tokens=usage.output_tokens)


def failed_price(error: ModelError) -> Price:
    """The price of a call that gave no answer of use: what came was paid for all the same."""
    read, written = error.spent
    return Price(calls=1, input_tokens=read, output_tokens=written)
