"""Confidence at a moment."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infold.errors import ConfigError
from infold.memory.decay import Decay, confidence_at, falls_below

SAID = datetime(2026, 1, 1, tzinfo=UTC)
PLAIN = Decay(half_life=timedelta(days=30), floor=0.0)


@pytest.mark.parametrize(("days", "left"), [(0, 1.0), (30, 0.5), (60, 0.25), (90, 0.125)])
def test_it_halves_with_each_half_life(days: int, left: float) -> None:
    """M6."""
    assert confidence_at(1.0, SAID, SAID + timedelta(days=days), PLAIN) == left


def test_it_falls_under_three_tenths_on_day_52() -> None:
    """M6."""
    when = falls_below(1.0, SAID, 0.3, PLAIN)
    assert when is not None
    assert round((when - SAID) / timedelta(days=1), 1) == 52.1
    second = timedelta(seconds=1)
    assert confidence_at(1.0, SAID, when - second, PLAIN) > 0.3
    assert confidence_at(1.0, SAID, when + second, PLAIN) < 0.3


def test_the_floor_holds_and_raises_nothing() -> None:
    decay = Decay(floor=0.05)
    late = SAID + timedelta(days=3650)
    assert confidence_at(1.0, SAID, late, decay) == 0.05
    assert confidence_at(0.02, SAID, late, decay) == 0.02
    assert falls_below(1.0, SAID, 0.04, decay) is None


def test_never_is_never() -> None:
    decay = Decay(half_life=None)
    assert confidence_at(0.7, SAID, SAID + timedelta(days=9999), decay) == 0.7
    assert falls_below(0.7, SAID, 0.3, decay) is None
    assert falls_below(0.2, SAID, 0.3, decay) == SAID


def test_a_clock_that_jumps_back_raises_nothing() -> None:
    assert confidence_at(0.8, SAID, SAID - timedelta(days=5), PLAIN) == 0.8


@pytest.mark.parametrize("half_life", [timedelta(0), timedelta(days=-1)])
def test_half_lives_of_zero_or_less_are_refused(half_life: timedelta) -> None:
    with pytest.raises(ConfigError):
        Decay(half_life=half_life)


@pytest.mark.parametrize("floor", [-0.1, 1.1])
def test_floors_outside_of_0_to_1_are_refused(floor: float) -> None:
    with pytest.raises(ConfigError):
        Decay(floor=floor)


@given(
    confidence=st.floats(min_value=0, max_value=1),
    one=st.integers(min_value=-100, max_value=4000),
    more=st.integers(min_value=0, max_value=4000),
)
def test_time_never_raises_confidence(confidence: float, one: int, more: int) -> None:
    early = confidence_at(confidence, SAID, SAID + timedelta(days=one), Decay())
    late = confidence_at(confidence, SAID, SAID + timedelta(days=one + more), Decay())
    assert 0 <= late <= early <= round(confidence, 9)
