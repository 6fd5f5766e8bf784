"""Facts that cannot both hold: the newer ends the older, and gives way where it is deleted."""

from __future__ import annotations

from datetime import timedelta

import pytest

from infold import Infold
from infold.testing import FrozenClock

DAY = timedelta(days=1)

PAIRS = [
    ("Is a vegetarian", "Eats meat every day"),
    ("The garage door opens inward", "The garage door does not open inward"),
    ("Rent is due on the 3rd", "Rent is due on the 5th"),
    ("Die Garagentür öffnet nach innen", "Die Garagentür öffnet nach außen"),
    ("Saya vegetarian", "Saya makan daging setiap hari"),
    ("用户喝酒", "用户不喝酒"),
    ("家賃は3日に払う", "家賃は5日に払う"),
    ("차고 문은 안쪽으로 열린다", "차고 문은 안쪽으로 열리지 않는다"),
]


def standing(memory: Infold) -> list[str]:
    return [one.text for one in memory.facts(user="ana")]


@pytest.mark.parametrize(("one", "other"), [*PAIRS, *(pair[::-1] for pair in PAIRS)])
def test_the_newer_ends_the_older_until_it_is_deleted(
    memory: Infold, clock: FrozenClock, one: str, other: str
) -> None:
    memory.add(one, user="ana")
    memory.add(one, user="ben")
    clock.advance(DAY)
    newer = memory.add(other, user="ana")
    assert standing(memory) == [other]
    assert [each.text for each in memory.facts(user="ben")] == [one]
    assert len(memory.history(newer.id, user="ana")) == 2
    memory.delete(newer.id, user="ana")
    assert standing(memory) == [one]
    memory.restore(newer.id, user="ana")
    assert standing(memory) == [other]


def test_what_comes_late_is_placed_by_its_time(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Eats meat every day", user="ana")
    memory.add("Is a vegetarian", user="ana", valid_from=clock.now() - 30 * DAY)
    assert standing(memory) == ["Eats meat every day"]


def test_what_is_trusted_less_is_a_question(memory: Infold) -> None:
    memory.add("Is a vegetarian", user="ana", origin="user")
    memory.add("Eats meat every day", user="ana", origin="tool")
    assert standing(memory) == ["Is a vegetarian"]
    assert len(memory.questions(user="ana")) == 1


def test_two_things_stay_side_by_side(memory: Infold) -> None:
    texts = [
        "The code of the front door is 1234",
        "The code of the garage is 5678",
        "Ana's birthday is on May 3",
        "Ben's birthday is on May 5",
        "Rent for the flat is due on the 3rd",
        "Rent for the garage is due on the 5th",
        "Is allergic to peanuts",
        "Eats peanuts every day",
        "Is vegan",
        "Doesn't eat meat",
    ]
    for text in texts:
        memory.add(text, user="ana")
    assert sorted(standing(memory)) == sorted(texts)
