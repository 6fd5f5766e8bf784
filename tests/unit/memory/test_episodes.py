"""Where episodes begin and end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from infold.memory.episodes import Stop, episodes_of

START = datetime(2026, 3, 4, 9, tzinfo=UTC)


def stop(position: int, minutes: float | None, *, opens: bool = True, tokens: int = 10) -> Stop:
    at = None if minutes is None else START + timedelta(minutes=minutes)
    who = "user" if opens else "assistant"
    return Stop(position=position, id=f"m{position}", opens=opens, at=at, tokens=tokens, who=who)


def cuts(stops: list[Stop], most: int = 1500) -> list[tuple[int, int]]:
    return [(one.episode.first, one.episode.last) for one in episodes_of(stops, "c", most=most)]


def test_a_pause_before_a_turn_begins_an_episode() -> None:
    stops = [
        stop(0, 0),
        stop(1, 1, opens=False),
        stop(2, 60.5),  # 59.5 minutes after what was said last
        stop(3, 125, opens=False),  # an answer that comes late is of its turn
        stop(4, 126),
        stop(5, 300),
    ]
    assert cuts(stops) == [(0, 4), (5, 5)]


def test_a_full_block_ends_with_its_turn() -> None:
    stops = [stop(n, None, opens=n % 2 == 0, tokens=400) for n in range(10)]
    assert cuts(stops) == [(0, 3), (4, 7), (8, 9)]


def test_time_and_participants_are_those_of_the_messages() -> None:
    stops = [
        Stop(position=0, id="a", opens=False, at=None, tokens=5, who=""),
        Stop(position=1, id="b", opens=True, at=START, tokens=5, who="Ana"),
        Stop(
            position=2, id="c", opens=False, at=START - timedelta(minutes=2), tokens=5, who="김민수"
        ),
        Stop(position=3, id="d", opens=True, at=None, tokens=5, who="Ana"),
    ]
    (one,) = episodes_of(stops, "c", most=100)
    assert one.opening == "a"
    assert (one.episode.at_from, one.episode.at_to) == (START - timedelta(minutes=2), START)
    assert one.episode.participants == ("Ana", "김민수")
    assert episodes_of([], "c", most=100) == []


MINUTES = st.one_of(st.none(), st.floats(0, 500))


@given(
    st.lists(st.tuples(MINUTES, st.booleans(), st.integers(0, 900)), min_size=1, max_size=40),
    st.data(),
)
def test_what_comes_later_changes_no_episode_before_the_newest(
    said: list[tuple[float | None, bool, int]], data: st.DataObject
) -> None:
    stops = [stop(n, at, opens=o, tokens=t) for n, (at, o, t) in enumerate(said)]
    whole = episodes_of(stops, "c", most=1500)
    spans = [(one.episode.first, one.episode.last) for one in whole]
    assert [first for first, _ in spans] == [0, *(last + 1 for _, last in spans[:-1])]
    assert spans[-1][1] == len(stops) - 1
    cut = data.draw(st.integers(1, len(stops)))
    before = episodes_of(stops[:cut], "c", most=1500)
    # A job goes on from the beginning of the newest: the same comes out.
    begin = before[-1].episode.first
    assert [*before[:-1], *episodes_of(stops[begin:], "c", most=1500)] == whole
