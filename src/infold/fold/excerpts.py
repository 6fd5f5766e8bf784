"""What may be quoted of a cluster: its sentences, their clauses, and windows around values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from infold.core.folds import MOST_SOURCES
from infold.core.messages import Message, Role
from infold.core.tokens import TokenCounter
from infold.fold.clausing import Stretch, clause_spans
from infold.fold.fidelity import LOOSE, SAME_VALUES, SAME_WORDS
from infold.fold.leading import Ties
from infold.fold.reading import Passage, one_line
from infold.fold.standing import Key, Standing, statement_key
from infold.fold.wanted import literal_key
from infold.fold.windows import led_spans, window_spans
from infold.fold.worth import called, line_share, weight
from infold.text.analysis import analyze
from infold.text.filler import is_filler
from infold.text.kinds import STATEMENTS, Kind, Literal, Status

__all__ = ["LONGEST", "SENTENCE", "WINDOW", "Excerpt", "excerpts", "prove", "shorter"]

WINDOW, CLAUSE, SENTENCE = range(3)
LONGEST: Final = 80
ANSWERED: Final = "answered"
"""First of the key of a question that an excerpt shows with its answer."""
CHANGES: Final = "changes"
"""The same of a sentence that changes a value."""
REPLACES: Final = "replaces"
"""The same of words that replace a value that they do not name."""
_ANSWER: Final = 1.0
_CHANGE: Final = 1.5
_LEAST_TERMS: Final = 3
_ASKED: Final = 0.5
_ROLE: Final[dict[Role, float]] = {"user": 1.2, "assistant": 1.0, "system": 0.8, "tool": 0.35}
_WORD: Final = re.compile("[^\\W\\d_]{2}|[\u3400-\u9fff]")
"""A row of numbers and signs tells nobody anything."""
_NAMING: Final = 2
"""Words beside its values that tell what a part of a sentence speaks of."""

_Saying: TypeAlias = tuple[frozenset[str], Passage | None, frozenset[tuple[Key, Status]]]


@dataclass(slots=True, kw_only=True, eq=False)
class Excerpt:
    """A stretch that may be quoted.

    Attributes:
        passage: The sentence that it is, or is of.
        group: Number of that sentence among those that may be quoted.
        start: Where it begins in its part's text, in characters.
        end: One after its last character.
        text: Its words on one line.
        tokens: Of the text.
        grain: `WINDOW`, `CLAUSE` or `SENTENCE`.
        share: How much what it says counts: that of its speaker, less for a question.
        keeps: Values that it shows as the sources do, and statements that it makes; what each is
            worth.
        denies: Values that it shows otherwise than the sources say last.
        terms: Of its text.
        lead: A sentence of a message before, without which it says nothing; quoted before it.
        also: Sentences of other messages that say the same.
    """

    passage: Passage
    group: int
    start: int
    end: int
    text: str
    tokens: int
    grain: int
    share: float
    keeps: dict[Key, float]
    denies: frozenset[Key]
    terms: frozenset[str]
    lead: Passage | None = None
    also: list[Passage] = field(default_factory=list)

    @property
    def own(self) -> str:
        """The text without its lead."""
        return self.text[len(one_line(self.lead.text)) + 1 :] if self.lead else self.text

    def holds(self, other: Excerpt) -> bool:
        """Whether another of the same sentence stands in it."""
        return self.start <= other.start and other.end <= self.end

    def meets(self, other: Excerpt) -> bool:
        """Whether it has characters in common with another of the same sentence."""
        return self.start < other.end and other.start < self.end


def excerpts(
    messages: Sequence[Message],
    passages: Iterable[Sequence[Passage]],
    standing: Standing,
    counter: TokenCounter,
    tied: Ties | None = None,
) -> list[Excerpt]:
    """Sentences worth quoting; those that say the same are one, with the later ones beside it.

    Args:
        messages: Of one cluster, by position.
        passages: For each message what `read_message` found.
        standing: What is said last of each value.
        counter: Counts tokens.
        tied: From `infold.fold.leading.ties`, where nothing else than the excerpts will name what
            they speak of: then lines of tools count that do so, and values by what they tell.
    """
    by_saying: dict[_Saying, Excerpt] = {}
    asked = called(messages) if tied is not None else {}
    for found in passages:
        for passage in found:
            if passage.is_noise:
                continue
            lead = None if tied is None else tied.lead(passage)
            own = frozenset(analyze(passage.text))
            is_hard = any(literal.kind is not Kind.NAME for literal in passage.literals)
            if is_filler(passage.text) or (len(own) < _LEAST_TERMS and not is_hard and not lead):
                continue
            if not _WORD.search(passage.text) and not lead:
                continue
            saying = (own, lead, frozenset((_key(one), one.status) for one in passage.literals))
            known = by_saying.get(saying)
            if known is not None:
                sources = {known.passage.message, *(more.message for more in known.also)}
                if passage.message not in sources and len(sources) + bool(lead) < MOST_SOURCES:
                    known.also.append(passage)
                continue
            is_named = tied is not None
            quoted = _quote(passage, passage.text, passage.literals, lead, standing, is_named)
            if tied is not None and tied.is_change(passage):
                quoted.keeps[CHANGES, quoted.text] = _CHANGE
            share = _ROLE[messages[passage.message].role] * (_ASKED if passage.asks else 1.0)
            if is_named and messages[passage.message].role == "tool":
                share *= line_share(passage, asked.get(passage.message, frozenset()))
            by_saying[saying] = Excerpt(
                passage=passage,
                group=len(by_saying),
                start=passage.start,
                end=passage.end,
                text=quoted.text,
                tokens=counter.count(quoted.text),
                grain=SENTENCE,
                share=share,
                keeps=quoted.keeps,
                denies=quoted.denies,
                terms=quoted.terms,
                lead=lead,
            )
    return list(by_saying.values())


def shorter(
    whole: Excerpt, standing: Standing, counter: TokenCounter, *, bare: bool, named: bool = False
) -> list[Excerpt]:
    """Clauses of a sentence and windows in it, to be proved before they are used.

    Args:
        whole: The sentence. A question has none.
        standing: What is said last of each value.
        counter: Counts tokens.
        bare: See `infold.fold.windows.window_spans`.
        named: Only those that say whose their values are; see `infold.fold.windows.led_spans`.
    """
    passage = whole.passage
    if passage.asks or not passage.literals:
        return []
    base = passage.start
    inside = [replace(one, start=one.start - base, end=one.end - base) for one in passage.literals]
    spans = dict.fromkeys(clause_spans(passage.text, inside, bare=bare), CLAUSE)
    windows = (
        led_spans(passage.text, inside) if named else window_spans(passage.text, inside, bare=bare)
    )
    for span in windows:
        spans.setdefault(span, WINDOW)
    found = (
        _part(whole, span, grain, inside, standing, counter, named=named)
        for span, grain in spans.items()
    )
    return [one for one in found if one is not None and (not named or _names(one))]


def _names(one: Excerpt) -> bool:
    """Whether a part of a sentence says what its values are of."""
    values = {
        word
        for literal in one.passage.literals
        if literal.kind not in STATEMENTS
        for word in analyze(literal.text)
    }
    return len(one.terms - values) >= _NAMING


def _part(
    whole: Excerpt,
    span: Stretch,
    grain: int,
    inside: Sequence[Literal],
    standing: Standing,
    counter: TokenCounter,
    *,
    named: bool,
) -> Excerpt | None:
    passage = whole.passage
    hard = [one for one in inside if one.kind not in STATEMENTS]
    within = [one for one in hard if one.start < span.end and one.end > span.start]
    if any(one.start < span.start or one.end > span.end for one in within):
        return None
    own = passage.text[span.start : span.end]
    terms = frozenset(analyze(own))
    makes = [
        one for one in inside if one.kind in STATEMENTS and _says(own, terms, one, hard, within)
    ]
    quoted = _quote(passage, own, [*within, *makes], whole.lead, standing, named)
    if within:
        quoted.keeps.update((key, worth) for key, worth in whole.keeps.items() if key[0] == CHANGES)
    tokens = counter.count(quoted.text)
    if tokens >= whole.tokens or tokens > LONGEST or not _WORD.search(quoted.text):
        return None
    if not quoted.keeps:
        return None
    return Excerpt(
        passage=passage,
        group=whole.group,
        start=passage.start + span.start,
        end=passage.start + span.end,
        text=quoted.text,
        tokens=tokens,
        grain=grain,
        share=whole.share,
        keeps=quoted.keeps,
        denies=quoted.denies,
        terms=quoted.terms,
        lead=whole.lead,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Quote:
    """A stretch as it would be quoted, with what it needs before it."""

    text: str
    terms: frozenset[str]
    keeps: dict[Key, float]
    denies: frozenset[Key]


def _quote(
    passage: Passage,
    text: str,
    held: Sequence[Literal],
    lead: Passage | None,
    standing: Standing,
    named: bool,
) -> _Quote:
    line = one_line(text)
    terms = frozenset(analyze(text))
    keeps, denies = _kept(passage, held, standing, named, is_whole=text == passage.text)
    if lead is not None:
        before = one_line(lead.text)
        more, against = _kept(lead, lead.literals, standing, named, is_whole=True)
        keeps = {**more, **keeps}
        denies = (denies | against) - keeps.keys()
        if lead.asks:
            keeps[ANSWERED, before] = _ANSWER
        line = f"{before} {line}"
        terms |= frozenset(analyze(lead.text))
    return _Quote(text=line, terms=terms, keeps=keeps, denies=denies)


def prove(one: Excerpt, standing: Standing, read: Callable[[str], Sequence[Literal]]) -> bool:
    """Read an excerpt by itself: it must say of its values what its sentence says of them.

    Statements that it does not make by itself are taken from what it keeps.

    Args:
        one: The excerpt; a sentence needs no proof.
        standing: What is said last of each value.
        read: Reads the literals of a text.
    """
    if one.grain == SENTENCE:
        return True
    own = read(one.own)
    said = {(_key(each), each.status) for each in own if each.kind not in STATEMENTS}
    meant = {
        (_key(each), each.status)
        for each in one.passage.literals
        if each.kind not in STATEMENTS and one.start <= each.start and each.end <= one.end
    }
    # At the beginning a capital tells no name, which stands there all the same.
    if not said <= meant or not all(map(_is_plain_name, meant - said)):
        return False
    kinds = {each.kind.value for each in own if each.kind in STATEMENTS}
    one.keeps = {
        key: worth
        for key, worth in one.keeps.items()
        if key in standing.current or key[0] in kinds or key[0] in (ANSWERED, CHANGES, REPLACES)
    }
    return bool(one.keeps)


def _is_plain_name(said: tuple[Key, Status]) -> bool:
    (kind, _), status = said
    return kind == Kind.NAME.value and status is Status.CURRENT


def _says(
    text: str,
    terms: frozenset[str],
    statement: Literal,
    hard: Sequence[Literal],
    within: Sequence[Literal],
) -> bool:
    """Whether a part of a sentence still makes a statement of it, as `judge` asks of a paraphrase.

    Args:
        text: The part.
        terms: Of it.
        statement: The statement.
        hard: Values of the sentence.
        within: Those of the part.
    """
    if one_line(statement.text) in one_line(text):
        return True
    values = [
        one
        for one in hard
        if one.kind not in LOOSE and statement.start <= one.start and one.end <= statement.end
    ]
    if any(one not in within for one in values):
        return False
    words = frozenset(analyze(statement.text))
    return len(words & terms) >= (SAME_VALUES if values else SAME_WORDS) * len(words)


def _kept(
    passage: Passage,
    found: Iterable[Literal],
    standing: Standing,
    named: bool,
    *,
    is_whole: bool,
) -> tuple[dict[Key, float], frozenset[Key]]:
    """What literals keep and what they invert; what is asked counts where nobody says it."""
    listed = list(found)
    right, wrong = standing.shown(listed)
    keeps: dict[Key, float] = {}
    for literal in listed:
        key = _key(literal)
        if literal.kind in STATEMENTS or (
            key in right and not (passage.asks and key in standing.said)
        ):
            keeps[key] = max(keeps.get(key, 0.0), weight(literal, named))
        elif key in standing.by and key in wrong and not passage.asks:
            # Said beside what replaces it, it is as in the sources.
            keeps[key] = max(keeps.get(key, 0.0), weight(literal, named))
            wrong.discard(key)
            wrong.add(_told(key))
    if is_whole:
        keeps.update((_told(key), _CHANGE) for key, by in standing.by.items() if by is passage)
    return keeps, frozenset(wrong)


def _told(key: Key) -> Key:
    return (REPLACES, "\n".join(key))


def _key(literal: Literal) -> Key:
    if literal.kind in STATEMENTS:
        return statement_key(literal)
    return literal_key(literal.kind, literal.value)
