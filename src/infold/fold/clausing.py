"""Stretches of a sentence that can stand for it: its clauses, and what is not its lead-in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from infold.text.kinds import STATEMENTS, Literal
from infold.text.sentences import Piece, clauses

__all__ = ["Stretch", "bare_clause", "clause_spans", "lead_in", "trimmed"]

_BRACKETS: Final = ("()", "（）", "[]")
_ENDS: Final = " \t\r\n,;:，；、：—–-"
_LEAD: Final = re.compile(
    r"\W*(?:(?:oh|ah|and|also|so|well|ok(?:ay)?|right|now|hey|btw|fyi|ps|p\.s\.|by the way"
    r"|while i think of it|for the record|for your information|just so you know|before i forget"
    r"|one more thing|quick (?:note|question|update)|note|reminder|important"
    r"|as an aside|in any case|anyway"
    r"|übrigens|wichtig|nebenbei|ach|also|nur zur info|kurze info|zur info"
    r"|der vollständigkeit halber"
    r"|oh ya|ngomong-ngomong|omong-omong|sekadar info|sebagai info|sebagai catatan|catatan|penting"
    r"|重要|顺便说一下|顺便|对了|另外|补充一下|ちなみに|ところで|そういえば|それと"
    r"|중요|참고로|그런데|그나저나|아 참|참)"
    r"\s*[,:，、：—–-]+\s*)+",
    re.IGNORECASE,
)
# "We settled it this morning: We hand it in on 9 April", not "delivery: 3 days".
_INTRODUCTION: Final = re.compile(
    r"[^.,:;，、：；\n]{3,48}[:：]\s+(?=[^\W\d_a-z][\w'’]*(?:\s+\S+){3})"
)
_REMARK: Final = re.compile(
    r"(?:i|we|he|she|they|ich|wir|er|sie|saya|aku|kami|kita|dia)\s[^.,:;\n]{3,64}:\s+"
    r"(?=\S+(?:\s+\S+){3})",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(r"(?:the|an?|der|die|das|ein|eine)\s+", re.IGNORECASE)
_FORCE: Final = re.compile(
    r"(?:\s+(?:at all|whatsoever|überhaupt|sama sekali))?[.。．]\Z", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where a shorter stretch stands in its sentence, in characters."""

    start: int
    end: int


def clause_spans(text: str, inside: Sequence[Literal], *, bare: bool = False) -> list[Stretch]:
    """Stretches of a sentence that can stand for it: its clauses, and what is not its lead-in.

    Args:
        text: The sentence.
        inside: Its literals, with places in it.
        bare: Whether they go without their articles.
    """
    found = [bare_clause(text, 0, len(text), bare=bare)]
    pieces = clauses(text)
    if len(pieces) > 1 and not _cross(pieces, inside):
        found += [bare_clause(text, piece.start, piece.end, bare=bare) for piece in pieces]
    lead = _LEAD.match(text)
    if lead is None:
        lead = _INTRODUCTION.match(text) or _REMARK.match(text)
    if lead is not None and not any(
        one.start < lead.end() for one in inside if one.kind not in STATEMENTS
    ):
        found.append(bare_clause(text, lead.end(), len(text), bare=bare))
    return [one for one in dict.fromkeys(found) if 0 < one.end - one.start < len(text)]


def lead_in(text: str) -> int:
    """How many characters of a sentence lead in to it ("By the way,"); 0 for none."""
    lead = _LEAD.match(text)
    return lead.end() if lead is not None and lead.end() < len(text) else 0


def bare_clause(text: str, start: int, end: int, *, bare: bool) -> Stretch:
    """A clause without its full stop and words that only lend it force; bare, without article."""
    found = trimmed(text, start, end)
    first = _ARTICLE.match(text, found.start, found.end) if bare else None
    last = _FORCE.search(text, found.start, found.end)
    return Stretch(first.end() if first else found.start, last.start() if last else found.end)


def _cross(pieces: Sequence[Piece], inside: Sequence[Literal]) -> bool:
    return any(
        one.start < piece.start < one.end
        for piece in pieces
        for one in inside
        if one.kind not in STATEMENTS
    )


def trimmed(text: str, start: int, end: int) -> Stretch:
    """Without white space and the signs that join it to its surroundings."""
    while start < end and text[start] in _ENDS:
        start += 1
    while end > start and text[end - 1] in _ENDS:
        end -= 1
    for opened, closed in _BRACKETS:
        if text.count(opened, start, end) > text.count(closed, start, end):
            if text[end : end + 1] == closed:
                end += 1
        elif text.count(closed, start, end) > text.count(opened, start, end) and (
            start and text[start - 1] == opened
        ):
            start -= 1
    return Stretch(start, end)
