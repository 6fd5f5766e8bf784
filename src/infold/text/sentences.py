"""Sentences and clauses of a text, each with its place.

A sentence ends at `.`, `!`, `?`, an ellipsis or their CJK forms, but not inside a number, version,
abbreviation, ordinal, address, file name, link or code span. Lines of Markdown (headings, bullets,
tables, quotes) and of code are pieces of their own; a hard-wrapped line is joined with the next.
A clause ends at `;`, a dash, or a comma before a word that opens a clause; what is in brackets,
quotes or code is never split, nor a list, a condition from its consequence, or a negation from what
it negates.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from infold.text.abbreviations import (
    BEFORE_NUMBER,
    MAY_END,
    MONTHS,
    NEVER_END,
    ORDINAL_LEAD,
)
from infold.text.scripts import CJK

MAX_PIECE: Final = 2_000
"""Longest piece in characters; what is longer is cut, at a space where one is near."""

_LONG_BULLET: Final = 240
_WRAPPED: Final = 40
_SLACK: Final = 200
_LOOK_BACK: Final = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of a text, without white space at its ends.

    Attributes:
        text: The characters themselves, `whole[start:end]`.
        start: Where it begins in the whole text, in characters.
        end: One after its last character.
    """

    text: str
    start: int
    end: int


_LINE: Final = re.compile(r"[^\r\n\u2028\u2029]+")
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_BULLET: Final = re.compile(r"\s*(?:[-*+•·–▪◦‣・]|\(?\d{1,3}[.)]|\(?[a-zA-Z]\)|[①-⑳])(?:\s|$)")
_WHOLE_LINE: Final = re.compile(r"\s*(?:#{1,6}\s|\||>|(?:[-*_=]\s?){3,}$)")
_LINK: Final = rf"https?://[^\s<>\"'`{CJK}，。、）」』]*[^\s<>\"'`{CJK}，。、）」』.,;:!?)\]*]"
_CODE: Final = r"`[^`\n]+`"
_SHIELD: Final = re.compile(f"{_CODE}|{_LINK}")
_STOP: Final = re.compile(r"[.!?。！？｡…‼⁇⁈⁉]+[\"'”’」』）)\]*_»›]*")
_NEXT: Final = re.compile(r"\S")
_CLOSED: Final = re.compile(r"[.!?。！？｡…:：;；,，、]\W*\Z")
_OPEN_END: Final = re.compile(
    r"(?:\b(?:the|an?|of|to|in|on|at|for|and|or|not|no|never|with|from|by|is|are|was|were|than|as"
    r"|der|die|das|den|dem|ein|eine|nicht|kein|keine|und|oder|auf|von|zu|mit|ist|yang|tidak|bukan"
    r"|dan|atau|di|ke|dari|untuk|dengan)|[,(])\s*\Z",
    re.IGNORECASE,
)
_KOREAN_END: Final = frozenset("다요죠까음함됨임오네")
_WIDE_STOP: Final = frozenset("。！？｡")
_INITIALS: Final = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]\Z")
_NO_VOWEL: Final = re.compile(r"(?:(?![\u1100-\uffff])[^\W\daeiouyäöüAEIOUYÄÖÜ_]){2,4}\Z")


def sentences(text: str) -> list[Piece]:
    """Split a text into sentences and lines.

    Returns:
        Pieces in order, none of them blank or longer than `MAX_PIECE`; between them stands white
        space only. Linear in the length of the text.
    """
    out: list[Piece] = []
    for start, end, prose in _blocks(text):
        spans = _split(text, start, end) if prose else [(start, end)]
        for first, last in spans:
            out.extend(_pieces(text, first, last))
    return out


def clauses(of: Piece | str) -> list[Piece]:
    """Split a sentence into clauses.

    Args:
        of: A sentence as text, or a piece of a longer text.

    Returns:
        Pieces in order, with white space alone between them (a comma or dash stays with the clause
        before it). For a piece the offsets are those of the longer text.
    """
    text, base = (of.text, of.start) if isinstance(of, Piece) else (of, 0)
    spans = _clause_spans(text)
    found = (p for first, last in spans for p in _pieces(text, first, last))
    return [Piece(text=p.text, start=p.start + base, end=p.end + base) for p in found]


