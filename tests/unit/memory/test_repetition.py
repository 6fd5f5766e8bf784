"""A fact said again: by whom, how far trusted, how sure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from infold.core.facts import Standing
from infold.memory.repetition import Repetition, read_repetition, said_again

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)
STANDS = Standing(confirmed_at=NOW, confidence=0.9, importance=0.5, origin="import", trust=0.9)


@pytest.mark.parametrize(
    "told",
    [
        Repetition(origin="user", trust=1.0),
        Repetition(origin="tool", trust=0.5, confidence=0.25, expires_at=NOW),
    ],
)
def test_what_is_written_is_read_back(told: Repetition) -> None:
    assert read_repetition(told.data) == told


@pytest.mark.parametrize(
    "data",
    [
        "",
        "[]",
        "{}",
        "2026-03-01T09:00:00+00:00",
        '["nobody",1,null,null]',
        '["user",2,null,null]',
        '["user",true,null,null]',
        '["user",1,"0.5",null]',
        '["user",1,1.5,null]',
        '["user",1,null,"2026-03-01T09:00:00"]',
    ],
)
def test_what_is_none_is_refused(data: str) -> None:
    with pytest.raises(ValueError, match=r"tells of nothing|no confidence|no zone"):
        read_repetition(data)


def test_the_less_trusted_are_only_counted() -> None:
    told = Repetition(origin="tool", trust=0.5, confidence=1.0, expires_at=NOW)
    found = said_again(STANDS, told, NOW + DAY)
    assert found.repeats == 1
    assert (found.origin, found.confidence, found.confirmed_at) == ("import", 0.9, NOW)
    assert found.expires_at is None


def test_the_more_trusted_make_it_theirs() -> None:
    found = said_again(STANDS, Repetition(origin="user", trust=1.0, confidence=1.0), NOW + DAY)
    assert (found.origin, found.trust, found.confidence) == ("user", 1.0, 1.0)
    assert found.confirmed_at == NOW + DAY
    unsure = said_again(STANDS, Repetition(origin="user", trust=1.0), NOW + DAY)
    assert (unsure.origin, unsure.confidence, unsure.confirmed_at) == ("user", 0.9, NOW)


def test_equals_confirm_and_leave_it_to_whoever_said_it_first() -> None:
    found = said_again(STANDS, Repetition(origin="user", trust=0.9, confidence=0.9), NOW + DAY)
    assert (found.origin, found.confirmed_at) == ("import", NOW + DAY)
