"""Real files with a few things wrong: good records and an account, or one typed error."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from infold.errors import FormatError
from infold.formats import open_transcript, write_infold

LARGEST = 160_000
MUTANTS = 6
ODD = (
    "null",
    "true",
    "-1",
    "1e308",
    "NaN",
    "1" + 30 * "0",
    '""',
    "[]",
    "{}",
    "[[]]",
    '{"type": [5]}',
)
PIECES = (b"{", b"[", b'"', b"\n", b"}", b"null", b"\\", b"\xff", b"\x00")


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in inner:
        yield (*way, key)
        if isinstance(item, dict | list):
            yield from places(item, (*way, key))


def with_odd_values(rng: random.Random, text: str) -> str:
    """The text with one value of one of its records replaced."""
    lines = text.splitlines()
    try:
        records = [json.loads(line) for line in lines]
    except ValueError:
        lines, records = [text], [json.loads(text)]
    number = rng.randrange(len(records))
    if isinstance(records[number], dict | list):
        way = rng.choice(list(places(records[number])) or [()])
        inner = records[number]
        for key in way[:-1]:
            inner = inner[key]
        if way:
            inner[way[-1]] = json.loads(rng.choice(ODD))
        lines[number] = json.dumps(records[number])
    return "\n".join(lines)


def with_odd_bytes(rng: random.Random, data: bytes) -> bytes:
    """The bytes with up to six changed, left out or put in."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(changed))
        match rng.randrange(3):
            case 0:
                changed[place] = rng.randrange(256)
            case 1:
                del changed[place : place + rng.randint(1, 50)]
            case _:
                changed[place:place] = rng.choice(PIECES)
    return bytes(changed)


@pytest.mark.parametrize("kind", ["bytes", "values"])
def test_mutated_samples(samples: Path, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "f"
    files = [file for file in sorted(samples.rglob("*")) if file.suffix in (".json", ".jsonl")]
    files = [file for file in files if file.stat().st_size < LARGEST]
    assert len(files) > 20
    given = refused = 0
    for file in files:
        rng = random.Random(f"{kind} {file.name}")
        for _ in range(MUTANTS):
            if kind == "bytes":
                data = with_odd_bytes(rng, file.read_bytes())
            else:
                try:
                    text = with_odd_values(rng, file.read_text(encoding="utf-8-sig"))
                except ValueError:  # a sample with a record that is no JSON
                    continue
                data = text.encode("utf-8", "surrogatepass")
            path.write_bytes(data)
            try:
                reading = open_transcript(path)
                found = list(reading)
            except FormatError as error:
                refused += 1
                assert error.hint, error  # noqa: PT017 # any of many files may be refused
                continue
            given += len(found)
            counted = reading.messages_out + reading.bad_count + sum(reading.skipped.values())
            assert reading.records_in == counted, file
            for parsed in found:
                ids = [message.id for message in parsed.conversation.messages]
                known = set(ids)
                assert len(known) == len(ids)
                assert all({wire.parent, wire.child} <= known for wire in parsed.conversation.wires)
            list(write_infold(found))
    assert given > 50
    assert refused > 5
