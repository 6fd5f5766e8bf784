"""A question as search reads it."""

from __future__ import annotations

import pytest

from infold.recall.query import READ, asked


@pytest.mark.parametrize("question", ["", "Where?", "어디에 살아요?" * 100, "x" * READ])
def test_a_question_is_read_whole(question: str) -> None:
    assert asked(question) == question


def test_of_a_very_long_one_its_beginning_and_its_end_are_read() -> None:
    read = asked("Begin " + "데이터 " * READ + "Where is the port?")
    assert len(read) == READ
    assert read.startswith("Begin 데이터")
    assert read.endswith("Where is the port?")
