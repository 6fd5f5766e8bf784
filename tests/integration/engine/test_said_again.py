"""Who says a fact again decides what that does to it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from infold import Infold
from infold.testing import FrozenClock

DAY = timedelta(days=1)


def shown(memory: Infold, question: str) -> list[str]:
    return [hit.text for hit in memory.search(question, kinds=["fact"])]


@pytest.mark.parametrize("origin", ["user", "program"])
@pytest.mark.parametrize(
    ("old", "new", "question"),
    [
        ("Lives in Porto", "Lives in Oslo", "Where do they live?"),
        ("서울에 살아요", "부산에 살아요", "어디에 살아요?"),
    ],
)
def test_what_a_user_says_is_no_echo_of_what_is_kept_aside(
    memory: Infold, clock: FrozenClock, origin: str, old: str, new: str, question: str
) -> None:
    memory.add(old)
    clock.advance(DAY)
    held = memory.add(new, origin="assistant")
    assert held is not None
    assert memory.fact(held.id).state == "quarantined"
    clock.advance(DAY)
    said = memory.add(new, origin=origin)  # type: ignore[arg-type]
    assert said is not None
    assert said.id != held.id
    assert [one.text for one in memory.facts()] == [new]
    assert shown(memory, question)[:1] == [new]
    assert [one.state for one in memory.facts(state="quarantined")] == []
    assert memory.fact(held.id).state == "tombstoned"
    clock.advance(DAY)
    echo = memory.add(new, origin="assistant")
    assert echo is not None
    assert echo.id == said.id
    assert not memory.verify()


def test_who_is_in_doubt_stays_in_doubt_however_often(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Lives in Porto")
    held = [memory.add("Lives in Oslo", origin="assistant") for _ in range(3)]
    assert len({one.id for one in held if one}) == 1
    assert [one.text for one in memory.facts()] == ["Lives in Porto"]


def test_a_user_makes_hearsay_their_own(memory: Infold) -> None:
    weak = memory.add("Allergic to nuts", origin="tool", confidence=0.2)
    assert shown(memory, "Allergic to what?") == []
    again = memory.add("Allergic to nuts", origin="user")
    assert weak is not None
    assert again is not None
    assert again.id == weak.id
    fact = memory.fact(again.id)
    assert (fact.confidence, fact.standing.origin, fact.standing.trust) == (1.0, "user", 1.0)
    assert shown(memory, "Allergic to what?") == ["Allergic to nuts"]
    hits = memory.search("Allergic to what?", kinds=["fact"], origins=["user"], explain=True)
    assert [hit.parts["trust"] for hit in hits if hit.parts] == [1.0]
    assert not memory.search("Allergic to what?", kinds=["fact"], origins=["tool"])
    assert not memory.verify()


@pytest.mark.parametrize(("origin", "trust"), [("tool", 0.1), ("assistant", None)])
def test_an_echo_confirms_nothing(
    memory: Infold, clock: FrozenClock, origin: str, trust: float | None
) -> None:
    said = memory.add("Allergic to nuts", origin="user")
    assert said is not None
    clock.advance(60 * DAY)
    memory.add("Allergic to nuts", origin=origin, trust=trust)  # type: ignore[arg-type]
    fact = memory.fact(said.id)
    assert (fact.confidence, fact.standing.repeats, fact.standing.origin) == (0.25, 1, "user")


def test_an_unsure_repetition_lowers_nothing_and_a_surer_one_raises(
    memory: Infold, clock: FrozenClock
) -> None:
    said = memory.add("Allergic to nuts")
    assert said is not None
    clock.advance(30 * DAY)
    memory.add("Allergic to nuts", confidence=0.4)
    assert memory.fact(said.id).confidence == 0.5
    memory.add("Allergic to nuts", confidence=0.7)
    assert memory.fact(said.id).confidence == 0.7
    clock.advance(30 * DAY)
    assert memory.fact(said.id).confidence == 0.35


def test_an_echo_does_not_lengthen_a_life(memory: Infold, clock: FrozenClock) -> None:
    said = memory.add("Wears a cast", kind="temporary", origin="user")
    assert said is not None
    ends = memory.fact(said.id).standing.expires_at
    clock.advance(6 * DAY)
    memory.add("Wears a cast", kind="temporary", origin="assistant")
    assert memory.fact(said.id).standing.expires_at == ends
    memory.add("Wears a cast", kind="temporary", origin="user")
    assert memory.fact(said.id).standing.expires_at == ends + 6 * DAY  # type: ignore[operator]
