"""Lines with gaps between: each day and each speaker once, and what that spares."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from infold.core.messages import Message, Text, ToolCall
from infold.recall.evidence import Line, Room, line_of, rendered
from infold.recall.lines import render_whole
from tests.unit.recall.builders import COUNTER, say

_DAYS = [datetime(2025, 12, 30, 9, tzinfo=UTC), datetime(2026, 1, 2, 9, tzinfo=UTC)]


def line(place: int, who: str, said: str, at: datetime | None = None) -> Line:
    return Line(place=place, text=f"{who}: {said}", who=who, at=at)


def test_a_speaker_goes_on_behind_a_gap() -> None:
    said = [
        line(0, "Mina", "부두는 3번이에요."),
        line(4, "Mina", "수심은 12 m예요."),
        line(5, "Mina", "확인했어요."),
        line(9, "José", "¿Y el muelle?"),
        line(12, "Mina", "… 5 m …"),
        line(15, "Mina", "… 6 m"),
    ]
    assert rendered(said) == [
        "Mina: 부두는 3번이에요.",
        "… 수심은 12 m예요.",
        "Mina: 확인했어요.",
        "José: ¿Y el muelle?",
        "Mina: … 5 m …",
        "… 6 m",
    ]


def test_a_new_day_a_tool_and_several_lines_begin_with_a_label() -> None:
    first, second = _DAYS
    assert rendered(
        [
            line(0, "user", "a", first),
            line(5, "user", "b", second),
            line(7, "user", "c\nd", second),
            line(9, "user", "e", second),
            line(11, "user", "f", datetime(2026, 3, 5, tzinfo=UTC)),
        ]
    ) == [
        "30 December 2025",
        "user: a",
        "2 January 2026",
        "user: b",
        "… c\nd",
        "user: e",
        "5 March",
        "user: f",
    ]
    call = Message(role="assistant", parts=(Text(text="x"), ToolCall(id="c", name="t")))
    assert line_of(3, render_whole(call, {}, calls=True), call).who == ""
    assert line_of(3, render_whole(say("user", "x"), {}, calls=True), say("user", "x")).who


def test_what_shows_nothing_has_no_line() -> None:
    assert rendered([Line(place=0, text="", who="user", at=_DAYS[0])]) == []


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (2, 0, 4, 1, 3)])
def test_the_room_counts_what_the_lines_take_in_any_order(order: tuple[int, ...]) -> None:
    first, second = _DAYS
    lines = [
        line(0, "Mina", "one word", first),
        line(3, "Mina", "two words", first),
        line(6, "Bo", "three", second),
        line(8, "Bo", "… four", second),
        line(11, "Bo", "five", datetime(2026, 2, 1, tzinfo=UTC)),
    ]
    room = Room(left=1_000, counter=COUNTER)
    for at in order:
        room.take(lines[at], COUNTER.count(lines[at].text))
    assert 1_000 - room.left == sum(map(COUNTER.count, rendered(lines)))
