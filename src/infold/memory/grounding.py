"""What a model says that a message states, held against the message: nothing is taken on trust.

A fact stands only on the user's own words (`infold.memory.heard`), on a sentence that states it:
one that neither asks, jokes nor plays, that supposes, reports or denies nothing which the fact does
not, and that holds every number, name and date of it. Its slot and its time are read by the rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from infold.core.folds import Span
from infold.core.messages import Message, Text
from infold.fold.anchoring import anchor
from infold.memory import periods
from infold.memory.answers import AnsweredFact
from infold.memory.candidates import Candidate
from infold.memory.extraction import read_facts
from infold.memory.heard import Heard, hear
from infold.memory.importance import importance_of
from infold.memory.same_value import normal, same_value
from infold.memory.slots import Reading
from infold.memory.stated import read_stated
from infold.memory.trust import trust_of
from infold.memory.unsaid import is_joke, is_reported, is_supposed, opens_play, works_on_text
from infold.text.analysis import analyze
from infold.text.kinds import STATEMENTS, Kind, Literal, Status
from infold.text.literals import literals
from infold.text.periods import read_period
from infold.text.sentences import sentences
from infold.text.statements import is_question

__all__ = ["Ground", "Grounded"]

_SHARED: Final = 0.66
"""Part of a fact's words that its message has to hold."""
_SAME: Final = 0.6
"""Shared part of the words of two facts from which the rules have said it already."""
_MORE: Final = 0.4
"""Part of a fact's words that what the rules read has to hold where they read its value."""
_SUREST: Final = 0.9
_SAID_OF: Final = re.compile(
    r"\b(?:the )?users?(?:['’]s?)?(?!\w)|\b(?:(?:der|die|des|dem|den) )?(?:be)?nutzer(?:in|s)?\b"
    r"|\b(?:si )?pengguna(?:nya)?\b|(?:用户|使用者)的?|ユーザー[はのがもに]?|사용자[는은이가의]?"
    r"|\bnamed\b",
    re.IGNORECASE,
)
"""Words by which a model names the speaker: they stand in no message."""
_DENIES: Final = frozenset({Kind.NEGATION, Kind.REJECTION, Kind.RETRACTION})


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounded:
    """What became of one fact of an answer.

    Attributes:
        candidate: With the span that it stands on; None where it is not taken.
        reason: Why not, without content; empty where it is.
    """

    candidate: Candidate | None
    reason: str = ""


class Ground:
    """The messages that a model was given, and what the rules read in them.

    Args:
        messages: By the number that the model knows each by.
        now: The clock.
        user: As for `infold.memory.extraction.read_facts`.
    """

    def __init__(self, messages: Mapping[int, Message], *, now: datetime, user: str = "") -> None:
        self._messages = messages
        self._user = user
        self._read = read_facts(list(messages.values()), now=now, user=user)
        self._now = now

    def ground(self, fact: AnsweredFact) -> Grounded:
        """Hold one fact against the messages that it names.

        Args:
            fact: As the model gave it.

        Returns:
            The candidate, or why there is none. Linear in the messages that are named.
        """
        if self._is_read(fact):
            return Grounded(candidate=None, reason="the rules have read it already")
        reason = "it names no message of the user"
        for number in fact.sources:
            message = self._messages.get(number)
            for heard in hear(message, user=self._user) if message else ():
                assert message is not None
                found = self._in(fact, message, heard)
                if found.candidate is not None:
                    return found
                reason = found.reason
        return Grounded(candidate=None, reason=reason)

    def _is_read(self, fact: AnsweredFact) -> bool:
        reading = read_stated(fact.text)
        terms = _own_terms(fact.text)
        for one in self._read:
            if reading is not None and (one.slot, one.retracts) == (
                reading.slot,
                reading.retracts,
            ):
                same = same_value(one.slot, one.value) == same_value(one.slot, reading.value)
                if (same or not reading.value) and not _says_more(terms, one.text):
                    return True
            other = _own_terms(one.text)
            if terms and len(terms & other) >= _SAME * len(terms | other):
                return True
        return False

    def _in(self, fact: AnsweredFact, message: Message, heard: Heard) -> Grounded:
        """Hold a fact against one part of a message."""
        if works_on_text(heard.original):
            return Grounded(candidate=None, reason="its message asks to work on a text")
        said = [piece for piece in sentences(heard.text) if piece.text.strip()]
        at = None if message.at is None else min(message.at, self._now)
        undated = _undated(fact.text, said_at=at, whole=heard.text)
        terms = _own_terms(undated)
        held = {term for piece in said for term in analyze(piece.text)}
        if not terms or len(terms & held) < _SHARED * len(terms):
            return Grounded(candidate=None, reason="its words do not stand in the message")
        spans = anchor(undated, [_only(message, heard)])
        if not spans:
            return Grounded(candidate=None, reason="a number, name or date of it stands nowhere")
        first, last = min(one.start for one in spans), max(one.end for one in spans)
        covered = [piece for piece in said if piece.end > first and piece.start < last]
        chosen = [p for p in covered if any(p.start < s.end and s.start < p.end for s in spans)]
        for piece in chosen:
            if reason := _unstated(fact.text, piece.text):
                return Grounded(candidate=None, reason=reason)
        if any(is_joke(piece.text) for piece in said if piece.start >= first):
            return Grounded(candidate=None, reason="it was a joke")
        if any(opens_play(piece.text) >= 0 for piece in said if piece.start < last):
            return Grounded(candidate=None, reason="it stands in play or in an example")
        if _is_turned(fact.text, heard.text[first:last]):
            return Grounded(candidate=None, reason="it turns round what the message says")
        reading, stated = read_stated(fact.text), read_stated(heard.text[first:last])
        if reading is not None and stated is not None and _is_of_another(reading, stated):
            return Grounded(candidate=None, reason="its sentence speaks of somebody else")
        span = Span(message=message.id, part=heard.part, start=first, end=last)
        # A slot ends other facts: it is taken where fact and message agree on it, by the rules.
        return Grounded(
            candidate=_candidate(fact, span, at, reading if _is_same(reading, stated) else None)
        )


