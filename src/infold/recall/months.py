"""Months and years that a question names, in English, German, Indonesian and CJK languages."""

from __future__ import annotations

import re

_NAMES = (
    "january|januar|januari|jan",
    "february|februar|februari|feb",
    "march|märz|maret",
    "april|apr",
    "may|mai|mei",
    "june|juni|jun",
    "july|juli|jul",
    "august|agustus|aug",
    "september|sept?",
    "october|oktober|oct",
    "november|nov",
    "december|dezember|desember|dec",
)
# "May" and "march" are words of their own: only with a preposition, a day or a year beside them.
_DOUBTFUL = re.compile(
    r"(?:\b(?:in|of|on|by|during|since|until|last|this|early|late|im|seit|bulan)\s+|\d\s*)"
    r"(?P<a>may|march)\b|\b(?P<b>may|march),?\s+\d",
)
_PLAIN = tuple(re.compile(rf"\b(?:{names})\b") for names in _NAMES)
_CJK = re.compile(r"(?<!\d)(1[0-2]|[1-9])\s*[月월]")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def named_months(question: str) -> tuple[frozenset[int], frozenset[int]]:
    """Months (1 to 12) and years that a question names; both empty where it names no month."""
    text = question.lower()
    months = {int(month) for month in _CJK.findall(text)}
    for number, pattern in enumerate(_PLAIN, start=1):
        for match in pattern.finditer(text):
            if match.group() not in ("may", "march"):
                months.add(number)
    for match in _DOUBTFUL.finditer(text):
        months.add(5 if "may" in (match["a"], match["b"]) else 3)
    years = {int(year) for year in _YEAR.findall(text)} if months else set()
    return frozenset(months), frozenset(years)
