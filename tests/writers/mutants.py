"""Files with a few things wrong: bytes changed, left out or put in; values of another kind."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

ODD = (
    "null",
    "true",
    "-1",
    "1e308",
    "NaN",
    "1" + 30 * "0",
    '""',
    '"\\ud83d"',
    "[]",
    "{}",
    "[[]]",
    '{"type": [5]}',
)
PIECES = (b"{", b"[", b'"', b"\n", b"}", b"null", b"\\", b"\xff", b"\x00")


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value inside a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in inner:
        yield (*way, key)
        if isinstance(item, dict | list):
            yield from places(item, (*way, key))


def with_odd_values(rng: random.Random, text: str) -> str:
    """The text with one value of one of its records replaced, moved or left out.

    Raises:
        ValueError: A record of it is no JSON.
    """
    if text.startswith('"'):
        return json.dumps(with_odd_values(rng, json.loads(text)))
    try:
        lines, records = [text], [json.loads(text)]
    except ValueError:
        lines = [line for line in text.splitlines() if line.strip()]
        records = [json.loads(line) for line in lines]
    number = rng.randrange(len(records))
    if isinstance(records[number], dict | list):
        ways = list(places(records[number]))
        if ways:
            _change(rng, records[number], rng.choice(ways), rng.choice(ways))
        lines[number] = json.dumps(records[number])
    return "\n".join(lines)


def _change(rng: random.Random, record: Any, way: tuple[Any, ...], other: tuple[Any, ...]) -> None:
    inner = record
    for key in way[:-1]:
        inner = inner[key]
    match rng.randrange(4):
        case 0 if isinstance(inner, dict):
            del inner[way[-1]]
        case 1:  # the value of another place, if it can stand here
            taken = record
            for key in other:
                taken = taken[key]
            inner[way[-1]] = json.loads(json.dumps(taken))
        case _:
            inner[way[-1]] = json.loads(rng.choice(ODD))


def with_odd_bytes(rng: random.Random, data: bytes) -> bytes:
    """The bytes with up to six changed, left out or put in."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(changed))
        match rng.randrange(4):
            case 0:
                changed[place] = rng.randrange(256)
            case 1:
                del changed[place : place + rng.randint(1, 50)]
            case 2:
                del changed[place:]  # cut off
            case _:
                changed[place:place] = rng.choice(PIECES)
        if not changed:
            return b"{"
    return bytes(changed)
