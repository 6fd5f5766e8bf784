"""Clauses that give several things a value of one kind each: "the rent is 700 and the fee 200"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Final

from infold.text.kinds import Status
from infold.text.scripts import CJK
from infold.text.sentences import Piece
from infold.text.slot_values import Value, without_values
from infold.text.slot_words import read_words

__all__ = ["conjuncts"]

_JOINS: Final = re.compile(
    r"[,;]?\s+(?:and|but|while|whereas|und|aber|während|sowie|dan|serta|tapi|sedangkan)\s+"
    rf"|[,;]\s+|[，、；;]\s*|(?<=[{CJK}\d]),(?=[{CJK}a-z])"
    rf"|(?:で|し|が)、|(?<=[{CJK}\d])[和与跟及](?=[{CJK}])"
    r"|(?<=[가-힣])(?:이고|이며|고|며|지만)(?:,\s*|\s+)|(?<=[가-힣\d])[와과]\s+",
    re.IGNORECASE,
)
_OF: Final = re.compile(
    r"\s+(?:(?:a|per|pro|each|every|je) \w+ )?"
    r"(?:for|on|in|per|at|für|auf|im|bei|pro|untuk|buat|di)\s",
    re.IGNORECASE,
)
_TIED: Final = re.compile(
    r"\W*(?:not|never|instead|rather|except|sondern|nicht|statt|bukan|melainkan)\b"
    r"|而是|而非|不是|不要|别|아니라|말고",
    re.IGNORECASE,
)


def conjuncts(text: str, part: Piece, values: Sequence[Value]) -> list[Piece]:
    """Cut a clause between values of one kind that have words of their own.

    What is said of one thing is then not read as said of the other. A clause is left whole where a
    value is put away (its reason and what replaces it belong together), and where one side names
    nothing ("Monday and Tuesday").

    Args:
        text: Of the whole part.
        part: The clause.
        values: Its values, in order.

    Returns:
        The pieces in order, which cover the clause; the clause alone where it is left whole.
    """
    told = [value for value in values if value.type != "name" and not value.is_guess]
    # Where there are figures, an identifier names what they are of.
    told = [value for value in told if value.type != "code"] or told
    if len(told) < 2 or any(value.status is not Status.CURRENT for value in told):
        return [part]
    cuts: list[tuple[int, int]] = []
    begin = part.start
    for left, right in itertools.pairwise(told):
        if not any(_alike(one, right) for one in told if begin <= one.start <= left.start):
            continue
        joins = list(_JOINS.finditer(text, left.end, right.start))
        following = [one.start for one in told if one.start > right.start]
        end = following[0] if following else part.end
        if not joins or _TIED.match(text, joins[-1].end()):
            continue
        at = joins[-1].start(), joins[-1].end()
        # "service-3 takes 279 ms now, budget 706 ms": what follows is still said of service-3.
        if _holds_code(values, begin, at[0]) and not _holds_code(values, at[1], end):
            continue
        before = _names(text, begin, at[0], values)
        if before and (_names(text, at[1], right.start, values) or _of_what(text, right, end)):
            cuts.append(at)
            begin = at[1]
    starts = [part.start, *(after for _, after in cuts)]
    ends = [*(before for before, _ in cuts), part.end]
    return [
        Piece(text=text[start:end], start=start, end=end)
        for start, end in zip(starts, ends, strict=True)
    ]


def _holds_code(values: Sequence[Value], begin: int, end: int) -> bool:
    return any(one.type == "code" and begin <= one.start < end for one in values)


def _alike(one: Value, other: Value) -> bool:
    return one.type == other.type and one.unit == other.unit


def _of_what(text: str, value: Value, end: int) -> bool:
    """Whether what follows a value says of what it is: "200 EUR for backups", not "is history"."""
    of = _OF.match(text, value.end, end)
    return of is not None and _names(text, of.end(), end, ())


def _names(text: str, start: int, end: int, values: Sequence[Value]) -> bool:
    """Whether a stretch says of what its value is."""
    masked = without_values(text[start:end], start, [v for v in values if start <= v.start < end])
    return bool(read_words(masked, start)[0])
