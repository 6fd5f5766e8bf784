"""Authors whom a question names."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from infold.recall.field import Searched
from infold.recall.terms import term_hashes
from infold.text.analysis import analyze
from infold.text.scripts import CJK

MOST_AUTHORS = 100
"""Authors of a path whose names are looked for."""
_TOGETHER = re.compile(
    r"\b(?:and|or|both|und|oder|beide|dan|atau)\b|[&,、和与跟]|以及|와|과|랑|및|と"
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Named:
    """Whom a question names.

    Attributes:
        speaks: (n,) the message is by one of them.
        mentions: (n,) the message names one of them and is by somebody else.
        leads: (n,) of two who are named the message is by the first, whose matter it is: "what does
            A think of B"; nowhere for "A and B".
        one: Somebody is named, and not everybody.
    """

    speaks: NDArray[np.bool_]
    mentions: NDArray[np.bool_]
    leads: NDArray[np.bool_]
    one: bool


def named_authors(field: Searched, question: str) -> Named:
    """Find the authors whom a question names, in order of their mention."""
    lowered = question.casefold()
    found: list[tuple[int, int, int, str]] = []
    here = field.authors[:MOST_AUTHORS]
    for code, name in here:
        match = name_pattern(name.casefold()).search(lowered)
        if match:
            found.append((match.start(), match.end(), code, name))
    found.sort()
    nowhere = np.zeros(len(field), np.bool_)
    if not found:
        return Named(speaks=nowhere, mentions=nowhere, leads=nowhere, one=False)
    author = field.author
    speaks = np.isin(author, [code for _, _, code, _ in found])
    mentions = nowhere.copy()
    terms = np.unique(term_hashes(term for *_, name in found for term in analyze(name)))
    for places in field.holders(terms):
        mentions[places] = True
    leads = nowhere
    if len(found) > 1 and not _TOGETHER.search(lowered[found[0][1] : found[1][0]]):
        leads = author == found[0][2]
    return Named(
        speaks=speaks, mentions=mentions & ~speaks, leads=leads, one=len(found) < len(here)
    )


def name_pattern(name: str) -> re.Pattern[str]:
    """A name as a word of its own; a CJK particle or ending may stand right beside it."""
    letter = rf"[^\W{CJK}]"
    before = rf"(?<!{letter})" if re.match(letter, name[0]) else ""
    after = rf"(?!{letter})" if re.match(letter, name[-1]) else ""
    return re.compile(before + re.escape(name) + after)
