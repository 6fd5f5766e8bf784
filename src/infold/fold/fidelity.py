"""What a shorter text kept of its sources: every literal is looked for by code (law 7).

A literal's status is that of its last mention in the sources: what was said first and taken back
later is retracted, and what another value replaced in words that do not name it is replaced. *Kept*
is what the text says with that status, *inverted* what it says without it, *invented* what no
source says. What is missing is *recoverable* where a search for the words around it finds its
message, else *lost*.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Final, TypeAlias
from typing import Literal as OneOf

from infold.core.messages import Message, Text, ToolCall, ToolResult, part_text
from infold.fold.history import link
from infold.fold.pairing import exchanged, labels
from infold.fold.replacing import Replacements
from infold.fold.wanted import MUST_KEEP, LiteralKey, Wanted, literal_key
from infold.recall.replaced import unlabelled
from infold.text.analysis import analyze
from infold.text.containing import Texts, has_literal
from infold.text.kinds import STATEMENTS, Kind, Literal, Status
from infold.text.literals import hard_literals, literals
from infold.text.sentences import sentences
from infold.text.unread import is_unread

__all__ = [
    "LOOSE",
    "OUTCOMES",
    "SAME_VALUES",
    "SAME_WORDS",
    "Fidelity",
    "Finding",
    "Outcome",
    "inverted",
    "judge",
]

Outcome: TypeAlias = OneOf["kept", "recoverable", "lost", "inverted", "invented"]
OUTCOMES: Final[tuple[Outcome, ...]] = ("kept", "recoverable", "lost", "inverted", "invented")

_DIGIT: Final = re.compile(r"\d")
_AGAINST: Final = frozenset({Kind.REJECTION, Kind.RETRACTION, Kind.NEGATION})
"""A retraction may be told as a rejection, and either by a plain no."""
LOOSE: Final = frozenset({Kind.NAME, Kind.QUOTE})
"""Kinds that a paraphrase may say otherwise."""
_LABEL: Final = re.compile(r"^\s*(?:[-*•]\s+)?(?:user|assistant|human|ai)\s*:\s*", re.IGNORECASE)
"""Who speaks, as a transcript in plain text has it."""
_WAS: Final = re.compile(
    r"→|->|=>"
    r"|\b(?:was|were|had been|at first|first|initial(?:ly)?|original(?:ly)?|former(?:ly)?|earlier"
    r"|previous(?:ly)?|old|chang(?:ed|e)|correct(?:ed|ion)|updated|switched|moved|revised"
    r"|zuerst|war|waren|anfangs|ursprünglich|vorher|früher|geändert|korrigiert"
    r"|awalnya|tadinya|semula|sebelumnya|diubah|diganti|dikoreksi)\b"
    r"|最初|原来|原先|原本|起初|之前|当初|改[为成到]|更正|元々|以前|変更|訂正|처음|원래|이전|기존|변경|정정"
    r"|수정|바[꾸뀌꿨]",
    re.IGNORECASE,
)
"""Words of a sentence that tells of a value what it was, or that it changed."""
SAME_WORDS: Final = 0.5
"""Share of a statement's words that a paraphrase has to hold,"""
SAME_VALUES: Final = 0.25
"""or this share, where it holds all values of the statement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What became of one literal.

    Attributes:
        outcome: See the table of this module.
        kind: What the literal is.
        text: As the source writes it; as the text does, where it is invented.
        status: What the sources say of it last.
        shown: What the text says of it; None where it does not hold it, or for statements. The same
            as `status` where it is inverted because the text gives it to another thing.
        wanted: The literal of the source; None for an invented one.
        is_unread: It stands only where the language is none of the six whose statements are read
            (`infold.text.unread`): it counts as kept, and what the text says of it is not known.
    """

    outcome: Outcome
    kind: Kind
    text: str
    status: Status
    shown: Status | None
    wanted: Wanted | None
    is_unread: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fidelity:
    """What a shorter text kept.

    Attributes:
        findings: One for each literal of the sources, in their order; then what is invented.
        dropped: Of sources whose texts were dropped, kind → how many literals of them were kept and
            how many are lost, as was counted before: no finding can name them.
        note: That sources were dropped, in words; empty where none were.
    """

    findings: tuple[Finding, ...]
    dropped: Mapping[Kind, tuple[int, int]] = field(default_factory=dict)
    note: str = ""

    def of(self, outcome: Outcome) -> tuple[Finding, ...]:
        """The findings of one outcome."""
        return tuple(one for one in self.findings if one.outcome == outcome)

    def counts(self) -> dict[Outcome, int]:
        """How many literals had each outcome."""
        found = Counter(one.outcome for one in self.findings)
        for kept, lost in self.dropped.values():
            found.update({"kept": kept, "lost": lost})
        return {outcome: found[outcome] for outcome in OUTCOMES}

    def by_kind(self) -> dict[Kind, dict[Outcome, int]]:
        """The counts of each kind that was met, in the order of `Kind`."""
        out = {}
        for kind in Kind:
            found = tuple(one for one in self.findings if one.kind is kind)
            dropped = {kind: self.dropped[kind]} if kind in self.dropped else {}
            if found or dropped:
                out[kind] = Fidelity(findings=found, dropped=dropped).counts()
        return out

    def missing(self) -> tuple[Finding, ...]:
        """What had to be kept and was not: statements of `MUST_KEEP` that are not in the text.

        What was taken back later need not be told.
        """
        return tuple(
            one
            for one in self.findings
            if one.kind in MUST_KEEP
            and one.outcome in ("recoverable", "lost")
            and one.status is Status.CURRENT
        )

    @property
    def unread(self) -> int:
        """How many literals count as kept though what the text says of them cannot be read."""
        return sum(one.is_unread for one in self.findings)

    @property
    def is_faithful(self) -> bool:
        """Nothing inverted, invented or lost, and all that must be kept is kept."""
        counts = self.counts()
        return not (counts["inverted"] or counts["invented"] or counts["lost"] or self.missing())


