"""Values in a clause that a later message may change: literals with what they are of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import normalize

from infold.text import slot_cues as cues
from infold.text.analysis import analyze
from infold.text.kinds import Kind, Literal, Status
from infold.text.quantities import UNITS
from infold.text.scripts import CJK
from infold.text.sentences import Piece

__all__ = ["Value", "find_values", "labelled", "without_values"]

_NOUN: Final = re.compile(r"\s+(?P<noun>[^\W\d_]{3,})")
_LABEL_DIGITS: Final = 3
_NAMED: Final = re.compile(
    r"(?P<lead>(?:^|[,;:.!?]\s+)|\b(?:the|a|an|of|in|on|for|at|from|to|with|our|my|der|die"
    r"|das|dem|den"
    r"|im|in|auf|von|di|dari|untuk|ke)\s+)(?P<noun>[^\W\d_]{2,}) #?\Z",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(
    r"\b(?:the|our|my|your|this|that|their|der|die|das|den|dem)\s+\Z", re.IGNORECASE
)
_LOWER_NEXT: Final = re.compile(r"['’]?s?\s+[a-zß-ÿ]")
_CALL_BEFORE: Final = re.compile(
    r"(?:^|[.!?,\n])\s*(?:(?:hey|hi|hello|oh|no|yes|yeah|wow|thanks|thank you|cool|sure|ok|well"
    r"|dear|danke|ja|nein|halo|hai|makasih)\b,?\s*){0,3}\Z",
    re.IGNORECASE,
)
_CALL_AFTER: Final = re.compile(r"\s*(?:[,!?.]|$)")
_SUBJECT: Final = re.compile(
    r"\W*(?P<name>[A-ZÀ-Þ][\w'’-]+)(?= (?:is|was|will|takes?|leads?|owns?|runs?|handles?|has)\b)"
)
_SERIES: Final = re.compile(
    r"\s*(?:[,，、/~～〜×-]|[‐-―]|\bx\b)\s*(?:(?:and|or|und|oder|dan|atau|plus)\s+)?"
    r"|\s*,?\s+(?:and|or|to|till|until|through|und|oder|bis|dan|atau|sampai|hingga|by)\s+"
    r"|\s*(?:到|至|和|与|或|及|から|と|や|부터|에서|와|과|이나)\s*",
    re.IGNORECASE,
)
"""What stands between the values of a series: "9 to 17", "1, 3 and 7 days", "80-120 EUR"."""
_PLURAL: Final = re.compile(r"[^\W\d_]+s \d")
_ROW: Final = re.compile(r"(?:,|\s+(?:and|or|to|und|oder|bis|dan|atau|sampai))\s+\d")
_JOINING: Final = frozenset({"sampai", "hingga", "atau", "dan", "bis", "und", "oder"})
_OPENED_BY: Final = {"number": frozenset({"money", "time", "date", "port"})}
"""A bare number may open a series of these: "80 to 120 EUR"."""
_DOTTED: Final = re.compile(r"\d{1,2}\.\d{1,2}\.")
_UNITS: Final = frozenset(UNITS.values())
_DAY: Final = re.compile(r"weekday:")
_BARE_DAY: Final = re.compile(r"--\d\d-\d\d|\d{4}-\d\d-\d\d")
_TYPES: Final = {
    Kind.NUMBER: "number",
    Kind.MONEY: "money",
    Kind.PORT: "port",
    Kind.VERSION: "version",
    Kind.DATE: "date",
    Kind.TIME: "time",
    Kind.IDENTIFIER: "code",
    Kind.PATH: "path",
    Kind.URL: "url",
    Kind.ADDRESS: "address",
    Kind.CODE: "code",
    Kind.NAME: "name",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What a slot may hold.

    Attributes:
        type: `number`, `money`, `port`, `version`, `date`, `day` (of the week), `time`, `code`,
            `path`, `url`, `address`, `name`.
        unit: Of a number: the unit's name, `#` and the term of the noun that is counted, or "".
            Of a series ("9 to 17 EUR") that of its last and `+`: one value is not of its slot.
        norm: Its form for comparison.
        text: As written.
        start: Where it begins in the text of the part, in characters.
        end: One after its last character.
        status: What its clause says of it.
        bound: The name right before it ("React 17"), lower-cased; it alone says whose it is.
        is_owner: A name that says whose something is ("the Ridge refund"), no value by itself.
        is_guess: A name by its place alone: a capital that opens the sentence.
        is_called: A name that is addressed, not spoken of ("Oh no, Jon!").
    """

    type: str
    unit: str
    norm: str
    text: str
    start: int
    end: int
    status: Status = Status.CURRENT
    bound: str = ""
    is_owner: bool = False
    is_guess: bool = False
    is_called: bool = False


