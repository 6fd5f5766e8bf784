"""Numbers as people and programs write them: grouped by spaces, full-width, cut by hidden signs."""

from __future__ import annotations

import pytest

from infold.text.containing import contains
from infold.text.kinds import Kind
from infold.text.literals import hard_literals, literals


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("Das Budget beträgt 1 000 000 €.", "1 000 000 €", "1000000 eur"),
        (
            "Das Budget beträgt 1\u00a0200\u00a0000\u00a0€.",
            "1\u00a0200\u00a0000\u00a0€",
            "1200000 eur",
        ),
        ("Es kostet 3\u202f500,50 €.", "3\u202f500,50 €", "3500.5 eur"),
        ("The budget is 20 000 EUR.", "20 000 EUR", "20000 eur"),
        ("予算は１，０００円です。", "１，０００円", "1000 jpy"),
        ("예산은 20 000원이에요.", "20 000원", "20000 krw"),
        ("预算是2 000 000元。", "2 000 000元", "2000000 cny"),
        ("The table has 1 234 567 rows.", "1 234 567", "1234567"),
        ("Ada 2 000 000 orang di sana.", "2 000 000 orang", "2000000 people"),
        ("体温は３７．５度です。", "３７．５度", "37.5 °c"),
        ("Wir liefen 5\u00a0km.", "5\u00a0km", "5 km"),
    ],
)
def test_a_number_is_one_however_its_digits_are_grouped(
    text: str, written: str, value: str
) -> None:
    assert [(one.text, one.value) for one in hard_literals(text)] == [(written, value)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("We open ports 100 200 300 there.", ["100", "200", "300"]),
        ("Take 12 500 mg pills.", ["12", "500 mg"]),
        ("In 2024 100 people came.", ["2024", "100 people"]),
        ("It costs $5 100 times.", ["5 usd", "100 times"]),
    ],
)
def test_numbers_that_merely_stand_side_by_side_stay_apart(text: str, values: list[str]) -> None:
    assert [one.value for one in hard_literals(text)] == values


@pytest.mark.parametrize("sign", ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u200b\u200b"])
def test_a_sign_without_width_splits_no_value(sign: str) -> None:
    text = f"Ja: the code is 54{sign}32, on db-1.exa{sign}mple.com:80{sign}80."
    found = hard_literals(text)
    assert [one.value for one in found] == ["5432", "db-1.example.com:8080"]
    assert [text[one.start : one.end] for one in found] == [one.text for one in found]
    assert found[0].text == f"54{sign}32"
    assert [one for one in literals(text) if one.kind is found[0].kind][:1] == found[:1]
    assert contains(text, "5432", Kind.NUMBER)
    assert not contains(text, "54", Kind.NUMBER)
