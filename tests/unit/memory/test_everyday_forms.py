"""Everyday forms: habits, past periods, what somebody is, and what is so no more."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from infold.core.facts import Fact, Slot
from infold.core.messages import Message, Text
from infold.memory.candidates import Candidate
from infold.memory.ended import ended_by
from infold.memory.endings import read_endings
from infold.memory.extraction import read_facts

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _message(text: str) -> Message:
    return Message(role="user", parts=(Text(text=text),), at=NOW, id="m")


def _read(text: str) -> list[Candidate]:
    return read_facts([_message(text)], now=NOW)


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("im 51", "age", "51"),
        ("oh and the form. so im 38, live in Leeds", "age", "38"),
        ("my names Keith btw", "name", "Keith"),
        ("I'm a smoker.", "smoking", "smoker"),
        ("i work nights as a baker", "job", "baker"),
        ("I work at a bakery.", "employer", "bakery"),
        ("we live in Bolton so its easy", "city", "Bolton"),
        ("I go to ballet class every Monday.", "goes to ballet class", "ballet class"),
        ("I volunteer at the food bank.", "volunteers at food bank", "food bank"),
        ("ich bin schlosser von beruf", "job", "schlosser"),
        ("Ich bin Nichtraucher.", "smoking", "Nichtraucher"),
        ("Ich gehe dienstags zum Pilates.", "goes to pilates", "Pilates"),
        ("Saya ikut kursus menjahit tiap Senin.", "goes to kursus menjahit", "kursus menjahit"),
        ("Saya kerja di bengkel.", "employer", "bengkel"),
        ("kemarin baru pindah ke Jember", "city", "Jember"),
        ("Gaji saya 3,1 juta.", "gaji", "3,1 juta"),
        ("saya ga suka kata asing yg panjang", "taste in kata asing", "ga suka"),
        ("lol no that cant be, im vegan", "diet", "vegan"),
    ],
)
def test_what_is_said_in_passing_is_read(text: str, attribute: str, value: str) -> None:
    found = {one.slot.attribute: one.value for one in _read(text) if one.slot is not None}
    assert found.get(attribute) == value


@pytest.mark.parametrize(
    ("text", "value", "since", "until"),
    [
        ("from june to august 2018 i lived in Lille", "Lille", (2018, 6), (2018, 9)),
        ("von mai bis august 2019 hab ich in Linz gewohnt", "Linz", (2019, 5), (2019, 9)),
        ("dari maret sampai mei 2016 aku tinggal di Palu", "Palu", (2016, 3), (2016, 6)),
        ("Between 2003 and 2008 I was a postman.", "postman", (2003, 1), (2009, 1)),
        ("Zwischen 2001 und 2005 war ich Kellner.", "Kellner", (2001, 1), (2006, 1)),
        ("in 2008 i worked at a sawmill", "sawmill", (2008, 1), (2009, 1)),
    ],
)
def test_a_past_period_holds_only_then(
    text: str, value: str, since: tuple[int, int], until: tuple[int, int]
) -> None:
    [one] = _read(text)
    assert one.value == value
    assert one.valid_from == datetime(*since, 1, tzinfo=UTC)
    assert one.valid_to == datetime(*until, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("i dont go to ballet class anymore", "goes to ballet class"),
        ("i no longer volunteer at the food bank", "volunteers at food bank"),
        ("zum pilates geh ich nicht mehr", "goes to pilates"),
        ("bin übrigens kein raucher mehr", "smoking"),
        ("aku udah ga ikut kursus menjahit lagi", "goes to kursus menjahit"),
    ],
)
def test_the_end_of_a_habit_takes_it_back(text: str, attribute: str) -> None:
    [one] = _read(text)
    assert one.slot == Slot(subject="user", attribute=attribute)
    assert one.retracts


@pytest.mark.parametrize(
    "text",
    [
        "I work at a slow pace.",
        "I work in a team.",
        "I worked for hours yesterday.",
        "i worked at the weekend",
        "I go to class.",
        "how do I go to group settings?",
        "I'd like to volunteer at a shelter.",
        "He said I was a nurse from 2001 to 2004.",
        "Was I a nurse in 2003?",
        "My doctor is American.",
        "im 2. stock links",
        "Gestern war ich Zeuge eines Unfalls.",
        "Ich gehe jeden Tag zur Arbeit.",
        "Ich arbeite in einer Gruppe.",
        "Ich bin forscher als du",
        "saya mau ikut kursus menjahit",
        "teman saya ikut les piano tiap Rabu",
        "Saya kerja di rumah.",
        "udah pindah ke topik lain",
    ],
)
def test_what_only_looks_like_it_gives_none(text: str) -> None:
    assert _read(text) == []


LETTER = "softer please\n\nDear Mr Hale,\nI live in Hull.\nKind regards,\nRowena Tate\n\n"


def test_a_signature_is_a_name_only_where_it_is_claimed() -> None:
    assert [one.value for one in _read(f"{LETTER}rowena is me btw")] == ["rowena"]
    assert _read(f"{LETTER}is rowena me?") == []
    assert _read(f"{LETTER}my landlord wrote that") == []


@pytest.mark.parametrize(
    ("first", "then", "again"),
    [
        ("I use Chrome.", "I use Opera now.", "i'm using Chrome again"),
        ("Ich nutze Signal.", "Ich nutze jetzt Threema.", "ich nutze jetzt wieder Signal"),
        ("Saya pakai Indosat.", "Sekarang saya pakai Axis.", "saya pakai Indosat lagi"),
    ],
)
def test_going_back_gives_up_what_came_between(first: str, then: str, again: str) -> None:
    old, new = (
        Fact(
            id=str(day),
            text=one.text,
            kind=one.kind,
            slot=one.slot,
            value=one.value,
            confidence=one.confidence,
            importance=one.importance,
            valid_from=datetime(2026, 2, day, tzinfo=UTC),
            recorded_at=datetime(2026, 2, day, tzinfo=UTC),
        )
        for day, said in ((1, first), (9, then))
        for one in _read(said)
    )
    message = _message(again)
    [ending] = read_endings(message, _read(again), now=NOW)
    assert ended_by(ending, [old, new]) == [new]
    assert ended_by(ending, [new]) == []
