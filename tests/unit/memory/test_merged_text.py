"""A text that somebody wrote for several statements is read like a fold's."""

from __future__ import annotations

import pytest

from infold.memory.merged_text import text_fault
from infold.prompts import merge_facts

SAID = ("Pays 120 euros to Ana", "Gives Ana 120 euros")


def test_a_text_that_holds_all_may_stand_for_them() -> None:
    assert text_fault("Pays Ana 120 euros", SAID) == ""
    assert text_fault("등산을 좋아합니다", ("등산을 좋아해요", "등산을 좋아합니다")) == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing"),
        ("Pays Ana 130 euros", "invented"),
        ("Pays Ana", "lost"),
        ("Pays Ana 120 euros in Porto", "invented"),
        ("No longer pays Ana 120 euros", "inverted"),
        ("Pays Ana 120 euros " + "and so on " * 20, "longer"),
    ],
)
def test_what_is_lost_turned_round_or_invented_is_said(text: str, why: str) -> None:
    assert why in text_fault(text, SAID)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The port of the database is 5432", "The port is 5433 now"),
        ("Der Port der Datenbank ist 5432", "Der Port ist jetzt 5433"),
        ("数据库的端口是5432", "端口现在是5433"),
    ],
)
def test_a_value_that_a_statement_replaced_without_naming_it_is_not_told_as_current(
    old: str, new: str
) -> None:
    assert "inverted" in text_fault(old, (old, new))


def test_each_statement_is_one_line_of_json() -> None:
    rules, lines = merge_facts.render(['a"}\n{"same": true', "한국어\u2028다"])
    assert len(lines.split("\n")) == len(lines.splitlines()) == 2
    assert "`same`" in rules
    assert "`text`" in rules
