"""JSON read piece by piece: the items of a long array one at a time, in linear time.

Values are decoded by the standard library's decoder as soon as all of their text is there, so lone
surrogates survive, a bad item does not hide the ones after it, and memory is bounded by the largest
item. (ijson was measured and refused: it turns a lone surrogate into a question mark, stops at the
first broken byte, knows no lines, and 100,000 open brackets end the process.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from infold.formats.items import DEEP, PLAIN, WATCHFUL, Item, Repeat, Repeated, read_item

_SPACE = re.compile(r"[ \t\r\n]*")
# Possessive, so that a string of 200 MB keeps no places to come back to.
_SIGN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]|"', re.DOTALL)
_STOP = re.compile(r"[,\]}\n]")
_ENDS = frozenset(" \t\r\n,]}")


class Cursor:
    """A place in a text that comes in pieces."""

    def __init__(self, chunks: Iterator[str]) -> None:
        self._chunks = chunks
        self._text = ""
        self._place = 0
        self._line = 1
        self._ended = False

    def peek(self) -> str:
        """The next visible sign; empty at the end."""
        while True:
            match = _SPACE.match(self._text, self._place)
            assert match is not None
            self._advance(match.end())
            if self._place < len(self._text):
                return self._text[self._place]
            if not self._more():
                return ""

    @property
    def line(self) -> int:
        """1-based line of the place."""
        return self._line

    def items(self) -> Iterator[Item]:
        """The items of the array that starts here, bad ones with their reason.

        An array that is cut off ends with a bad item whose `last` is set.
        """
        assert self.peek() == "["
        self._advance(self._place + 1)
        while True:
            sign = self.peek()
            if sign == "]":
                self._advance(self._place + 1)
                return
            if sign == ",":
                self._advance(self._place + 1)
                continue
            if sign == "":
                yield Item(line=self._line, raw="", reason="the file is cut off here", last=True)
                return
            item = self._value()
            yield item
            if item.last:
                return

    def members(self) -> Iterator[tuple[str, Item]]:
        """Key and value of each member of the object that starts here; a fault without a key.

        Of a list that is cut off, its complete items are the value; the fault is said beside it.
        """
        assert self.peek() == "{"
        self._advance(self._place + 1)
        while self.peek() not in ("}", ""):
            if self.peek() == ",":
                self._advance(self._place + 1)
                self.peek()
            name = self._value()
            if name.reason or not isinstance(name.value, str) or self.peek() != ":":
                why = name.reason or "an object whose member has no name"
                yield "", Item(line=name.line, raw="", reason=why)
                return
            self._advance(self._place + 1)
            if self.peek() == "[":
                yield name.value, self._list()
            elif self.peek():
                item = self._value()
                yield name.value, item
                if item.last:
                    return
        if not self.peek():
            yield "", Item(line=self._line, raw="", reason="the file is cut off here")

    def _list(self) -> Item:
        """The good items of the array that starts here, as one value."""
        values, repeats, reason, line = list[Any](), list[Repeat](), "", self._line
        for item in self.items():
            repeats += item.repeats
            if item.reason:
                reason, line = reason or item.reason, item.line
            else:
                values.append(item.value)
        return Item(line=line, raw="", value=values, reason=reason, repeats=tuple(repeats))

    def rest(self) -> str:
        """Visible text that is left, at most its first 80 characters."""
        return self._text[self._place : self._place + 80].strip() if self.peek() else ""

    def _value(self) -> Item:
        line, start = self._line, self._place
        reason = ""
        try:
            value, end = WATCHFUL.raw_decode(self._text, start)
        except RecursionError:
            reason = DEEP
        except (ValueError, Repeated):
            pass  # cut by the piece, bad, or to be read with all its repeated keys: by its brackets
        else:
            # A number that is cut by the piece looks like a shorter one: its end must be seen.
            if self._text[start] in '[{"' or self._text[end : end + 1] in _ENDS:
                raw = self._text[start:end]
                self._advance(end)
                return Item(line=line, raw=raw, value=value)
        length = self._extent()
        if length is None:
            raw = self._text[self._place :]
            self._advance(len(self._text))
            cut = reason if reason == DEEP else "the file is cut off inside this record"
            return Item(line=line, raw=raw, reason=cut, last=True)
        raw = self._text[self._place : self._place + length]
        self._advance(self._place + length)
        return read_item(raw, line)

    def _extent(self) -> int | None:
        """Length of the value at the place by its brackets alone; None where its end is missing."""
        if self._place >= len(self._text) and not self._more():
            return None
        if self._text[self._place] not in '[{"':
            scan = 1
            while True:
                match = _STOP.search(self._text, self._place + scan)
                if match:
                    return match.start() - self._place
                scan = len(self._text) - self._place
                if not self._more():
                    return None
        scan, depth = 0, 0
        while True:
            for match in _SIGN.finditer(self._text, self._place + scan):
                sign = match.group()
                if sign in "[{":
                    depth += 1
                elif sign in "]}":
                    depth -= 1
                elif sign == '"':
                    scan = match.start() - self._place
                    break
                if depth <= 0:
                    return match.end() - self._place
            else:
                scan = len(self._text) - self._place
            if not self._more():
                return None

    def _advance(self, place: int) -> None:
        self._line += self._text.count("\n", self._place, place)
        self._place = place

    def _more(self) -> bool:
        """Read on, as much again as is waiting; False at the end of the file."""
        waiting = len(self._text) - self._place
        pieces, length = [self._text[self._place :]], 0
        while not self._ended and length <= waiting:
            piece = next(self._chunks, None)
            if piece is None:
                self._ended = True
                break
            pieces.append(piece)
            length += len(piece)
        self._text, self._place = "".join(pieces), 0
        return length > 0


def raw_items(text: str, *path: str) -> tuple[str, ...]:
    """The texts of an array's items as they stand in a JSON text.

    Args:
        text: JSON that was decoded before.
        path: The members that lead to the array.

    Returns:
        Nothing where there is no such array.
    """
    start = _visible(text, 0)
    for name in path:
        if text[start] != "{":
            return ()
        # Of equal names the last one counts, as in the decoded value.
        found = [place for key, place, _ in _inside(text, start) if key == name]
        if not found:
            return ()
        start = found[-1]
    if text[start] != "[":
        return ()
    return tuple(text[first:end] for _, first, end in _inside(text, start))


def _inside(text: str, start: int) -> Iterator[tuple[object, int, int]]:
    """Name (None in an array), start and end of each value inside the one at `start`."""
    named = text[start] == "{"
    place = _visible(text, start + 1)
    while text[place] not in "]}":
        name = None
        if named:
            name, place = PLAIN.raw_decode(text, place)
            place = _visible(text, _visible(text, place) + 1)
        _, end = PLAIN.raw_decode(text, place)
        yield name, place, end
        place = _visible(text, end)
        if text[place] == ",":
            place = _visible(text, place + 1)


def _visible(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    assert match is not None
    return match.end()
