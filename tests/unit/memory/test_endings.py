from datetime import UTC, datetime

import pytest

from infold.core.facts import Fact, Slot
from infold.core.messages import Message, Text
from infold.memory.ended import ended_by
from infold.memory.endings import read_endings
from infold.memory.extraction import read_facts

AT = datetime(2026, 3, 4, 12, tzinfo=UTC)


def fact(subject: str, attribute: str, value: str) -> Fact:
    slot = Slot(subject=subject, attribute=attribute)
    return Fact(text=f"{attribute}: {value}", slot=slot, value=value, recorded_at=AT)


EMPLOYER = fact("user", "employer", "Tesco")
CITY = fact("user", "city", "Hull")
PARTNER = fact("user's partner", "name", "Tara")
DOG = fact("user's dog", "name", "Rex")
KNOWN = (EMPLOYER, CITY, PARTNER, DOG)


def ended(text: str, known: tuple[Fact, ...] = KNOWN) -> list[Fact]:
    message = Message(role="user", parts=(Text(text=text),), at=AT, id="m")
    stated = read_facts([message], now=AT)
    found = read_endings(message, stated, now=AT)
    return [one for ending in found for one in ended_by(ending, known)]


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("Oh, and just so you know, I got laid off from Tesco.", EMPLOYER),
        ("I handed in my notice at Tesco.", EMPLOYER),
        ("I quit my job.", EMPLOYER),
        ("Forget what I told you about my work.", EMPLOYER),
        ("Actually I never worked at Tesco.", EMPLOYER),
        ("Bei Tesco habe ich gekündigt.", EMPLOYER),
        ("Saya kena PHK dari Tesco.", EMPLOYER),
        ("我被Tesco裁员了。", EMPLOYER),
        ("Tescoはもう辞めました。", EMPLOYER),
        ("Tesco 그만뒀어요.", EMPLOYER),
        ("We've left Hull for good.", CITY),
        ("We broke up.", PARTNER),
        ("Tara und ich haben uns getrennt.", PARTNER),
        ("Tara와 헤어졌어요.", PARTNER),
        ("Rex died last night.", DOG),
        ("Wir haben keinen Hund mehr.", DOG),
    ],
)
def test_a_clause_ends_what_it_names(text: str, one: Fact) -> None:
    assert ended(text) == [one]


@pytest.mark.parametrize(
    "text",
    [
        "I no longer take the bus to Tesco.",
        "I don't shop in Hull any more.",
        "My sister quit Tesco.",
        "Dave quit Tesco.",
        "He says I quit Tesco.",
        "Should I quit Tesco?",
        "If I quit Tesco, I would move.",
        "I didn't quit Tesco.",
        "Don't forget that I work at Tesco.",
        "I might leave Hull.",
        "> I quit Tesco",
        "我朋友从Tesco辞职了。",
        "彼はTescoを辞めました。",
        "Ich habe Tesco nicht verlassen.",
    ],
)
def test_what_is_of_others_or_supposed_ends_nothing(text: str) -> None:
    assert ended(text, (EMPLOYER, CITY)) == []


def test_a_sentence_that_points_back_says_so() -> None:
    for text in ("That's not true any more.", "Das stimmt nicht mehr.", "それはもう違います。"):
        message = Message(role="user", parts=(Text(text=text),), at=AT, id="m")
        (ending,) = read_endings(message, [], now=AT)
        assert ending.manner == "points back"
        assert ended_by(ending, KNOWN) == []
