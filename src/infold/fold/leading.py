"""How sentences of a talk hang together: an answer on its question, a change on what it changes.

"336 centimetres." and "Yes, 40." say nothing without the question: where a fold quotes such an
answer, it quotes the question before it. "Make it 40." needs the sentence that it changes. What
changes a value counts more than what states one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from infold.core.messages import Message
from infold.fold.clausing import lead_in
from infold.fold.reading import Passage
from infold.text.analysis import analyze
from infold.text.kinds import NUMERIC, STATEMENTS, Kind, Literal
from infold.text.scripts import CJK
from infold.text.slot_cues import CHANGED, OPENER, STRONG

__all__ = ["Ties", "naming", "ties"]

_Place: TypeAlias = tuple[int, int, int]
"""Of a passage: index of its message and part, and where it begins."""

_LONGEST: Final = 200
"""Characters of a sentence that is quoted for the sake of another."""
_BACK: Final = 3
"""Messages that say something, from what is corrected to what corrects it, at most."""
_TOOLS: Final = 12
"""Calls and results that may stand between a question and its answer."""
_NAMING: Final = 2
_FEW_WORDS: Final = 4
_OWN: Final = 0.5
"""Share of the question's words: an answer that repeats as many needs no question."""
_ANSWERS: Final = re.compile(
    r"\W*(?:(?:yes|yeah|yep|no|nope|ja|nein|doch|ya|iya|tidak|bukan|belum|oui|non)\b"
    r"|(?:是的?|对|不是?|没有?|好的?)[，,。 ]|(?:はい|ええ|いいえ|いや|うん)[、，。 ]"
    r"|(?:네|예|응|아니요|아뇨)[,. ])",
    re.IGNORECASE,
)
_POINTS: Final = re.compile(
    r"\W*(?:(?:so|and|but|then|now|well|oh|okay|ok|actually|sorry|please|und|aber|dann|jetzt|doch"
    r"|tapi|dan|jadi)\b[\s,]*)*"
    r"(?:(?:it|that|this|they|he|she|those|these|make|let's|i think|probably|about|around|only"
    r"|just|es|das|er|sie|etwa|rund|ungefähr|mach\w*|nehmen|lieber|itu|ini|dia|sekitar|kira-kira"
    r"|jadikan|ganti|pakai)\b|[它他她这那]|大约|大概|改[成为]|换成"
    r"|それ|これ|約|やっぱり|그건|그거|이건|약 )",
    re.IGNORECASE,
)
_WIDE: Final = re.compile(f"[{CJK}]")
_BOUNDS: Final = re.compile(r"[\W_]*(?:(?:the|a|an|in|on|at|by|to|am|um|im|bis|der|die|das)\s+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties:
    """What sentences of some messages have to do with one another."""

    before: Mapping[_Place, Passage]
    changes: frozenset[_Place]

    def lead(self, passage: Passage) -> Passage | None:
        """The sentence without which a sentence says nothing; None where it needs none."""
        return self.before.get(_place(passage))

    def is_change(self, passage: Passage) -> bool:
        """Whether a sentence changes a value."""
        return _place(passage) in self.changes


def ties(messages: Sequence[Message], passages: Sequence[Sequence[Passage]]) -> Ties:
    """Find which sentences answer a question, and which change a value or are changed.

    Args:
        messages: By position.
        passages: For each what `read_message` found.

    Returns:
        Them. Only the first sentence of a message hangs on what was said before it. What leads in
        to a sentence ("By the way,") is no part of it. Linear.
    """
    leads: dict[_Place, Passage] = {}
    changes: set[_Place] = set()
    for index, message in enumerate(messages):
        if message.role == "tool" or not passages[index] or not message.text.strip():
            continue
        changes.update(_place(one) for one in passages[index] if _says_change(one))
        first = passages[index][0]
        if first.asks or first.is_noise:
            continue
        asked = _question(messages, passages, index)
        if asked is not None and _answers(first, asked):
            leads[_place(first)] = _without_lead_in(asked)
        elif asked is None and (before := _changed(messages, passages, index)) is not None:
            leads[_place(first)] = _without_lead_in(before)
            changes.add(_place(first))
    return Ties(before=leads, changes=frozenset(changes))


def _without_lead_in(passage: Passage) -> Passage:
    at = lead_in(passage.text)
    if any(
        one.start < passage.start + at for one in passage.literals if one.kind not in STATEMENTS
    ):
        return passage
    return replace(passage, start=passage.start + at, text=passage.text[at:])


def _says_change(passage: Passage) -> bool:
    """Whether a sentence with a value says that something is otherwise from now on."""
    if passage.asks or all(one.kind in STATEMENTS for one in passage.literals):
        return False
    return bool(OPENER.match(passage.text)) or any(
        cue.search(passage.text) for cue in (STRONG, CHANGED)
    )


def _place(passage: Passage) -> _Place:
    return passage.message, passage.part, passage.start


def _question(
    messages: Sequence[Message], passages: Sequence[Sequence[Passage]], index: int
) -> Passage | None:
    """The question that the message before asks last; tools may have run in between."""
    own = _speaker(messages[index])
    for before in range(index - 1, max(-1, index - _TOOLS - 2), -1):
        message = messages[before]
        if message.role == "tool" or not message.text.strip():
            continue
        if not passages[before] or _speaker(message) == own:
            return None
        last = passages[before][-1]
        return last if last.asks and len(last.text) <= _LONGEST else None
    return None


def _speaker(message: Message) -> tuple[str, str]:
    return message.role, message.author or ""


def _answers(answer: Passage, asked: Passage) -> bool:
    """Whether a sentence says nothing without the question before it."""
    terms, wanted = frozenset(analyze(answer.text)), frozenset(analyze(asked.text))
    if len(wanted) < _NAMING or len(terms & wanted) >= _OWN * len(wanted):
        return False
    if _ANSWERS.match(answer.text) or _begins_with_value(answer):
        return True
    if all(one.kind in STATEMENTS for one in answer.literals):
        return False
    own = _words(answer)
    return (
        bool(_POINTS.match(answer.text))
        or own < _NAMING
        or (own < _FEW_WORDS and terms.isdisjoint(wanted))
    )


def _begins_with_value(passage: Passage) -> bool:
    blank = _BOUNDS.match(passage.text)
    at = passage.start + (blank.end() if blank else 0)
    return any(
        passage.start <= one.start <= at < one.end
        for one in passage.literals
        if one.kind not in STATEMENTS
    )


def _words(passage: Passage) -> int:
    """How many words a sentence has beside its values; terms of CJK are pairs of signs."""
    return len(naming(passage)) // (2 if _WIDE.search(passage.text) else 1)


def naming(passage: Passage) -> frozenset[str]:
    """The terms of a sentence beside its values."""
    values = {
        word for one in passage.literals if one.kind not in STATEMENTS for word in analyze(one.text)
    }
    return frozenset(analyze(passage.text)) - values


def _changed(
    messages: Sequence[Message], passages: Sequence[Sequence[Passage]], index: int
) -> Passage | None:
    """What a sentence in few words changes: the last one before with a value of the same kind."""
    first = passages[index][0]
    own = _words(first)
    is_cued = _says_change(first) or _POINTS.match(first.text) or _ANSWERS.match(first.text)
    if own >= (_FEW_WORDS if is_cued else _NAMING):
        return None
    kinds = {_kind(one) for one in first.literals if one.kind not in STATEMENTS}
    said = 0
    for before in range(index - 1, -1, -1):
        if messages[before].role == "tool" or not passages[before]:
            continue
        said += 1
        if said > _BACK:
            return None
        for passage in reversed(passages[before]):
            if (
                not passage.asks
                and len(passage.text) <= _LONGEST
                and len(naming(passage)) >= _NAMING
                and kinds & {_kind(one) for one in passage.literals}
            ):
                return passage
    return None


def _kind(literal: Literal) -> Kind:
    return Kind.NUMBER if literal.kind in NUMERIC else literal.kind
