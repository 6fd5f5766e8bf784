from __future__ import annotations

import pytest

from infold.text.relative_days import Unit, find_relative_days


@pytest.mark.parametrize(
    ("text", "unit", "step"),
    [
        ("What broke yesterday?", "day", -1),
        ("What was the day before yesterday?", "day", -2),
        ("Was ist übermorgen?", "day", 2),
        ("Was geschah letzte Woche?", "week", -1),
        ("Apa rencana bulan depan?", "month", 1),
        ("上个月花了多少？", "month", -1),
        ("去年去了哪里？", "year", -1),
        ("先週何を買った？", "week", -1),
        ("지난주에 뭐 했어?", "week", -1),
        ("내년 계획은?", "year", 1),
    ],
)
def test_what_is_named_relative_to_now(text: str, unit: Unit, step: int) -> None:
    assert [one[2:] for one in find_relative_days(text)] == [(unit, step)]


@pytest.mark.parametrize(
    "text", ["上周二谁来了？", "先週の火曜日は？", "Yesterdays song", "오후에", ""]
)
def test_weekdays_and_other_words_name_no_span(text: str) -> None:
    assert find_relative_days(text) == []