def find_values(text: str, part: Piece, inside: Sequence[Literal]) -> Iterator[Value]:
    """Give the values of a clause, guesses first; those in a row ("1, 3 and 7 days") as one.

    Args:
        text: Of the whole part.
        part: The clause.
        inside: The hard literals in it, ordered.
    """
    labels = [one.span() for one in labelled(text, part.start, part.end)]
    labels += [
        one.span("number")
        for pattern in (cues.NUMBERED_IN_WORDS, cues.NUMBERED_AHEAD, cues.FOR_SO_MANY)
        for one in pattern.finditer(text, part.start, part.end)
    ]
    names = [one for one in inside if one.kind is Kind.NAME]
    first = _SUBJECT.match(part.text)
    if first and not any(one.start <= part.start + first.start("name") < one.end for one in inside):
        word = first["name"]
        if analyze(word) and not word.isupper() and not word.endswith("s"):
            start = part.start + first.start("name")
            yield Value(
                type="name", unit="", norm=word.lower(), text=word, start=start,
                end=start + len(word), is_guess=True,
            )  # fmt: skip
    found = []
    for one in inside:
        if any(start <= one.start < end for start, end in labels) and one.kind in (
            Kind.NUMBER,
            Kind.DATE,
            Kind.IDENTIFIER,
        ):
            continue
        value = _value(text, part, one, names, inside)
        if value is not None:
            found.append(value)
    yield from _in_series(text, found)


