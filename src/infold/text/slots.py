"""Statements with the values in them: what a message says that a later one may replace.

A slot is what a value is of: the port of the database, the day of the launch. A statement here is a
clause with what tells its slot (its words, names, pairs of words, qualifiers) and what tells its
force: whether it asserts, asks, supposes or reports, and whether its words speak of a change.
Literals and their kinds are `infold.text.literals`'; this module says which of them stand for a
value that may change, and of what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from infold.text import slot_cues as cues
from infold.text.conjuncts import conjuncts
from infold.text.kinds import Kind, Literal, Status
from infold.text.literals import hard_literals
from infold.text.sentences import Piece, clauses, sentences
from infold.text.slot_forces import Mode, mode_of, refused
from infold.text.slot_values import Value, find_values, labelled, without_values
from infold.text.slot_which import Which, read_which
from infold.text.slot_words import NOTHING, Word, read_words
from infold.text.statements import is_question

__all__ = ["Mode", "Statement", "Value", "Word", "read_statements"]

LONGEST: Final = 1_600
"""Characters; what is longer is advice or pasted text, and states no slot of the talk."""
_MOST_VALUES: Final = 6
_LONG: Final = 70
_LEAST_LED: Final = 2
"""Words that a clause has of its own behind a lead-in."""
_NOT_TALK: Final = re.compile(r"\s*(?:>|\||#{1,6}\s|\$ )")
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_ASKING: Final = re.compile(
    r",? (?:so |and |but )?(?=(?:what|how|can|could|should|would|do (?:you|i|we)|does"
    r"|is (?:it|there|that)|are there|will (?:it|you|that)|please|any)\b)"
    r"|[，,](?=能|可以|请|要不要)",
    re.IGNORECASE,
)
_PRONOUN: Final = re.compile(
    r"\W*(?:so |and |but |because |then |now )?(?:it|they|that|this|he|she|es|er|sie|das|itu|ini"
    r"|dia)(?:'s|\b)|\W*(?:它|这|那|それ|これ|그건|그게)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A clause that may say what a slot holds.

    Attributes:
        start: Where it begins in the text of its part, in characters.
        end: One after its last character.
        text: Its characters.
        mode: Its force.
        cue: How strongly its words speak of a change: 3 a correction, 2 a change, 1 a hint, 0.
        covered: The correction was opened before this clause and covers it.
        led: It follows a lead-in, which gives its reason ("The van broke down, they come on …").
        values: What it may set, in order.
        words: Its content words in order, values and cue words left out.
        pairs: Content words that stand side by side.
        aside: Those of its lead-in, whose words do not count.
        names: Names in it, lower-cased.
        qualifiers: Numbered ones of several ("sprint 8").
        about: For each value the terms of the words that are not another's, nor its own.
        which: For each value of which of several things, days or cases it is.
        contrasts: Words of which two statements must name the same: index in `CONTRASTS`, word.
        first_person: The speaker speaks of himself, or of himself and others.
        is_own: He speaks of himself alone.
        adds: What it says comes beside what was there.
        ends: It says that a state holds no more.
        past: It tells what happened once.
    """

    start: int
    end: int
    text: str
    mode: Mode
    cue: int
    covered: bool
    led: bool
    values: tuple[Value, ...]
    words: tuple[Word, ...]
    pairs: frozenset[tuple[str, str]]
    aside: frozenset[tuple[str, str]]
    names: frozenset[str]
    qualifiers: frozenset[str]
    about: tuple[frozenset[str], ...]
    which: tuple[Which, ...]
    contrasts: frozenset[tuple[int, str]]
    first_person: bool
    is_own: bool
    adds: bool
    ends: bool
    past: bool

    @property
    def terms(self) -> frozenset[str]:
        """The terms of its words."""
        return frozenset(word.term for word in self.words)


@lru_cache(maxsize=256)
def read_statements(text: str) -> tuple[Statement, ...]:
    """Read the statements of one text part.

    Args:
        text: Of a message part. Code blocks, quotations, tables and headings are passed over.

    Returns:
        Clauses in order; none for a text of more than `LONGEST` characters. Linear; 1 to 2 ms for a
        message of 50 words that holds literals, most of it theirs.
    """
    if not text.strip() or len(text) > LONGEST:
        return ()
    hard = hard_literals(text)
    out: list[Statement] = []
    covered = len(text) <= _SHORT and bool(cues.SLIP.search(text))
    fenced = False
    pieces = sentences(text)
    for number, piece in enumerate(pieces):
        if _FENCE.match(piece.text):
            fenced = not fenced
            continue
        if fenced or _NOT_TALK.match(piece.text):
            continue
        opens = bool(cues.OPENER.match(piece.text))
        covered = covered or opens
        following = pieces[number + 1].text if number + 1 < len(pieces) else ""
        out += _of_sentence(text, piece, hard, covered=covered, following=following)
    return tuple(out)


