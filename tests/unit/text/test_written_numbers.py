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


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("They raised $3.5M last year.", "$3.5M", "3500000 usd"),
        ("It is valued at $2.5B now.", "$2.5B", "2500000000 usd"),
        ("The grant is €3m.", "€3m", "3000000 eur"),
        ("The grant is USD 5m.", "USD 5m", "5000000 usd"),
        ("The grant is 5M USD.", "5M USD", "5000000 usd"),
        ("We pay $3.5k a month.", "$3.5k", "3500 usd"),
        ("Das kostet 3 Mio. Euro.", "3 Mio. Euro", "3000000 eur"),
        ("Das kostet 2,5 Mrd. €.", "2,5 Mrd. €", "2500000000 eur"),
        ("预算是350万元。", "350万元", "3500000 cny"),
        ("預算は1億2000万円です。", "1億2000万円", "120000000 jpy"),
        ("市場は1兆円です。", "1兆円", "1000000000000 jpy"),
        ("예산은 3억 원이에요.", "3억 원", "300000000 krw"),
        ("예산은 2억 5천만 원이에요.", "2억 5천만 원", "250000000 krw"),
        ("Harganya Rp 5 juta.", "Rp 5 juta", "5000000 idr"),
        ("Harganya Rp2,5 miliar.", "Rp2,5 miliar", "2500000000 idr"),
    ],
)
def test_an_amount_keeps_its_magnitude(text: str, written: str, value: str) -> None:
    found = [one for one in hard_literals(text) if one.kind is Kind.MONEY]
    assert [(one.text, one.value) for one in found] == [(written, value)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("The table has 1.2M rows.", ["1200000"]),
        ("The rate is 1e-5, then 2.5E+3.", ["0.00001", "2500"]),
        ("It fires after 1,3,5,7 days.", ["1", "3", "5", "7 d"]),
        ("It costs 1,00,000 in all.", ["100000"]),
        ("It is 5m long and 10 m wide.", ["5 m", "10 m"]),
        ("The value is 1,234,567.", ["1234567"]),
        ("We build with C++17 here.", ["17"]),
    ],
)
def test_numbers_are_read_as_they_are_meant(text: str, values: list[str]) -> None:
    assert [one.value for one in hard_literals(text)] == values


def test_a_standard_of_a_language_is_a_version():
    assert [one.kind for one in hard_literals("We build with C++17 here.")] == [Kind.VERSION]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Der Vertrag endet am 03.04.2026.", "2026-04-03"),
        ("Ich komme am 5.4.2026.", "2026-04-05"),
        ("Rapatnya tanggal 03.04.2026.", "2026-04-03"),
    ],
)
def test_a_dotted_date_may_end_a_sentence(text: str, value: str) -> None:
    assert [(one.kind, one.value) for one in hard_literals(text)] == [(Kind.DATE, value)]


@pytest.mark.parametrize("text", ["<b>so</b>", "see </script>", "a <br/> b", "</my-tag> there"])
def test_tags_are_no_paths(text: str) -> None:
    assert hard_literals(text) == []
