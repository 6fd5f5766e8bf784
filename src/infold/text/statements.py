"""Statements by the words that make them: decisions, rejections, retractions and the like.

A clause may be several at once: "must not" obliges and negates. A rejection or retraction is not
also listed as a negation, and a decision against something is a rejection. Questions state
nothing.
"""

import re
from typing import Final

from infold.text.kinds import Kind
from infold.text.statement_cues import (
    DECIDED_AGAINST,
    DECISION,
    MISTAKE,
    NEGATION,
    NO_DENIAL,
    OBLIGATION,
    PREFERENCE,
)
from infold.text.verdicts import (
    RETRACTED_AFTER,
    RETRACTED_BEFORE,
    RULED_OUT_AFTER,
    RULED_OUT_BEFORE,
    active,
)

_CLOSED: Final = "".join(map(chr, range(ord("간"), ord("힣") + 1, 28)))
"""Korean syllables that close with an n: "바쁜가요" asks, "나가요" says."""
_QUESTION: Final = re.compile(
    r"(?<!거든)(?<!거든요)[?？]\W*\Z|[吗嗎呢][。.]?\Z|(?:です|ます|でしょう|ません)か[。.]?\Z|(?:까요"
    r"|(?<![만끝떠어])나요"
    rf"|(?<=[{_CLOSED}])가요|습니까)[.]?\Z"
)


_SPANS: Final = re.compile(
    r"`[^`\n]+`|(?<!\w)\"[^\"\n]{2,}\"|“[^“”\n]+”|„[^„“”\n]+[“”]|«[^«»\n]+»|»[^«»\n]+«"
    r"|「[^「」\n]+」|『[^『』\n]+』|https?://\S+"
)
_OPENS: Final = re.compile('[`"“„«»「『]')
_QUOTED_LINES: Final = re.compile(r"^[ \t]*>.*(?:\n[ \t]*>.*)*", re.MULTILINE)
_FENCED: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_PARTS: Final = re.compile(r"[;；]|, (?:and|but|instead|und|aber|sondern|dan|tapi) |，")
_LEAST_LETTERS: Final = 3


def is_question(sentence: str) -> bool:
    """Say whether a sentence asks, by its last signs in six languages."""
    return bool(_QUESTION.search(sentence[-16:].rstrip()))


def unquoted(clause: str) -> str:
    """A clause with a sign in the place of what stands in quotation marks, code or an address."""
    if _OPENS.search(clause) or "://" in clause:
        return _SPANS.sub("\ufffc", clause)
    return clause


def other_words(text: str) -> list[tuple[int, int]]:
    """Where a text gives the words of others: quoted lines, fenced code, quotation marks.

    Returns:
        First character and one after the last of each, by kind and place. Linear.
    """
    found = [match.span() for match in _SPANS.finditer(text)] if _OPENS.search(text) else []
    if ">" in text:
        found += [match.span() for match in _QUOTED_LINES.finditer(text)]
    if "```" in text:
        found += [match.span() for match in _FENCED.finditer(text)]
    return found


def statement_kinds(clause: str, *, of_machines: bool = False) -> list[Kind]:
    """Give the kinds of statement that a clause makes, in a fixed order.

    Args:
        clause: The clause.
        of_machines: Whether it speaks of a command, an address or a link: what was refused there
            (`git push … was rejected`) was refused by a program, and nobody's choice.

    What stands in quotation marks or code is said by nobody here, unless the clause is nothing
    else.
    """
    bare = unquoted(clause)
    if sum(map(str.isalpha, bare)) >= _LEAST_LETTERS:
        clause = bare
    low = clause.lower().replace("’", "'")
    out: list[Kind] = []
    retraction = (
        MISTAKE.found(low)
        or RETRACTED_BEFORE.found(low)
        or (active(RETRACTED_AFTER, low) is not None and not OBLIGATION.found(low))
    )
    against = DECIDED_AGAINST.found(low)
    rejection = against or (
        not retraction
        and (
            active(RULED_OUT_AFTER, low) is not None
            or (not of_machines and RULED_OUT_BEFORE.found(low))
        )
    )
    # "We decided against A; instead we take B" is both.
    rest = "; ".join(part for part in _PARTS.split(low) if not DECIDED_AGAINST.found(part))
    if DECISION.found(rest if against else low):
        out.append(Kind.DECISION)
    if rejection:
        out.append(Kind.REJECTION)
    if retraction:
        out.append(Kind.RETRACTION)
    if PREFERENCE.found(low):
        out.append(Kind.PREFERENCE)
    if OBLIGATION.found(low):
        out.append(Kind.OBLIGATION)
    if NEGATION.found(low) and NEGATION.found(NO_DENIAL.sub(" ", low)):
        out.append(Kind.NEGATION)
    return out
