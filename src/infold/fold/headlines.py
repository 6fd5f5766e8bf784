"""Headlines: one short phrase, word for word, for each of up to twelve messages.

They are the cheapest way to say that a message is there and what it is about. A phrase is the most
telling literal that holds (none that is replaced, retracted or negated), with a word beside it, or
else the words by which a message differs from the rest of its cluster.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from infold.core.folds import MOST_SOURCES, Claim, Span
from infold.core.messages import Message
from infold.core.tokens import TokenCounter
from infold.fold.reading import Passage, one_line, outdated, read_calls
from infold.text.analysis import analyze
from infold.text.kinds import STATEMENTS, Kind, Literal, Status

__all__ = ["headlines"]

_LONGEST: Final = 5
_IN_LITERAL: Final = 0.2
_STOP_WORD: Final = 0.3
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
_VISIBLE: Final = re.compile(r"[^\s;]{1,12}")
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
    Kind.NAME: 1.2,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Phrase:
    part: int
    start: int
    end: int
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class _Known:
    """Of the cluster: messages that hold a term, phrases in use, values that no longer stand."""

    spoken: Counter[str]
    used: set[str]
    stale: Mapping[str, int]


def headlines(
    messages: Sequence[Message], passages: Sequence[Sequence[Passage]], counter: TokenCounter
) -> list[Claim]:
    """Headline claims for all messages that say something.

    Args:
        messages: Of one cluster, by position.
        passages: For each message what `read_message` found; empty for filler.
        counter: A phrase has at most five of its tokens, but where a message is one long literal.

    Returns:
        Claims of level 0 with one span a message, in order, of at most twelve messages each.
        Messages that say nothing by text or calls are in none.
    """
    spoken: Counter[str] = Counter()
    for found in passages:
        spoken.update({term for passage in found[:_PASSAGES] for term in analyze(passage.text)})
    chosen: list[tuple[Span, str]] = []
    used: set[str] = set()
    stale = outdated(passages)
    for index, message in enumerate(messages):
        phrase = _phrase(index, message, passages[index], _Known(spoken, used, stale), counter)
        if phrase is not None:
            used.add(phrase.text.casefold())
            span = Span(message=message.id, part=phrase.part, start=phrase.start, end=phrase.end)
            chosen.append((span, phrase.text))
    claims: list[Claim] = []
    lines = -(-len(chosen) // MOST_SOURCES)
    for line in range(lines):
        some = chosen[line * len(chosen) // lines : (line + 1) * len(chosen) // lines]
        claims.append(
            Claim(
                text="; ".join(text for _, text in some),
                spans=tuple(span for span, _ in some),
                level=0,
            )
        )
    return claims


def _phrase(
    index: int,
    message: Message,
    found: Sequence[Passage],
    known: _Known,
    counter: TokenCounter,
) -> _Phrase | None:
    passages = list(found) or ([] if message.text.strip() else read_calls(index, message))
    talk = [passage for passage in passages if not passage.is_noise] or passages
    candidates = [
        phrase
        for order, passage in enumerate(talk[:_PASSAGES])
        for phrase in _candidates(passage, order, known, counter)
    ]
    if candidates:
        return max(candidates, key=lambda phrase: (phrase.score, -phrase.part, -phrase.start))
    return _first_signs(passages, known, counter)


def _first_signs(
    passages: Sequence[Passage], known: _Known, counter: TokenCounter
) -> _Phrase | None:
    """A phrase of a message in which no short one stands.

    The first run of signs that fits in five tokens, cut where it must be; else the shortest literal
    as a whole (a path, a link), even one that a later message replaces; else a word of one.
    """
    for passage in passages:
        for match in _VISIBLE.finditer(passage.text):
            text = match.group()
            while counter.count(text) > _LONGEST:
                text = text[:-1]
            start = passage.start + match.start()
            if text and _held(passage, known, start, start + len(text)) is not None:
                return _Phrase(
                    part=passage.part, start=start, end=start + len(text), text=text, score=0.0
                )
    whole = [
        (counter.count(literal.text), passage.part, literal.start, literal.end, literal.text)
        for passage in passages
        for literal in passage.literals
        if literal.kind not in STATEMENTS and ";" not in literal.text
    ]
    cost, part, start, end, text = min(whole, default=(_LONGEST_LITERAL + 1, 0, 0, 0, ""))
    if cost <= _LONGEST_LITERAL:
        return _Phrase(part=part, start=start, end=end, text=one_line(text), score=0.0)
    for passage in passages:
        for match in _PLAIN.finditer(passage.text):
            if counter.count(match.group()) <= _LONGEST:
                start = passage.start + match.start()
                end = passage.start + match.end()
                return _Phrase(
                    part=passage.part, start=start, end=end, text=match.group(), score=0.0
                )
    return None


def _candidates(
    passage: Passage, order: int, known: _Known, counter: TokenCounter
) -> Iterable[_Phrase]:
    words = list(islice(_words(passage.text), _WORDS))
    is_denied = any(
        literal.kind in (Kind.NEGATION, Kind.REJECTION, Kind.RETRACTION)
        for literal in passage.literals
    )
    weight = [_rarity(passage.text[start:end], known.spoken) for start, end in words]
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
            if not weight[first] or not weight[last]:
                continue
            held = _held(passage, known, passage.start + start, passage.start + end)
            if held is None:
                continue
            text = one_line(passage.text[start:end])
            if counter.count(text) > _LONGEST:
                break
            telling = [one for one in weight[first : last + 1] if one]
            score = sum(telling) / len(telling) + 0.3 * (last > first)
            if not held:
                score -= _STOP_WORD * (last - first + 1 - len(telling))
            score += max((_weight(literal, known.spoken) for literal in held), default=0.0)
            score -= 0.1 * order + 0.01 * first + (1.0 if is_denied else 0.0)
            score -= 2.0 if text.casefold() in known.used else 0.0
            yield _Phrase(
                part=passage.part,
                start=passage.start + start,
                end=passage.start + end,
                text=text,
                score=round(score, 9),
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
    """How much a word tells of its message: 0 for a stop word."""
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
        is_cut = literal.start < start or literal.end > end
        is_stale = known.stale.get(literal.value, -1) >= passage.message
        if is_cut or is_stale or literal.status is not Status.CURRENT:
            return None
    return held