def judge(
    wanted: Sequence[Wanted],
    texts: Sequence[str],
    sources: Sequence[Message],
    *,
    finds: Callable[[Wanted], bool],
) -> Fidelity:
    """Look for the literals of the sources in a shorter text.

    Args:
        wanted: From `read_wanted`.
        texts: The shorter text: the claims of a fold, or a summary whole or by lines.
        sources: The messages that it stands for.
        finds: Whether a search for what surrounds a literal finds its message among the first
            five; asked for what is missing only.

    Returns:
        What became of each. Every line of the shorter text is read once, and every source where
        something may be invented; a literal is then a look-up and a plain search for its words.
        One search for each that is missing.
    """
    held = _Held(texts)
    swapped = _swapped(held, wanted, sources)
    findings: list[Finding] = []
    for one in wanted:
        shown = held.statement(one) if one.kind in STATEMENTS else held.status(one)
        unread = (shown is None or one.kind not in STATEMENTS) and held.is_unread(one)
        shown = one.status if unread else shown
        findings.append(
            Finding(
                outcome="inverted"
                if literal_key(one.kind, one.value) in swapped
                else _outcome(one, shown, finds),
                kind=one.kind,
                text=one.text,
                status=one.status,
                shown=None if one.kind in STATEMENTS else shown,
                wanted=one,
                is_unread=unread,
            )
        )
    return Fidelity(findings=(*findings, *_invented(held, wanted, sources)))


def inverted(
    wanted: Iterable[Wanted],
    texts: Sequence[str],
    read: Callable[[str], Sequence[Literal]] = literals,
) -> list[Wanted]:
    """Values that a shorter text shows without their status; see `judge`.

    Args:
        wanted: From `read_wanted`.
        texts: The shorter text.
        read: Reads the literals of a text; those of some may be known.
    """
    held = _Held(texts, read)
    found = []
    for one in wanted:
        if one.kind in STATEMENTS or (one.status is Status.CURRENT and not held.reads(one)):
            continue  # what stands, and is written in another way, is not inverted
        if held.is_unread(one):
            continue
        shown = held.status(one)
        if shown is not None and (shown is Status.CURRENT) != (one.status is Status.CURRENT):
            found.append(one)
    return found


