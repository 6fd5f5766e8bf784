"""Headlines: short phrases, word for word, that name up to twelve messages in one line.

They are the cheapest way to say that messages are there and what they are about. A phrase that
several of them hold names them all, so a line is a cover: phrases are taken one after another, the
one first that tells most of messages not named yet for its tokens (greedy weighted set cover,
Chvatal 1979). What a phrase tells grows with the literals that it holds (none that is replaced,
retracted or negated) and with how rare its words are in the cluster.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Final

from infold.core.folds import BETWEEN_PHRASES, MOST_SOURCES, Claim, Span
from infold.core.messages import Message
from infold.core.tokens import TokenCounter
from infold.fold.reading import Passage, one_line, outdated, read_calls
from infold.fold.windows import LIST_JOIN
from infold.text.analysis import analyze
from infold.text.filler import says_little, set_phrases
from infold.text.kinds import STATEMENTS, Kind, Literal, Status
from infold.text.statements import statement_kinds

__all__ = ["headlines"]

_LONGEST: Final = 5
_IN_LITERAL: Final = 0.2
_STOP_WORD: Final = 0.3
_BARE_NUMBER: Final = 0.2
_SHORT_WORD: Final = 0.6
_SIGNS: Final = 4
_LONG_WORD: Final = 7
# A few words of a command, of code or of a quotation still name it.
_MAY_BE_CUT: Final = frozenset({Kind.COMMAND, Kind.CODE, Kind.QUOTE})
_MORE_WORDS: Final = (0.0, 0.8, 1.0)
_SPEAKS_ALONE: Final = frozenset({Kind.PORT, Kind.VERSION, Kind.DATE, Kind.MONEY, Kind.TIME})
_COUNTS: Final = _SPEAKS_ALONE | {Kind.NUMBER}
_KATAKANA: Final = re.compile("[\u30a1-\u30fa\u30fc-\u30fe]")
_LEAST: Final = 0.01
_NONE_GONE: Final[Mapping[str, int]] = MappingProxyType({})
_LONGEST_LITERAL: Final = 20
_PASSAGES: Final = 6
_WORDS: Final = 60
_WORDS_OR_RUNS: Final = re.compile(
    r"(?P<han>[\u3400-\u9fff]+)|[\u30a0-\u30ff]{1,5}|[\u3040-\u309f]{1,3}|[\uac00-\ud7a3]+"
    r"|(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])\w)+"
    r"(?:[-_./:@'’](?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])\w)+)*"
)
_HAN_STRETCH: Final = re.compile("[的了是在把和与到为就也都]|[^的了是在把和与到为就也都]+")
_GAP: Final = re.compile(r"\s*\Z")
_PLAIN: Final = re.compile(r"[^\W\d_]+")
_DENYING: Final = frozenset({Kind.NEGATION, Kind.REJECTION, Kind.RETRACTION})
_VISIBLE: Final = re.compile(r"[^\s·]{1,12}")
_WEIGHT: Final[Mapping[Kind, float]] = {
    Kind.PORT: 3.0,
    Kind.VERSION: 3.0,
    Kind.DATE: 3.0,
    Kind.MONEY: 3.0,
    Kind.TIME: 2.5,
    Kind.NUMBER: 2.0,
    Kind.IDENTIFIER: 2.2,
    Kind.PATH: 2.2,
    Kind.COMMAND: 2.0,
    Kind.CODE: 1.8,
    Kind.URL: 1.8,
    Kind.ADDRESS: 1.8,
    Kind.NAME: 0.5,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Phrase:
    part: int
    start: int
    end: int
    text: str
    score: float
    is_telling: bool = False


@dataclass(frozen=True, slots=True)
class _Known:
    """Of the cluster: messages that hold a term, values that no longer stand."""

    spoken: Counter[str]
    stale: Mapping[str, int]


def headlines(
    messages: Sequence[Message],
    passages: Sequence[Sequence[Passage]],
    counter: TokenCounter,
    gone: Mapping[str, int] = _NONE_GONE,
) -> list[Claim]:
    """Headline claims for all messages that say something.

    Args:
        messages: Of one cluster, by position.
        passages: For each message what `read_message` found; empty for filler.
        counter: A phrase has at most five of its tokens, but where a message is one long literal.
        gone: Values that others replaced without naming them → index of the message that did.

    Returns:
        Claims of level 0 with one span a message, in order, of at most twelve messages each; a
        phrase stands for all of them that hold it. Messages that say nothing by text or calls are
        in none; nor are those of which no short phrase tells anything (greetings, small talk).
    """
    spoken: Counter[str] = Counter()
    stale = {**outdated(passages), **gone}
    speaking = [
        (index, message, found)
        for index, (message, found) in enumerate(zip(messages, passages, strict=True))
        if found or read_calls(index, message)
    ]
    claims: list[Claim] = []
    # A line is read from its own messages and those before: once it is full, later messages of the
    # cluster leave it as it is, and so the map of folds.
    for begin in range(0, len(speaking), MOST_SOURCES):
        line = speaking[begin : begin + MOST_SOURCES]
        for _, _, found in line:
            spoken.update({term for passage in found[:_PASSAGES] for term in analyze(passage.text)})
        known = _Known(spoken, stale)
        named = [
            (message.id, phrases)
            for index, message, found in line
            if (phrases := _phrases(index, message, found, known, counter))
        ]
        if named:
            claims.append(_line(named, counter))
    return claims


def _line(named: Sequence[tuple[str, Mapping[str, _Phrase]]], counter: TokenCounter) -> Claim:
    """One claim that names all of some messages: each by its id and the phrases in it."""
    # A short plain word that messages share (please, look, now) says nothing of them together: it
    # may name one alone.
    holders: dict[tuple[str, int], list[int]] = {}
    for index, (_, phrases) in enumerate(named):
        for key, phrase in phrases.items():
            holders.setdefault((key, -1 if phrase.is_telling else index), []).append(index)
    cost = {
        (key, alone): _SIGNS + counter.count(named[held[0]][1][key].text)
        for (key, alone), held in holders.items()
    }
    left = set(range(len(named)))
    chosen: list[tuple[int, str]] = []
    names: list[str] = [""] * len(named)
    while left:
        best, most = ("", -1), (-math.inf, 0)
        for name, held in holders.items():
            told = [named[index][1][name[0]].score for index in held if index in left]
            if told:
                worth = (round(sum(told) / cost[name], 9), -held[0])
                if worth > most:
                    best, most = name, worth
        covered = [index for index in holders.pop(best) if index in left]
        chosen.append((covered[0], best[0]))
        left.difference_update(covered)
        for index in covered:
            names[index] = best[0]
    # A word that names several alone is shown once.
    shown: dict[str, str] = {}
    for first, key in sorted(chosen):
        shown.setdefault(key, named[first][1][key].text)
    return Claim(
        text=BETWEEN_PHRASES.join(shown.values()),
        spans=tuple(
            Span(message=message, part=phrase.part, start=phrase.start, end=phrase.end)
            for (message, phrases), key in zip(named, names, strict=True)
            for phrase in [phrases[key]]
        ),
        level=0,
    )


def _phrases(
    index: int,
    message: Message,
    found: Sequence[Passage],
    known: _Known,
    counter: TokenCounter,
) -> dict[str, _Phrase]:
    """The phrases that may name a message, the best of each wording."""
    passages = list(found) or ([] if message.text.strip() else read_calls(index, message))
    talk = [passage for passage in passages if not passage.is_noise] or passages
    best: dict[str, _Phrase] = {}
    is_talk = bool(message.text.strip())
    is_one = len(passages) == 1
    for order, passage in enumerate(talk[:_PASSAGES]):
        for phrase in _candidates(passage, order, known, counter, is_talk=is_talk, is_all=is_one):
            key = phrase.text.casefold()
            if key not in best or phrase.score > best[key].score:
                best[key] = phrase
    if not best:
        last = _first_signs(passages, known, counter, whole=message.text.strip())
        return {} if last is None else {last.text.casefold(): last}
    return best


def _first_signs(
    passages: Sequence[Passage], known: _Known, counter: TokenCounter, *, whole: str
) -> _Phrase | None:
    """A phrase of a message in which no short one stands.

    The first run of signs that fits in five tokens, cut where it must be; else the shortest literal
    as a whole (a path, a link), even one that a later message replaces; else a word of one. Signs
    that tell nothing are passed over, but where they are the `whole` text: better no place in the
    line than a greeting.
    """

    def is_empty(text: str) -> bool:
        return bool(whole) and text != whole and says_little(text)

    for passage in passages:
        for match in _VISIBLE.finditer(passage.text):
            text = match.group()
            while counter.count(text) > _LONGEST:
                text = text[:-1]
            start = passage.start + match.start()
            if (
                text
                and not is_empty(text)
                and _held(passage, known, start, start + len(text)) is not None
            ):
                return _Phrase(
                    part=passage.part, start=start, end=start + len(text), text=text, score=_LEAST
                )
    literals = [
        (counter.count(literal.text), passage.part, literal.start, literal.end, literal.text)
        for passage in passages
        for literal in passage.literals
        if literal.kind not in STATEMENTS and "·" not in literal.text and not is_empty(literal.text)
    ]
    cost, part, start, end, text = min(literals, default=(_LONGEST_LITERAL + 1, 0, 0, 0, ""))
    if cost <= _LONGEST_LITERAL:
        return _Phrase(part=part, start=start, end=end, text=one_line(text), score=_LEAST)
    for passage in passages:
        for match in _PLAIN.finditer(passage.text):
            if counter.count(match.group()) <= _LONGEST and not is_empty(match.group()):
                start = passage.start + match.start()
                end = passage.start + match.end()
                return _Phrase(
                    part=passage.part, start=start, end=end, text=match.group(), score=_LEAST
                )
    return None


def _candidates(
    passage: Passage,
    order: int,
    known: _Known,
    counter: TokenCounter,
    *,
    is_talk: bool,
    is_all: bool,
) -> Iterable[_Phrase]:
    """Phrases of a passage that may name its message.

    Args:
        passage: The passage.
        order: Its number in the message.
        known: Of the cluster.
        counter: Counts tokens.
        is_talk: Whether it is what somebody says, and no call or result of a tool.
        is_all: Whether the message has no other: its words together may say little, and still all.
    """
    words = list(islice(_words(passage.text), _WORDS))
    denied = [
        (literal.start - passage.start, literal.end - passage.start)
        for literal in passage.literals
        if literal.kind in _DENYING
    ]
    lists = list(_lists(passage))
    weight = [_rarity(passage.text[start:end], known.spoken) for start, end in words]
    for begin, end in set_phrases(passage.text) if is_talk else ():
        for at, (start, after) in enumerate(words):
            if start < end and after > begin:
                weight[at] = 0.0
    for literal in passage.literals:
        # A stop word may be part of a literal: May 14.
        if literal.kind not in STATEMENTS:
            begin, end = literal.start - passage.start, literal.end - passage.start
            for at, (start, after) in enumerate(words):
                if start < end and after > begin:
                    weight[at] = max(weight[at], _IN_LITERAL)
    for first in range(len(words)):
        for last in range(first, min(first + 3, len(words))):
            start, end = words[first][0], words[last][1]
            if last > first and not _GAP.match(passage.text[words[last - 1][1] : words[last][0]]):
                break
            # A phrase begins and ends with a word that says something.
            if not weight[first] or not weight[last] or _cuts_word(passage.text, start, end):
                continue
            if any(a < end and start < b and not start <= a < b <= end for a, b in lists):
                continue
            held = _held(passage, known, passage.start + start, passage.start + end)
            if held is None:
                continue
            text = one_line(passage.text[start:end])
            if counter.count(text) > _LONGEST:
                break
            is_denied = any(begin < end and start < after for begin, after in denied)
            if is_denied and last > first and not _DENYING.intersection(statement_kinds(text)):
                continue  # a word names what is denied; a few without the "not" would claim it
            is_whole = is_all and last - first + 1 == len(words)
            if is_talk and not is_whole and says_little(text):
                continue
            telling = [one for one in weight[first : last + 1] if one]
            score = sum(telling) / len(telling) + _MORE_WORDS[last - first]
            if not held:
                score -= _STOP_WORD * (last - first + 1 - len(telling))
            score += max((_weight(literal, known.spoken) for literal in held), default=0.0)
            score -= 0.1 * order + 0.01 * first + (1.0 if is_denied else 0.0)
            if not any(map(str.isalpha, text)) and not any(
                one.kind in _SPEAKS_ALONE for one in held
            ):
                score *= _BARE_NUMBER
            is_telling = bool(held) or last > first or len(text) >= _LONG_WORD
            if not is_telling:
                score *= _SHORT_WORD
            yield _Phrase(
                part=passage.part,
                start=passage.start + start,
                end=passage.start + end,
                text=text,
                score=round(max(score, _LEAST), 9),
                is_telling=is_telling,
            )


def _lists(passage: Passage) -> Iterator[tuple[int, int]]:
    """Where values stand in a list: none of "1, 3, 5 and 7 days" is true without the others."""
    begin = end = -1
    for literal in passage.literals:
        if literal.kind in _COUNTS:
            start, after = literal.start - passage.start, literal.end - passage.start
            if end >= 0 and LIST_JOIN.fullmatch(passage.text, end, start):
                end = after
                continue
            if begin >= 0:
                yield begin, end
            begin, end = start, after
    if begin >= 0:
        yield begin, end


def _cuts_word(text: str, start: int, end: int) -> bool:
    """Whether a stretch begins or ends inside of a word in Katakana, which is read in pieces."""
    return any(
        0 < at < len(text) and _KATAKANA.match(text[at - 1]) and _KATAKANA.match(text[at])
        for at in (start, end)
    )


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Where words stand; Han in twos, counted from the end of each stretch between signs."""
    for match in _WORDS_OR_RUNS.finditer(text):
        if match["han"] is None:
            yield match.span()
            continue
        for stretch in _HAN_STRETCH.finditer(text, *match.span()):
            at = stretch.start()
            after = at + (stretch.end() - at) % 2 or at + 2
            while at < stretch.end():
                yield at, after
                at, after = after, after + 2


