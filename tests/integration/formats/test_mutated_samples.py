"""Real files with a few things wrong: good records and an account, or one typed error."""

import random
from pathlib import Path

import pytest

from infold.errors import FormatError
from infold.formats import open_transcript, write_infold
from tests.writers.mutants import with_odd_bytes, with_odd_values

LARGEST = 160_000
MUTANTS = 6


@pytest.mark.parametrize("kind", ["bytes", "values"])
def test_mutated_samples(samples: Path, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "f"
    files = [file for file in sorted(samples.rglob("*")) if file.is_file()]
    files = [file for file in files if file.stat().st_size < LARGEST]
    assert len(files) > 25
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
