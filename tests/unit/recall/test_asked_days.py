from __future__ import annotations

from datetime import UTC, date, datetime

import numpy as np
import pytest

from infold.recall.asked_days import asked_days, named_days, named_spans
from infold.recall.field import Field
from infold.recall.query import make_query
from tests.unit.recall.builders import index_of, placed, say

NOW = datetime(2026, 3, 18, 9, 0, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What broke yesterday?", date(2026, 3, 17), date(2026, 3, 17)),
        ("Was ist gestern passiert?", date(2026, 3, 17), date(2026, 3, 17)),
        ("Apa yang terjadi kemarin?", date(2026, 3, 17), date(2026, 3, 17)),
        ("昨天发生了什么？", date(2026, 3, 17), date(2026, 3, 17)),
        ("昨日何があった？", date(2026, 3, 17), date(2026, 3, 17)),
        ("어제 무슨 일이 있었어?", date(2026, 3, 17), date(2026, 3, 17)),
        ("Who called last Tuesday?", date(2026, 3, 17), date(2026, 3, 17)),
        ("Who called on Wednesday?", date(2026, 3, 11), date(2026, 3, 11)),
        ("What is due next Friday?", date(2026, 3, 20), date(2026, 3, 20)),
        ("What happened last week?", date(2026, 3, 9), date(2026, 3, 15)),
        ("上周发生了什么？", date(2026, 3, 9), date(2026, 3, 15)),
        ("What happened last month?", date(2026, 2, 1), date(2026, 2, 28)),
        ("작년에 무슨 일이 있었어?", date(2025, 1, 1), date(2025, 12, 31)),
        ("上周二发生了什么？", date(2026, 3, 10), date(2026, 3, 10)),
        ("先週の火曜日に何があった？", date(2026, 3, 10), date(2026, 3, 10)),
        ("지난주 화요일에 무슨 일이 있었어?", date(2026, 3, 10), date(2026, 3, 10)),
        ("What broke on Tuesday last week?", date(2026, 3, 10), date(2026, 3, 10)),
        ("Was ist nächste Woche Dienstag?", date(2026, 3, 24), date(2026, 3, 24)),
        ("What is due this Friday?", date(2026, 3, 20), date(2026, 3, 20)),
        ("Who called two weeks ago?", date(2026, 3, 2), date(2026, 3, 8)),
        ("Was war vor drei Tagen?", date(2026, 3, 15), date(2026, 3, 15)),
        ("What broke last weekend?", date(2026, 3, 14), date(2026, 3, 15)),
        ("周末发生了什么？", date(2026, 3, 14), date(2026, 3, 15)),
        ("What broke in the last two weeks?", date(2026, 3, 4), date(2026, 3, 18)),
        ("Was war in den letzten drei Monaten?", date(2025, 12, 18), date(2026, 3, 18)),
        ("1年前に何があった？", date(2025, 1, 1), date(2025, 12, 31)),
    ],
)
def test_relative_dates_are_resolved_against_the_question(
    question: str, first: date, last: date
) -> None:
    assert named_spans(question, NOW) == [(first, last)]


def test_nothing_is_relative_to_an_unknown_time() -> None:
    assert named_spans("What broke yesterday?", None) == []
    assert named_spans("Which port?", NOW) == []


def test_days_that_are_named_in_full() -> None:
    assert named_days("What happened on 7 May 2026?") == [(2026, 5, 7)]
    assert named_days("What happened on 7 May?") == [(None, 5, 7)]
    assert named_days("5月7日に何があった？") == [(None, 5, 7)]
    assert named_days("Which port?") == []


def test_what_was_said_soon_after_a_named_day_counts_and_before_does_not() -> None:
    days = (6, 7, 10, 21, 22)
    messages = placed([say("user", "x", at=datetime(2026, 5, d, 8, tzinfo=UTC)) for d in days])
    field = Field(index_of(messages).snapshot(), np.arange(len(days)))
    month, after = asked_days(field, make_query("What happened on 7 May 2026?"))
    assert month.tolist() == [1.0] * 5
    assert after.tolist() == pytest.approx([0.0, 1.0, 0.5, 1 / (1 + 14 / 3), 0.0])


def test_messages_without_a_time_meet_no_date() -> None:
    field = Field(index_of(placed([say("user", "x")])).snapshot(), np.arange(1))
    month, after = asked_days(field, make_query("Yesterday or in May?", now=NOW))
    assert (month.tolist(), after.tolist()) == ([0.0], [0.0])


def test_a_day_that_does_not_exist_is_passed_over() -> None:
    messages = placed([say("user", "x", at=datetime(2026, 3, 1, tzinfo=UTC))])
    field = Field(index_of(messages).snapshot(), np.arange(1))
    assert asked_days(field, make_query("What happened on 31 February?"))[1].tolist() == [0.0]