def _of_sentence(
    text: str, piece: Piece, hard: Sequence[Literal], *, covered: bool, following: str
) -> Iterator[Statement]:
    parts = list(_parts(piece, is_question(piece.text)))
    before: Statement | None = None
    for number, (part, asks) in enumerate(parts):
        inside = [one for one in hard if part.start <= one.start and one.end <= part.end]
        values = list(find_values(text, part, inside))
        if _SETS.match(part.text):
            # "Put 175 there, I misread it": what was misread is what stood there before.
            values = [_standing(value) for value in values]
        at = part.start - piece.start
        mode = mode_of(piece.text, at, part.text, following, asks=asks)
        spans = refused(part.text)
        if spans:
            values = _refused(values, [(part.start + a, part.start + b) for a, b in spans])
            if mode is Mode.ASSERTS and all(v.status is not Status.CURRENT for v in values):
                mode = Mode.SUPPOSES
        for one in conjuncts(text, part, values):
            made = _statement(
                one,
                [literal for literal in inside if one.start <= literal.start < one.end],
                [value for value in values if one.start <= value.start < one.end],
                mode=mode,
                is_own=bool(cues.ALONE.search(part.text))
                if len(one.text) < len(part.text)
                else None,
                covered=covered,
                follows=number > 0,
                lead=text[piece.start : one.start],
                tail=text[one.end : piece.end],
            )
            if before is not None and len(made.terms) < 3 and _PRONOUN.match(one.text):
                made = _joined(before, made)
            yield made
            before = made


_SETS: Final = re.compile(
    r"\W*(?:ok(?:ay)?|so|please|bitte|tolong)?\W*(?:put|make|use|set|take|write|say|book|order"
    r"|nimm|nehmt|setz|mach|schreib|pakai|tulis|jadikan)\b",
    re.IGNORECASE,
)
"""How a clause opens that tells what to set."""


def _standing(value: Value) -> Value:
    return replace(value, status=Status.CURRENT) if value.status is Status.RETRACTED else value


def _refused(values: Sequence[Value], spans: Sequence[tuple[int, int]]) -> list[Value]:
    """Values with those negated that a clause refuses to set."""
    return [
        replace(value, status=Status.NEGATED)
        if value.status is Status.CURRENT and any(a <= value.start < b for a, b in spans)
        else value
        for value in values
    ]


def _parts(piece: Piece, asks: bool) -> Iterator[tuple[Piece, bool]]:
    """Clauses, and whether each asks; of a question what is stated before it stands apart."""
    found = clauses(piece)
    for number, clause in enumerate(found):
        is_last = number == len(found) - 1
        if cues.ASKS_ELSE.match(clause.text):
            head, colon, _ = clause.text.partition(":" if ":" in clause.text else "：")
            at = clause.start + len(head) + len(colon)
            yield Piece(text=head + colon, start=clause.start, end=at), True
            if colon and clause.text[len(head) + 1 :].strip():
                tail = clause.text[len(head) + 1 :]
                yield Piece(text=tail, start=at, end=clause.end), asks and is_last
            continue
        cut = _ASKING.search(clause.text) if asks and is_last else None
        if cut is None or cut.start() < 8:
            yield clause, asks and is_last
            continue
        head = clause.text[: cut.start()].rstrip()
        yield Piece(text=head, start=clause.start, end=clause.start + len(head)), False
        tail = clause.text[cut.end() :]
        yield Piece(text=tail, start=clause.start + cut.end(), end=clause.end), True


_SHORT: Final = 300
"""Characters of a message in which a slip is of what stands beside it."""
_LEAD_IN: Final = re.compile(r"[^,:，：、。]{2,60}[,:，：、。]\s?(?=\S.{6})")
_NAMES_ITS_SLOT: Final = re.compile(
    r"\W*(?:for|in|on|at|with|regarding|about|as for|für|bei|untuk|soal|di)\b|关于|对于"
    r"|\w+[は、]",
    re.IGNORECASE,
)


def _led_in(text: str, base: int, values: Sequence[Value]) -> int:
    """Where a clause begins behind its lead-in; 0 where there is none."""
    lead = _LEAD_IN.match(text)
    if lead is None or _NAMES_ITS_SLOT.match(text):
        return 0
    behind = base + lead.end()
    if not values or any(value.start < behind for value in values):
        return 0
    return lead.end()


