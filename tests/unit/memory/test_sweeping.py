"""What a sweep would do with a fact, and why; who is lowest under a cap; what would come back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from infold.core.facts import Fact, Hold, Slot
from infold.memory.contradiction import Entry
from infold.memory.decay import Decay
from infold.memory.retention import Keeping, Retention
from infold.memory.standing import begun
from infold.memory.sweeping import (
    SweepItem,
    SweepTotals,
    cap_order,
    cap_reason,
    holds_at,
    leaves,
    reopened,
    verdict,
)

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)
FACT = Fact(id="a_1", text="부산에 살아요", recorded_at=NOW)
KEPT = Retention()
CITY = Slot(subject="user", attribute="city")


@pytest.mark.parametrize(
    ("fields", "days", "expected"),
    [
        ({}, 89.99, ("keep", "")),
        ({}, 90, ("tombstone", "idle")),
        ({"last_used": NOW + DAY}, 90, ("keep", "")),
        ({"last_used": NOW + DAY}, 91, ("tombstone", "idle")),
        ({"confirmed_at": NOW + 2 * DAY}, 91, ("keep", "")),
        ({"pinned": True}, 9_000, ("keep", "")),
        ({"pinned": True, "expires_at": NOW}, 9_000, ("keep", "")),
        ({"expires_at": NOW + DAY}, 0.99, ("keep", "")),
        ({"expires_at": NOW + DAY}, 1, ("expire", "ttl")),
        ({"state": "quarantined", "expires_at": NOW + DAY}, 1, ("tombstone", "ttl")),
        ({"state": "quarantined"}, 90, ("tombstone", "idle")),
        ({"state": "tombstoned", "tombstoned_at": NOW}, 29.99, ("keep", "")),
        ({"state": "tombstoned", "tombstoned_at": NOW}, 30, ("purge", "grace")),
        ({"state": "tombstoned", "tombstoned_at": NOW, "pinned": True}, 30, ("purge", "grace")),
        ({"state": "expired", "tombstoned_at": NOW}, 30, ("purge", "grace")),
        ({"state": "superseded"}, 9_000, ("keep", "")),
        ({"state": "purged"}, 9_000, ("keep", "")),
        ({}, -400, ("keep", "")),
    ],
)
def test_what_the_policies_say(
    fields: dict[str, object], days: float, expected: tuple[str, str]
) -> None:
    found = verdict(FACT, replace(begun(FACT), **fields), NOW + days * DAY, KEPT)
    assert (found.action, found.policy) == expected
    assert found.reason
    assert leaves(found) == (found.action == "tombstone")


def test_a_reason_has_the_numbers_behind_it() -> None:
    stands = replace(begun(FACT), last_used=NOW + 3 * DAY)
    said = verdict(FACT, stands, NOW + 95.5 * DAY, KEPT).reason
    for number in ("2026-03-01", "2026-03-04", "92.5 days", "90 days"):
        assert number in said
    gone = replace(begun(FACT), state="tombstoned", tombstoned_at=NOW)
    said = verdict(FACT, gone, NOW + 31 * DAY, KEPT).reason
    for number in ("2026-03-01", "31 days", "30 days"):
        assert number in said
    said = cap_reason(0.3, 0.2, 1.0, live=502, cap=500)
    for number in ("502", "500", "0.300", "0.200", "importance 1"):
        assert number in said


def test_a_kind_has_times_of_its_own() -> None:
    event = replace(FACT, kind="event")
    kept = Retention(kinds={"event": Keeping(idle=None)})
    assert verdict(event, begun(event), NOW + 9_000 * DAY, kept).action == "keep"
    assert verdict(FACT, begun(FACT), NOW + 9_000 * DAY, kept).action == "tombstone"


def test_the_lowest_is_by_score_now_then_age_then_id() -> None:
    at = int(NOW.timestamp() * 1e6)
    month = int(30 * DAY / timedelta(microseconds=1))
    order, scores, sure = cap_order(
        kinds=["statement", "event", "statement", "statement", "statement", "statement"],
        confidence=np.array([1.0, 1.0, 0.5, 0.5, 0.25, 1.0]),
        confirmed=np.array([at - month, at - month, at, at, at, at + month], np.int64),
        importance=np.array([0.5, 0.5, 0.5, 0.5, 1.5, 0.0]),
        ids=["f", "e", "d", "c", "b", "a"],
        at=at,
        retention=Retention(kinds={"event": Keeping(decay=Decay(half_life=None))}),
    )
    assert sure.tolist() == [0.5, 1.0, 0.5, 0.5, 0.25, 1.0]
    assert scores.tolist() == [0.5, 1.0, 0.5, 0.5, 0.5, 0.5]
    assert order.tolist() == [0, 4, 3, 2, 5, 1]


def entry(number: int, value: str, days: float, **fields: object) -> Entry:
    fact = Fact(id=f"a_{number}", text=value, slot=CITY, value=value, recorded_at=NOW + days * DAY)
    return Entry(fact=fact, standing=replace(begun(fact), **fields), order=number)


def test_older_values_that_would_hold_again_go_along_down_to_a_pin() -> None:
    porto, oslo, rome = entry(1, "porto", 0), entry(2, "oslo", 1), entry(3, "rome", 2)
    at = NOW + 9 * DAY
    assert reopened(rome, [porto, oslo], at) == [porto, oslo]
    assert reopened(oslo, [porto, rome], at) == []
    assert reopened(rome, [], at) == []
    pinned = replace(oslo, standing=replace(oslo.standing, pinned=True))
    assert reopened(rome, [porto, pinned], at) == [pinned]
    # Who says the same holds on with it: nothing comes back.
    assert reopened(rome, [porto, oslo, entry(4, "rome", 3)], at) == []
    deleted = replace(oslo, standing=replace(oslo.standing, state="tombstoned"))
    assert reopened(rome, [porto, deleted], at) == [porto]


def test_times_hold_from_their_beginning_to_before_their_end() -> None:
    hold = Hold(begins=NOW, ends=NOW + DAY)
    assert [holds_at([hold], NOW + days * DAY) for days in (-1, 0, 0.5, 1)] == [
        False, True, True, False,
    ]  # fmt: skip
    assert holds_at([Hold(begins=None)], NOW)


def test_totals_count_changes_and_users_apart_from_what_is_kept() -> None:
    totals = SweepTotals()
    for user, action, policy in (
        ("a", "keep", ""),
        ("a", "purge", "grace"),
        ("a", "expire", "ttl"),
        ("지수", "tombstone", "cap"),
    ):
        totals.add(
            SweepItem(user=user, record="f", text="t", action=action, policy=policy, reason="r")  # type: ignore[arg-type] # literals
        )
    assert totals.changes == 3
    assert totals.users == 2
    assert totals.actions == {"keep": 1, "purge": 1, "expire": 1, "tombstone": 1}
    assert totals.policies == {"grace": 1, "ttl": 1, "cap": 1}
