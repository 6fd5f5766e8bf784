"""JSON texts as values: the one place where a transcript's JSON is decoded.

Of equal keys in one object the last one counts, as JSON readers have it (RFC 8259, section 4), and
the others would be lost without a word: the decoder stops at the first pair of them, and only then
the text is read once more for the names and places of all. A text without any costs a comparison of
two lengths an object.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

# Possessive, so that a string of 200 MB keeps no places to come back to.
_TOKEN: Final = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+")([ \t\r\n]*+:)?+|[\[\]{}]', re.DOTALL)
DEEP: Final = "nested too deeply"
"""Why a value is bad whose brackets go too deep."""
_SHOWN: Final = 60
MOST: Final = 10_000
"""Repeated keys that are named of one text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """A key that stands more than once in one object.

    Attributes:
        line: 1-based line on which it stands the second time.
        key: What it is.
    """

    line: int
    key: str

    @property
    def reason(self) -> str:
        """What to say of it."""
        key = self.key if len(self.key) <= _SHOWN else self.key[: _SHOWN - 1] + "…"
        shown = json.dumps(key, ensure_ascii=False)
        return f"the key {shown} stands twice in one object: the last one counts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One value of a file, or the reason why it is none.

    Attributes:
        line: 1-based line on which it starts.
        raw: Its text.
        value: What it decodes to; None where it is bad.
        reason: Why it is bad; empty where it is not.
        last: True where nothing can be read after it.
        repeats: Keys that stand more than once in one of its objects, at most 10,000.
    """

    line: int
    raw: str
    value: Any = None
    reason: str = ""
    last: bool = False
    repeats: tuple[Repeat, ...] = ()


class Repeated(Exception):
    """An object holds a key twice. Caught inside this folder."""


def _watched(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise Repeated
    return value


PLAIN: Final = json.JSONDecoder()
"""Takes the last of equal keys without a word."""
WATCHFUL: Final = json.JSONDecoder(object_pairs_hook=_watched)
"""Raises `Repeated` at an object that holds a key twice."""


def read_item(text: str, line: int = 1) -> Item:
    """What a JSON text holds: its value, or the reason why it has none.

    Bad is what is no JSON, is nested deeper than the interpreter's limit (about 900 levels), or
    holds a whole number of over 4,300 digits.

    Args:
        text: All of it.
        line: The line of the file on which it starts.
    """
    try:
        return _item(text, line, WATCHFUL)
    except Repeated:
        item = _item(text, line, PLAIN)
        if item.reason:
            return item
        return replace(item, repeats=tuple(islice(_repeats(text, line), MOST)))


def _item(text: str, line: int, decoder: json.JSONDecoder) -> Item:
    try:
        return Item(line=line, raw=text, value=decoder.decode(text))
    except json.JSONDecodeError as error:
        reason = f"no JSON: {error.msg} (character {error.pos + 1})"
    except RecursionError:
        reason = DEEP
    except ValueError:  # an integer of more digits than the interpreter converts
        reason = "a whole number of over 4,300 digits"
    return Item(line=line, raw=text, reason=reason)


def _repeats(text: str, line: int) -> Iterator[Repeat]:
    """The keys that stand again in their object, each once an object. Linear; `text` is JSON."""
    inside: list[dict[str, int]] = []  # of each open object and list: its keys and how often so far
    place = 0
    for match in _TOKEN.finditer(text):
        sign = text[match.start()]
        if sign in "{[":
            inside.append({})
        elif sign in "}]":
            inside.pop()
        elif match.group(2):
            key = PLAIN.decode(match.group(1))
            count = inside[-1][key] = inside[-1].get(key, 0) + 1
            if count == 2:
                line += text.count("\n", place, match.start())
                place = match.start()
                yield Repeat(line=line, key=key)
