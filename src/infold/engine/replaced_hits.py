"""What search found of replaced values: marked, and never above what took their place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from infold.core.messages import Message
from infold.engine.records import Hit
from infold.recall.forward import searchable
from infold.recall.replaced import Replaced

__all__ = ["with_marks"]

_Numbered = tuple[int, Hit]


def with_marks(
    hits: Sequence[_Numbered],
    replaced: Callable[[str], Replaced | None],
    load: Callable[[int, int], Message],
) -> list[_Numbered]:
    """Mark the values in messages that a later one replaced, and lift what replaced them.

    A message that says what holds now answers as well as the one that it corrects, however few its
    words are: it stands right before that one, whether the question found it or not.

    Args:
        hits: Messages that were found, each with the number of its conversation.
        replaced: Gives what no longer holds in a conversation, by its id; None for nothing.
        load: Gives the message at a position of a conversation, by the conversation's number.

    Returns:
        The same and what was lifted, in no order. Reads of each conversation that was hit what was
        replaced in it, once.
    """
    known: dict[str, Replaced | None] = {}
    out: dict[tuple[int, int], Hit] = {(number, hit.position): hit for number, hit in hits}
    for number, hit in hits:
        if hit.kind != "message":
            continue
        if hit.conversation not in known:
            known[hit.conversation] = replaced(hit.conversation)
        values = known[hit.conversation]
        marks = values.marks(hit.position) if values is not None else ()
        if not marks:
            continue
        out[number, hit.position] = replace(out[number, hit.position], replaced=marks)
        for at in {mark.at for mark in marks}:
            now = out.get((number, at))
            if now is None:
                message = load(number, at)
                if message.dropped is not None:
                    continue
                now = replace(
                    hit, id=message.id, text=searchable(message), position=at, at=message.at
                )
            if now.score <= hit.score:
                out[number, at] = replace(now, score=hit.score)
    return [(number, hit) for (number, _), hit in out.items()]