def labelled(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Numbered ones of several ("trip 8") in a stretch; a row ("days 1, 3 and 7") is none."""
    for found in cues.LABELLED.finditer(text, start, end):
        if not (_PLURAL.match(found.group()) and _ROW.match(text, found.end(), end)):
            yield found


def _in_series(text: str, values: Sequence[Value]) -> Iterator[Value]:
    """Join the values that stand in a row: which of them a single one replaces is not told."""
    row: list[Value] = []
    for value in values:
        if row and not _goes_on(text, row[-1], value):
            yield _joined(text, row)
            row = []
        row.append(value)
    if row:
        yield _joined(text, row)


def _goes_on(text: str, left: Value, right: Value) -> bool:
    if "name" in (left.type, right.type) or left.bound or right.bound:
        return False
    if left.status is not Status.CURRENT or right.status is not Status.CURRENT:
        return False
    if _SERIES.fullmatch(text, left.end, right.start) is None:
        return False
    if left.type != right.type:
        return not left.unit and right.type in _OPENED_BY.get(left.type, ())
    return left.unit == right.unit or (left.type == "number" and not left.unit)


def _joined(text: str, row: Sequence[Value]) -> Value:
    if len(row) == 1:
        return row[0]
    first, last = row[0], row[-1]
    return Value(
        type=last.type, unit=f"{last.unit}+", norm="/".join(one.norm for one in row),
        text=text[first.start : last.end], start=first.start, end=last.end,
    )  # fmt: skip


def _is_release(part: Piece, one: Literal, inside: Sequence[Literal]) -> bool:
    """Whether "16.2." that ends a clause, a version beside it, is one too, and no date."""
    return (
        bool(_DOTTED.fullmatch(one.text))
        and one.end == part.start + len(part.text.rstrip())
        and any(other.kind is Kind.VERSION for other in inside)
    )


def _value(
    text: str, part: Piece, one: Literal, names: Sequence[Literal], inside: Sequence[Literal]
) -> Value | None:
    kind = _TYPES.get(one.kind)
    if kind is None:
        return None
    norm, unit, end = one.value, "", one.end
    if kind == "date" and _is_release(part, one, inside):
        kind, norm, end = "version", one.text[:-1], one.end - 1
    if kind in ("number", "money"):
        norm, _, unit = one.value.partition(" ")
        if unit and kind == "number" and unit not in _UNITS:
            if _VERB.match(unit):
                unit, end = "", one.start + len(one.text.split(maxsplit=1)[0])
            else:
                unit = _noun_unit(unit)
        if not unit:
            if _is_name(text, part, one) or _is_subject(text, part, one):
                return None
            unit, end = _counted(text, one.end, part.end)
        before, after = text[max(part.start, one.start - 24) : one.start], text[end : end + 16]
        if cues.BEFORE_DELTA.search(before) or cues.AFTER_DELTA.match(after):
            return None
    elif kind == "date":
        if _DAY.match(one.value):
            kind = "day"
        elif not _BARE_DAY.match(one.value):
            return None
    elif kind == "code" and one.value.isdecimal():
        kind = "number"
        if _is_subject(text, part, one):
            return None
    called = kind == "name" and bool(
        _CALL_BEFORE.search(text, max(0, one.start - 24), one.start)
        and _CALL_AFTER.match(text, one.end)
    )
    bound = next(
        (n.text.lower() for n in names if n is not one and 0 <= one.start - n.end <= 1), ""
    )
    owner = False
    if kind == "name":
        norm = " ".join(one.text.lower().split())
        ahead = text[one.end : one.end + 8]
        owner = ahead.startswith(("'s", "’s")) or (
            bool(_ARTICLE.search(text, max(part.start, one.start - 8), one.start))
            and bool(_LOWER_NEXT.match(ahead))
        )
    # Full-width digits are the same number.
    norm = normalize("NFKC", norm)
    return Value(
        type=kind, unit=unit, norm=norm.casefold() if kind == "name" else norm,
        text=text[one.start : end], start=one.start, end=end, status=one.status, bound=bound,
        is_owner=owner, is_called=called,
    )  # fmt: skip


def _is_name(text: str, part: Piece, one: Literal) -> bool:
    """Whether a bare number names one of several ("shard 24"): it holds no value of them.

    It follows a noun that itself follows an article or preposition, or opens the clause.
    """
    if len(one.value) > _LABEL_DIGITS:
        return False
    before = _NAMED.search(text, max(part.start, one.start - 40), one.start)
    if before is None or (before["noun"].endswith("s") and _ROW.match(text, one.end, part.end)):
        return False
    terms = analyze(before["noun"])
    if not terms or terms[0] in cues.WEIGHTLESS:
        return False
    return bool(before["lead"].strip()) or terms[0] not in cues.IMPERATIVES


def _is_subject(text: str, part: Piece, one: Literal) -> bool:
    """Whether a bare number names a thing of which something is said: "order number 4711 has …".

    A noun stands right before it, and a verb after it; or it is what something was done to ("moved
    box 3 to the attic").
    """
    if not one.value.isdecimal() or len(one.value) > _NAME_DIGITS:
        return False
    noun = _NOUN_BEFORE.search(text, max(part.start, one.start - 40), one.start)
    if noun is None:
        return False
    if noun["wide"]:
        return bool(_WIDE_VERB.match(text, one.end, part.end))
    terms = analyze(noun["noun"])
    if not terms or terms[0] in cues.WEIGHTLESS or terms[0] in cues.IMPERATIVES:
        return False
    if _VERB.match(text[one.end : part.end].lstrip()):
        return True
    lead = (noun["lead"] or "").lower()
    return bool(lead) and lead not in _HOLDS and bool(_PLACED.match(text, one.end, part.end))


_NAME_DIGITS: Final = 5
_NOUN_BEFORE: Final = re.compile(
    rf"(?:(?P<lead>[^\W\d_]+)\s+)?(?P<noun>[^\W\d_]{{2,}})\s+(?:(?:number|no\.?|nr\.?|nummer"
    rf"|nomor)\s+)?#?\Z"
    rf"|(?P<wide>[{CJK}]{{2}})\Z",
    re.IGNORECASE,
)
_VERB: Final = re.compile(
    r"(?:has|have|had|is|are|was|were|will|can|cannot|must|should|got|went|came|needs?|now|costs?"
    r"|seats?|closes?|opens?|leaves?|arrives?|runs?|ist|sind|war|waren|hat|hatte|wurde|wird"
    r"|jetzt|nun"
    r"|kostet|schließt|öffnet|fährt|adalah|sudah|telah|akan|sekarang|harganya|은|는|이"
    r"|가)(?![^\W\d_])",
    re.IGNORECASE,
)
"""A word after a number that is no noun it counts."""
_WIDE_VERB: Final = re.compile("(?:号|號|番)?(?:[已现現在将將要还還被]|は|が|을|를|은|는|이 |가 )")
_HOLDING: Final = """
    is are was be has have had with at by a an the to of from in on about gets got shows says uses
    set sets make makes made use used give raise raised lower lowered change changed cut cap keep
    need write say enter
    ist hat mit auf von zu bei ada adalah punya ke dari setz nimm pakai ganti
"""
_HOLDS: Final = frozenset(_HOLDING.split())
"""Words after which a number behind a noun is what it is worth: "has priority 3"."""
_PLACED: Final = re.compile(
    r"\s+(?:to (?!\d)|into|onto|in|on|from|at|behind|under|inside|next to|for|nach|in|auf|zu"
    r"|aus|ke|di"
    r"|dari)\b",
    re.IGNORECASE,
)


def _counted(text: str, at: int, stop: int) -> tuple[str, int]:
    """The noun that a bare number counts, as a unit, and where it ends."""
    noun = _NOUN.match(text, at, stop)
    if noun is not None and _VERB.match(noun["noun"]):
        return "", at
    if noun is None or noun["noun"].lower() in _JOINING:
        return "", at
    unit = _noun_unit(noun["noun"])
    return (unit, noun.end()) if unit else ("", at)


def _noun_unit(noun: str) -> str:
    terms = analyze(noun)
    return f"#{terms[0]}" if terms and terms[0] not in cues.WEIGHTLESS else ""


def without_values(own: str, base: int, values: Sequence[Value]) -> str:
    """A clause with spaces for its values; names and counted nouns stay words of it."""
    out = own
    for value in values:
        if value.type != "name":
            end = value.end
            if value.unit.startswith("#"):
                end = value.start + len(value.text.rsplit(maxsplit=1)[0])
            start = value.start - base
            out = f"{out[:start]}{' ' * (end - value.start)}{out[end - base :]}"
    return out
