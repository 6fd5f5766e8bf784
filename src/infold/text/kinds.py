"""What a hard fact in a text is: its kind, its status, its place."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """Kinds of literal. The last six are statements: they cover a clause and may hold others."""

    NUMBER = "number"
    VERSION = "version"
    PORT = "port"
    DATE = "date"
    TIME = "time"
    MONEY = "money"
    IDENTIFIER = "identifier"
    PATH = "path"
    URL = "url"
    ADDRESS = "address"
    COMMAND = "command"
    CODE = "code"
    QUOTE = "quote"
    NAME = "name"
    NEGATION = "negation"
    DECISION = "decision"
    REJECTION = "rejection"
    RETRACTION = "retraction"
    PREFERENCE = "preference"
    OBLIGATION = "obligation"


class Status(StrEnum):
    """What the clause around a literal says of it."""

    CURRENT = "current"
    REPLACED = "replaced"
    RETRACTED = "retracted"
    RULED_OUT = "ruled_out"
    NEGATED = "negated"


STATEMENTS: Final = frozenset(
    {
        Kind.NEGATION,
        Kind.DECISION,
        Kind.REJECTION,
        Kind.RETRACTION,
        Kind.PREFERENCE,
        Kind.OBLIGATION,
    }
)
NUMERIC: Final = frozenset({Kind.NUMBER, Kind.VERSION, Kind.PORT, Kind.MONEY})
"""Kinds compared with one another by their value: a port may be written as a bare number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Literal:
    """A hard fact in a text.

    Attributes:
        kind: What it is.
        text: As written, `whole[start:end]`.
        value: Its form for comparison: `1,000 ms` is `1000 ms`, `3 March 2026` is `2026-03-03`.
        start: Where it begins in the whole text, in characters.
        end: One after its last character.
        status: What its clause says of it; a statement is current.
    """

    kind: Kind
    text: str
    value: str
    start: int
    end: int
    status: Status = Status.CURRENT
