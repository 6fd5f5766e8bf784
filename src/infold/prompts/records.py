"""Messages as models are given them: one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from infold.core.messages import Message
from infold.fold.model_folds import Stretch
from infold.recall.lines import day_line, speaker

__all__ = ["Said", "record_line", "said_lines", "said_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A message, or a piece of a long one.

    Attributes:
        number: What the model calls it by.
        who: Its speaker.
        when: Its day, or empty.
        text: What it says.
    """

    number: int
    who: str
    when: str
    text: str


def said_of(piece: Sequence[Stretch], messages: Mapping[int, Message]) -> list[Said]:
    """The stretches of a piece, each with its speaker and day.

    Args:
        piece: One of `infold.fold.model_folds.in_pieces`.
        messages: By position; those of the stretches are among them.
    """
    return [
        Said(
            number=one.position,
            who=speaker(messages[one.position]),
            when=day_line(messages[one.position].at),
            text=one.text,
        )
        for one in piece
    ]


def said_lines(said: Sequence[Said]) -> list[str]:
    """A line for each message, in their order."""
    return [
        record_line(
            message=one.number,
            who=one.who,
            **({"when": one.when} if one.when else {}),
            text=one.text,
        )
        for one in said
    ]


def record_line(**record: object) -> str:
    """A record of a prompt: JSON on one line that nothing in it can end."""
    # Other line ends than \n (U+2028, U+0085) stay as they are in JSON that is not ASCII.
    text = json.dumps(record, ensure_ascii=False)
    return "".join(f"\\u{ord(sign):04x}" if sign in "\u0085\u2028\u2029" else sign for sign in text)
