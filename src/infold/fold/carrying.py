"""What a fold of a run carries word for word: highlights, and turns that a person wants whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from infold.core.folds import VERBATIM, Claim, Span
from infold.core.marks import Mark
from infold.core.messages import Message, Text, part_text

__all__ = ["carry", "says_no_more"]

_ENDS: Final = " \t.,;:!?…。，；：！？"


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


def says_no_more(claim: Claim, carried: Sequence[Claim]) -> bool:
    """Whether a claim says nothing beyond what is carried.

    All that it stands on is carried, or its words are part of a carried stretch that it was taken
    from, but for the sign at their end.

    Args:
        claim: A sentence of the fold.
        carried: Claims from `carry`.
    """
    held = [one.spans[0] for one in carried]
    if all(any(_holds(one, span) for one in held) for span in claim.spans):
        return True
    words = _plain(claim.text)
    return any(
        _meet(one.spans[0], span) and words in _plain(one.text)
        for one in carried
        for span in claim.spans
    )


def _holds(outer: Span, inner: Span) -> bool:
    return (
        (outer.message, outer.part) == (inner.message, inner.part)
        and outer.start <= inner.start
        and inner.end <= outer.end
    )


def _meet(one: Span, other: Span) -> bool:
    return (
        (one.message, one.part) == (other.message, other.part)
        and one.start < other.end
        and other.start < one.end
    )


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().strip(_ENDS)
