"""Cron expressions in a time zone: when a sweep is due, and which are refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from infold.errors import ConfigError
from infold.jobs.schedule import Schedule

DAY = timedelta(days=1)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_daily_at_three_is_the_next_three_o_clock() -> None:
    daily = Schedule("0 3 * * *", "UTC")
    assert daily.next(at("2026-03-01T02:59:59Z")) == at("2026-03-01T03:00Z")
    assert daily.next(at("2026-03-01T03:00Z")) == at("2026-03-02T03:00Z")


def test_a_zone_moves_the_hour_and_follows_its_clocks() -> None:
    assert Schedule("0 3 * * *", "Asia/Seoul").next(at("2026-03-01T00:00Z")) == at(
        "2026-03-01T18:00Z"
    )
    berlin = Schedule("0 4 * * *", "Europe/Berlin")
    assert berlin.next(at("2026-03-28T12:00Z")) == at("2026-03-29T02:00Z")  # summer time
    assert berlin.next(at("2026-03-27T12:00Z")) == at("2026-03-28T03:00Z")


@pytest.mark.parametrize(
    ("days", "found"),
    [
        ("0", ["2026-03-01", "2026-03-08"]),
        ("7", ["2026-03-01", "2026-03-08"]),
        ("1", ["2026-03-02", "2026-03-09"]),
        ("mon", ["2026-03-02", "2026-03-09"]),
        ("5-7", ["2026-03-01", "2026-03-06"]),
        ("1,fri", ["2026-03-02", "2026-03-06"]),
        ("*/3", ["2026-03-01", "2026-03-04"]),
    ],
)
def test_days_of_the_week_count_from_sunday_as_in_cron(days: str, found: list[str]) -> None:
    weekly = Schedule(f"0 3 * * {days}", "UTC")
    first = weekly.next(at("2026-03-01T00:00Z"))  # a Sunday
    assert first is not None
    second = weekly.next(first)
    assert second is not None
    assert [f"{one:%Y-%m-%d}" for one in (first, second)] == found


@pytest.mark.parametrize(
    ("expression", "zone"),
    [
        ("", "UTC"),
        ("daily", "UTC"),
        ("0 3 * *", "UTC"),
        ("0 3 * * * *", "UTC"),
        ("61 3 * * *", "UTC"),
        ("0 25 * * *", "UTC"),
        ("0 3 32 * *", "UTC"),
        ("0 3 30 2 *", "UTC"),
        ("0 3 * * 8", "UTC"),
        ("0 3 * * 5-2", "UTC"),
        ("0 3 * * 1/0", "UTC"),
        ("0 3 * * 월", "UTC"),
        ("0 3 * * *", "Mars/Olympus"),
        ("0 3 * * *", ""),
        ("0 3 * * *", "../etc/passwd"),
    ],
)
def test_what_is_no_schedule_is_refused(expression: str, zone: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Schedule(expression, zone)
    assert caught.value.hint


def test_a_missed_time_is_due_once_and_a_clock_that_was_set_back_waits_for_nothing() -> None:
    daily, now = Schedule("0 3 * * *", "UTC"), datetime(2026, 3, 10, 12, tzinfo=UTC)
    assert daily.is_due(None, now)
    assert daily.is_due(now - 5 * DAY, now)
    assert not daily.is_due(now - timedelta(hours=8), now)
    assert daily.is_due(now - timedelta(hours=9, seconds=1), now)
    assert daily.is_due(now + 30 * DAY, now)
