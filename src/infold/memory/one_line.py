"""A stretch of text on one line with single spaces, every sign with the place where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Line", "line_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A stretch on one line.

    Attributes:
        text: Its words, single spaces between them.
        places: For each sign its place in the whole text.
    """

    text: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where signs `start` to `end` of the line stand in the whole text."""
        return self.places[start], self.places[end - 1] + 1


def line_of(
    whole: str,
    start: int,
    end: int,
    *,
    without: Sequence[tuple[int, int]] = (),
    glue: bool = False,
) -> Line:
    """Set a stretch of a text on one line.

    Args:
        whole: The whole text.
        start: Where the stretch begins.
        end: One after its last sign.
        without: Spans of the whole text that are left out.
        glue: Whether what stands around them is put together without a space.
    """
    left_out = {at for first, last in without for at in range(first, last)}
    signs: list[str] = []
    places: list[int] = []
    for at in range(start, end):
        if glue and at in left_out:
            continue
        sign = " " if at in left_out or whole[at].isspace() else whole[at]
        if sign == " " and (not signs or signs[-1] == " "):
            continue
        signs.append(sign)
        places.append(at)
    if signs and signs[-1] == " ":
        signs.pop()
        places.pop()
    return Line(text="".join(signs), places=tuple(places))