def _statement(
    part: Piece,
    inside: Sequence[Literal],
    found: Sequence[Value],
    *,
    mode: Mode,
    is_own: bool | None,
    covered: bool,
    follows: bool,
    lead: str,
    tail: str,
) -> Statement:
    own = part.text
    masked = without_values(own, part.start, found)
    words, pairs = read_words(masked, part.start)
    aside: frozenset[tuple[str, str]] = NOTHING
    behind = _led_in(own, part.start, found)
    if behind:
        rest, own_pairs = read_words(" " * behind + masked[behind:], part.start)
        if len(rest) < _LEAST_LED:
            behind = 0
        else:
            words, pairs, aside = rest, own_pairs, (pairs - own_pairs) or NOTHING
    values = tuple(found[:_MOST_VALUES])
    near = cues.UNCHANGED.sub(_blank, _near(own, part.start, found))
    whole = _without_times(lead, near, part.start, found)
    cue = 3 if covered or cues.STRONG.search(near) else 0
    cue = cue or (2 if cues.CHANGED.search(whole) else 1 if cues.WEAK.search(whole) else 0)
    return Statement(
        start=part.start,
        end=part.end,
        text=own,
        mode=mode,
        cue=cue,
        covered=covered,
        led=follows or bool(behind) or bool(cues.REASON.match(own)),
        values=values,
        words=words,
        pairs=pairs,
        aside=aside,
        names=frozenset(
            " ".join(one.text.lower().split()) for one in inside if one.kind is Kind.NAME
        )
        or NOTHING,
        qualifiers=frozenset(
            " ".join(one.group().lower().split()) for one in labelled(own, 0, len(own))
        )
        or NOTHING,
        about=_about(words, values),
        which=read_which(own, part.start, lead, tail, values, cue=cue),
        contrasts=_contrasts(words),
        first_person=bool(cues.FIRST_PERSON.search(own)),
        is_own=bool(cues.ALONE.search(own, behind)) if is_own is None else is_own,
        adds=bool(cues.ADDS.search(own, behind)),
        ends=bool(cues.ENDED.search(own)),
        past=bool(cues.PAST_EVENT.search(own)),
    )


_CONTRASTED: Final = {
    word: [at for at, words in enumerate(cues.CONTRASTS) if word in words]
    for word in frozenset().union(*cues.CONTRASTS)
}


def _contrasts(words: Sequence[Word]) -> frozenset[tuple[int, str]]:
    named = (word.word.lower() for word in words)
    return frozenset((at, word) for word in named for at in _CONTRASTED.get(word, ())) or NOTHING


def _about(words: Sequence[Word], values: Sequence[Value]) -> tuple[frozenset[str], ...]:
    """Terms that may say of what each value is: without its own and without the others'.

    Where several values have a name of their own right before them, the others' names do not count;
    nor does what the others count ("12 jobs").
    """
    out = []
    for value in values:
        others = [other for other in values if other is not value]
        taken = [(value.start, value.end)]
        taken += [(one.start, one.end) for one in others if one.bound or one.unit[:1] == "#"]
        bound = {one.bound for one in others} - {value.bound}
        out.append(
            frozenset(
                word.term
                for word in words
                if word.word.lower() not in bound
                and not any(start <= word.start < end for start, end in taken)
            )
        )
    return tuple(out)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _near(own: str, base: int, values: Sequence[Value]) -> str:
    """A clause without what follows the phrase of its last value, where it is long."""
    if len(own) < _LONG or not values:
        return own
    comma = own.find(", ", values[-1].end - base)
    return own if comma < 0 else own[:comma]


_TIMED: Final = re.compile(
    r"\b(?:when(?:ever)?|once|as soon as|while|until|sobald|wenn|während|solange|ketika|saat|begitu"
    r"|selama)\b[^,;.]*",
    re.IGNORECASE,
)
_TIMED_AHEAD: Final = re.compile(
    r"(?:\b(?:when(?:ever)?|once|as soon as|while|until|sobald|wenn|während|solange|ketika|saat"
    r"|begitu|selama)\b[^,;.]*|当[^，,。]*(?:时|的时候|后)|[^、，,。]*(?:とき|時|際|たら|なら)[にはも]*"
    r"|[^、，,。]*(?:때|면|동안)[에는]*)[、，,]\s?",
    re.IGNORECASE,
)


def _without_times(lead: str, near: str, base: int, values: Sequence[Value]) -> str:
    """A clause and what leads to it, without what says when: what changes then is another thing.

    "The cost must stay under 100 EUR when the team takes over the cluster" changes no cost.
    """
    if values:
        last = values[-1].end - base
        head, tail = near[:last], _TIMED.sub(" ", near[last:])
        first = values[0].start - base
        head = _TIMED_AHEAD.sub(" ", head[:first]) + head[first:]
        near = head + tail
    return f"{_TIMED_AHEAD.sub(' ', lead)} {near}" if lead else near


def _joined(before: Statement, made: Statement) -> Statement:
    """A clause whose subject is a pronoun speaks of what the clause before it named."""
    words = (*before.words, *made.words)
    return Statement(
        start=made.start,
        end=made.end,
        text=made.text,
        mode=made.mode,
        cue=max(made.cue, before.cue if before.cue >= 2 else 0),
        covered=made.covered,
        led=made.led,
        values=made.values,
        words=words,
        pairs=before.pairs | made.pairs or NOTHING,
        aside=before.aside | made.aside or NOTHING,
        names=before.names | made.names or NOTHING,
        qualifiers=before.qualifiers | made.qualifiers or NOTHING,
        about=_about(words, made.values),
        which=made.which,
        contrasts=before.contrasts | made.contrasts or NOTHING,
        first_person=before.first_person or made.first_person,
        is_own=before.is_own or made.is_own,
        adds=made.adds,
        ends=made.ends,
        past=made.past,
    )