def _blocks(text: str) -> Iterator[tuple[int, int, bool]]:
    """Spans of whole lines that are pieces, and of prose that may be split further."""
    fenced = False
    begin = last = -1  # the prose gathered so far
    for match in _LINE.finditer(text):
        start, end = match.span()
        fence = bool(_FENCE.match(text, start, end))
        bullet = not fenced and bool(_BULLET.match(text, start, end))
        whole = fenced or fence or bool(_WHOLE_LINE.match(text, start, end))
        whole = whole or (bullet and end - start <= _LONG_BULLET)
        if begin >= 0 and not (whole or bullet) and _continues(text, begin, last, start, end):
            last = end
            continue
        if begin >= 0:
            yield begin, last, True
            begin = -1
        if fence:
            fenced = not fenced
        if whole:
            yield start, end, False
        else:
            begin, last = start, end
    if begin >= 0:
        yield begin, last, True


def _continues(text: str, begin: int, last: int, start: int, end: int) -> bool:
    """Say whether a line goes on with the sentence of the line before."""
    gap = text[last:start]
    if gap.count("\n") > 1 or gap.count("\r") > 1:
        return False
    tail = text[max(begin, last - _WRAPPED) : last].rstrip()
    head = _NEXT.search(text, start, end)
    if head is None or not tail:
        return False
    if _OPEN_END.search(tail[-12:]):
        return True
    if _CLOSED.search(tail[-8:]) or not head.group().islower():
        return False
    return "\n" not in tail and last - begin >= _WRAPPED


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    shields = _SHIELD.finditer(text, start, end)
    shield = next(shields, None)
    begin = start
    for match in _STOP.finditer(text, start, end):
        while shield is not None and shield.end() <= match.start():
            shield = next(shields, None)
        if shield is not None and shield.start() < match.start():
            continue
        if _ends_here(text, begin, match, end):
            yield begin, match.end()
            begin = match.end()
    yield begin, end


def _ends_here(text: str, begin: int, match: re.Match[str], end: int) -> bool:
    """Say whether a stop ends its sentence; `begin` is where that sentence began."""
    stop, at, after = match.group(), match.start(), match.end()
    following = _NEXT.search(text, after, end)
    if following is None:
        return True
    head, touching = following.group(), following.start() == after
    closed = stop[-1] not in ".!?。！？｡…‼⁇⁈⁉"
    if not _WIDE_STOP.isdisjoint(stop):
        # 「…。」と言った goes on.
        return not (closed and touching and "\u3041" <= head <= "\u3096")
    if touching:
        before = text[at - 1] if at > begin else ""
        if "\uac00" <= head <= "\ud7a3":
            return before in _KOREAN_END or stop[0] in "!?"
        return stop[0] in "!?…" and "\u3041" <= head <= "\u9fff"
    if closed or stop.startswith(("…", "..")):
        return not head.islower()
    if stop[0] != ".":
        return True
    return _full_stop(text, begin, at, following.start(), end)


def _full_stop(text: str, begin: int, at: int, following: int, end: int) -> bool:
    """Say whether a single full stop before a space ends a sentence or belongs to its word."""
    head = text[following]
    words = text[max(begin, at - _LOOK_BACK) : at].rsplit(None, 2)
    if not words or text[at - 1].isspace():
        return False
    word = words[-1].lstrip("([\"'“„*_«")
    low = word.lower()
    if word.isdigit() and len(word) <= 3:
        line_start = len(words) == 1 and at - begin < _LOOK_BACK
        month = text[following : min(end, following + 12)].split()
        ordinal = len(words) > 1 and words[-2].lower() in ORDINAL_LEAD and len(word) <= 2
        named = bool(month) and month[0].strip(".,;:)").lower() in MONTHS
        return not (line_start or named or ordinal or (head.islower() and len(word) <= 2))
    if low in MAY_END:
        return head.isupper()
    if low in NEVER_END or _INITIALS.match(word):
        return False
    if low in BEFORE_NUMBER:
        return not (head.isdigit() or head in "#§IVXLC")
    if len(word) == 1 and word.isalpha() and word.isascii():
        return word == "I" or (word.islower() and head.isupper())
    return not (head.islower() and _NO_VOWEL.match(word))


