"""What a month must come to, told without the engine: who said what, and what became of it.

The model knows only what was asked for and answered. What sweeps let go it does not foresee; it
knows what must not be shown, what must, and that nothing goes without a reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from tests.acceptance.month_words import LANGUAGES, Language

_FORMS = ("utf-8", "utf-16-le", "utf-16-be", "json")


@dataclass(slots=True, kw_only=True)
class Said:
    """One statement, made once, with a word that nothing else has.

    Attributes:
        way: `add` or `chat`.
        kind: `city`, `left` (of a city, taken back), `plain`, `likes` (twice, in other words).
        given: The kind of fact that it was added as: said again as another it is another fact.
        settled: What it says is recorded as a fact: at once for `add`, by the worker for chats.
        deleted: Somebody hid the fact.
        erased: No byte of it may be left.
        forgotten: Its fact was erased, its message was not.
    """

    number: int
    user: str
    word: str
    text: str
    way: str
    kind: str
    at: datetime
    fact: str = ""
    chat: str = ""
    message: str = ""
    key: str = ""
    answer: str = ""
    given: str = "statement"
    expires: datetime | None = None
    settled: bool = True
    pinned: bool = False
    deleted: bool = False
    erased: bool = False
    forgotten: bool = False

    @property
    def is_there(self) -> bool:
        """Whether nobody took it away; policies may have."""
        return not (self.deleted or self.erased or self.forgotten)


@dataclass(slots=True, kw_only=True)
class Person:
    """A user: what is hers since she was last erased.

    Attributes:
        common: Id of a pinned fact whose words others say, too; empty once it was erased.
        lost: What she had said before all of hers was erased.
        facts: Ids of facts that calls gave or lists have shown.
        hidden: Fact → when it was first seen deleted, let go or expired.
        had_erasure: Something of hers was erased once.
        exports: Files that she has taken out since.
        files: Exports of before the last erasure of all of her; importing one brings nothing.
        is_fresh: Everything of hers was erased, and she has not been seen since.
    """

    name: str
    number: int
    language: Language
    cap: int
    said: list[Said] = field(default_factory=list)
    common: str = ""
    exports: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    lost: list[Said] = field(default_factory=list)
    facts: set[str] = field(default_factory=set)
    hidden: dict[str, datetime] = field(default_factory=dict)
    had_erasure: bool = False
    is_fresh: bool = False

    def chats(self) -> list[str]:
        return sorted({one.chat for one in self.said if one.chat and not one.erased})


def ended(person: Person, said: Said) -> bool:
    """Whether a later word of the same slot stands against it.

    That somebody left a place ends no other one: where the newer place was deleted since, the
    older one holds as if the newer had never been said.
    """
    if said.kind not in ("city", "left"):
        return False
    return any(
        (
            one.kind == "city"
            or (one.kind == "left" and (said.kind == "left" or one.word == said.word))
        )
        and one.is_there
        and one.settled
        and one.at > said.at
        for one in person.said
    )


def is_forbidden(person: Person, said: Said, now: datetime) -> str:
    """Why no fact may show this now; empty where one may."""
    if said.erased:
        return "erased"
    if said.forgotten:
        return "erased as a fact"
    if said.deleted:
        return "deleted"
    if said.expires is not None and said.expires <= now:
        return "expired"
    return "ended" if ended(person, said) else ""


class Words:
    """Finds canaries in texts and in bytes, whoever wrote them."""

    def __init__(self) -> None:
        self._latin = re.compile(r"Q(?:[a-z]{2}){6}x")
        self._texts = [self._latin]
        self._bytes = []
        for form in _FORMS:
            self._bytes.append((form, re.compile(_latin(form))))
        for language in LANGUAGES[3:]:
            end, signs = language.signs[16], language.signs[:16]
            self._texts.append(re.compile(f"{end}[{signs}]{{6}}{end}"))
            for form in _FORMS:
                some = b"|".join(re.escape(_encoded(sign, form)) for sign in signs)
                stop = re.escape(_encoded(end, form))
                self._bytes.append((form, re.compile(stop + b"(?:" + some + b"){6}" + stop)))

    def of(self, text: str) -> set[str]:
        """Those in a text."""
        return {word for pattern in self._texts for word in pattern.findall(text)}

    def left(self, files: Iterable[bytes], words: set[str]) -> set[str]:
        """Which of these stand in files: as UTF-8, UTF-16 or as JSON escapes them."""
        found = set()
        for data in files:
            for form, pattern in self._bytes:
                found |= {_decoded(one, form) for one in pattern.findall(data)} & words
        return found


def _latin(form: str) -> bytes:
    if form == "utf-16-le":
        return rb"Q\0(?:[a-z]\0){12}x\0"
    if form == "utf-16-be":
        return rb"\0Q(?:\0[a-z]){12}\0x"
    return rb"Q[a-z]{12}x"


def _encoded(sign: str, form: str) -> bytes:
    return rf"\u{ord(sign):04x}".encode() if form == "json" else sign.encode(form)


def _decoded(found: bytes, form: str) -> str:
    return found.decode("unicode_escape" if form == "json" else form)
