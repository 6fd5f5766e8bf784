"""The slot and the value that a text states which the rules of extraction do not read.

`infold.memory.stated` asks those first. Precision first: a slot that is read wrongly would let one
fact end another. So a text gives a slot only where it states exactly one, plainly: no question, no
wish, no hearsay. What patterns do not know is read off its words: two statements of one figure
agree on their slot where all their other words do; two of one state where they differ in a negation
or in one of two opposites. What happened may happen again: an event has no slot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final

from infold.core.facts import Slot
from infold.memory import slot_patterns as patterns
from infold.memory.opposed import ANTONYMS, wide_state
from infold.memory.periods import read_period
from infold.memory.same_value import AVERSE, TASTE, normal
from infold.memory.subjects import USER, subject_of
from infold.text import slot_cues as cues
from infold.text.analysis import analyze
from infold.text.kinds import Status
from infold.text.scripts import CJK
from infold.text.slots import Mode, Statement, Value, read_statements

__all__ = ["USER", "Reading", "read_slot"]

_EDGE: Final = " \t\"'`“”„«»「」『』《》()[]（）*_.,;:!?。，、！？；：…"
_TAIL: Final = re.compile(
    r"\s+(?:and|but|now|with|since|because|again|currently|these days|instead|as|for|when|while"
    r"|from|at the moment|any ?more|any longer|from now on|right now|today|who|which|so|then"
    r"|und|jetzt|mit|aber|seit|weil|wieder|statt|nicht|gezogen|mehr|als"
    r"|dan|sekarang|dengan|tapi|karena|lagi|sejak|saja)\b.*\Z",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(
    r"(?:the|an?|my|our|der|die|das|dem|den|einer?|einem|mein\w*)\s+", re.IGNORECASE
)
_CLAUSE: Final = re.compile(r"[,;:，、；：]|\b(?:and|und|dan)\b", re.IGNORECASE)
_PARTICLE: Final = re.compile(r"(?:了|呢|的)\Z|(?:に|は|が|を|で)\Z|(?:은|는|을|를|에)\Z")
_LEAD: Final = re.compile(
    r"\A(?:(?:もう|[私僕俺今]は|現在|我(?:现在)?|现在"
    r"|저는|나는|제가|지금은|이제|현재|더 이상|더는"
    r"|(?:先月|先週|去年|昨日|最近)(?:から|に)?|从?(?:上个?月|上周|去年|今年|昨天|最近)(?:起|开始)?"
    r"|(?:지난 ?달|지난 ?주|작년|올해|어제|요즘|최근)(?:에|부터)?) ?)+(?=.)"
)
_WIDE: Final = re.compile(f"[{CJK}]")
_TOPIC: Final = re.compile(
    r"\A(?:[^\sは]{1,10}は(?=.)|(?:(?:제|내|우리) ?)?[가-힣]{1,6}[은는이가] )"
)
"""Whom a statement speaks of, where the value follows without a sign between them."""
_COPULA: Final = re.compile(
    r"(?:\b(?:is|are|was set to|equals|ist|sind|lautet|beträgt|adalah|ialah|yaitu)\b|[:=]|是|为|は"
    r"|[은는])\s*\Z",
    re.IGNORECASE,
)
_PAST: Final = re.compile(
    r"\b(?:lived|worked|was|were|used to|wohnte|arbeitete|war|lebte|dulu|pernah)\b"
    r"|以前|曾经?|かつて|예전|살았|ていました",
    re.IGNORECASE,
)
_NEGATIONS: Final = """
not never no cannot nicht kein keine keinen nie tidak bukan gak nggak jangan
"""
_NEGATION: Final = frozenset(_NEGATIONS.split())
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_PLAIN_FORM: Final = {
    "die": "",
    "do": "",
    "does": "",
    "did": "",
    "any": "",
    "more": "",
    "longer": "",
}
_TYPES: Final = frozenset(
    {"number", "money", "port", "version", "date", "day", "time", "code", "address", "url", "path"}
)
_TIMES: Final = frozenset({"date", "day", "time"})
_HAPPENED: Final = re.compile(
    r"\b(?!need)(?:[a-z]{2,}ed|ran|went|bought|spent|paid|swam|drove|rode|flew|read|wrote|saw|ate"
    r"|drank|met|did|made|got|lost|won|gave|took|sent|came|slept|sold|had"
    r"|lief|ging|fuhr|kaufte|schwamm|aß|trank|traf|bezahlte|flog"
    r"|tadi|kemarin|berlari|lari|membeli|beli|berenang|bersepeda)\b(?<!used)(?<!based)"
    r"|了|过(?!敏)|(?<=[いしっきぎちにびみりんえけせてねべめれ])[ただ](?=[。.!！]*\Z)|ました"
    r"|[았었했렸갔났샀렀녔][어다습]",
    re.IGNORECASE,
)
"""Tells what was done."""
_PERFECT: Final = re.compile(
    r"\b(?:bin|ist|habe|hat) (?:[^,;.]+ )?"
    r"(?:\w*ge\w{2,}(?:en|t)|\w+iert|bezahlt|verkauft|besucht)\b",
    re.IGNORECASE,
)
"""The same in German, with a word between that may name a value, too."""
_NUMBERED: Final = re.compile(
    r"\A\W*(?:(?:the|my|our|der|die|das|mein\w*|unser\w*)\s+)?[^\W\d_]+ "
    r"(?:nomor|no\.?|number|nr\.?|nummer)\s*\Z",
    re.IGNORECASE,
)
_SAYS_MORE: Final = re.compile(r"\s+(?!(?:saya|aku|kami|is|ist|adalah)\b)\w")
_COUNTER: Final = re.compile(r"\d+\s?(?:번|호|号|番)(?:の|的)?\s?\w")
_LEAST_WORDS: Final = 2
_CHANGED: Final = 2
"""Strength of the words that tell a change, from which they name one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a text says of one slot.

    Attributes:
        slot: Subject and attribute.
        value: In its form for comparison; of a retraction the value that it takes back, empty for
            any.
        retracts: It says that the value holds no more.
        since: From when, where it says so.
        until: Until when, exclusive, where it says so.
    """

    slot: Slot
    value: str
    retracts: bool = False
    since: datetime | None = None
    until: datetime | None = None


@lru_cache(maxsize=4_096)
def read_slot(text: str) -> Reading | None:
    """Read the slot that a text states; None where it states none, or several.

    Args:
        text: One statement, as it is said or noted: `I live in Oslo`, `Lives in Oslo`.

    Returns:
        The reading. Linear; some 1 to 3 ms for a sentence, most of it the reading of literals.
    """
    period = read_period(text)
    statements = read_statements(period.rest)
    if not statements or any(one.mode is not Mode.ASSERTS for one in statements):
        return None
    if _PAST.search(period.rest) and period.until is None:
        # What was so once, with no word on when, says nothing of what is so now.
        return None
    found = list(dict.fromkeys(_by_pattern(period.rest, statements)))
    if not found and len(statements) == 1:
        found = list(_by_words(period.rest, statements[0]))
    if len(found) != 1:
        return None
    slot, value, retracts = found[0]
    return Reading(
        slot=slot, value=value, retracts=retracts, since=period.since, until=period.until
    )


_Found = tuple[Slot, str, bool]


def _by_pattern(text: str, statements: tuple[Statement, ...]) -> Iterator[_Found]:
    subject = subject_of(text)
    for rule in patterns.MEAT:
        match = rule.search(text)
        if match and (value := _value(match["v"], statements)):
            yield Slot(subject=subject, attribute="diet"), value, _denies_here(text, match)
            return
    for rule in patterns.CONSUMED:
        match = rule.fullmatch(text)
        if match:
            named = match.groupdict()
            value = AVERSE if named.get("no") or named.get("no2") else "yes"
            about = normal(_ARTICLE.sub("", match["v"].strip(), count=1))
            if about:
                yield Slot(subject=subject, attribute=f"{TASTE}{about}"), value, False
            return
    for attribute, rule in patterns.LEFT:
        match = rule.search(text)
        if match and (value := _value(match["v"], statements)):
            yield Slot(subject=subject, attribute=attribute), value, True
            return


def _denies_here(text: str, match: re.Match[str]) -> bool:
    """Whether a denial is of what was found: "vegan, I eat no cheese" denies the cheese."""
    behind = _CLAUSE.search(text, match.end())
    return bool(patterns.ENDS.search(text[: behind.start() if behind else len(text)]))


def _value(text: str, statements: tuple[Statement, ...]) -> str:
    """A value in its form for comparison: the name in it where it holds one, else its words."""
    own = _TAIL.sub("", _LEAD.sub("", text.strip())).strip(_EDGE)
    if not _WIDE.search(own):
        held = [
            value.norm
            for one in statements
            for value in one.values
            if value.type == "name" and not value.is_owner and value.norm in normal(own)
        ]
        if held:
            return held[0]
    if _WIDE.search(own) and len(own) > 1:
        own = _TOPIC.sub("", own)
        own = _PARTICLE.sub("", own)
    return normal(_ARTICLE.sub("", own, count=1) if _ARTICLE.match(own) else own)


# ------------------------------------------------------------------ what patterns do not know


def _by_words(text: str, statement: Statement) -> Iterator[_Found]:
    values = [
        value
        for value in statement.values
        if value.status is Status.CURRENT
        and not (value.is_owner or value.is_called or value.is_guess)
    ]
    figures = [value for value in values if value.type in _TYPES]
    copulas = [value for value in values if _COPULA.search(text[: value.start])]
    chosen = figures if len(figures) == 1 else copulas
    by_day = len(chosen) == 1 and chosen[0].norm.startswith("weekday:")
    if by_day and chosen[0] not in copulas and statement.cue < _CHANGED:
        # "Swims on Mondays" leaves room for Thursdays; "the standup is on Monday" does not.
        return
    if len(chosen) == 1 and chosen[0] in figures and _is_number_of(text, chosen[0]):
        return
    if len(chosen) == 1 and _is_event(text, statement, chosen[0], named=chosen[0] in copulas):
        return
    if len(figures) < _LEAST_WORDS and len(chosen) == 1:
        slot = _of_value(statement, chosen[0])
        if slot is not None:
            yield slot, chosen[0].norm, bool(statement.ends)
            return
    if not values:
        yield from _of_state(text, statement)


def _is_number_of(text: str, value: Value) -> bool:
    """Whether a figure is the number by which one of several things goes: "drawer no. 3 holds …".

    What is said of the third says nothing of the eighth.
    """
    before, after = text[: value.start], text[value.end :]
    return bool(
        (_NUMBERED.search(before) and _SAYS_MORE.match(after))
        or (not before.strip() and _COUNTER.match(text, value.start))
    )


def _is_event(text: str, statement: Statement, value: Value, *, named: bool) -> bool:
    """Whether a figure is of something that happens: "ran 5 km", "has an appointment on 3 May".

    Of those several stand side by side; what is moved or changed to a figure has one at a time.
    """
    if statement.cue >= _CHANGED:
        return False
    if named:
        return _PERFECT.search(text) is not None
    return value.type in _TIMES or bool(_HAPPENED.search(text) or _PERFECT.search(text))


def _of_value(statement: Statement, value: Value) -> Slot | None:
    """The slot of a figure or name: all other words of its statement."""
    names = statement.names - {value.norm}
    words = {
        word.term
        for word in statement.words
        if not (value.start <= word.start < value.end or word.term.startswith("@"))
    }
    if not words or words & cues.MANY:
        return None
    subject = " ".join(sorted(names)) or (USER if statement.first_person else "")
    kind = value.type if value.type in _TYPES else "name"
    unit = f" {value.unit.lstrip('#')}" if value.unit else ""
    qualifiers = "".join(f" {one}" for one in sorted(statement.qualifiers))
    return Slot(subject=subject, attribute=f"{kind}{unit} of {' '.join(sorted(words))}{qualifiers}")


def _of_state(text: str, statement: Statement) -> Iterator[_Found]:
    """A state that a negation or an opposite turns round: whether it is so is the value."""
    if _WIDE.search(text):
        if (state := wide_state(text)) is not None:
            yield Slot(subject=USER, attribute=f"whether {state[0]}"), state[1], False
        return
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    opposed = next(
        (pair for pair in (*ANTONYMS, *cues.OPPOSITES) if sum(word in pair for word in words) == 1),
        None,
    )
    no = sum(word in _NEGATION or word.endswith("n't") for word in words) + (
        "longer" in words and "no" in words
    )
    rest = [
        word
        for word in words
        if word not in _NEGATION
        and not word.endswith("n't")
        and word not in _PLAIN_FORM
        and not (opposed and word in opposed)
    ]
    terms = sorted(set(analyze(" ".join(rest))))
    if len(terms) + bool(opposed) < _LEAST_WORDS or set(terms) & cues.WEIGHTLESS:
        return
    first = USER if statement.first_person or subject_of(text) == USER else subject_of(text)
    if opposed:
        value = next(word for word in words if word in opposed)
        if no:
            value = next(iter(sorted(opposed - {value}))) if len(opposed) == _LEAST_WORDS else ""
        if value:
            attribute = f"whether {' '.join(terms)} {'/'.join(sorted(opposed))}"
            yield Slot(subject=first, attribute=attribute), value, False
        return
    yield Slot(subject=first, attribute=f"whether {' '.join(terms)}"), "no" if no else "yes", False