def _weight(literal: Literal, spoken: Counter[str]) -> float:
    """What a literal adds to a phrase; less if many messages of the cluster hold it."""
    held_by = max((spoken[term] for term in analyze(literal.text)), default=1)
    return _WEIGHT.get(literal.kind, 1.0) / math.sqrt(max(1, held_by))


def _rarity(word: str, spoken: Counter[str]) -> float:
    """How much a word tells of its message: 0 for a stop word or a sign by itself."""
    if len(word) == 1 and word.isalpha() and (word.isascii() or "\u3400" <= word <= "\u9fff"):
        return 0.0
    terms = analyze(word)
    return max((1.0 / math.sqrt(1 + spoken[term]) for term in terms), default=0.0) + (
        0.05 * min(len(word), 8) if terms else 0.0
    )


def _held(passage: Passage, known: _Known, start: int, end: int) -> list[Literal] | None:
    """Literals inside a stretch; None where it cuts one, or holds one that no longer stands."""
    held = [
        literal
        for literal in passage.literals
        if literal.kind not in STATEMENTS and literal.start < end and literal.end > start
    ]
    for literal in held:
        is_cut = (literal.start < start or literal.end > end) and literal.kind not in _MAY_BE_CUT
        # Who asks about a value that was taken back before does not put it in force again.
        is_stale = known.stale.get(literal.value, -1) >= (0 if passage.asks else passage.message)
        if is_cut or is_stale or literal.status is not Status.CURRENT:
            return None
    return held
