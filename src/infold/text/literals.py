"""Hard facts of a text with their status.

Finders for each kind run from the most to the least certain; a span taken by one is closed to the
next, so hard literals never overlap. Quotes and statements lie over them: a quote may hold a
number, a decision the version that was decided on. What cannot be told from the text alone is left
out: precision before reach.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from infold.text.codes import (
    find_addresses,
    find_code,
    find_commands,
    find_identifiers,
    find_paths,
    find_snippets,
    find_urls,
)
from infold.text.dates import Found, find_dates, find_times
from infold.text.invisible import in_place, visible
from infold.text.kinds import Kind, Literal, Status
from infold.text.language import detect
from infold.text.names import find_names
from infold.text.number_words import holds_latin
from infold.text.numbers import (
    find_bare_ports,
    find_money,
    find_numbers,
    find_ports,
    find_sums,
    find_versions,
)
from infold.text.phones import find_phones
from infold.text.scripts import CJK
from infold.text.sentences import Piece, clauses, sentences
from infold.text.slips import puts_right
from infold.text.statements import is_question, statement_kinds
from infold.text.status import statuses

__all__ = [
    "Kind",
    "Literal",
    "Status",
    "hard_found",
    "hard_literals",
    "hard_words",
    "literals",
    "normal",
]

_QUOTE: Final = re.compile(
    r"(?<![A-Za-z0-9\"])\"([^\"\n]{2,300})\"(?![A-Za-z0-9])|“([^“”\n]{2,300})”"
    r"|„([^„“”\n]{2,300})[“”]|«([^«»\n]{2,300})»|»([^«»\n]{2,300})«"
    r"|「([^「」\n]{2,300})」|『([^『』\n]{2,300})』|《([^《》\n]{2,100})》"
    r"|(?<![A-Za-z0-9'])'([^'\n]{2,120})'(?![A-Za-z0-9'])"
    r"|(?<!\w)‘([^‘’\n]{2,200})’"
)
_LISTED: Final = re.compile(
    r"^[ \t>*#-]*(?:\[[ xX]\][ \t])?\(?(\d{1,3})[.)、．](?=[ \t]*[^\s\d])", re.MULTILINE
)
"""The number of an item of a list, or of a heading: where it stands, not what is said."""
_THOUSANDS_DOT: Final = frozenset({"de", "id"})


def literals(text: str) -> list[Literal]:
    """Read the literals of a text with their status.

    Returns:
        Ordered by start, then the longer first. Hard kinds do not overlap one another; quotes and
        statements (see `Kind`) may hold them. A statement covers its clause. Linear in the text;
        about 1.4 ms for a message of 50 words.
    """
    seen, places = visible(text)
    if seen is not text:
        return in_place(text, literals(seen), places)
    pieces = sentences(text)
    out = _with_status(text, pieces)
    codes = [(one.start, one.end) for one in out if one.kind is Kind.CODE]
    quotes = [
        _literal(text, found, _around(out, found))
        for found in _quotes(text)
        if not any(start <= found[0] and found[1] <= end for start, end in codes)
    ]
    machines = [(one.start, one.end) for one in out if one.kind in _MACHINES]
    for piece in pieces:
        out += _statements(text, piece, machines)
    out += quotes
    out.sort(key=lambda item: (item.start, -item.end, item.kind))
    return out


def hard_literals(text: str) -> list[Literal]:
    """What `literals` gives without statements and quotes, for little more than half the cost."""
    seen, places = visible(text)
    found = _with_status(seen, sentences(seen))
    return found if seen is text else in_place(text, found, places)


def hard_words(text: str) -> list[tuple[Kind, str]]:
    """Kind and words of each hard literal, without its status, for half the cost of that."""
    seen, _ = visible(text)
    return [(kind, seen[start:end]) for start, end, kind, _ in _hard(seen, sentences(seen))]


def _with_status(text: str, pieces: list[Piece]) -> list[Literal]:
    hard = _hard(text, pieces)
    out: list[Literal] = []
    before: list[Literal] = []
    at = 0
    for piece in pieces:
        inside: list[Found] = []
        while at < len(hard) and hard[at][0] < piece.end:
            if hard[at][0] >= piece.start:
                inside.append(hard[at])
            at += 1
        marked = [(f[0] - piece.start, min(f[1], piece.end) - piece.start, f[2]) for f in inside]
        status = statuses(piece.text, marked)
        now = [_literal(text, found, state) for found, state in zip(inside, status, strict=True)]
        if now and before and puts_right(piece.text, *marked[0][:2]):
            _replace(out, len(before), now[0])
        out += now
        before = now
    return out


def _replace(out: list[Literal], count: int, now: Literal) -> None:
    """Let a value take the place of the last of its kind among as many that stand before it."""
    for at in range(len(out) - 1, len(out) - count - 1, -1):
        was = out[at]
        if was.kind is now.kind and was.value != now.value and was.status is Status.CURRENT:
            out[at] = replace(was, status=Status.REPLACED)
            return


def hard_found(text: str) -> list[Found]:
    """Where each hard literal of a visible text stands, its kind and its value; no status."""
    return _hard(text, sentences(text))


def _literal(text: str, found: Found, status: Status) -> Literal:
    start, end, kind, value = found
    return Literal(
        kind=kind, text=text[start:end], value=value, start=start, end=end, status=status
    )


def _hard(text: str, pieces: list[Piece]) -> list[Found]:
    if not text.isascii():
        text = _narrow(text)
    taken = bytearray(len(text))
    out: list[Found] = []
    dotted = detect(text) in _THOUSANDS_DOT

    def take(found: Iterable[Found]) -> None:
        for item in found:
            start, end = item[0], item[1]
            if start < end and taken.find(1, start, end) < 0:
                taken[start:end] = b"\x01" * (end - start)
                out.append(item)

    if "`" in text:
        take(find_code(text))
    take(find_commands(text))
    if "=" in text or "import" in text:
        take(find_snippets(text))
    if "://" in text or "www." in text.lower():
        take(find_urls(text))
    digits = _DIGIT(text) is not None
    if digits:
        take(find_phones(text))
        take(find_versions(text))
    take(find_addresses(text))
    take(find_dates(text))
    take(find_paths(text))
    take(find_identifiers(text))
    take(find_times(text))
    if digits or not text.isascii() or holds_latin(text.lower()):
        take(find_money(text, thousands_dot=dotted))
        for piece in pieces:
            take(find_sums(text, piece.start, piece.end))
    if digits:
        take(find_ports(text))
        for index, piece in enumerate(pieces):
            # The sentence after still speaks of the port: "We moved it. 5432 is closed now."
            take(find_bare_ports(text, pieces[max(0, index - 1)].start, piece.end))
        items = [match.span(1) for match in _LISTED.finditer(text)]
        if len(items) > 1 or (items and text[slice(*items[0])] == "1"):
            for start, end in items:
                taken[start:end] = b"\x01" * (end - start)
    take(find_numbers(text, thousands_dot=dotted))
    for piece in pieces:
        take(find_names(text, piece.start, piece.end, detect(piece.text)))
    out.sort()
    return _versions(text, pieces, out)


def _narrow(text: str) -> str:
    """Write full-width digits and letters as plain ones, of which there are as many."""
    return _FULL_WIDTH.sub(lambda sign: chr(ord(sign.group()) - 0xFEE0), text)


def _versions(text: str, pieces: list[Piece], found: list[Found]) -> list[Found]:
    """Read a bare `1.2` as a version after a name, or in a sentence that holds another version."""
    held = (
        {
            index
            for index, piece in enumerate(pieces)
            if any(f[2] is Kind.VERSION and piece.start <= f[0] < piece.end for f in found)
        }
        if any(f[2] is Kind.VERSION for f in found)
        else set()
    )
    out: list[Found] = []
    at = 0
    for index, (start, end, kind, value) in enumerate(found):
        while at + 1 < len(pieces) and pieces[at].end <= start:
            at += 1
        before = found[index - 1] if index else None
        named = before is not None and before[2] is Kind.NAME and text[before[1] : start] == " "
        if kind is Kind.NUMBER and _DOTTED.fullmatch(text, start, end) and (named or at in held):
            kind, value = Kind.VERSION, text[start:end]
        out.append((start, end, kind, value))
    return out


_DOTTED: Final = re.compile(r"\d{1,4}\.\d{1,3}")
_FULL_WIDTH: Final = re.compile("[０-９Ａ-Ｚａ-ｚ％＠＿]|(?<=[０-９])[．，：／－](?=[０-９])")
_WIDE: Final = re.compile(f"[{CJK}]")
_MACHINES: Final = frozenset({Kind.COMMAND, Kind.ADDRESS, Kind.URL})
_SHORT_WIDE: Final = 7
_SHORT_WORDS: Final = 3
_DIGIT: Final = re.compile(r"\d").search


def _quotes(text: str) -> Iterable[Found]:
    for match in _QUOTE.finditer(text):
        start, end = match.span(match.lastindex or 0)
        body = text[start:end].strip()
        if body:
            start = text.index(body, start)
            yield start, start + len(body), Kind.QUOTE, normal(body)


def _around(found: list[Literal], quote: Found) -> Status:
    """A quote has the status of the literals in it, where they agree on one."""
    inside = {item.status for item in found if quote[0] <= item.start and item.end <= quote[1]}
    return inside.pop() if len(inside) == 1 else Status.CURRENT


def _statements(text: str, piece: Piece, machines: list[tuple[int, int]]) -> list[Literal]:
    if is_question(piece.text):
        return []
    out: list[Literal] = []
    parts = clauses(piece)
    for index, clause in enumerate(parts):
        spoken = any(clause.start <= start and end <= clause.end for start, end in machines)
        for kind in statement_kinds(clause.text, of_machines=spoken):
            end = clause.end
            if kind is Kind.DECISION and index + 1 < len(parts) and _announces(clause.text):
                end = parts[index + 1].end
            said = text[clause.start : end]
            out.append(
                Literal(kind=kind, text=said, value=normal(said), start=clause.start, end=end)
            )
    return out


def _announces(clause: str) -> bool:
    """Say whether a clause only tells that a decision follows ("It's settled, we …", "定了，…")."""
    wide = len(_WIDE.findall(clause))
    return 0 < wide <= _SHORT_WIDE or (not wide and len(clause.split()) <= _SHORT_WORDS)


def normal(text: str) -> str:
    """A text for comparison: visible signs, one case, one form of each sign, single spaces."""
    seen, _ = visible(text)
    return " ".join(unicodedata.normalize("NFKC", seen).casefold().split())
