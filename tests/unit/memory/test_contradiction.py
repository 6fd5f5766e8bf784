"""What a new value of a slot does to those before it."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from infold.core.facts import Fact, Slot
from infold.memory.contradiction import Entry, doubt, intervals, placed
from infold.memory.standing import begun

NOW = datetime(2026, 1, 1, tzinfo=UTC)
CITY = Slot(subject="user", attribute="city")


def entry(order: int, value: str, day: float, **fields: Any) -> Entry:
    fact = Fact(
        id=f"a{order}",
        text=value,
        value=value,
        slot=CITY,
        recorded_at=NOW + timedelta(days=day),
        **fields,
    )
    return Entry(fact=fact, standing=begun(fact), order=order)


def day(at: datetime | None) -> float | None:
    return None if at is None else (at - NOW) / timedelta(days=1)


def told(*entries: Entry) -> dict[str, list[tuple[float | None, float | None, str]]]:
    """Tell when each fact holds, in days; whatever the order in which they are given."""
    found = [placed(order) for order in itertools.islice(itertools.permutations(entries), 24)]
    assert all(one == found[0] for one in found)
    return {
        fact: [(day(hold.begins), day(hold.ends), hold.by) for hold in holds]
        for fact, holds in found[0].items()
    }


def test_m3_the_later_of_two_undated_values_holds() -> None:
    assert told(entry(1, "porto", 0), entry(2, "oslo", 5)) == {
        "a1": [(0, 5, "a2")],
        "a2": [(5, None, "")],
    }


def test_of_two_at_one_moment_the_later_entry_holds() -> None:
    assert told(entry(1, "porto", 0), entry(2, "oslo", 0)) == {"a1": [], "a2": [(0, None, "")]}


def test_said_again_after_it_had_ended_opens_another_interval() -> None:
    assert told(entry(1, "porto", 0), entry(2, "oslo", 5), entry(3, "porto", 9)) == {
        "a1": [(0, 5, "a2")],
        "a2": [(5, 9, "a3")],
        "a3": [(9, None, "")],
    }


def test_a_value_of_the_past_does_not_end_the_present_one() -> None:
    long_ago = NOW - timedelta(days=900)
    assert told(entry(1, "porto", 0), entry(2, "oslo", 5, valid_from=long_ago)) == {
        "a1": [(0, None, "")],
        "a2": [(-900, 0, "a1")],
    }
    ended = entry(2, "oslo", 5, valid_from=long_ago, valid_to=NOW - timedelta(days=10))
    assert told(entry(1, "porto", 0), ended)["a2"] == [(-900, -10, "")]


def test_what_is_interrupted_goes_on_behind() -> None:
    away = entry(2, "lisbon", 5, kind="temporary", expires_at=NOW + timedelta(days=12))
    assert told(entry(1, "porto", 0), away) == {
        "a1": [(0, 5, "a2"), (12, None, "")],
        "a2": [(5, 12, "a1")],
    }


def test_facts_of_one_value_hold_together() -> None:
    assert told(entry(1, "porto", 0), entry(2, "porto", 3), entry(3, "oslo", 5)) == {
        "a1": [(0, 5, "a3")],
        "a2": [(3, 5, "a3")],
        "a3": [(5, None, "")],
    }


def test_a_retraction_closes_without_a_new_value() -> None:
    retraction = entry(2, "porto", 5, retracts=True)
    assert told(entry(1, "porto", 0), retraction) == {
        "a1": [(0, 5, "a2")],
        "a2": [(5, None, "")],
    }
    assert told(entry(1, "porto", 0), retraction, entry(3, "oslo", 7))["a2"] == [(5, 7, "a3")]


def test_a_retraction_of_another_value_closes_nothing() -> None:
    assert told(entry(1, "porto", 0), entry(2, "paris", 5, retracts=True))["a1"] == [(0, None, "")]


def test_a_retraction_brings_no_older_value_back() -> None:
    found = told(entry(1, "oslo", 0), entry(2, "porto", 3), entry(3, "porto", 5, retracts=True))
    assert found["a1"] == [(0, 3, "a2")]
    assert found["a2"] == [(3, 5, "a3")]


def test_what_does_not_count_ends_nothing() -> None:
    gone = entry(2, "oslo", 5)
    for state in ("tombstoned", "quarantined", "purged", "superseded"):
        away = replace(gone, standing=replace(gone.standing, state=state))
        assert told(entry(1, "porto", 0), away)["a1"] == [(0, None, "")]


def test_a_clock_set_back_makes_no_newer_value_an_older_one() -> None:
    assert told(entry(1, "porto", 100), entry(2, "oslo", 5)) == {"a1": [], "a2": [(5, None, "")]}


def test_what_was_known_at_a_moment() -> None:
    entries = [entry(1, "porto", 0), entry(2, "oslo", 5)]
    then = placed(entries, known_at=NOW + timedelta(days=2))
    assert [(hold.begins, hold.ends) for hold in then["a1"]] == [(NOW, None)]
    assert [one.value for one in intervals(entries)] == ["porto", "oslo"]


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"trust": 0.5, "origin": "tool"}, "trusted more"),
        ({"confidence": 0.3}, "sure to 0.3"),
    ],
)
def test_what_is_not_sure_becomes_a_question(fields: dict[str, Any], word: str) -> None:
    found = doubt(entry(2, "oslo", 5, **fields), [entry(1, "porto", 0)])
    assert found is not None
    assert (found.fact, found.against) == ("a2", "a1")
    assert word in found.reason
    # It is no question where nothing is contradicted.
    assert doubt(entry(2, "porto", 5, **fields), [entry(1, "porto", 0)]) is None
    assert doubt(entry(2, "oslo", 5, **fields), []) is None


def test_what_somebody_pinned_is_ended_by_people_alone() -> None:
    old = entry(1, "porto", 0, trust=0.9, origin="import")
    pinned = replace(old, standing=replace(old.standing, pinned=True))
    asked = doubt(entry(2, "oslo", 5, trust=0.9, origin="import"), [pinned])
    assert asked is not None
    assert "pinned" in asked.reason
    assert doubt(entry(2, "oslo", 5, origin="user"), [pinned]) is None
    assert doubt(entry(2, "oslo", 5), [entry(1, "porto", 0)]) is None
