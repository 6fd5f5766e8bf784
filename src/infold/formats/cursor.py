"""JSON read piece by piece: the items of a long array one at a time, in linear time.

Values are decoded by the standard library's decoder as soon as all of their text is there, so lone
surrogates survive, a bad item does not hide the ones after it, and memory is bounded by the largest
item. (ijson was measured and refused: it turns a lone surrogate into a question mark, stops at the
first broken byte, knows no lines, and 100,000 open brackets end the process.)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_SPACE = re.compile(r"[ \t\r\n]*")
# Possessive, so that a string of 200 MB keeps no places to come back to.
_SIGN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]|"', re.DOTALL)
_STOP = re.compile(r"[,\]}\n]")
_ENDS = frozenset(" \t\r\n,]}")
_DECODER = json.JSONDecoder()
_DEEP = "nested too deeply"


class Malformed(Exception):
    """A text that is no JSON; `reason` says why. Caught inside this folder."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def decode(text: str) -> Any:  # noqa: ANN401 # any JSON value
    """The value of a JSON text.

    Raises:
        Malformed: It is none, or nested deeper than the interpreter's limit (about 900 levels).
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Malformed(f"no JSON: {error.msg} (character {error.pos + 1})") from None
    except RecursionError:
        raise Malformed(_DEEP) from None
    except ValueError as error:  # an integer of more digits than the interpreter converts
        raise Malformed("a whole number of over 4,300 digits") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One value of an array, or the reason why it is none.

    Attributes:
        line: 1-based line on which it starts.
        raw: Its text.
        value: What it decodes to; None where it is bad.
        reason: Why it is bad; empty where it is not.
        last: True where nothing can be read after it.
    """

    line: int
    raw: str
    value: Any = None
    reason: str = ""
    last: bool = False


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

    def members(self) -> Iterator[tuple[str, Any, int, str]]:
        """Key, value, line and fault of each member of the object that starts here.

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
                yield "", None, name.line, name.reason or "an object whose member has no name"
                return
            self._advance(self._place + 1)
            if self.peek() == "[":
                items, reason, line = list[Any](), "", self._line
                for item in self.items():
                    if item.reason:
                        reason, line = reason or item.reason, item.line
                    else:
                        items.append(item.value)
                yield name.value, items, line, reason
            elif self.peek():
                item = self._value()
                yield name.value, item.value, item.line, item.reason
                if item.last:
                    return
        if not self.peek():
            yield "", None, self._line, "the file is cut off here"

    def rest(self) -> str:
        """Visible text that is left, at most its first 80 characters."""
        return self._text[self._place : self._place + 80].strip() if self.peek() else ""

    def _value(self) -> Item:
        line, start = self._line, self._place
        reason = ""
        try:
            value, end = _DECODER.raw_decode(self._text, start)
        except RecursionError:
            reason = _DEEP
        except ValueError:
            reason = "no JSON"
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
            cut = reason if reason == _DEEP else "the file is cut off inside this record"
            return Item(line=line, raw=raw, reason=cut, last=True)
        raw = self._text[self._place : self._place + length]
        self._advance(self._place + length)
        try:
            return Item(line=line, raw=raw, value=decode(raw))
        except Malformed as error:
            return Item(line=line, raw=raw, reason=error.reason)

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
            name, place = _DECODER.raw_decode(text, place)
            place = _visible(text, _visible(text, place) + 1)
        _, end = _DECODER.raw_decode(text, place)
        yield name, place, end
        place = _visible(text, end)
        if text[place] == ",":
            place = _visible(text, place + 1)


def _visible(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    assert match is not None
    return match.end()
