"""Times named relative to now: counted back, weekends, weekdays of a named week."""

from __future__ import annotations

import pytest

from infold.text.asked_times import AskedTime, asked_times


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("What broke three days ago?", AskedTime(unit="day", step=-3)),
        ("What broke two  weeks\nago?", AskedTime(unit="week", step=-2)),
        ("Was war vor drei Tagen?", AskedTime(unit="day", step=-3)),
        ("Was war vor einem Monat?", AskedTime(unit="month", step=-1)),
        ("Ada apa 3 hari yang lalu?", AskedTime(unit="day", step=-3)),
        ("Ada apa dua minggu lalu?", AskedTime(unit="week", step=-2)),
        ("Ada apa seminggu yang lalu?", AskedTime(unit="week", step=-1)),
        ("三天前发生了什么？", AskedTime(unit="day", step=-3)),
        ("两个月前发生了什么？", AskedTime(unit="month", step=-2)),
        ("3日前に何があった？", AskedTime(unit="day", step=-3)),
        ("二週間前に何があった？", AskedTime(unit="week", step=-2)),
        ("3일 전에 뭐 했어?", AskedTime(unit="day", step=-3)),
        ("사흘 전에 뭐 했어?", AskedTime(unit="day", step=-3)),
        ("일주일 전에 뭐 했어?", AskedTime(unit="week", step=-1)),
        ("What is due in three days?", AskedTime(unit="day", step=3)),
        ("What did we do in the last two weeks?", AskedTime(unit="week", step=-2, is_run=True)),
        ("최근 3일 동안 뭐 했어?", AskedTime(unit="day", step=-3, is_run=True)),
        ("Who came last weekend?", AskedTime(unit="week", step=-1, is_weekend=True)),
        ("Wer kam letztes Wochenende?", AskedTime(unit="week", step=-1, is_weekend=True)),
        ("Siapa datang akhir pekan lalu?", AskedTime(unit="week", step=-1, is_weekend=True)),
        ("上周末谁来了？", AskedTime(unit="week", step=-1, is_weekend=True)),
        ("先週末は誰が来た？", AskedTime(unit="week", step=-1, is_weekend=True)),
        ("지난 주말에 누가 왔어?", AskedTime(unit="week", step=-1, is_weekend=True)),
        ("上周二谁来了？", AskedTime(unit="week", step=-1, weekday=2)),
        ("上个星期天谁来了？", AskedTime(unit="week", step=-1, weekday=7)),
        ("先週の火曜日は誰？", AskedTime(unit="week", step=-1, weekday=2)),
        ("지난주 화요일에 누구?", AskedTime(unit="week", step=-1, weekday=2)),
        ("Who came on Tuesday last week?", AskedTime(unit="week", step=-1, weekday=2)),
        ("Who came last week on Tuesday?", AskedTime(unit="week", step=-1, weekday=2)),
        ("Wer kam letzte Woche Dienstag?", AskedTime(unit="week", step=-1, weekday=2)),
        ("Wer kommt nächste Woche Dienstag?", AskedTime(unit="week", step=1, weekday=2)),
        ("Siapa datang Selasa minggu lalu?", AskedTime(unit="week", step=-1, weekday=2)),
        ("Siapa datang Minggu minggu lalu?", AskedTime(unit="week", step=-1, weekday=7)),
        ("Who came last Tuesday?", AskedTime(unit="week", step=0, weekday=2, nearest="last")),
        ("지난 화요일에 누구?", AskedTime(unit="week", step=0, weekday=2, nearest="last")),
        ("Ada apa hari Minggu?", AskedTime(unit="week", step=0, weekday=7, nearest="last")),
        ("Wer kommt diesen Freitag?", AskedTime(unit="week", step=0, weekday=5)),
    ],
)
def test_what_belongs_together_is_one_time(text: str, time: AskedTime) -> None:
    assert asked_times(text) == [time]


@pytest.mark.parametrize(
    "text", ["Which port?", "What took half a year ago", "How far in a day?", "두 번째는?", ""]
)
def test_nothing_relative_is_named(text: str) -> None:
    assert asked_times(text) == []


def test_two_times_stand_in_their_order() -> None:
    assert [one.step for one in asked_times("Compare last week with three days ago.")] == [-1, -3]


@pytest.mark.parametrize("unit", ["last week ", "3 days ", "上个", "一", "one day ", "주"])
def test_a_hostile_question_is_read_in_linear_time(unit: str) -> None:
    assert len(asked_times(unit * (20_000 // len(unit)))) < 5