def _swapped(held: _Held, wanted: Sequence[Wanted], sources: Sequence[Message]) -> set[LiteralKey]:
    """Values that the text gives to each other's things; asked where the sources are there."""
    shown = labels(
        (text, line) for text, line in zip(held.texts, held.lines, strict=True) if _is_placed(line)
    )
    if len(shown) < 2 or not sources:
        return set()
    around = dict.fromkeys(
        one.around for one in wanted if literal_key(one.kind, one.value) in shown
    )
    if not exchanged(labels((text, literals(text)) for text in around), shown):
        return set()
    # What was said last has it so: only now all else that the sources say is worth reading.
    whole = labels((text, literals(text)) for text in _texts_of(sources))
    return exchanged(whole, shown)


def _is_placed(line: Sequence[Literal]) -> bool:
    """Whether literals stand where they say: what a mark adds stands behind the line."""
    return all(one.start <= after.start for one, after in pairwise(line))


def _texts_of(sources: Sequence[Message]) -> list[str]:
    return [
        part_text(part)
        for message in sources
        for part in message.parts
        if isinstance(part, Text | ToolResult | ToolCall)
    ]


def _outcome(one: Wanted, shown: Status | None, finds: Callable[[Wanted], bool]) -> Outcome:
    if shown is None:
        return "recoverable" if finds(one) else "lost"
    if (shown is Status.CURRENT) != (one.status is Status.CURRENT):
        return "inverted"
    return "kept"


_CLOCK: Final = re.compile(r"([01]?\d|2[0-3])\.([0-5]\d)")


