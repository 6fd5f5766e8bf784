"""Shorter stretches of a sentence that still say whose value it is, word for word.

Three grains, from the longest to the shortest: the sentence; its clauses, and the sentence without
what leads into it ("By the way,"); windows of a few words around a value. A window never leaves out
a word that turns its clause: a negation, a condition, a doubt, a decision. It never splits a list
and takes along what bounds the value ("until", "at least") and what it counts ("30 days a year").
Whether it says the same by itself is for the reader of literals to decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from infold.fold.clausing import Stretch, bare_clause, trimmed
from infold.fold.wanted import MUST_KEEP
from infold.text.analysis import analyze
from infold.text.kinds import STATEMENTS, Kind, Literal
from infold.text.statements import statement_kinds

__all__ = ["LIST_JOIN", "led_spans", "window_spans"]

_MOST_WORDS: Final = 14
_CONTEXT: Final = 3
_JOINED: Final = 4
_LED: Final = 2
"""Telling words before a value that say whose it is."""
_AT_ONCE: Final = 1
"""A segment that a turning word opens ("if it stays under 3 hours") has all that turns it."""
_MARKS: Final = "`\"'“”‘’«»「」『』*"
_SEGMENT: Final = re.compile(
    r"\s*[\r\n]+\s*|[,，、;；:：]\s*|\s[—–-]+\s|\s*[(（)）]\s*"
    r"|(?<=지만)\s+|(?<=[는은]데)\s+|(?<=니까)\s+|(?<=[으하]며)\s+|(?<=면서)\s+|(?<=[어아]서)\s+"
    r"|(?<=므로)\s+"
)
# A line that ends so goes on with the next: "`pg_trgm`, `btree_gist` and".
_GOES_ON: Final = re.compile(r"(?:[,、，(]|(?<![^\W_])[^\W\d_]{1,4})\Z")
LIST_JOIN: Final = re.compile(
    r"[\s\"'`]*(?:[,、，/&+–-]|\b(?:and|or|to|through|und|oder|bis|dan|atau|sampai|hingga)\b"
    r"|[和与或及到至と]|や|から|및|과|와|에서)*[\s\"'`]*"
)
"""What stands between two values of one list."""
_BOUND_WORDS: Final = """
at least most up to until till before after by under over above below since from within between than
less more fewer about around nearly almost only every per exactly roughly no later earlier not
mindestens höchstens bis vor nach ab unter über seit etwa rund circa ca knapp nur maximal
minimal minimum maksimal paling sedikit banyak sampai hingga sebelum setelah sejak di bawah atas
lebih kurang dari sekitar hanya setiap
"""
_BOUND: Final = frozenset(_BOUND_WORDS.split())
_BOUND_AFTER: Final = re.compile(
    r"\s+(?:at (?:the )?(?:most|least|latest|earliest)|or (?:more|less|fewer|later|earlier|so)"
    r"|max(?:imum|imal)?|min(?:imum|imal)?|oder (?:mehr|weniger|später|früher)"
    r"|atau (?:lebih|kurang)|ke (?:atas|bawah))\b",
    re.IGNORECASE,
)
_RATE: Final = re.compile(r"\s+(?:an?|per|each|every|pro|je|im|am|per|setiap|tiap)\s+\w+|/\w+")
_UNIT: Final = re.compile(r"[^\W\d_]|[%°€$£¥]")
_COUNTED: Final = re.compile(r"\s+[^\W\d_][\w'’-]*")
_NOUN: Final = re.compile(r" [^\W\d_A-Z][\w'’-]{3,}")
_PARTICLE: Final = re.compile(
    r"[在把从对与和于向给はがをにで]|から|まで|により|[의은는이가을를에] "
)
_PAIR: Final = re.compile("[\u3400-\u9fff]{2}\\Z")
_TURNS: Final = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nobody|nothing|without|cannot|\w+n't|unless|if|whether"
    r"|when|whenever|once|as long as|in case|provided|would|could|might|may|maybe|perhaps|should"
    r"|probably|possibly|think|guess|assume|suppose|hope|doubt|seems?|unsure|instead|rather|except"
    r"|wrong|false"
    r"|nichts?|niemand|kein\w*|nie|niemals|ohne|wenn|falls|sobald|sofern|würde\w*|könnte\w*"
    r"|vielleicht|sollte\w*|wohl|vermutlich|glaube|statt|falsch"
    r"|tidak|bukan|jangan|belum|tanpa|tak|nggak|gak|jika|kalau|bila|apabila|mungkin|sebaiknya"
    r"|barangkali|kira|salah|seandainya)\b"
    r"|[不没沒别勿未非无]|如果|若|要是|假如|除非|只要|可能|也许|大概|应该|好像"
    r"|ない|ません|なく|ずに|たら|れば|なら|かもし|と思|だろう|でしょう|はず"
    r"|않|없|아니|안 |못 |마세요|말고|면 |라면|아마|것 같|수도",
    re.IGNORECASE,
)
_JOINS: Final = re.compile(r"\b(?:and|but|und|aber|dan|tapi|tetapi)\s+\Z", re.IGNORECASE)
_WIDE: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_WORDS: Final = re.compile(
    r"[\u3400-\u9fff]{1,2}|[\u30a0-\u30ff]+|[\u3040-\u309f]{1,3}|[\uac00-\ud7a3]+"
    r"|(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])\w)+"
    r"(?:[-_./:@'’](?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])\w)+)*"
)


_SPEAKS: Final = frozenset({Kind.PATH, Kind.URL, Kind.COMMAND, Kind.ADDRESS})
"""They say what they are."""


def window_spans(text: str, inside: Sequence[Literal], *, bare: bool = False) -> Iterator[Stretch]:
    """Windows around the values of a sentence, or of a clause of it.

    Args:
        text: The sentence.
        inside: Its literals, with places in it.
        bare: Whether a value with what it counts ("30 minutes") may stand without another word.

    Yields:
        Stretches: the segments between commas that hold a value; then for each value a few, with
        one to three telling words before it, after it, or on both sides; then those that reach from
        one value to the next.
    """
    for one in _held(text, inside):
        if one.is_whole:
            yield bare_clause(text, one.start, one.end, bare=bare)
        if one.is_led and bare:
            words = [match.span() for match in _WORDS.finditer(text, one.start, one.end)]
            for core in _cores(text, one.start, one.end, words, one.values, bare=bare):
                yield bare_clause(text, core.start, one.end, bare=bare)
        if one.is_free:
            yield from _around(text, one.start, one.end, one.values, bare=bare)


def led_spans(text: str, inside: Sequence[Literal]) -> Iterator[Stretch]:
    """Stretches that say whose value they show: from the beginning of a clause to a value.

    Where a value stands at the beginning ("Mei is the owner of the relay"), and in languages
    without spaces or with the verb last, only the whole segment does.

    Args:
        text: The sentence.
        inside: Its literals, with places in it.

    Yields:
        The segments between commas that hold a value, without their article; then for each value
        what leads to it, alone and with one more telling word.
    """
    for one in _held(text, inside):
        if one.is_whole:
            yield bare_clause(text, one.start, one.end, bare=True)
        if not one.is_free or _WIDE.search(text, one.start, one.end):
            continue
        words = [match.span() for match in _WORDS.finditer(text, one.start, one.end)]
        telling = [span for span in words if analyze(text[slice(*span)])]
        for core in _cores(text, one.start, one.end, words, one.values, bare=False):
            if sum(after <= core.start for _, after in telling) < _LED:
                continue
            first = bare_clause(text, one.start, core.end, bare=True).start
            behind = [after for begin, after in telling if begin >= core.end]
            for last in (core.end, *behind[:_CONTEXT]):
                yield trimmed(text, first, last)


@dataclass(frozen=True, slots=True)
class _Held:
    """A stretch between commas with values.

    Attributes:
        start: Where it begins.
        end: One after its last character.
        values: In it.
        is_whole: Whether it may stand by itself.
        is_free: Whether parts of it may.
        is_led: Whether what leads to its values may go: all that turns it is in a clause of its
            own behind them ("326 attempts and no error").
    """

    start: int
    end: int
    values: list[Literal]
    is_whole: bool
    is_free: bool
    is_led: bool


def _held(text: str, inside: Sequence[Literal]) -> Iterator[_Held]:
    hard = [one for one in inside if one.kind not in STATEMENTS and one.kind is not Kind.QUOTE]
    is_stated = any(one.kind in MUST_KEEP for one in inside)
    for start, end in _segments(text, hard):
        held = [one for one in hard if start <= one.start and one.end <= end]
        if not held:
            continue
        segment = text[start:end]
        turn = _TURNS.search(_without(segment, start, held).replace("’", "'"))
        # Statements know more words that turn a clause, in all languages.
        is_free = turn is None and not (is_stated and statement_kinds(segment))
        is_whole = turn is None or turn.start() <= _AT_ONCE
        is_led = (
            turn is not None
            and start + turn.start() >= held[-1].end
            and _JOINS.search(segment, 0, turn.start()) is not None
        )
        yield _Held(start, end, held, is_whole, is_free, is_led)


def _without(segment: str, start: int, held: Sequence[Literal]) -> str:
    """A segment with its values blotted out: "May 14" is no doubt."""
    signs = list(segment)
    for one in held:
        signs[one.start - start : one.end - start] = "#" * (one.end - one.start)
    return "".join(signs)


def _segments(text: str, hard: Sequence[Literal]) -> Iterator[tuple[int, int]]:
    """The stretches between commas and the like, but those of a list or inside a literal."""
    begin = 0
    for match in _SEGMENT.finditer(text):
        at = match.start()
        if any(one.start <= at < one.end for one in hard):
            continue
        if "\n" in match.group() and _GOES_ON.search(text, max(0, at - 8), at):
            continue
        before = any(one.end <= at and not text[one.end : at].strip(_MARKS) for one in hard)
        after = any(match.end() <= one.start <= match.end() + 5 for one in hard)
        # The items of a list belong together, and so do a label and its value.
        if after and "\n" not in match.group() and (before or match.group()[0] in ":："):
            continue
        if at > begin:
            yield begin, at
        begin = match.end()
    if begin < len(text):
        yield begin, len(text)


@dataclass(frozen=True, slots=True)
class _Core:
    """A value with what cannot be taken from it: its list, its bound, what it counts.

    Attributes:
        start: Where it begins.
        end: One after its last character.
        least: Telling words that a window has beside it at least.
    """

    start: int
    end: int
    least: int


def _around(
    text: str, start: int, end: int, held: Sequence[Literal], *, bare: bool
) -> Iterator[Stretch]:
    words = [match.span() for match in _WORDS.finditer(text, start, end)]
    telling = [span for span in words if analyze(text[slice(*span)])]
    cores = _cores(text, start, end, words, held, bare=bare)

    def is_apart(place: int) -> bool:
        return not any(core.start < place < core.end for core in cores)

    reach: list[tuple[int, int]] = []
    for core in cores:
        # In languages that put the verb last, and without spaces, a window runs to the end.
        if _WIDE.search(text, start, end):
            lefts = [core.start, *_before(text, start, core.start, telling)]
            rights = [bare_clause(text, start, end, bare=False).end]
        else:
            lefts = [core.start, *(b for b, a in reversed(telling) if a <= core.start)]
            rights = [core.end, *(a for b, a in telling if b >= core.end)]
        for more in range(core.least, _CONTEXT + 1):
            for right in range(more + 1):
                left = more - right
                if left >= len(lefts) or right >= len(rights):
                    continue
                first, last = lefts[left], rights[right]
                if is_apart(first) and is_apart(last) and _count(words, first, last) <= _MOST_WORDS:
                    yield trimmed(text, first, last)
        first = lefts[min(core.least, len(lefts) - 1)]
        reach.append((first if is_apart(first) else core.start, core.end))
    for (first, _), *rest in (reach[at : at + _JOINED] for at in range(len(reach))):
        for _, last in rest:
            if _count(words, first, last) <= _MOST_WORDS:
                yield trimmed(text, first, last)


def _before(text: str, start: int, first: int, telling: Sequence[tuple[int, int]]) -> list[int]:
    """Where a window may begin in a text without spaces, or with endings, from the right."""
    if " " in text[start:first].strip():
        return [begin for begin, after in reversed(telling) if after <= first]
    places = [
        match.end() for match in _PARTICLE.finditer(text, start, first) if match.end() < first
    ]
    if _PAIR.search(text, start, first):
        places.append(first - 2)
    return sorted({start, *places}, reverse=True)


def _cores(
    text: str,
    start: int,
    end: int,
    words: Sequence[tuple[int, int]],
    held: Sequence[Literal],
    *,
    bare: bool,
) -> list[_Core]:
    cores: list[_Core] = []
    for one in held:
        first, last, least = one.start, one.end, 1
        if one.kind in (Kind.NUMBER, Kind.MONEY, Kind.PORT):
            if one.kind is not Kind.PORT and _UNIT.search(one.text):
                least = 0 if bare else 1
            if rate := _RATE.match(text, last, end):
                last, least = rate.end(), 0 if bare else 1
            elif (
                one.kind is Kind.NUMBER
                and (counted := _COUNTED.match(text, last, end))
                and analyze(counted.group())
            ):
                rate = _RATE.match(text, counted.end(), end)
                last, least = (rate or counted).end(), 0 if bare else 1
        elif one.kind is Kind.NAME:
            least = 2
            # At the beginning of a clause a verb follows, elsewhere what bears the name.
            if first > start and (noun := _NOUN.match(text, last, end)):
                last, least = noun.end(), 0 if bare else 1
        elif one.kind in _SPEAKS:
            least = 0 if bare else 1
        # A number may be a part of a name: "Bafel-77".
        for begin, after in words:
            if begin < first < after:
                first = begin
            if begin < last < after:
                last = after
        if bound := _BOUND_AFTER.match(text, last, end):
            last = bound.end()
        for begin, after in reversed([word for word in words if word[1] <= first]):
            if text[begin:after].lower() not in _BOUND or text[after:first].strip():
                break
            first = begin
        if cores and (cores[-1].end >= first or LIST_JOIN.fullmatch(text, cores[-1].end, first)):
            before = cores.pop()
            first, least = before.start, min(before.least, least)
        while first > start and text[first - 1] in _MARKS:
            first -= 1
        while last < end and text[last] in _MARKS:
            last += 1
        cores.append(_Core(first, max(last, first), least))
    return cores


def _count(words: Sequence[tuple[int, int]], left: int, right: int) -> int:
    return sum(left <= begin and after <= right for begin, after in words)
