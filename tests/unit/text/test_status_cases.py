"""The status of values in many turns of phrase of six languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from infold.text.kinds import Status
from infold.text.literals import hard_literals

CODES = {
    "r": Status.REPLACED,
    "x": Status.RETRACTED,
    "o": Status.RULED_OUT,
    "n": Status.NEGATED,
    "c": Status.CURRENT,
}
MARK = re.compile(r"\[([^\]|]+)\|([rxonc-])\]")
CASES = [
    line
    for line in Path(__file__).with_name("status_cases.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("case", CASES)
def test_a_sentence_tells_the_status_of_its_values(case: str) -> None:
    text = MARK.sub(r"\1", case)
    wanted: dict[tuple[int, int], Status] = {}
    taken = 0
    for match in MARK.finditer(case):
        start = match.start() - taken
        taken += len(match.group()) - len(match[1])
        if match[2] in CODES:
            wanted[start, start + len(match[1])] = CODES[match[2]]
    found = {
        span: one.status
        for one in hard_literals(text)
        for span in wanted
        if one.start < span[1] and span[0] < one.end
    }
    assert found == wanted