class _Held:
    """What a shorter text holds: each of its lines is read once, then asked by value."""

    def __init__(
        self, texts: Sequence[str], read: Callable[[str], Sequence[Literal]] = literals
    ) -> None:
        texts = [text for text in texts if text.strip()]
        self.lines: list[Sequence[Literal]] = []
        self.texts: list[str] = []
        for text in texts:
            bare, marks = unlabelled(text)
            found = read(bare)
            for _, new in marks:
                bare = f"{bare} {new}".rstrip()
            self.texts.append(bare)
            self.lines.append(_marked(found, marks) if marks else found)
        texts = self.texts
        self._unread = {at for at, text in enumerate(texts) if is_unread(text)}
        self._texts = Texts(texts)
        self._plain = "\n".join(" ".join(text.casefold().split()) for text in texts)
        self._status: dict[LiteralKey, set[Status]] = {}
        self._said: list[list[tuple[Kind, frozenset[str]]]] = []
        self._saying: dict[str, list[int]] = {}
        for at, line in enumerate(self.lines):
            for literal in line:
                if literal.kind not in STATEMENTS:
                    for key in _keys(literal):
                        self._status.setdefault(key, set()).add(literal.status)
            stated = [
                (one.kind, frozenset(analyze(one.text))) for one in line if one.kind in STATEMENTS
            ]
            self._said.append(stated)
            for term in frozenset().union(*(terms for _, terms in stated)):
                self._saying.setdefault(term, []).append(at)

    def is_unread(self, one: Wanted) -> bool:
        """Whether a value, or all values of a statement, stand only in lines that are not read."""
        if not self._unread:
            return False
        values = [(one.kind, one.text, one.value)]
        if one.kind in STATEMENTS:
            values = [
                (each.kind, each.text, each.value)
                for each in literals(one.text)
                if each.kind not in STATEMENTS
            ]
        where = [set(_holding(self._texts, *value)) for value in values]
        return bool(where) and all(found and found <= self._unread for found in where)

    def reads(self, one: Wanted) -> bool:
        """Whether a value is one of the literals that are read in the text."""
        return literal_key(one.kind, one.value) in self._status

    def status(self, one: Wanted) -> Status | None:
        """What the text says of a value: as the sources do, if it does so anywhere."""
        key = literal_key(one.kind, one.value)
        found = self._status.get(key)
        if found is None:
            where = _holding(self._texts, one.kind, one.text, one.value)
            if not where:
                return None
            if one.status is Status.CURRENT:
                return Status.CURRENT
            # Written in another way, its status is that of what stands beside it.
            found = {status for at in where for status in self._beside(at) or {Status.CURRENT}}
        if one.status is Status.CURRENT:
            return Status.CURRENT if Status.CURRENT in found else min(found)
        gone = sorted(found - {Status.CURRENT})
        if one.status in found:
            return one.status
        if gone:
            return gone[0]
        if one.by is not None and (
            self._tells(one.because) or key in self._replaced or self._tells_what_was(one)
        ):
            return Status.REPLACED  # as in the sources the text says another instead
        return Status.CURRENT

    def _tells(self, sentence: str) -> bool:
        plain = " ".join(sentence.casefold().split())
        return bool(plain) and plain in self._plain

    def _tells_what_was(self, one: Wanted) -> bool:
        """Whether a value is told of the past, and elsewhere the one in its place."""
        where = _holding(self._texts, one.kind, one.text, one.value)
        return any(self._texts.stands(text) for text in one.instead) and any(
            _WAS.search(piece.text)
            for at in where
            for piece in sentences(self.texts[at])
            if has_literal(piece.text, _literal(one.kind, one.text, one.value))
        )

    @cached_property
    def _replaced(self) -> set[LiteralKey]:
        """Values that the text itself replaces later, in words that do not name them."""
        lines = [_LABEL.sub("", piece.text) for text in self.texts for piece in sentences(text)]
        records = link(
            Message(id=str(at), position=at, role="user", parts=(Text(text=line),))
            for at, line in enumerate(lines)
        )
        there = Replacements(records)
        return {
            literal_key(literal.kind, literal.value)
            for one in records
            for literal in hard_literals(lines[int(one.old.message)])
            if there.of(one.old.message, 0, literal) is not None
        }

    def _beside(self, at: int) -> set[Status]:
        own = self.lines[at]
        found = {literal.status for literal in own if literal.kind not in STATEMENTS}
        if any(literal.kind in _AGAINST for literal in own):
            found.add(Status.NEGATED)
        return found

    def statement(self, one: Wanted) -> Status | None:
        """`CURRENT` where the text holds a statement, in its words or in others; else None.

        One that was taken back later is `REPLACED` where the text takes it back too, or says what
        came in its place.
        """
        hard = [literal for literal in literals(one.text) if literal.kind not in STATEMENTS]
        if one.status is not Status.CURRENT and (
            self._tells(one.because)
            or any(self._texts.stands(text) for text in one.instead)
            or any(self._is_taken_back(literal) for literal in hard)
        ):
            return one.status
        if one.value in self._plain:
            return Status.CURRENT
        words = frozenset(analyze(one.text))
        named = [literal for literal in hard if literal.status is Status.CURRENT]
        hard = [literal for literal in hard if literal.kind not in LOOSE]
        against = False
        if one.kind in _AGAINST and any(self._is_gone(literal) for literal in hard):
            return Status.CURRENT  # what it takes back is shown as taken back
        least = (SAME_VALUES if hard else SAME_WORDS) * len(words)
        for at in self._candidates(words, hard, least):
            if one.kind not in _AGAINST and any(self._denies(at, each) for each in named):
                against = True
                continue
            for kind, terms in self._said[at]:
                is_same = kind is one.kind or {kind, one.kind} <= _AGAINST
                if is_same and len(words & terms) >= least:
                    return Status.CURRENT
        return Status.RULED_OUT if against and one.status is Status.CURRENT else None

    def _denies(self, at: int, literal: Literal) -> bool:
        """Whether a line says of a value only that it does not stand."""
        key = literal_key(literal.kind, literal.value)
        found = {
            one.status
            for one in self.lines[at]
            if one.kind not in STATEMENTS and literal_key(one.kind, one.value) == key
        }
        return bool(found) and Status.CURRENT not in found

    def _is_taken_back(self, literal: Literal) -> bool:
        key = literal_key(literal.kind, literal.value)
        return bool(self._status.get(key, set()) - {Status.CURRENT}) or key in self._replaced

    def _candidates(
        self, words: frozenset[str], hard: Sequence[Literal], least: float
    ) -> Iterable[int]:
        """Lines that may make a statement: those with all its values, or with a rarer word."""
        if hard:
            found = [set(_holding(self._texts, each.kind, each.text, each.value)) for each in hard]
            return sorted(set.intersection(*found))
        if not words:
            return range(len(self.lines))
        # Who has so many of the words has one of the others, even if the commonest are among them.
        by_rarity = sorted(words, key=lambda word: (len(self._saying.get(word, ())), word))
        rare = by_rarity[: len(words) - max(1, math.ceil(least)) + 1]
        return sorted({at for word in rare for at in self._saying.get(word, ())})

    def _is_gone(self, literal: Literal) -> bool:
        if literal.status is Status.CURRENT:
            return False
        found = self._status.get(literal_key(literal.kind, literal.value), set())
        return bool(found - {Status.CURRENT})