def _pieces(text: str, start: int, end: int) -> Iterable[Piece]:
    """Trim a span and cut it to the longest length allowed."""
    while start < end:
        head = _NEXT.search(text, start, end)
        if head is None:
            return
        start = head.start()
        cut = end
        if end - start > MAX_PIECE:
            cut = start + MAX_PIECE
            spaces = [m.start() for m in re.finditer(r"\s|[，、,;]", text[cut - _SLACK : cut])]
            if spaces:
                cut = cut - _SLACK + spaces[-1] + 1
        body = text[start:cut].rstrip()
        yield Piece(text=body, start=start, end=start + len(body))
        start = cut


_GROUP: Final = re.compile(
    f"{_CODE}|{_LINK}"
    r"|\([^()\n]*\)|（[^（）\n]*）|\[[^\[\]\n]*\]|\"[^\"\n]*\"|“[^“”\n]*”|„[^„“”\n]*[“”]"
    r"|「[^「」\n]*」|『[^『』\n]*』"
)
_OPENERS: Final = (
    r"(?:but|so|because|although|though|whereas|while|however|since|yet|and then"
    r"|and (?:i|we|you|he|she|it|they|the|this|that|there)"
    r"|(?:i|we|you|he|she|they|it|that|there|this)(?:'(?:s|m|re|ve|ll|d))?"
    r"(?= \w)|let's|please|then|which (?:is|was|means)"
    r"|aber|denn|weil|obwohl|sodass|damit|deshalb|deswegen|jedoch"
    r"|und (?:ich|wir|sie|er|es|der|die|das)|(?:ich|wir|er|es)(?= \w)"
    r"|tapi|tetapi|namun|karena|sehingga|jadi|sedangkan|lalu|kemudian|dan (?:kita|kami|saya|dia))\b"
)
_CUT: Final = re.compile(
    rf"[;；]\s*|(?<=\S)\s++(?:—|–|--)\s+|—+(?=[{CJK}])|,\s+(?={_OPENERS})"
    rf"|(?<=\w)，(?=[{CJK}])|(?:が|けど|けれど|ので|ため|し)、"
    r"|(?:지만|는데|은데|니까|으며|면서|어서|아서|므로),?\s+|(?<=고),\s+",
    re.IGNORECASE,
)
_CONDITION: Final = re.compile(
    r"\W*+(?:if|when|whenever|unless|once|until|in case|as long as"
    r"|falls|wenn|sobald|solange|sofern|bevor"
    r"|jika|kalau|bila|apabila|ketika|selama|sebelum|如果|若|要是|假如|除非|只要|当|等|もし|만약|만일)",
    re.IGNORECASE,
)
_TIED_START: Final = re.compile(
    r"\W*+(?:not|never|instead|rather|except|sondern|nicht|statt|bukan|melainkan"
    r"|而是|而非|不是|不要|别|아니라)",
    re.IGNORECASE,
)
_TIED_END: Final = re.compile(
    r"(?:\b(?:not|no|never|nicht|kein|keine|tidak|bukan|jangan)|不|没|别|不要|안)\W*\Z",
    re.IGNORECASE,
)
_WIDE: Final = re.compile(f"[{CJK}]")
_BUT: Final = re.compile(r"\W*+(?:but|yet|tapi|tetapi|aber)\b", re.IGNORECASE)


def _clause_spans(text: str) -> Iterator[tuple[int, int]]:
    groups = _GROUP.finditer(text)
    group = next(groups, None)
    begin = 0
    for match in _CUT.finditer(text):
        while group is not None and group.end() <= match.start():
            group = next(groups, None)
        if group is not None and group.start() < match.start():
            continue
        at = match.end()
        if _separable(
            text[begin : min(at, begin + _SLACK)],
            text[max(begin, at - _SLACK) : at],
            text[at : at + _SLACK],
        ):
            yield begin, at
            begin = at
    yield begin, len(text)


def _separable(head: str, tail: str, right: str) -> bool:
    """Say whether what stands before and after a cut can each stand alone."""
    if _CONDITION.match(head) or _TIED_START.match(right) or _TIED_END.search(tail[-16:]):
        return False
    least = 4 if _BUT.match(right) else 2
    return _long(head, 2) and _long(right, least)


def _long(part: str, words: int) -> bool:
    return len(part.split()) >= words or len(_WIDE.findall(part)) >= 4