def _says_more(terms: set[str], text: str) -> bool:
    """Whether most of a fact's words stand nowhere in what the rules read."""
    return len(terms & _own_terms(text)) < _MORE * len(terms)


def _is_same(reading: Reading | None, stated: Reading | None) -> bool:
    if reading is None or stated is None:
        return False
    mine, theirs = (
        replace(one, value=same_value(one.slot, one.value)) for one in (reading, stated)
    )
    return mine == theirs


def _is_of_another(reading: Reading, stated: Reading) -> bool:
    mine, theirs = reading.slot, stated.slot
    if mine.attribute == "name" and theirs.attribute != "name":
        # What goes by that name there is a thing.
        return normal(reading.value) == normal(stated.value)
    return mine.attribute == theirs.attribute and mine.subject != theirs.subject


def _candidate(
    fact: AnsweredFact, span: Span, at: datetime | None, reading: Reading | None
) -> Candidate:
    since, until = _time(fact, at)
    # The model's own weight, where it gave one; a slot of the rules' weighs as it does with them.
    importance = fact.importance
    if importance is None:
        importance = importance_of(fact.kind, reading.slot.attribute if reading else "")
    return Candidate(
        text=fact.text,
        kind=fact.kind,
        slot=reading.slot if reading else None,
        value=reading.value if reading else "",
        confidence=round(min(fact.confidence, _SUREST), 9),
        importance=importance,
        valid_from=since,
        valid_to=until,
        expires_at=until if fact.kind == "temporary" else None,
        source=span,
        origin="user",
        trust=trust_of("user"),
        retracts=reading is not None and reading.retracts,
    )


def _time(fact: AnsweredFact, at: datetime | None) -> tuple[datetime | None, datetime | None]:
    """From when and until when a fact says that it holds: by its own dates, never by the model."""
    stated = periods.read_period(fact.text)
    if stated.since is not None or stated.until is not None:
        return stated.since, stated.until
    if fact.kind in ("event", "temporary") and _of_kind(fact.text, Kind.DATE):
        named = read_period(fact.text, at)
        if named is not None:
            return named.since, named.until
    return None, None


def _own_terms(text: str) -> set[str]:
    return set(analyze(_SAID_OF.sub(" ", text)))


def _only(message: Message, heard: Heard) -> Message:
    """The message with nothing but the words that may be a source, each at its place."""
    parts = [Text(text="")] * len(message.parts)
    parts[heard.part] = Text(text=heard.text)
    return replace(message, parts=tuple(parts))


def _undated(text: str, *, said_at: datetime | None, whole: str) -> str:
    """A fact's text without the days that words of time in the message stand for."""
    if said_at is None:
        return text
    days: set[str] = set()
    for piece in sentences(whole):
        time = read_period(piece.text, said_at)
        for moment in () if time is None else (time.since, time.until):
            if moment is not None:
                days.add(moment.date().isoformat())
    for one in sorted(_of_kind(text, Kind.DATE), key=lambda literal: -literal.start):
        if one.value in days:
            text = text[: one.start] + text[one.end :]
    return text


def _of_kind(text: str, kind: Kind) -> list[Literal]:
    return [one for one in literals(text) if one.kind == kind]


def _unstated(text: str, sentence: str) -> str:
    """Why a sentence does not state a fact, as far as that can be told by its words."""
    if is_question(sentence):
        return "its sentence asks"
    if is_joke(sentence):
        return "it was a joke"
    if is_supposed(sentence) and not is_supposed(text):
        return "its sentence supposes or wishes"
    if is_reported(sentence) and not is_reported(text):
        return "its sentence tells what others say"
    return ""


def _is_turned(text: str, sentence: str) -> bool:
    """Whether a fact affirms what its sentence denies, or denies what it affirms."""
    mine, theirs = literals(text), literals(sentence)
    if _denies(mine) != _denies(theirs):
        return True
    status = {one.text.casefold(): one.status for one in theirs if one.kind not in STATEMENTS}
    return any(
        one.status == Status.CURRENT
        and status.get(one.text.casefold(), Status.CURRENT) != Status.CURRENT
        for one in mine
        if one.kind not in STATEMENTS
    )


def _denies(found: Sequence[Literal]) -> bool:
    return any(one.kind in _DENIES for one in found)
