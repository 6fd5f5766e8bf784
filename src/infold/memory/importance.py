"""How much a fact weighs: by rules, and by what a model answers in whatever words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from infold.core.facts import FactKind

__all__ = ["DEFAULT_IMPORTANCE", "Weighed", "importance_of", "read_importance"]

DEFAULT_IMPORTANCE: Final = 0.5
"""Of a fact of which nothing better is known, and where a model's answer cannot be read."""

_BY_KIND: Final[dict[FactKind, float]] = {
    "profile": 0.7,
    "preference": 0.6,
    "decision": 0.7,
    "statement": 0.5,
    "event": 0.5,
    "temporary": 0.3,
}
_BY_ATTRIBUTE: Final = (
    (re.compile(r"^(?:allergy to |health condition |diet\b)"), 0.9),
    (re.compile(r"^(?:name|pronouns)$"), 0.9),
    (re.compile(r"^(?:city|employer|job|birthday|native language|time zone|email|phone)$"), 0.8),
    (re.compile(r"^taste in "), 0.5),
)
_NEAR: Final = 0.1
"""Less, where it is of somebody near to the user."""


def importance_of(kind: FactKind, attribute: str = "", *, subject: str = "user") -> float:
    """The importance of a fact by rules.

    Args:
        kind: Of the fact.
        attribute: Of its slot; empty where it has none.
        subject: Of its slot.

    Returns:
        0 to 1.
    """
    for pattern, weight in _BY_ATTRIBUTE:
        if pattern.search(attribute):
            return round(weight if subject == "user" else weight - _NEAR, 9)
    return _BY_KIND[kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """An importance as it was read.

    Attributes:
        value: 0 to 1.
        note: Why it is the default, or what was taken for a number; empty where the answer was one.
    """

    value: float
    note: str = ""


_DIGIT: Final = r"\d+(?:[.,]\d+)?|[.,]\d+"
_SHARE: Final = re.compile(
    rf"(?<![A-Za-z\d_.,])(?P<n>{_DIGIT})\s*(?:stars?|sterne?n?|points?|bintang)?\s*"
    rf"(?:/|\bout of\b|\bof\b|\bvon\b"
    rf"|\bdari\b)\s*(?P<of>\d+)(?![\w/])",
    re.IGNORECASE,
)
_WIDE_SHARE: Final = re.compile(
    r"(?P<of>\d+)\s*(?:分|점|点|段階)?\s*(?:満点中|满分中|中|满分|満点|만점|중)(?:の|的"
    r"|에)?\s*(?P<n>\d+(?:[.]\d+)?)"
)
_PERCENT: Final = re.compile(
    rf"(?<![A-Za-z\d_.,-])(?P<n>{_DIGIT})\s*"
    r"(?:%|％|percent|per cent|prozent|persen|パーセント|퍼센트)",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    rf"\b(?:not|nicht|bukan|pas)\s+(?:{_DIGIT})(?![\w/]|[.,]\d)|(?:不是|ではなく)\s*(?:{_DIGIT})",
    re.IGNORECASE,
)
"""A number that is ruled out: "not 0.9 but 0.1"."""
_RANGE: Final = re.compile(
    rf"(?<![A-Za-z\d_.,-])(?P<n>{_DIGIT})\s*(?:-|–|—|to|and|und|dan|bis|sampai|~|～|到|至)\s*(?P<m>{_DIGIT})(?![\w]"
    rf"|[.,]\d)",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(rf"(?<![A-Za-z\d_.,/-])(?P<n>{_DIGIT})(?![\w/]|[.,]\d)")
_SCALE: Final = re.compile(
    r"\b(?:on a scale of|scale|from|auf einer skala von|skala(?: dari)?|von) ?(?:of |from )?"
    r"[01](?:\.0)? ?(?:to|-|–|bis|sampai|hingga) ?(?P<of>1(?:\.0)?|5|10|100)\b",
    re.IGNORECASE,
)
_LEVELS: Final[dict[float, str]] = {
    0.9: (
        "very high|critical|crucial|essential|extremely important|very important|highest|vital"
        "|sehr hoch|sehr wichtig|entscheidend|sangat tinggi|sangat penting|非常重要|极高|很高"
        "|非常に(?:高|重要)|極めて|매우 (?:높|중요)"
    ),
    0.2: (
        "very low|negligible|irrelevant|trivial|unimportant|not important|sehr niedrig"
        "|unwichtig|sangat rendah|tidak penting|不重要|很低|极低|重要ではな|重要でな|非常に低"
        "|중요하지 않|매우 낮"
    ),
    0.8: "high|important|hoch|wichtig|tinggi|penting|高|重要|높|중요",
    0.3: "low|minor|niedrig|gering|rendah|低|낮",
    0.5: "medium|moderate|average|mittel|sedang|menengah|中等|中程度|普通|보통|중간|中",
}


def _any_of(words: str) -> re.Pattern[str]:
    latin = "|".join(word for word in words.split("|") if word.isascii())
    wide = "|".join(word for word in words.split("|") if not word.isascii())
    return re.compile(rf"\b(?:{latin})\b|{wide}", re.IGNORECASE)


_LEVEL: Final = tuple((weight, _any_of(words)) for weight, words in _LEVELS.items())
_PROSE: Final = 60
"""Characters beyond which a word such as "high" may be about anything."""


def read_importance(answer: object) -> Weighed:
    """Read an importance from a model's answer in any words.

    Args:
        answer: What it wrote: `0.8`, `about 0.8, I think`, `8/10`, `80 %`, `high`, JSON, prose.

    Returns:
        0 to 1; the default with a note where nothing can be read. Never raises.
    """
    if isinstance(answer, int | float) and not isinstance(answer, bool):
        answer = repr(answer)
    text = " ".join((answer[:4_000] if isinstance(answer, str) else "").split())[:2_000]
    if not text:
        return _default("the answer is blank")
    text = _DENIED.sub(" ", text)
    scale = _SCALE.search(text)
    rest = text if scale is None else text[: scale.start()] + " " + text[scale.end() :]
    for pattern in (_SHARE, _WIDE_SHARE):
        if (match := pattern.search(rest)) is not None and float(match["of"]) > 0:
            return _within(
                _number(match["n"]) / float(match["of"]), f"read from {match[0].strip()!r:.40}"
            )
    if (match := _PERCENT.search(rest)) is not None:
        return _within(_number(match["n"]) / 100, f"read from {match[0].strip()!r:.40}")
    if (match := _RANGE.search(rest)) is not None:
        mean = (_number(match["n"]) + _number(match["m"])) / 2
        return _scaled(mean, scale, f"the middle of {match[0].strip()!r:.40}")
    numbers = [_number(match["n"]) for match in _NUMBER.finditer(rest)]
    if numbers:
        # Of several the first that can be an importance as it stands: "In 2024 I rate it 0.8".
        as_they_stand = [number for number in numbers if 0 <= number <= 1]
        if as_they_stand and scale is None:
            return _within(as_they_stand[0], "" if len(numbers) == 1 else "the first of several")
        return _scaled(numbers[0], scale, f"read from {numbers[0]:g}")
    if len(text) <= _PROSE:
        for weight, words in _LEVEL:
            if (match := words.search(text)) is not None:
                return Weighed(value=weight, note=f"read from {match[0]!r:.40}")
    return _default("no number stands in the answer")


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _scaled(number: float, scale: re.Match[str] | None, note: str) -> Weighed:
    """A number on the scale that was named, else on one of 10 or 100, whichever holds it."""
    if scale is not None:
        return _within(number / float(scale["of"]), note)
    if number <= 1:
        return _within(number, note)
    if number <= 10:
        return _within(number / 10, note)
    if number <= 100:
        return _within(number / 100, note)
    return _default("the number is on no scale of 1, 10 or 100")


def _within(value: float, note: str) -> Weighed:
    if not 0 <= value <= 1:
        return _default(f"{value:g} is outside of 0 to 1")
    return Weighed(value=round(value, 9), note=note)


def _default(why: str) -> Weighed:
    return Weighed(value=DEFAULT_IMPORTANCE, note=f"default {DEFAULT_IMPORTANCE:g}: {why}")
