"""What somebody says of himself in passing, in words for which no rule has a slot.

"We've got a greyhound called Biscuit", "Beim Kochen höre ich am liebsten Jazz": whether a clause of
the speaker states something lasting (a state, what he has, a habit, what he can, a liking, somebody
near to him) is told by the kind of its words, in six languages (`infold.memory.lasting`).
The clause itself is what is kept. Precision first: what is a task, a mood, an event of the day, a
wish or what is no more gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from infold.memory import ending_words
from infold.memory.lasting.chinese import CHINESE
from infold.memory.lasting.english import ENGLISH
from infold.memory.lasting.german import GERMAN
from infold.memory.lasting.indonesian import INDONESIAN
from infold.memory.lasting.japanese import JAPANESE
from infold.memory.lasting.korean import KOREAN
from infold.memory.lasting.words import Lasting
from infold.memory.unsaid import is_reported, is_supposed

__all__ = ["Passing", "read_passing"]

_Time: TypeAlias = Literal["", "past", "coming"]
_LONGEST: Final = 200
"""Characters of a clause."""
_KOREAN_SIGN: Final = re.compile("[\uac00-\ud7a3]")
_KANA: Final = re.compile("[\u3041-\u30ff]")
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_LATIN: Final = (
    (re.compile(r"\b(?:i|i'm|i've|we|we're|we've|my|our)\b"), ENGLISH),
    (re.compile(r"\b(?:ich|wir|mein\w*|unser\w*|mir|uns)\b"), GERMAN),
    (re.compile(r"\b(?:saya|aku|gue|gua|gw|kami|kita)\b|[a-z]ku\b"), INDONESIAN),
)
_WHOLE_FORMS: Final = (
    (re.compile(r"[’‘]"), "'"),
    (re.compile(r"\b(i|we)'(?:m|re)\b|\A(i)m(?= [a-z])"), r"\1\2 am"),
    (re.compile(r"\b(i|we)'ve\b"), r"\1 have"),
    (re.compile(r"\b(my|our)((?: [\w-]+){1,4}?)'s (?=\w+ed\b|gone\b|got\b|been\b)"), r"\1\2 has "),
    (re.compile(r"\b(my|our)((?: [\w-]+){1,4}?)'s (?=an?\b|the\b|not\b|\d|[£$€])"), r"\1\2 is "),
    (re.compile(r"\bhave got\b"), "have"),
    (re.compile(r"\bhab\b"), "habe"),
    (re.compile(r"([a-z]{3,})ku\b(?<!aku)(?<!buku)(?<!suku)(?<!perilaku)"), r"\1 saya"),
)
"""What is drawn together, in full."""
_OPENS: Final = re.compile(
    r"\W*(?:(?:and|but|so|well|also|plus|oh|btw|by the way|fyi|because|since|as|ok|okay|anyway"
    r"|now|these days|nowadays|sekarang|kini|saat ini"
    r"|honestly|tbh|right|basically|though|although|while|cos|cause|hi|hey|hello|yes|no|yeah|lol"
    r"|just so you know|for context|bear in mind|in case it matters|context|background|und|aber"
    r"|also|übrigens|nebenbei|ja|nein|na ja|naja|denn|weil|da|ach|hallo|moin|dan|tapi|soalnya"
    r"|karena|jadi|oh ya|btw|kebetulan|eh|nah|terus|sebenarnya|jujur|halo|hai|kak"
    r"|min)\b[\s,.:–—-]*)*"
)
_WIDE_OPENS: Final = re.compile(
    r"\W*(?:(?:对了|顺便说一下|顺便说|另外|因为|其实|话说|说实话|不过|但是?|而且|所以|哦对|哈哈+"
    r"|你好|您好|那个|嗯|平时|另外说下|补充一下)[\s，,、：:]*)*"
)
_INVERTED: Final = re.compile(
    r"(?P<first>[^,;:.!?]{1,60}?) (?P<verb>[a-zäöüß]{2,}(?:e|en|n)|bin|hab|kann|darf|mag|war)"
    r" (?P<self>ich|wir)(?P<rest>(?: .*)?)\Z"
)
_VERB_LAST: Final = re.compile(
    r"(?:da|weil|dass|obwohl|seit|während) (?P<self>ich|wir) (?P<rest>.+) (?P<verb>[a-zäöüß]+)\Z"
)
_ROLE: Final = re.compile(
    r"\b(?:[Ii]ch bin|bin ich) (?:(?:auch|nur|leider|selbst|noch|kein|keine|eine?|gelernte[rs]?"
    r"|ehrenamtlich\w*|passionierte[rs]?|begeisterte[rs]?) )*(?!Meinung|Ansicht|Mitte|Anfang|Ende)"
    r"[A-ZÄÖÜ][a-zäöüß]{3,}(?:in|er|ist|ant|ent|eur|wart|mann|frau|or|at|ling|ige)\b"
)
"""German nouns of what somebody is: they are written with a capital."""
_ASKED: Final = re.compile(
    r"\A\W*(?:what|which|how|where|who|when|why|can|could|should|would|will|do|does|did|is|are|was"
    r"|any|wer|wie|wo|was|wann|warum|welche\w*|kannst|soll\w*|wenn|als|apa|apakah|bagaimana|gimana"
    r"|kalau|jika|kenapa|write|draft|give|make|help|tell|explain|show|list|suggest)\b"
)
_EMPTY: Final = re.compile(
    r"\b(?:it|them|that|this|one|es|das|sie|ihn|itu|ini|nya)\W*\Z|[\[\]_]|\{|\}|<|>|=|https?:|\t"
    r"|;\s*\Z"
)
_WISHED: Final = re.compile(r"\s*(?:싶|말았|말고|있지 않)")
"""What makes a wish of a Korean verb that stands before it."""
_STARTED: Final = re.compile(
    r"\b(?:started|begun|took up|taken up|angefangen|fange .{1,20}an|mulai)\b|开始|迷上"
    r"|始めました|시작했"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """What a clause states in passing.

    Attributes:
        likes: It is a liking.
        time: `past` of what was so in the time that the clause names, `coming` of what is planned
            for it; empty of what is so.
    """

    likes: bool
    time: _Time = ""


def read_passing(
    clause: str,
    *,
    is_past: bool = False,
    is_coming: bool = False,
    is_dated: bool = False,
    behind: str = "",
) -> Passing | None:
    """Read whether a clause of the speaker states something lasting.

    Args:
        clause: A stretch of a sentence of the user, on one line; no question.
        is_past: It names a long time that is over.
        is_coming: It names a time to come.
        is_dated: It names a time; what is done now on a day is planned for the next such day.
        behind: What stands behind it in its sentence.

    Returns:
        None where it states nothing that lasts. Linear; some 20 to 100 µs.
    """
    if not clause or len(clause) > _LONGEST:
        return None
    low = clause.lower()
    for pattern, whole in _WHOLE_FORMS:
        low = pattern.sub(whole, low)
    low = low.strip(" .!,;:。！，、…~")
    if is_supposed(clause) or is_reported(clause):
        return None
    if _EMPTY.search(low) or _WISHED.match(behind):
        return None
    language = _language(low)
    if language is None or language.passes.search(low):
        return None
    ended = ending_words.ENDS.search(low) is not None and not _STARTED.search(low)
    if language is GERMAN and not ended and _ROLE.search(clause):
        return Passing(likes=False)
    for said in _forms(low, language):
        if language.speaks.match(said) is None or (language in _SPACED and _ASKED.match(said)):
            continue
        if is_past and language.held.match(said):
            return Passing(likes=False, time="past")
        if ended:
            continue
        if language.holds.match(said):
            return Passing(likes=language.likes.search(said) is not None)
        if (is_coming or (is_dated and language is ENGLISH)) and language.plans.match(said):
            return Passing(likes=False, time="coming")
    return None


_SPACED: Final = (ENGLISH, GERMAN, INDONESIAN)


def _language(low: str) -> Lasting | None:
    if _KOREAN_SIGN.search(low):
        return KOREAN
    if _KANA.search(low):
        return JAPANESE
    if _HAN.search(low):
        return CHINESE
    return next((words for signs, words in _LATIN if signs.search(low)), None)


def _forms(low: str, language: Lasting) -> Iterator[str]:
    """A clause from where its speaker begins; a German one with its subject before the verb."""
    opens = _WIDE_OPENS if language is CHINESE else _OPENS
    begin = opens.match(low)
    said = low[begin.end() :] if begin is not None else low
    yield said
    if language is GERMAN:
        turned = _INVERTED.match(said) or _VERB_LAST.match(low)
        if turned is not None:
            verb = f"{turned['self']} {turned['verb']}"
            first, rest = turned.groupdict().get("first") or "", turned["rest"].strip()
            yield " ".join(f"{verb} {rest} {first}".split())
            yield " ".join(f"{verb} {first} {rest}".split())