def _marked(found: Sequence[Literal], marks: Sequence[tuple[str, str]]) -> list[Literal]:
    """Literals of a line with what its marks say of them; then those that came in their place."""
    values = [one for one in found if one.kind not in STATEMENTS]
    bare = [one for one in values if _DIGIT.search(one.text)] or values

    def is_old(one: Literal) -> bool:
        if one.kind in STATEMENTS or one.status is not Status.CURRENT:
            return False
        written = one.text.casefold()
        return any(written in old.casefold() if old else one in bare for old, _ in marks)

    out = [replace(one, status=Status.REPLACED) if is_old(one) else one for one in found]
    return [*out, *(one for _, new in marks for one in literals(new))]


def _invented(
    held: _Held, wanted: Sequence[Wanted], sources: Sequence[Message]
) -> Iterable[Finding]:
    known = {key for one in wanted for key in _keys(one)}
    whole: Texts | None = None
    met: set[LiteralKey] = set()
    for literal in (one for line in held.lines for one in line):
        key = literal_key(literal.kind, literal.value)
        if literal.kind in STATEMENTS | LOOSE or key in met or not known.isdisjoint(_keys(literal)):
            continue
        met.add(key)
        whole = whole or Texts(_texts_of(sources))
        if not _holding(whole, literal.kind, literal.text, literal.value):
            yield Finding(
                outcome="invented",
                kind=literal.kind,
                text=literal.text,
                status=literal.status,
                shown=literal.status,
                wanted=None,
            )


def _keys(literal: Literal | Wanted) -> tuple[LiteralKey, ...]:
    """By what a literal may be asked for: "15.00" is a time where the other side says so."""
    key = literal_key(literal.kind, literal.value)
    clock = _CLOCK.fullmatch(literal.text) if literal.kind is Kind.NUMBER else None
    if clock is None:
        return (key,)
    return key, literal_key(Kind.TIME, f"{int(clock[1]):02d}:{clock[2]}")


def _holding(texts: Texts, kind: Kind, written: str, value: str) -> list[int]:
    """The texts in which a value stands, however it is written there."""
    if kind is Kind.VERSION and "." not in value:  # "v2" is not held by "2 %"
        return texts.holding_word(written)
    return texts.holding(_literal(kind, written, value))


def _literal(kind: Kind, written: str, value: str) -> Literal:
    return Literal(kind=kind, text=written, value=value, start=0, end=len(written))
