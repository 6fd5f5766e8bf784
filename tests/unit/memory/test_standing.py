"""How a fact stands by its events and the clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from infold.core.facts import Fact, FactEvent, Hold
from infold.memory.decay import Decay
from infold.memory.repetition import Repetition
from infold.memory.retention import Keeping, Retention
from infold.memory.standing import begun, confidence_of, known, standing_of, state_at

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)
FACT = Fact(id="a_1", text="Lives in Porto", recorded_at=NOW)
AGAIN = Repetition(origin="program", trust=1.0, confidence=1.0).data


def event(kind: str, days: float = 0.0, **fields: str) -> FactEvent:
    return FactEvent(fact="a_1", kind=kind, at=NOW + days * DAY, **fields)  # type: ignore[arg-type]


def test_events_add_up() -> None:
    found = standing_of(
        FACT,
        [
            event("added"),
            event("repeated", 1, data=AGAIN),
            event("used", 3),
            event("used", 2),
            event("pinned", 3),
            event("weighed", 3, data="0.9"),
            event("confirmed", 4, data="0.8"),
            event("superseded", 5, other="a_2"),
        ],
    )
    assert (found.repeats, found.uses, found.last_used) == (1, 2, NOW + 3 * DAY)
    assert (found.pinned, found.importance, found.confidence) == (True, 0.9, 0.8)
    assert (found.confirmed_at, found.superseded_by, found.events) == (NOW + 4 * DAY, "a_2", 8)


def test_what_was_known_at_a_moment_leaves_later_events_out() -> None:
    events = [event("added"), event("pinned", 1), event("tombstoned", 2)]
    assert standing_of(FACT, events, known_at=NOW + DAY).state == "live"
    assert standing_of(FACT, events).tombstoned_at == NOW + 2 * DAY


@pytest.mark.parametrize(
    ("there", "back", "state"),
    [
        ("tombstoned", "restored", "tombstoned"),
        ("quarantined", "released", "quarantined"),
        ("merged", "unmerged", "superseded"),
    ],
)
def test_there_and_back(there: str, back: str, state: str) -> None:
    gone = standing_of(FACT, [event("added"), event(there, 1, other="a_2")])
    assert gone.state == state_at(gone, NOW + DAY) == state
    again = standing_of(FACT, [event("added"), event(there, 1, other="a_2"), event(back, 2)])
    # Whoever restores it wants it: that counts for its idle time.
    assert again.last_used == (NOW + 2 * DAY if back == "restored" else None)
    assert replace(again, events=1, last_used=None) == standing_of(FACT, [event("added")])


def test_a_restored_fact_may_be_given_another_time_to_live() -> None:
    until = NOW + 9 * DAY
    for data in ("", "quarantined", f"live {until.isoformat()}"):
        back = replace(event("restored", 2), data=data)
        again = standing_of(FACT, [event("added"), event("tombstoned", 1), back])
        assert again.state == (data.split(" ")[0] or "live")
        assert again.expires_at == (until if "live" in data else FACT.expires_at)


def test_a_clock_set_back_makes_nothing_older() -> None:
    found = standing_of(
        FACT, [event("added"), event("repeated", -5, data=AGAIN), event("used", -5)]
    )
    assert found.confirmed_at == NOW
    assert found.last_used == NOW - 5 * DAY


def test_the_clock_ends_what_expires_and_what_is_over() -> None:
    stands = replace(begun(FACT), expires_at=NOW + 2 * DAY)
    assert state_at(stands, NOW + 2 * DAY - timedelta(microseconds=1)) == "live"
    assert state_at(stands, NOW + 2 * DAY) == "expired"
    over = replace(begun(FACT), holds=(Hold(begins=NOW, ends=NOW + DAY),))
    assert [state_at(over, NOW + days * DAY) for days in (-1, 0, 1)] == [
        "superseded",
        "live",
        "superseded",
    ]
    assert state_at(replace(begun(FACT), holds=()), NOW) == "superseded"


def test_m6_confidence_halves_every_thirty_days() -> None:
    stands, kept = begun(FACT), Retention()
    seen = [confidence_of(FACT, stands, NOW + days * DAY, kept) for days in (0, 30, 60, 90)]
    assert seen == [1.0, 0.5, 0.25, 0.125]
    assert confidence_of(FACT, stands, NOW + 52.1 * DAY, kept) >= 0.3
    assert confidence_of(FACT, stands, NOW + 52.2 * DAY, kept) < 0.3
    assert confidence_of(FACT, stands, NOW + 4_000 * DAY, kept) == 0.05
    assert confidence_of(FACT, stands, NOW - DAY, kept) == 1.0
    pinned = replace(stands, pinned=True)
    assert confidence_of(FACT, pinned, NOW + 90 * DAY, kept) == 1.0
    still = Retention(kinds={"statement": Keeping(decay=Decay(half_life=None))})
    assert confidence_of(FACT, stands, NOW + 90 * DAY, still) == 1.0


def test_a_fact_is_seen_whole_at_a_moment() -> None:
    seen = known(FACT, begun(FACT), NOW + 30 * DAY, Retention())
    assert (seen.id, seen.text, seen.slot, seen.value) == ("a_1", "Lives in Porto", None, "")
    assert (seen.state, seen.confidence, seen.at) == ("live", 0.5, NOW + 30 * DAY)
