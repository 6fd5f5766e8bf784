"""Months and years that a question names, in English, German, Indonesian and CJK languages."""

from __future__ import annotations

import re

from infold.text.month_names import MONTH_NAMES

_OTHER_WORDS = frozenset({"may", "march", "mar", "des"})
# "May" and "march": only with a preposition, a day or a year beside them.
_DOUBTFUL = re.compile(
    r"(?:\b(?:in|of|on|by|during|since|until|last|this|early|late|im|seit|bulan)\s+|\d\s*)"
    r"(?P<a>may|march)\b|\b(?P<b>may|march),?\s+\d",
)
_PLAIN = tuple(
    re.compile(rf"\b(?:{'|'.join(name for name in names if name not in _OTHER_WORDS)})\b")
    for names in MONTH_NAMES
)
_CJK = re.compile(r"(?<!\d)(1[0-2]|[1-9])\s*[月월]")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def named_months(question: str) -> tuple[frozenset[int], frozenset[int]]:
    """Months (1 to 12) and years that a question names; both empty where it names no month."""
    text = question.lower()
    months = {int(month) for month in _CJK.findall(text)}
    months.update(number for number, name in enumerate(_PLAIN, start=1) if name.search(text))
    months.update(5 if "may" in (one["a"], one["b"]) else 3 for one in _DOUBTFUL.finditer(text))
    years = {int(year) for year in _YEAR.findall(text)} if months else set()
    return frozenset(months), frozenset(years)
