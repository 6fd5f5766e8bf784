"""Who signs a letter that a message shows, and whether its user says that it is him.

A letter is no source of facts, its signature neither: it may be anybody's. "Tamsin is me", behind
the letter, makes it the user's name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["Claimed", "end_of_letter", "read_claim"]

_SIGNED: Final = re.compile(
    r"^[ \t]*(?:yours (?:sincerely|faithfully|truly)|sincerely(?: yours)?|(?:(?:kind|best"
    r"|warm)(?:est)?"
    r" )?(?:regards|wishes)|best|cheers|thanks|many thanks|mit (?:freundlichen|besten|lieben"
    r"|herzlichen) grü(?:ß|ss)en|(?:(?:viele|liebe|beste|herzliche|schöne|freundliche) )?grü(?:ß"
    r"|ss)e"
    r"|hochachtungsvoll|mfg|vg|lg|hormat (?:saya|kami)|salam(?: hormat)?|terima kasih)[ \t]*[,.!]?"
    r"[ \t]*\n\s*(?P<name>(?-i:[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’.-]*){0,3}))[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_LEAST: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """A signature that the user calls his own.

    Attributes:
        name: As he writes it where he says so.
        start: Where that clause begins in the text.
        end: One after its last sign.
    """

    name: str
    start: int
    end: int


def end_of_letter(letter: str) -> int:
    """Where a letter ends that is signed: behind the name; where it is not, with its text."""
    signed = _SIGNED.search(letter)
    return len(letter) if signed is None else signed.end()


def read_claim(original: str, heard: str) -> Claimed | None:
    """Read whether a user says that the signature of a letter in his message is his own.

    Args:
        original: The message as it is.
        heard: The same with blanks for what is no source; as long.

    Returns:
        None where he does not say so, or asks. Linear.
    """
    signed = _SIGNED.search(original)
    if signed is None:
        return None
    words = [one for one in signed["name"].split() if len(one) >= _LEAST]
    names = "|".join(map(re.escape, (signed["name"], *words)))
    claim = re.compile(
        rf"\b(?:(?P<a>{names})(?:,? that)?(?:'s| is|s| =) me"
        rf"|(?:that's|i'm|im|i am) (?P<b>{names})"
        rf"|(?P<c>{names}) bin (?:übrigens )?ich|ich bin (?:die |der )?(?P<d>{names})"
        rf"|(?P<e>{names}) (?:itu|adalah|=) (?:saya|aku|gue)"
        rf"|(?:saya|aku|gue) (?P<f>{names}))\b(?!\s*\?)",
        re.IGNORECASE,
    ).search(heard, signed.end())
    if claim is None:
        return None
    name = next(one for one in claim.groups() if one)
    return Claimed(name=name, start=claim.start(), end=claim.end())
