"""What is put right in the same breath gives the right value alone, in six languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from infold.core.messages import Message, Text
from infold.memory.candidates import Candidate
from infold.memory.extraction import read_facts

_AT = datetime(2026, 3, 1, tzinfo=UTC)


def read(text: str) -> list[Candidate]:
    message = Message(role="user", parts=(Text(text=text),), at=_AT, id="m")
    return read_facts([message], now=_AT)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I live in Porto, no wait, Lisbon.", "Lisbon"),
        ("My port is 8080, no wait, 8443.", "8443"),
        ("My birthday is 3 May, sorry, 5 May.", "5 May"),
        ("My locker number is 214. Sorry, misread it, my locker number is 241.", "241"),
        ("Ich wohne in Kassel, quatsch, in Göttingen.", "Göttingen"),
        ("Ich wohne in Jena, ach Quatsch, ich wohne jetzt in Gera.", "Gera"),
        ("저는 부산에 살아요, 아니, 대구에 살아요.", "대구"),
        ("我住在上海，不对，是杭州。", "杭州"),
        ("我住在苏州，哦不对，我现在住在无锡。", "无锡"),
        ("大阪に住んでいます、いや、京都に住んでいます。", "京都"),
        ("Saya tinggal di Bandung, eh salah, di Bogor.", "Bogor"),
    ],
)
def test_the_value_that_is_put_right_stands_alone(text: str, value: str) -> None:
    (fact,) = read(text)
    assert fact.value == value
    assert value in text[fact.source.start : fact.source.end]
    assert value in fact.text


@pytest.mark.parametrize(
    "text",
    [
        "I live in Porto, sorry.",
        "I live in Porto, sorry for the noise.",
        "I live in Porto. I mean, it is sunny here.",
        "Ich wohne in Porto, nein, nicht in der Altstadt.",
    ],
)
def test_where_nothing_takes_its_place_a_value_stays(text: str) -> None:
    (fact,) = read(text)
    assert fact.value == "Porto"


def test_what_is_plainly_taken_back_is_no_fact() -> None:
    assert read("I live in Porto, scratch that.") == []
