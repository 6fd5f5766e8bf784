"""Values that are said to have been a mistake."""

from __future__ import annotations

import pytest

from infold.memory.mistaken import read_mistaken
from infold.text.kinds import STATEMENTS, Status
from infold.text.literals import literals


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("Correction: the meeting room being B12 was a mistake.", "room", "B12"),
        ("Dass der Port 5432 ist, war ein Irrtum.", "port", "5432"),
        ("Koreksi: port 5432 itu keliru.", "port", "5432"),
        ("更正：数据库端口5432是错误的。", "port", "5432"),
        ("訂正：ポート5432は間違いでした。", "port", "5432"),
        ("정정: 포트 5432는 잘못된 정보였어요.", "port", "5432"),
    ],
)
def test_a_setting_is_taken_back(text: str, attribute: str, value: str) -> None:
    found = read_mistaken(text)
    assert found is not None
    assert (found.attribute, found.value, text[found.start : found.end]) == (
        attribute,
        value,
        value,
    )


@pytest.mark.parametrize(
    "text",
    [
        "The port is 5432.",
        "Status 500 is a server error.",
        "Moving to port 5432 from 5433 was a mistake.",
        "Das war ein Irrtum.",
        "The dinner on 3 May was a mistake.",
        "Das Abendessen am 3. Mai war ein Fehler.",
        "Makan malam pada 3 Mei itu sebuah kesalahan.",
    ],
)
def test_nothing_else_is(text: str) -> None:
    assert read_mistaken(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Korrektur: Die 31 Grad waren ein Messfehler.",
        "The 31 degrees were a measurement error.",
        "31 derajat itu kesalahan pengukuran.",
        "31度是笔误。",
        "倉庫の温度31度は測定ミスでした。",
        "31도는 측정 실수였어요.",
    ],
)
def test_a_value_that_was_an_error_is_retracted(text: str) -> None:
    hard = [one.status for one in literals(text) if one.kind not in STATEMENTS]
    assert hard == [Status.RETRACTED]


def test_what_is_an_error_today_is_not() -> None:
    hard = [one for one in literals("Status 500 is a server error.") if one.kind not in STATEMENTS]
    assert [one.status for one in hard] == [Status.CURRENT]
