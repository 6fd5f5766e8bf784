"""The values of a slot in time."""

from __future__ import annotations

import itertools
import random
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from infold.memory.validity import Interval, Stated, current, history


def day(number: int) -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number)


def said(
    fact: str,
    value: str | None,
    recorded: int,
    since: int | None = None,
    until: int | None = None,
) -> Stated:
    return Stated(
        fact=fact,
        value=value,
        recorded=day(recorded),
        since=None if since is None else day(since),
        until=None if until is None else day(until),
    )


def spans(*stated: Stated, known_at: int | None = None) -> list[tuple[str, int, int | None]]:
    zero = day(0)
    found = history(stated, known_at=None if known_at is None else day(known_at))
    return [
        (one.value, (one.begins - zero).days, None if one.ends is None else (one.ends - zero).days)
        for one in found
    ]


def test_a_later_value_closes_the_one_before() -> None:
    """M3: neither is dated, so the time of recording decides."""
    stated = [said("a", "Porto", 1), said("b", "Oslo", 5)]
    assert spans(*stated) == [("Porto", 1, 5), ("Oslo", 5, None)]
    intervals = history(stated)
    assert intervals[0].ended_by == "b"
    now = current(intervals, day(9))
    assert now is not None
    assert now.value == "Oslo"
    then = current(intervals, day(2))
    assert then is not None
    assert then.value == "Porto"
    assert current(intervals, day(0)) is None


def test_order_of_arrival_does_not_matter_where_dates_are_said() -> None:
    late = said("b", "Oslo", 9, since=2)
    early = said("a", "Porto", 1, since=5)
    assert spans(early, late) == [("Oslo", 2, 5), ("Porto", 5, None)]


def test_a_retraction_closes_without_a_new_value() -> None:
    assert spans(said("a", "Porto", 1), said("r", None, 4)) == [("Porto", 1, 4)]


def test_said_again_after_it_had_ended_opens_a_second_interval() -> None:
    stated = [said("a", "Porto", 1), said("b", "Oslo", 3), said("c", "Porto", 6)]
    assert spans(*stated) == [("Porto", 1, 3), ("Oslo", 3, 6), ("Porto", 6, None)]
    again = [said("a", "Porto", 1), said("r", None, 3), said("c", "Porto", 6)]
    assert spans(*again) == [("Porto", 1, 3), ("Porto", 6, None)]


def test_said_again_while_it_holds_changes_nothing() -> None:
    stated = [said("a", "Porto", 1), said("b", "Porto", 3)]
    assert [one.fact for one in history(stated)] == ["a"]


def test_a_value_for_a_time_of_its_own_splits_the_one_around_it() -> None:
    stated = [said("a", "Porto", 1), said("b", "Oslo", 2, since=4, until=7)]
    assert spans(*stated) == [("Porto", 1, 4), ("Oslo", 4, 7), ("Porto", 7, None)]


def test_disjoint_periods_stay_separate() -> None:
    stated = [said("a", "Porto", 9, since=1, until=3), said("b", "Oslo", 9, since=5, until=7)]
    assert spans(*stated) == [("Porto", 1, 3), ("Oslo", 5, 7)]


def test_of_two_values_from_one_moment_the_later_recorded_holds() -> None:
    assert spans(said("a", "Porto", 1, since=3), said("b", "Oslo", 2, since=3)) == [
        ("Oslo", 3, None)
    ]


def test_what_was_known_then_has_an_answer_of_its_own() -> None:
    stated = [said("a", "Porto", 1), said("b", "Oslo", 9, since=2)]
    assert spans(*stated, known_at=5) == [("Porto", 1, None)]
    assert spans(*stated) == [("Porto", 1, 2), ("Oslo", 2, None)]


def test_until_alone_says_that_it_held_before() -> None:
    stated = [said("a", "Porto", 9, until=5)]
    found = history(stated)
    assert found[0].ends == day(5)
    assert current(found, day(-4000)) == found[0]
    assert current(found, day(5)) is None


def test_an_interval_that_ends_before_it_begins_is_none() -> None:
    assert spans(said("a", "Porto", 1, since=5, until=5)) == []


@given(seed=st.integers(min_value=0, max_value=100_000))
def test_intervals_never_overlap_and_order_of_listing_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    stated = [
        said(
            f"f{number}",
            rng.choice(("Porto", "Oslo", "Seoul", None)),
            rng.randint(0, 20),
            rng.choice((None, rng.randint(0, 20))),
            rng.choice((None, None, rng.randint(0, 25))),
        )
        for number in range(rng.randint(0, 12))
    ]
    found = history(stated)
    for one, following in itertools.pairwise(found):
        assert one.ends is not None
        assert one.begins < one.ends <= following.begins
    assert history(rng.sample(stated, len(stated))) == found
    # Whoever holds at a moment is the one that began last of those that were open then.
    for at in range(26):
        open_ = [
            one
            for one in stated
            if one.begins <= day(at)
            and (one.until is None or day(at) < one.until)
            and (one.until is None or one.begins < one.until)
        ]
        last = max(open_, key=lambda one: (one.begins, one.recorded, one.fact), default=None)
        holds: Interval | None = current(found, day(at))
        assert (holds.value if holds else None) == (last.value if last else None)
