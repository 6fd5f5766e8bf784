"""Signs without width inside words and numbers: what people see is read, in its place.

Programs break long strings with them ("54", a zero-width space, "32"), and pages copied carry them
along. The text itself stays as it is: places are those in the text as given.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from infold.text.kinds import Literal

__all__ = ["in_place", "visible"]

_INSIDE: Final = r"[0-9A-Za-z０-９.,:/_-]"
_HIDDEN: Final = re.compile(rf"(?<={_INSIDE})[\u00ad\u200b-\u200d\u2060\ufeff]+(?={_INSIDE})")


def visible(text: str) -> tuple[str, Sequence[int]]:
    """Give a text without the signs of no width inside its words and numbers.

    Args:
        text: Of any length.

    Returns:
        The text as seen, and for each of its characters the place in the text as given; a range
        where nothing is hidden. Linear.
    """
    if text.isascii() or _HIDDEN.search(text) is None:
        return text, range(len(text))
    gone = bytearray(len(text))
    for match in _HIDDEN.finditer(text):
        gone[match.start() : match.end()] = b"\x01" * len(match.group())
    places = [at for at in range(len(text)) if not gone[at]]
    return "".join(text[at] for at in places), places


def in_place(text: str, found: Sequence[Literal], places: Sequence[int]) -> list[Literal]:
    """Give literals of the text as seen with their places in the text as given."""
    out = []
    for one in found:
        start, end = places[one.start], places[one.end - 1] + 1
        out.append(replace(one, start=start, end=end, text=text[start:end]))
    return out
