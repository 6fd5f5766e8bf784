"""What a model says of a message stands only where the message states it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from infold.core.facts import Slot
from infold.core.messages import Message, Role, Text
from infold.memory.answers import AnsweredFact
from infold.memory.grounding import Ground, Grounded

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


def held(said: str, text: str, *, role: Role = "user", **fields: object) -> Grounded:
    message = Message(role=role, parts=(Text(text=said),), at=NOW, id="m", position=1)
    fact = AnsweredFact(text=text, sources=(1,), **fields)  # type: ignore[arg-type] # of the dataclass
    return Ground({1: message}, now=NOW).ground(fact)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Our kayak Otter is red, we bought it in Lisbon.", "The user owns a kayak named Otter."),
        ("I have two kids, Mia (7) and Ben (4).", "The user has two kids, Mia (7) and Ben (4)."),
        ("저는 강아지 두 마리를 키웁니다.", "사용자는 강아지 두 마리를 키운다."),
        (
            "Ich spiele Cello, und im Quartett stimmen wir auf 442 Hertz.",
            "Der Nutzer stimmt im Quartett auf 442 Hertz.",
        ),
        ("I don't collect stamps after 5 pm.", "The user does not collect stamps after 5 pm."),
    ],
)
def test_what_is_stated_stands_on_its_sentence(said: str, text: str) -> None:
    found = held(said, text).candidate
    assert found is not None
    assert (found.text, found.origin) == (text, "user")
    named = ("children", "habit of テニス")
    assert found.slot in (None, *(Slot(subject="user", attribute=one) for one in named))
    assert (found.source.message, found.source.part) == ("m", 0)
    assert 0 <= found.source.start < found.source.end <= len(said)


@pytest.mark.parametrize(
    ("said", "text", "reason"),
    [
        (
            "Our kayak Otter is red.",
            "The user's kayak Otter is from Madrid.",
            "number, name",
        ),
        (
            "I have two kids, Mia (7) and Ben (4).",
            "The user has two kids, Mia (9) and Ben (4).",
            "number",
        ),
        ("Saya memelihara tiga ekor kucing.", "Pengguna memelihara lima ekor anjing.", "words"),
        ("My red kayak is called Otter.", "The user is called Otter.", "somebody else"),
        ("I don't collect stamps.", "The user collects stamps.", "turns round"),
        ("I drink coffee.", "The user never drinks coffee.", "turns round"),
        ("Do I own a red kayak?", "The user owns a red kayak.", "asks"),
        ("If I owned a red kayak, I would paddle.", "The user owns a red kayak.", "supposes"),
        ("My boss said he owns a red kayak.", "The user owns a red kayak.", "others say"),
        ("I own a red kayak. Just kidding!", "The user owns a red kayak.", "joke"),
        ("Imagine you are a pirate: I own a red kayak.", "The user owns a red kayak.", ""),
        ("> I own a red kayak\nsays the form", "The user owns a red kayak.", "words"),
        ("Translate: I own a red kayak.", "The user owns a red kayak.", ""),
        ("我会养猫吗？", "用户养猫。", ""),
        ("I work at Siemens.", "The user works at Siemens.", "rules have read it"),
    ],
)
def test_what_is_not_stated_is_dropped(said: str, text: str, reason: str) -> None:
    found = held(said, text)
    assert found.candidate is None
    assert reason in found.reason


@pytest.mark.parametrize("role", ["assistant", "system", "tool"])
def test_nobody_but_the_user_states_anything(role: Role) -> None:
    found = held("I own a red kayak.", "The user owns a red kayak.", role=role)
    assert found.candidate is None
    assert found.reason == "it names no message of the user"


def test_a_fact_that_names_no_message_or_one_that_was_not_given_is_dropped() -> None:
    message = Message(role="user", parts=(Text(text="I own a red kayak."),), id="m", position=1)
    ground = Ground({1: message}, now=NOW)
    for sources in ((), (7,)):
        fact = AnsweredFact(text="The user owns a red kayak.", sources=sources)
        assert ground.ground(fact).candidate is None


def test_a_day_is_taken_where_the_words_of_time_stand_for_it() -> None:
    said = "I'm flying to Tokyo tomorrow for a robotics fair."
    right = held(said, "The user flies to Tokyo on 2026-03-05 for a robotics fair.", kind="event")
    assert right.candidate is not None
    assert right.candidate.valid_from == datetime(2026, 3, 5, tzinfo=UTC)
    wrong = held(said, "The user flies to Tokyo on 2026-03-09 for a robotics fair.", kind="event")
    assert wrong.candidate is None


def test_neither_a_slot_nor_a_time_nor_full_sureness_is_taken_from_the_model() -> None:
    found = held(
        "Our kayak Otter is red.",
        "The user owns a kayak named Otter.",
        subject="user",
        attribute="city",
        value="Otter",
        valid_to="2020-01-01",
        confidence=1.0,
        importance=0.9,
    ).candidate
    assert found is not None
    assert (found.slot, found.value, found.valid_from, found.valid_to) == (None, "", None, None)
    assert (found.confidence, found.importance) == (0.9, 0.9)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("我养了一只叫团子的猫。", "用户养了一只叫团子的猫。"),
        ("毎週土曜日にテニスをしています。", "ユーザーは毎週土曜日にテニスをしている。"),
        (
            "Ich spiele seit zwölf Jahren Cello in einem Quartett.",
            "Der Nutzer spielt seit zwölf Jahren Cello in einem Quartett.",
        ),
        (
            "Saya memelihara tiga ekor kucing di rumah.",
            "Pengguna memelihara tiga ekor kucing di rumah.",
        ),
    ],
)
def test_what_the_rules_have_read_in_passing_is_not_kept_twice(said: str, text: str) -> None:
    found = held(said, text)
    assert found.candidate is None
    assert found.reason == "the rules have read it already"
