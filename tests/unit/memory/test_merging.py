"""Which facts may become one, the groups that they make, and the fact that stands for them."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from infold.core.facts import Fact, FactEvent, Slot
from infold.core.folds import Span
from infold.memory.contradiction import Entry
from infold.memory.merging import (
    MOST,
    Member,
    base_of,
    composed,
    groups,
    keeps_history,
    kin,
    may_merge,
    merged_fact,
    parted,
    similarity,
)
from infold.memory.nearness import near_pairs
from infold.memory.retention import Retention
from infold.memory.standing import after, begun, confidence_of

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)
CITY = Slot(subject="user", attribute="city")


def said(text: str, number: int = 1, **values: Any) -> Member:
    given = {"recorded_at": NOW - DAY, "id": f"a_{number}", **values}
    agent = given.pop("agent", None)
    fact = Fact(text=text, **given)
    return Member(fact=fact, standing=begun(fact), number=number, agent=agent)


def reason(one: Member, other: Member, cosine: float | None = None) -> str:
    return parted(one, other, similarity(one, other, cosine))


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        (said("Runs on port 5432"), said("Runs on port 5433"), "numbers differ"),
        (said("Lives in Porto", agent="a"), said("Lives in Porto", agent="b"), "agents"),
        (
            said("Lives in Porto", slot=CITY, value="porto"),
            said("Lives in Porto", slot=CITY, value="oslo"),
            "values differ",
        ),
        (
            said("Lives in Porto", slot=CITY, value="porto"),
            said("Lives in Porto", slot=Slot(subject="ana", attribute="city"), value="porto"),
            "things",
        ),
        (said("Likes tea", kind="event"), said("Likes tea"), "kinds"),
        (said("Likes tea", valid_to=NOW + DAY), said("Likes tea"), "until different times"),
        (said("Likes tea", expires_at=NOW + DAY), said("Likes tea"), "expires"),
        (said("Prefers tea over coffee"), said("Prefers coffee over tea"), "order"),
        (said("Is vegetarian"), said("Is not vegetarian"), "negation"),
        (said("我住在上海"), said("我不住在上海"), "negation"),
        (said("Suka kopi"), said("Tidak suka kopi"), "negation"),
        (said("등산을 좋아해요"), said("등산을 좋아하지 않아요"), "negation"),
        (said("Likes green tea"), said("Likes black tea"), "words differ"),
        (said("Likes tea"), said("Likes tea only rarely"), "changes the meaning"),
        (said("Met Ana"), said("Met Eva"), "Only one of them holds"),
    ],
)
def test_what_tells_two_apart_is_said(one: Member, other: Member, why: str) -> None:
    for first, second in ((one, other), (other, one)):
        assert why in reason(first, second, cosine=0.97)


def test_what_is_not_alike_enough_is_not_compared_further() -> None:
    assert "0.85 is needed" in reason(said("Likes tea"), said("Likes tea in the garden"), 0.8)
    assert reason(said("Likes tea"), said("Likes tea in the garden"), 0.9) == ""


def test_wording_makes_up_for_a_weak_vector() -> None:
    one, other = said("I like hiking"), said("The user likes hiking")
    assert similarity(one, other, 0.6) == 1.0
    assert reason(one, other, 0.6) == ""
    assert reason(said("Really likes hiking"), one) == ""


def test_the_more_that_a_less_trusted_one_says_stays_its_own() -> None:
    short, long = said("Likes tea"), said("Likes tea in the garden", trust=0.5, origin="tool")
    assert "trusted less" in reason(short, long, 0.95)
    assert reason(said("Likes tea", trust=0.5), said("Likes tea in the garden"), 0.95) == ""


def test_of_one_slot_different_words_may_stand_side_by_side() -> None:
    one = said("Home is in Porto", slot=CITY, value="porto")
    other = said("Lives in Porto", 2, slot=CITY, value="porto")
    assert reason(one, other, 0.9) == ""
    assert base_of([one, other]) is None
    assert composed([one, other]) == "Home is in Porto; Lives in Porto"


def test_a_statement_without_a_slot_takes_the_one_of_its_like() -> None:
    one = said("I live in Porto", slot=CITY, value="porto")
    other = said("Lives in Porto", 2)
    assert reason(one, other) == ""
    fact, _ = merged_fact([one, other], other.fact.text, sources=(), now=NOW, retention=Retention())
    assert (fact.text, fact.slot, fact.value) == ("Lives in Porto", CITY, "porto")


def test_a_retraction_and_what_holds_no_more_are_never_merged() -> None:
    assert may_merge(said("Likes tea"), NOW)
    assert not may_merge(said("No longer likes tea", retracts=True), NOW)
    assert not may_merge(said("Likes tea", valid_to=NOW - DAY / 2), NOW)
    assert not may_merge(said("Likes tea", expires_at=NOW), NOW)


def test_kin_must_be_equal_but_for_kinds_that_mix() -> None:
    assert kin(said("Likes tea", kind="preference")) == kin(said("Likes tea"))
    assert kin(said("Likes tea", kind="decision")) != kin(said("Likes tea"))


def test_every_pair_of_a_group_is_alike() -> None:
    chain = {(0, 1): 0.9, (1, 2): 0.95}
    assert groups(chain) == [((1, 2), 0.95)]
    assert groups({**chain, (0, 2): 0.86}) == [((0, 1, 2), 0.86)]
    assert groups({}) == []


def test_a_group_has_a_largest_size() -> None:
    many = {(one, other): 1.0 for other in range(MOST + 5) for one in range(other)}
    found = groups(many)
    assert all(len(members) <= MOST for members, _ in found)
    assert sorted(at for members, _ in found for at in members) == list(range(MOST + 5))


def test_the_fullest_statement_stands_for_all() -> None:
    members = [said("Likes hiking", 1), said("Likes hiking in the mountains", 2)]
    base = base_of(members)
    assert base is not None
    assert base.fact.text == composed(members) == "Likes hiking in the mountains"
    again = base_of([said("Likes hiking", 1), said("I like hiking", 2)])
    assert again is not None
    assert again.number == 2


def test_a_merge_makes_nothing_surer_and_no_fact_newer() -> None:
    retention = Retention()
    old = said("Likes hiking", 1, recorded_at=NOW - 40 * DAY, confidence=0.9, importance=0.8)
    new = said("I like hiking", 2, recorded_at=NOW - 5 * DAY, confidence=0.4)
    spans = [Span(message="m_1", part=0, start=0, end=4)] * 2
    fact, data = merged_fact(
        [old, new], "I like hiking", sources=spans, now=NOW, retention=retention
    )
    assert fact.valid_from == NOW - 40 * DAY
    assert fact.recorded_at == NOW
    assert fact.importance == 0.8
    assert fact.sources == (spans[0],)
    standing = after(begun(fact), FactEvent(fact="x", kind="merged", at=NOW, data=data))
    assert standing.state == "live"
    assert standing.confirmed_at == NOW - 5 * DAY
    assert standing.repeats == 1
    for days in (0, 10, 60):
        then = NOW + days * DAY
        most = max(confidence_of(one.fact, one.standing, then, retention) for one in (old, new))
        assert confidence_of(fact, standing, then, retention) == pytest.approx(most, abs=1e-6)


def test_uses_are_added_up() -> None:
    one, other = said("Likes tea", 1), said("I like tea", 2)
    used = replace(one, standing=replace(one.standing, uses=3, last_used=NOW - DAY))
    _, data = merged_fact([used, other], "I like tea", sources=(), now=NOW, retention=Retention())
    taken = json.loads(data)
    assert taken["uses"] == 3
    assert taken["last_used"] == (NOW - DAY).isoformat()


def test_a_merge_may_not_move_the_values_of_its_slot() -> None:
    def entry(value: str, number: int, **times: Any) -> Entry:
        one = said(f"Lives in {value}", number, slot=CITY, value=value, **times)
        return Entry(fact=one.fact, standing=one.standing, order=number)

    porto = entry("porto", 1, recorded_at=NOW - 9 * DAY)
    again = entry("porto", 3, recorded_at=NOW - 3 * DAY)
    merged = entry("porto", 9, recorded_at=NOW, valid_from=NOW - 9 * DAY)
    assert keeps_history([porto, again], ["a_1", "a_3"], merged)
    trip = entry("oslo", 2, valid_from=NOW - 5 * DAY, valid_to=NOW + 9 * DAY)
    assert not keeps_history([porto, trip, again], ["a_1", "a_3"], merged)


def test_near_pairs_are_exactly_those_of_the_plain_loop() -> None:
    drawn = np.random.default_rng(3)
    vectors = drawn.standard_normal((1_100, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors[7] = 0.0
    plain = [
        (one, other)
        for other in range(len(vectors))
        for one in np.flatnonzero(vectors[:other] @ vectors[other] >= 0.9).tolist()
    ]
    found = [
        pair
        for near in near_pairs(vectors, 0.9)
        for pair in zip(near.earlier.tolist(), near.later.tolist(), strict=True)
    ]
    assert len(plain) > 100
    assert found == plain
    rest = [
        pair
        for near in near_pairs(vectors, 0.9, after=600)
        for pair in zip(near.earlier.tolist(), near.later.tolist(), strict=True)
    ]
    assert rest == [pair for pair in plain if pair[1] >= 600]
