"""Values that stand in a row, and things that are given a value each: what replaces what."""

from __future__ import annotations

import pytest

from tests.unit.fold.test_superseding import FILL, links


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "Reminders go out after 1, 3, 5 and 7 days.",
            "Change the reminders to 2, 4 and 8 days.",
            ("1, 3, 5 and 7 days", "2, 4 and 8 days"),
        ),
        ("Office hours are 9 to 17.", "Office hours are now 10 to 18.", ("9 to 17", "10 to 18")),
        (
            "Rooms cost between 80 and 120 EUR a night.",
            "Now rooms cost 90 to 140 EUR a night.",
            ("80 and 120 EUR", "90 to 140 EUR"),
        ),
        (
            "Delivery takes 3-5 days.",
            "Delivery takes 5–7 days now.",
            ("3-5 days", "5–7 days"),
        ),
        (
            "Die Sprechzeiten sind 9-12 Uhr.",
            "Die Sprechzeiten sind jetzt 10-13 Uhr.",
            ("9-12 Uhr", "10-13 Uhr"),
        ),
        (
            "営業時間は9時から17時です。",
            "営業時間は今は10時から18時です。",
            ("9時から17時", "10時から18時"),
        ),
        (
            "营业时间是9点到17点。",
            "营业时间现在是10点到18点。",
            ("9点到17点", "10点到18点"),
        ),
        (
            "영업시간은 9시부터 17시까지예요.",
            "영업시간은 이제 10시부터 18시까지예요.",
            ("9시부터 17시", "10시부터 18시"),
        ),
        (
            "Jam buka kantor 9 sampai 17.",
            "Jam buka kantor sekarang 10 sampai 18.",
            ("9 sampai 17", "10 sampai 18"),
        ),
    ],
)
def test_a_series_is_replaced_as_a_whole(old: str, new: str, expected: tuple[str, str]) -> None:
    assert links(old, "A: OK.", *FILL, new) == [expected]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The ports of web and db are 8080 and 5432 respectively.", "The db port is now 5433."),
        ("Anna and Ben are 34 and 36 years old.", "Ben is 37 years old now."),
        ("The office is closed on Monday and Tuesday.", "The office is now closed on Friday."),
    ],
)
def test_of_a_series_no_single_value_is_told(old: str, new: str) -> None:
    assert links(old, "A: OK.", *FILL, new) == []


def test_what_it_was_raised_from_and_to_is_no_series() -> None:
    found = links("The limit is 20 requests.", *FILL, "We raised the limit from 20 to 50 requests.")
    assert found == [("20 requests", "50 requests")]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("机票4200元,酒店6100元。", "酒店改成5800元。", ("6100元", "5800元")),
        (
            "张三的工资是8000元,李四的工资是9000元。",
            "李四的工资现在是9500元。",
            ("9000元", "9500元"),
        ),
        ("前端用3000端口,后端用8080端口。", "后端现在用9090端口。", ("8080", "9090")),
        ("web端口是8080,db端口是5432。", "db端口改为5433。", ("5432", "5433")),
        (
            "费用:机票4200元,酒店6100元,餐饮2000元。",
            "酒店现在是5800元。",
            ("6100元", "5800元"),
        ),
    ],
)
def test_chinese_with_plain_commas_gives_each_thing_its_value(
    old: str, new: str, expected: tuple[str, str]
) -> None:
    assert links(old, "A: 好的。", *FILL, new) == [expected]


def test_the_same_number_in_wide_digits_is_no_other() -> None:
    assert links("端口是５４３２。", "A: 好的。", *FILL, "现在端口是5432。") == []
    assert links("端口是５４３２。", "A: 好的。", *FILL, "现在端口是5433。") == [
        ("５４３２", "5433")
    ]
