"""Stretches of time in six languages, resolved against a Wednesday at noon."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from infold.text.periods import read_period

AT = datetime(2026, 3, 4, 12, tzinfo=UTC)


def days(text: str, at: datetime | None = AT) -> tuple[str, str] | None:
    found = read_period(text, at)
    if found is None:
        return None
    since, until = found.since, found.until
    return (
        "" if since is None else since.date().isoformat(),
        "" if until is None else until.date().isoformat(),
    )


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("This week I am in Oslo", "2026-03-02", "2026-03-09"),
        ("until Friday", "", "2026-03-07"),
        ("until Wednesday", "", "2026-03-05"),
        ("since Friday", "2026-02-27", ""),
        ("from Monday on", "2026-03-09", ""),
        ("since 2019", "2019-01-01", ""),
        ("from 2015 to 2019", "2015-01-01", "2020-01-01"),
        ("until the end of March", "", "2026-04-01"),
        ("for the next two weeks", "2026-03-04", "2026-03-18"),
        ("I have lived here for three years", "2023-03-05", ""),
        ("three years ago", "2023-03-05", ""),
        ("I left in January", "2026-01-01", "2026-02-01"),
        ("I leave in January", "2027-01-01", "2027-02-01"),
        ("on 12 May", "2026-05-12", "2026-05-13"),
        ("since 12 May", "2025-05-12", ""),
        ("Diese Woche", "2026-03-02", "2026-03-09"),
        ("bis Ende März", "", "2026-04-01"),
        ("seit drei Jahren", "2023-03-05", ""),
        ("Ab Montag", "2026-03-09", ""),
        ("minggu depan", "2026-03-09", "2026-03-16"),
        ("sampai hari Jumat", "", "2026-03-07"),
        ("sejak 2020", "2020-01-01", ""),
        ("selama dua minggu", "2026-03-04", "2026-03-18"),
        ("到周五", "", "2026-03-07"),
        ("下周五", "2026-03-13", "2026-03-14"),
        ("从2020年起", "2020-01-01", ""),
        ("住了三年了", "2023-03-05", ""),
        ("金曜日まで", "", "2026-03-07"),
        ("来週の金曜まで", "", "2026-03-14"),
        ("3年前から", "2023-03-05", ""),
        ("先月", "2026-02-01", "2026-03-01"),
        ("금요일까지", "", "2026-03-07"),
        ("2020년부터", "2020-01-01", ""),
        ("2주 동안", "2026-03-04", "2026-03-18"),
        ("다음 주에는", "2026-03-09", "2026-03-16"),
    ],
)
def test_a_stretch_of_time(text: str, since: str, until: str) -> None:
    assert days(text) == (since, until)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I may move",
        "I have two kids",
        "I hate Mondays",
        "support for Python 3.9.",
        "我有三点意见",
    ],
)
def test_what_names_no_time(text: str) -> None:
    assert read_period(text, AT) is None


def test_without_a_clock_only_dates_with_a_year_are_known() -> None:
    assert days("since 2019", None) == ("2019-01-01", "")
    assert days("until Friday", None) == ("", "")
    assert days("on 12 May", None) == ("", "")
    assert days("on 2026-02-30", None) is None


def test_the_words_of_time_have_their_places() -> None:
    found = read_period("I'm away until Friday, then back", AT)
    assert found is not None
    [(start, end)] = found.spans
    assert "I'm away until Friday, then back"[start:end] == "until Friday"


def test_a_stretch_of_a_few_weeks_is_brief() -> None:
    brief = {text: read_period(text, AT) for text in ("this week", "since 2019", "until 2029")}
    assert [found is not None and found.is_brief for found in brief.values()] == [
        True,
        False,
        False,
    ]
