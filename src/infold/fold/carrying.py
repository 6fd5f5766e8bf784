"""What a fold of a run carries word for word: highlights, and turns that a person wants whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from infold.core.folds import VERBATIM, Claim, Span
from infold.core.marks import Mark
from infold.core.messages import Message, Text, part_text

__all__ = ["carry"]


def carry(
    marks: Sequence[Mark], messages: Mapping[str, Message], turn_of: Mapping[str, Sequence[str]]
) -> list[Claim]:
    """The claims that hold what was marked, each with its one span.

    Args:
        marks: Those that hold in the run. A highlight is carried as it is; of a landmark or pin, in
            a selection of a person, all texts of its turn.
        messages: The sources by id.
        turn_of: Message id → ids of the messages of its turn that stand in the run.

    Returns:
        Claims of level 2, each stretch once, by place. The words are those of the source.
    """
    spans: set[Span] = set()
    for mark in marks:
        if mark.kind == "highlight":
            spans.add(Span(message=mark.message, part=mark.part, start=mark.start, end=mark.end))
        elif mark.kind in ("landmark", "pin"):
            for name in turn_of[mark.message]:
                spans.update(
                    Span(message=name, part=number, start=0, end=len(part.text))
                    for number, part in enumerate(messages[name].parts)
                    if isinstance(part, Text) and part.text
                )
    order = sorted(
        spans, key=lambda one: (messages[one.message].position, one.part, one.start, one.end)
    )
    return [
        Claim(
            text=part_text(messages[one.message].parts[one.part])[one.start : one.end],
            spans=(one,),
            level=VERBATIM,
        )
        for one in order
    ]
