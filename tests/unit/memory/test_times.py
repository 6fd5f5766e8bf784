"""Instants and durations at the door."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from infold.errors import UsageError
from infold.memory.times import duration, instant, moment, zone

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_an_instant_with_a_zone_is_that_moment_in_utc() -> None:
    """M5."""
    assert instant("2026-03-01T00:00+08:00") == datetime(2026, 2, 28, 16, tzinfo=UTC)
    assert instant("2026-03-01") == datetime(2026, 3, 1, tzinfo=UTC)
    assert instant("2026-03-01T00:00:00Z") == datetime(2026, 3, 1, tzinfo=UTC)
    assert instant(datetime(2026, 3, 1, tzinfo=zone("Asia/Seoul"))) == datetime(
        2026, 2, 28, 15, tzinfo=UTC
    )


@pytest.mark.parametrize(
    "given",
    ["2020-13-45", "2026-02-30", "2026-03-01T00:00", "soon", "", "25:00", 7, None, "9999999-01-01"],
)
def test_what_is_no_instant_is_refused(given: object) -> None:
    with pytest.raises(UsageError):
        instant(given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("7 days", timedelta(days=7)),
        ("1h 30min", timedelta(minutes=90)),
        ("2 weeks", timedelta(weeks=2)),
        ("90s", timedelta(seconds=90)),
        ("P7D", timedelta(days=7)),
        ("P1DT2H", timedelta(hours=26)),
        ("0.5 d", timedelta(hours=12)),
        (timedelta(days=1), timedelta(days=1)),
        (60, timedelta(minutes=1)),
    ],
)
def test_durations_are_read_in_words_and_numbers(given: object, expected: timedelta) -> None:
    assert duration(given) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "given",
    ["0 days", "-3 days", 0, -1, float("nan"), float("inf"), True, "7", "7 moons", "P", "PT", "",
     "99999999999 days", timedelta(0), None],
)  # fmt: skip
def test_what_is_no_duration_is_refused(given: object) -> None:
    with pytest.raises(UsageError):
        duration(given)  # type: ignore[arg-type]


def test_a_moment_is_an_instant_or_a_duration_from_now() -> None:
    assert moment("7 days", NOW, name="expires") == NOW + timedelta(days=7)
    assert moment("2026-04-01", NOW, name="expires") == datetime(2026, 4, 1, tzinfo=UTC)
    assert moment(timedelta(hours=1), NOW, name="expires") == NOW + timedelta(hours=1)
    with pytest.raises(UsageError, match="expires"):
        moment("2020-13-45", NOW, name="expires")


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd", "\0"])
def test_unknown_zones_are_refused(name: str) -> None:
    with pytest.raises(UsageError):
        zone(name)
